"""Verification: the hash chain, the commitment to the dice, and everything that was decided by rules or dice done again
from the record alone. The first difference is named; where something cannot be known yet, that is said.
"""

import hashlib
import io
import re
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.campaign import files
from pbem.campaign.corrections import rules_of
from pbem.campaign.course import Course
from pbem.campaign.folder import LEDGER, Campaign
from pbem.campaign.ledger import Record
from pbem.campaign.moments import moment_of
from pbem.campaign.playing import (
    Terms,
    counting,
    position_facts,
    position_of,
    read_versions,
    recorded_terms,
    replay,
    seed_of,
)
from pbem.campaign.record.files_as_recorded import Files
from pbem.campaign.record.verified import Difference, Verified
from pbem.chance.sealed import SealedDice, commitment, phase_salt
from pbem.core.state import State
from pbem.errors import FileError, LedgerError, PbemError
from pbem.phases.setup import deal

LARGEST_LEDGER = 400_000_000
"""Bytes of a ledger in an archive; beyond, something is wrong with it."""
LARGEST_REPORT = 20_000_000
"""Bytes of a report in an archive."""


def verify(path: Path, *, reports: bool = False) -> Verified:
    """Verify a campaign's folder or an archive. Raises FileError for what is neither.

    `reports`: make those reports again whose SHA-256 is not in the ledger, too, which takes long.
    """
    found = Verified()
    with _opened(path) as folder:
        try:
            campaign = _campaign(folder, path)
            _verify(campaign, found, reports=reports)
        except LedgerError as problem:
            found.records = max(0, problem.line - 1)
            found.difference = f"{LEDGER}:{problem.line}: {problem.what}"
        except Difference as problem:
            found.difference = str(problem)
    return found


def _campaign(folder: Path, path: Path) -> Campaign:
    """The campaign of a folder; `path` is what was named. Raises FileError, LedgerError."""
    try:
        return Campaign(folder, from_start=True)
    except FileError as problem:
        if folder == path:
            raise
        raise FileError(f"the archive holds no whole campaign: {problem.what}", path=path) from problem


@contextmanager
def _opened(path: Path) -> Iterator[Path]:
    """The campaign's folder, that of an archive in a place of its own."""
    if path.is_dir():
        yield path
        return
    content = files.read(path)
    if not zipfile.is_zipfile(io.BytesIO(content)):
        raise FileError("this is neither a campaign's folder nor an archive of one", path=path)
    with zipfile.ZipFile(io.BytesIO(content)) as archive, tempfile.TemporaryDirectory(prefix="pbem-") as name:
        try:
            size = archive.getinfo(LEDGER).file_size
            if size > LARGEST_LEDGER:
                raise FileError(f"the ledger in the archive has {size} bytes, which cannot be", path=path)
            (Path(name) / LEDGER).write_bytes(archive.read(LEDGER))
            for member in archive.infolist():
                _unpack(archive, member, Path(name))
        except (KeyError, zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError) as problem:
            raise FileError("the archive is damaged, or holds no ledger", path=path) from problem
        yield Path(name)


_REPORT = re.compile(r"turns/[0-9]{2,4}-\w+/reports(?:-deal)?/\w[\w.-]{0,40}")


def _unpack(archive: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path) -> None:
    """Unpack a report or position of an archive; whatever else is in it stays there."""
    if _REPORT.fullmatch(member.filename) and member.file_size <= LARGEST_REPORT:
        path = folder / member.filename
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(archive.read(member))


def _verify(campaign: Campaign, found: Verified, *, reports: bool) -> None:
    """Go through all records, each with the course before and after it."""
    before = Course()
    seed = _seed(campaign, found)
    files_there = Files(campaign, found, render=reports)
    for after, record in campaign.fresh():
        found.records += 1
        check = CHECKS.get(record.kind)
        if check:
            try:
                check(_Case(campaign, before, after, record, seed, found))
            except PbemError as problem:
                raise Difference(f"{_where(record)}: {problem}") from problem
        files_there.after(after, record)
        before = after
    files_there.check()


