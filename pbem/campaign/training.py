"""A training campaign: one that begins from a position laid out by hand, and not from the printed set-up.

The position is reached by a gamesmaster's ruling after the set-up, so that it is announced, can be undone, and is
verified like any other.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.corrections import rules_of
from pbem.campaign.decisions.counters import OUT_OF_PLAY, RANDOMIZER, change_position
from pbem.campaign.decisions.ruling_file import FlagsRuling, GiveRuling, MoveRuling, RemoveRuling, RulingFile
from pbem.campaign.files import read
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.playing import position_facts, position_of
from pbem.casefiles.position import Given
from pbem.casefiles.shape import CaseFault
from pbem.core.rules import Rules
from pbem.core.state import Holding, State
from pbem.core.terms import ASSASSIN, CZAR, GOLD, POLITBURO, Marker, Unit
from pbem.errors import FileError
from pbem.sheets.places import read_places
from pbem.sheets.syntax import Unreadable
from pbem.words import sentence

WORDS = (
    "This is a training campaign. It does not begin with the printed set-up but with the position below; "
    "all other units and markers are out of play."
)
WHY = "So that a campaign can be shown from near its end."


def lay_out(campaign: Campaign, path: Path, now: datetime) -> None:
    """Carry out the set-up without a sheet, then rule that Game-Turn 1 begins from the position of the file, which has
    the form of what is `given` in a case file. Raises FileError for one that is not, Refused."""
    adjudicate(campaign, now, allow_missing=True)
    rules = rules_of(campaign)
    course = campaign.course
    state = position_of(campaign, course.moment)
    ruling = _ruling(state, _read(path, rules), rules)
    after, _ = change_position(state, ruling, rules)
    position, standing = position_facts(after)
    about = {"moment": course.moment.key, "announce": course.announce_in, "text": WORDS, "why": WHY}
    changes = ruling.model_dump(exclude_defaults=True, by_alias=True)
    campaign.record(now, Entry("ruled", {**about, "changes": changes, **position}, standing))


def _read(path: Path, rules: Rules) -> State:
    """The position of the file."""
    try:
        return Given(read_places(read(path).decode("utf-8-sig")), rules).state("first")
    except UnicodeDecodeError:
        raise FileError("the file is not UTF-8 text", path=path) from None
    except Unreadable as error:
        what = sentence(error.code, error.facts)
        raise FileError(what, path=path, line=error.line, column=error.column) from None
    except CaseFault as fault:
        raise FileError(fault.what, path=path, line=fault.line, column=fault.column) from None


def _ruling(state: State, wanted: State, rules: Rules) -> RulingFile:
    """The ruling that makes one position of another."""
    flags = {name: getattr(wanted.flags, name) for name in FlagsRuling.model_fields}
    new = {name: value for name, value in flags.items() if value != getattr(state.flags, name)}
    return RulingFile(
        why=WHY,
        move=tuple(
            MoveRuling(units=_names(stack.units), to=stack.at, player=stack.player or "")
            for stack in wanted.stacks
        ),
        remove=tuple(_removed(wanted, rules)),
        give=(*_collected(state), *_handed_out(wanted), *_left_over(state, wanted)),
        flags=FlagsRuling(**new) if new else None,
    )


def _names(units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple({CZAR: "Czar", GOLD: "Gold"}.get(unit, str(unit)) for unit in units)


def _removed(wanted: State, rules: Rules) -> Iterator[RemoveRuling]:
    """Units that are wanted on the Chart, and all that are wanted nowhere."""
    here = {unit for stack in wanted.stacks for unit in stack.units}
    for section, faces in wanted.chart.items():
        for face in ("up", "down"):
            units = getattr(faces, face)
            here |= set(units)
            if units:
                yield RemoveRuling(units=_names(units), to=section, face=face)
    gone = tuple(unit for unit in rules.counters if unit not in here)
    if gone:
        yield RemoveRuling(units=_names(gone), to=OUT_OF_PLAY)


# --- markers -----------------------------------------------------------------------------------------------------


def _gift(source: str, to: str, **markers: Any) -> GiveRuling:
    return GiveRuling.model_validate({"from": source, "to": to, **markers})


def _markers(holding: Holding) -> dict[str, Any]:
    return {"politburo": holding.politburo, "assassin": holding.assassin, "control": holding.control}


def _collected(state: State) -> Iterator[GiveRuling]:
    """Every player's markers into the Randomizer."""
    for player, holding in state.holdings.items():
        if any(_markers(holding).values()):
            yield _gift(player, RANDOMIZER, **_markers(holding))


def _handed_out(wanted: State) -> Iterator[GiveRuling]:
    """Out of it what every player is to have."""
    for player, holding in wanted.holdings.items():
        if any(_markers(holding).values()):
            yield _gift(RANDOMIZER, player, **_markers(holding))


def _left_over(state: State, wanted: State) -> Iterator[GiveRuling]:
    """Out of play what is wanted neither in a hand nor in the Randomizer."""
    left = list(state.randomizer)
    for holding in state.holdings.values():
        left += _all(holding)
    for marker in (
        *wanted.randomizer,
        *(one for holding in wanted.holdings.values() for one in _all(holding)),
    ):
        left.remove(marker)
    if left:
        yield _gift(
            RANDOMIZER,
            OUT_OF_PLAY,
            politburo=left.count(POLITBURO),
            assassin=left.count(ASSASSIN),
            control=_nationalities(left, "control"),
            withdrawal=_nationalities(left, "withdrawal"),
        )


def _all(holding: Holding) -> list[Marker]:
    controls = [f"{nationality}-control" for nationality in holding.control]
    return [POLITBURO] * holding.politburo + [ASSASSIN] * holding.assassin + controls


def _nationalities(markers: list[Marker], kind: str) -> tuple[str, ...]:
    return tuple(marker.partition("-")[0] for marker in markers if marker.endswith(f"-{kind}"))
