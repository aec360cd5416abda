"""Whether the checker was right: in what it calls an error, in its silence, and in the odds it names."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.core.events import Attacked, Subverted
from pbem.core.orders import Faulty, Goods, Sheet, Trade
from pbem.core.state import Holding
from pbem.core.terms import Player
from pbem.core.verdicts import Outcome
from pbem.phases.judging import judge
from pbem.soak.trying import WITHOUT_OUTCOME, Said, Trying, orders_of, part_of

WISHES = (".losses", ".enemy_losses", ".capture", ".min_odds")
"""Places at which a fault is passed over and takes nothing from the order (R9, R31, R32)."""
BY_CHANCE = ("purge_countered", "assassination_missed", "execution_refused", "counterpurge_countered")
"""Failures that the dice or another player decide."""
WORLDS = 8
"""How often an order about which the checker was silent is tried with other dice before it is said to fail always."""


def errors(trying: Trying) -> Said:
    """Where the checker says error, the order does not end done: it ends void, failed, or in part without the thing."""
    for player in trying.playing:
        for finding in trying.findings[player]:
            if finding.grade != "error" or finding.path.startswith(WITHOUT_OUTCOME):
                continue
            ref, sub = _split(f"{player}.{finding.path}")
            outcome = trying.result.outcomes.get(ref)
            if any(wish in sub for wish in WISHES) or finding.code in ("press_from_another", "no_seat"):
                continue
            if outcome is None or outcome.ended == "done":
                yield (
                    f"the checker calls {finding.path} an error ({finding.code}), but {ref} ended {_told(outcome)}",
                    f"error {finding.code} {outcome.code if outcome else ''}",
                )


def _split(path: str) -> tuple[str, str]:
    """The ref of an order and the place inside it."""
    found = re.fullmatch(r"([A-H]\.[a-z_]+(?:\[[0-9]+\])?)(.*)", path)
    return (found[1], found[2]) if found else (path, "")


def _told(outcome: Outcome | None) -> str:
    return f"{outcome.ended} ({outcome.code})" if outcome else "without an outcome"


def silence(trying: Trying) -> Said:
    """Where the checker finds neither error nor warning, the order is carried out when nobody else orders anything."""
    for player in trying.playing:
        sheet = trying.trial.sheets[player]
        doubted = {
            _split(f"{player}.{finding.path}")[0]
            for finding in trying.findings[player]
            if finding.grade in ("error", "warning")
        }
        doubted |= set(_unreadable(sheet))
        refs = [ref for ref in orders_of(sheet) if ref not in doubted]
        if not refs or (len(trying.trial.sheets) > 1 and not _any_ended_badly(trying, refs)):
            continue
        for ref, outcome in _always_failing(trying, sheet, refs):
            yield (
                f"the checker is silent on {ref}, which always ends {_told(outcome)}",
                f"silence {part_of(ref)} {outcome.code}",
            )


def _always_failing(trying: Trying, sheet: Sheet, refs: list[str]) -> list[tuple[str, Outcome]]:
    """Those of the orders that are not carried out however the dice fall, be the others idle or generous."""
    left = list(refs)
    last: dict[str, Outcome] = {}
    for number, sheets in enumerate(_worlds(trying, sheet)):
        seed = hashlib.sha256(trying.trial.seed + bytes([number])).digest()
        outcomes = replace(trying.trial, seed=seed).play(trying.rules, sheets).outcomes
        last = {ref: outcome for ref in left if (outcome := outcomes.get(ref)) and _went_wrong(outcome)}
        left = list(last)
        if not left:
            break
    return list(last.items())


def _went_wrong(outcome: Outcome) -> bool:
    return outcome.ended != "done" and outcome.code not in BY_CHANCE


def _worlds(trying: Trying, sheet: Sheet) -> Iterator[dict[Player, Sheet]]:
    """What the others may do: nothing; or give the player all the markers they hold."""
    state = trying.trial.state
    idle = {sheet.player: sheet}
    generous = dict(idle)
    for other in state.active:
        holding = state.holdings.get(other, Holding())
        gift = Trade(f"{other}.trades[0]", Goods(holding.politburo, holding.assassin), sheet.player, None)
        if other != sheet.player and gift.give != Goods():
            generous[other] = Sheet(other, trades=(gift,))
    for _ in range(WORLDS):
        yield idle
        yield generous


def _unreadable(sheet: Sheet) -> Iterator[str]:
    """The refs of orders that could not be read: the reader has told why, which bare orders no longer show."""
    for name in Sheet.__slots__:
        value = getattr(sheet, name)
        for order in value if isinstance(value, tuple) else (value,):
            if isinstance(order, Faulty):
                yield order.ref


def _any_ended_badly(trying: Trying, refs: list[str]) -> bool:
    """Whether one of these was not carried out with all sheets in; only then it is worth playing it alone."""
    outcomes = trying.result.outcomes
    return any(ref in outcomes and outcomes[ref].ended != "done" for ref in refs)


def odds(trying: Trying) -> Said:
    """The odds the checker names are those of the roll, when nobody else orders anything."""
    for player in trying.playing:
        sheet = trying.trial.sheets[player]
        if not (sheet.attacks or sheet.subversions) or trying.trial.state.phase != "second":
            continue
        remarks = judge(trying.trial.state, sheet, trying.rules)
        named = {one.ref: one.facts["text_odds"] for one in remarks if one.code == "attack_as_it_stands"}
        for one in remarks:
            if one.code in ("stack_may_be_gone", "target_may_be_gone"):
                named.pop(one.ref, None)
        for event in trying.trial.play(trying.rules, {player: sheet}).events if named else ():
            if isinstance(event, Attacked | Subverted) and event.odds != named.get(event.ref, event.odds):
                yield (
                    f"the checker says {event.ref} is made at {named[event.ref]}, and it is made at {event.odds}",
                    f"odds {part_of(event.ref)}",
                )