def _seed(campaign: Campaign, found: Verified) -> bytes | None:
    """The seed, if it is known, checked against the commitment."""
    if not campaign.course.seed and not campaign.secrets_path.exists():
        found.unknown["The seed is not revealed yet, so the dice cannot be rolled again."] = None
        return None
    seed = seed_of(campaign)
    if commitment(seed) != campaign.course.commitment:
        raise Difference("the seed is not the one whose SHA-256 was published at the start")
    found.commitment = True
    return seed


@dataclass(frozen=True, slots=True)
class _Case:
    """One record to be checked."""

    campaign: Campaign
    before: Course
    after: Course
    record: Record
    seed: bytes | None
    found: Verified


def _where(record: Record) -> str:
    """A record in words."""
    key = record.facts.get("moment")
    phase = f"{moment_of(key).words}, " if key and key != "deal" else ""
    return f"{phase}{LEDGER}:{record.number}"


def _differ(record: Record, what: str) -> Difference:
    return Difference(f"{_where(record)}: {what}")


# --- by kind of record -------------------------------------------------------------------------------------------


def _check_deal(case: _Case) -> None:
    """15.31: the deal, dealt again."""
    if case.seed is None:
        return
    course = case.before
    rules = rules_of(case.campaign, course=course, mark="")
    players = tuple(seat.player for seat in course.seats)
    state, rolls = deal(players, SealedDice(case.seed, phase_salt(course.name, 0, "deal", {})), rules)
    _same_rolls(case.record, [(roll.label, roll.value) for roll in rolls])
    case.found.rolls += len(rolls)
    _same_position(case.record, state)


def _check_sheet(case: _Case) -> None:
    """A sheet's text against its hash, and a sealed one against the hash made public."""
    facts, private = case.record.facts, case.record.private
    if private is None:
        return
    mark = hashlib.sha256(str(private["sheet"]).encode()).hexdigest()
    if mark != private["sha256"] or facts.get("sealed", mark) != mark:
        raise _differ(case.record, f"the sheet of player {private['player']} is not the one that was sealed")


def _check_closed(case: _Case) -> None:
    """dice.md: the salt of the Phase, from the salts of the sheets that were on file."""
    private, key = case.record.private, case.record.facts["moment"]
    if private is None:
        return
    moment = moment_of(key)
    rules = rules_of(case.campaign, course=case.before)
    here = counting(case.before, moment, case.before.active)
    if {player: one.version for player, one in here.items()} != private["sheets"]:
        raise _differ(case.record, "it was closed with other sheets than those on file")
    sheets = read_versions(case.campaign, case.before, moment, private["sheets"], rules)
    salts = {player: sheet.salt for player, sheet in sheets.items()}
    wanted = (
        case.before.salts.get(key) or phase_salt(case.before.name, moment.turn, moment.phase, salts).hex()
    )
    if case.record.facts["salt"] != wanted:
        raise _differ(case.record, "the salt of the dice does not follow from the sheets")


def _check_adjudicated(case: _Case) -> None:
    """A Phase adjudicated again, on the terms on which it was: the same rolls, the same position to the byte."""
    record, found = case.record, case.found
    if record.private is None:
        what = "The sheets, and the players' reports, are not in the archive before the campaign is over."
        found.unknown[what] = None
        return
    terms = recorded_terms(record)
    _same_terms(case, terms)
    if case.seed is None and terms.rolled_by_hand is None:
        return
    played = case.campaign.played[case.before.tip.size] = replay(case.campaign, case.before, record)
    rolls = [(roll.label, roll.value) for roll in played.result.rolls]
    _same_rolls(record, rolls)
    _same_position(record, played.result.state)
    found.phases += 1
    ruled = sum(1 for label, _ in rolls if label in terms.rolls_ruled)
    found.rolls_ruled += ruled
    if terms.rolled_by_hand is None:
        found.rolls += len(rolls) - ruled
    else:
        found.rolled_by_hand += len(rolls) - ruled


def _same_terms(case: _Case, terms: Terms) -> None:
    """Whether the Phase was played with the sheets, rulings and decisions that the ledger has before it."""
    course = case.before
    moment = moment_of(case.record.facts["moment"])
    here = {player: one.version for player, one in counting(course, moment, course.active).items()}
    for what, said, known in (
        ("sheets", dict(terms.versions), here),
        ("salt", terms.salt.hex(), course.salts.get(moment.key)),
        ("rulings", dict(terms.rulings), dict(course.rulings)),
        ("corrected rules", terms.overrides, course.overrides),
        ("removed players", terms.leaving, course.leaving(moment, course.active)),
        ("rolls set by ruling", dict(terms.rolls_ruled), dict(course.rolls_ruled.get(moment.key, {}))),
    ):
        if said != known:
            raise _differ(
                case.record, f"it was adjudicated with other {what} than the ledger has: {said}, not {known}"
            )
    ruled = course.orders_ruled.get(moment.key, {})
    if any(ruled.get(ref) != reading for ref, reading in terms.orders_ruled.items()):
        raise _differ(case.record, "it was adjudicated with other rulings on orders than the ledger has")


def _check_ruled(case: _Case) -> None:
    """A ruling on the position, carried out again."""
    facts = case.record.facts
    if "position" not in facts:
        return
    if case.record.private is None:
        case.found.unknown["Standing orders are not in the archive before the campaign is over."] = None
        return
    from pbem.campaign.decisions.counters import (
        change_position,  # brings pydantic: most campaigns have no such ruling
    )
    from pbem.campaign.decisions.ruling_file import RulingFile

    state = position_of(case.campaign, moment_of(facts["moment"]), case.before)
    ruling = RulingFile.model_validate(facts["changes"])
    after, _ = change_position(state, ruling, rules_of(case.campaign, course=case.before))
    _same_position(case.record, after)


def _check_published(case: _Case) -> None:
    """The seed that was revealed against the commitment."""
    seed = case.record.facts.get("seed")
    if seed and commitment(bytes.fromhex(seed)) != case.before.commitment:
        raise _differ(
            case.record, "the seed revealed is not the one whose SHA-256 was published at the start"
        )


CHECKS = {
    "dealt": _check_deal,
    "sheet": _check_sheet,
    "closed": _check_closed,
    "adjudicated": _check_adjudicated,
    "ruled": _check_ruled,
    "published": _check_published,
}


# --- differences -------------------------------------------------------------------------------------------------


def _same_rolls(record: Record, rolls: list[tuple[str, Any]]) -> None:
    """Raises Difference naming the first roll that is not as recorded."""
    recorded = [(roll["label"], roll["value"]) for roll in record.facts["rolls"]]
    again = [(label, list(value) if isinstance(value, tuple) else value) for label, value in rolls]
    for (label, value), (label_again, value_again) in zip(recorded, again, strict=False):
        if label != label_again:
            raise _differ(record, f"the roll {label} is recorded, but {label_again} comes in its place")
        if value != value_again:
            raise _differ(record, f"the roll {label} is recorded as {value}, but it comes to {value_again}")
    if len(recorded) != len(again):
        label = (
            (recorded + again)[min(len(recorded), len(again))][0]
            if len(recorded) > len(again)
            else again[len(recorded)][0]
        )
        raise _differ(record, f"the roll {label} is there one time and not the other")


def _same_position(record: Record, state: State) -> None:
    """Raises Difference naming the first part of the position that is not as recorded."""
    public, private = position_facts(state)
    recorded = {**record.facts["position"], "standing": (record.private or {}).get("standing", {})}
    again = {**public["position"], **private}
    if files.canonical(recorded) != files.canonical(again):
        raise _differ(record, f"the position differs: {first_difference(recorded, again)}")


def first_difference(recorded: Mapping[str, Any], again: Mapping[str, Any]) -> str:
    """The first part of two positions that differs, in words."""
    there, here = _by_province(recorded["stacks"]), _by_province(again["stacks"])
    for province in sorted(there.keys() | here.keys()):
        if there.get(province) != here.get(province):
            return (
                f"in {province} the ledger has {_stacks(there.get(province))}, played again it is "
                f"{_stacks(here.get(province))}"
            )
    for key in recorded:
        if recorded[key] != again.get(key):
            return f"{key} is {recorded[key]} in the ledger, played again it is {again.get(key)}"
    return "the order of what it holds"


def _by_province(stacks: list[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for stack in stacks:
        found.setdefault(stack["at"], []).append(stack)
    return found


def _stacks(stacks: list[Mapping[str, Any]] | None) -> str:
    if not stacks:
        return "nothing"
    return " and ".join(
        f"{stack['player'] or 'nobody'}: {', '.join(map(str, stack['units']))}" for stack in stacks
    )
