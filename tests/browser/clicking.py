"""Clicks a hand-written sheet together on the order desk, order by order, as a player would; and compares the two.

The desk's controls are found by their `data-key`: the part of the sheet, the number of the order, what it is for.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    Deployment,
    Goods,
    Move,
    Press,
    Purge,
    RouteStep,
    Sheet,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.sheets.body import STANDING
from pbem.words import unit_in_words

CLICKING = Path(__file__).with_name("clicking.js").read_text("utf-8")
OPEN_PARTS = """() => Promise.all(
  Array.from(document.querySelectorAll("#desk-app details.desk-part:not([open])"), (node) => {
    const heard = new Promise((then) => node.addEventListener("toggle", then, { once: true }));
    node.open = true;
    return heard;
  })
).then(() => null)"""
"""Opens all parts, and waits until the desk has heard of it."""


class Desk:
    """The order desk of an open page."""

    def __init__(self, page: Any, rules: Rules) -> None:
        self.page = page
        self.rules = rules
        self._later: list[tuple[Any, ...]] | None = None
        page.evaluate(OPEN_PARTS)

    # --- controls --------------------------------------------------------------------------------------------

    def _do(self, *step: Any) -> None:
        """A step of clicking.js: at once, or with those of the whole sheet, since each way to the browser takes time."""
        if self._later is None:
            wrong = self.page.evaluate(CLICKING, [step])
            assert not wrong, wrong
        else:
            self._later.append(step)

    def has(self, key: str) -> bool:
        return self.page.locator(_at(key)).count() > 0

    def click(self, key: str) -> None:
        """Click a button, or tick a box."""
        self._do("click", key)

    def choose(self, key: str, words: str) -> None:
        """Choose the option of a list that begins with these words."""
        self._do("choose", key, words)

    def type(self, key: str, text: str) -> None:
        """Fill a field; letter by letter as from a keyboard, but not within a whole sheet."""
        if self._later is None:
            self.page.locator(_at(key)).fill(text)
        else:
            self._do("type", key, text)

    def text(self) -> str:
        """The sheet as it stands."""
        return sheet_text(self.page)

    def label(self, unit: object) -> str:
        return unit_in_words(unit, self.rules)  # type: ignore[arg-type]

    def list_of(self, key: str, values: Iterable[str]) -> None:
        """Fill a list whose order matters."""
        for words in values:
            self.choose(f"{key}/add", words)

    # --- whole sheets ----------------------------------------------------------------------------------------

    def enter(self, sheet: Sheet, key: str = "") -> None:
        """Click all orders of the sheet together; `key`: the secret word."""
        self._later = []
        for part, orders, one in (
            ("trades", sheet.trades, self.trade),
            ("stacks", sheet.stacks, self.stack),
            ("steal", sheet.steals, self.steal),
            ("leaders", sheet.leaders, self.leader),
            ("moves", sheet.moves, self.move),
            ("assassinations", sheet.assassinations, self.assassination),
            ("subversion", sheet.subversions, self.subversion),
            ("attacks", sheet.attacks, self.attack),
            ("purges", sheet.purges, self.purge),
            ("counterpurge", sheet.counterpurges, self.counterpurge),
            ("press", sheet.press, self.letter),
        ):
            for number, order in enumerate(orders):
                one(order, f"{part}/{number}")  # type: ignore[operator]
        self.rest(sheet)
        if key:
            self.type("key", key)
        steps, self._later = self._later, None
        wrong = self.page.evaluate(CLICKING, steps)
        assert not wrong, wrong

    def rest(self, sheet: Sheet) -> None:
        """What is no list of orders."""
        self.czar(sheet)
        if sheet.losses:
            self.list_of("losses", map(self.label, sheet.losses))
        if sheet.end_game:
            self.click("end")
        for name in sheet.standing or ():
            self._do("tick", f"standing/{name}")
        for name in sheet.cancelled:
            self.click(f"ended/{name}")
        if sheet.quit:
            self.click("quit")
        if sheet.salt:
            self.type("salt", sheet.salt)

    def czar(self, sheet: Sheet) -> None:
        """Orders about his execution."""
        if sheet.execute_czar is not None:
            for member in sheet.execute_czar.committee:  # type: ignore[union-attr]
                if member != sheet.player:
                    self.click(f"execute/{member}")
        if sheet.if_ordered_to_execute_czar:
            self.choose("ordered", sheet.if_ordered_to_execute_czar)
        if sheet.comply_with_execution:
            self.click("comply")

    # --- orders ----------------------------------------------------------------------------------------------

    def trade(self, order: Trade, key: str) -> None:
        self.click("trades/new")
        self.choose(f"{key}/to", str(order.to))
        for side, goods in (("give", order.give or Goods()), ("for", order.wanted or Goods())):
            if goods.politburo:
                self.choose(f"{key}/{side}/p", str(goods.politburo))
            if goods.assassin:
                self.choose(f"{key}/{side}/a", str(goods.assassin))
            for unit in goods.units:
                self.click(f"{key}/{side}/units/{unit}")

    def stack(self, order: StackOrder, key: str) -> None:
        self._do("stack", key, [self.label(unit) for unit in order.units])

    def steal(self, order: Steal, key: str) -> None:
        self.click(f"steal/new/{order.leader}")
        for unit in order.units:
            self.click(f"{key}/{unit}")

    def leader(self, order: Deployment, key: str) -> None:
        self.click("leaders/new")
        self.choose(f"{key}/leader", self.label(order.leader))
        self.choose(f"{key}/at", str(order.at))
        for unit in order.units:
            self.click(f"{key}/with/{unit}")

    def move(self, order: Move, key: str) -> None:
        self._do("beginMove", self.label(next(unit for unit in order.force if self.rules.color.get(unit))))  # type: ignore[call-overload]
        self._do("makeUp", key, list(order.force))
        if order.by == "rail":
            self.click(f"{key}/rail")
        for number, step in enumerate(order.route):
            if number:
                self.click(f"{key}/next/{step.at}")
            else:
                self._do("stepFrom", key, step.at)
            self._act(step, key)
        self.click(f"{key}/edit")

    def _act(self, step: RouteStep, key: str) -> None:
        for stack in step.drop:
            for unit in stack:
                self.click(f"{key}/drop/{unit}")
            self.click(f"{key}/drop")
        for wish in step.pick_up:
            self._do("pickUp", key, wish.unit, wish.leader)
        for unit in step.remove:
            self.click(f"{key}/leave/{unit}")
        if step.join is not None:
            self._do("join", key, step.join)

    def assassination(self, order: Assassination, key: str) -> None:
        self.click("assassinations/new")
        self.choose(f"{key}/target", self.label(order.target))
        self.choose(f"{key}/markers", "all" if order.markers is None else str(order.markers))

    def attack(self, order: Attack, key: str) -> None:
        self._attackers(order, key)
        if order.losses:
            self.list_of(f"{key}/losses", map(self.label, order.losses))
        if order.enemy_losses:
            self.list_of(f"{key}/enemy", map(self.label, order.enemy_losses))
        if order.capture:
            self.list_of(
                f"{key}/capture", ("nobody" if unit == "none" else self.label(unit) for unit in order.capture)
            )

    def subversion(self, order: Subversion, key: str) -> None:
        self._attackers(order, key)

    def _attackers(self, order: Attack | Subversion, key: str) -> None:
        self._do("attack", key, order.at, self.label(order.against), [self.label(unit) for unit in order.units])
        if order.min_odds:
            self.choose(f"{key}/odds", order.min_odds)

    def purge(self, order: Purge, key: str) -> None:
        writer = order.ref[0]
        participants = order.participants or (() if order.target is None else (writer,))
        part = bool(participants) and writer in participants
        self.click("purges/new" if part else "purges/consent")
        for member in order.committee or participants:
            if member != writer:
                self.click(f"{key}/committee/{member}")
        self.choose(f"{key}/markers", "all" if order.markers is None else str(order.markers))
        if not part:
            return
        self.choose(f"{key}/target", str(order.target))
        for place, letter in enumerate(participants):
            if letter != writer:
                self.choose(f"{key}/participants/add", letter)
                end = place if writer in participants[:place] else place + 1
                self.click(f"{key}/participants/{end}/up") if writer not in participants[:place] else None
        for spoil in order.spoils or ():
            self.choose(f"{key}/spoils/to", spoil.to)
            self.choose(f"{key}/spoils/add", self._prize(spoil.take))

    def _prize(self, take: int | str) -> str:
        return {"any": "anything", "politburo": "a Politburo"}.get(str(take)) or self.label(take)

    def counterpurge(self, order: Counterpurge, key: str) -> None:
        self.click("counterpurge/new")
        for letter in order.if_purged_by or ():
            self.click(f"{key}/by/{letter}")
        if order.against:
            self.list_of(f"{key}/against", order.against)
        if order.take:
            self.list_of(f"{key}/take", map(self._prize, order.take))
        if order.rounds is not None:
            self.choose(f"{key}/rounds", str(order.rounds))

    def letter(self, order: Press, key: str) -> None:
        self.click("press/new")
        for reader in order.to:
            self.click(f"{key}/to/{reader}")
        if order.sender:
            self.type(f"{key}/from", order.sender)
        self.type(f"{key}/text", order.text)


def sheet_text(page: Any) -> str:
    """The sheet on the desk. Not by a selector, for which a page must first be made ready."""
    return str(page.evaluate("document.getElementById('desk-sheet').value"))


def _at(key: str) -> str:
    return f'#desk-app [data-key="{key}"]'


# --- what sheets mean ----------------------------------------------------------------------------------------------


def meaning(sheet: Sheet, state: State) -> Sheet:
    """The sheet with everything written out that may be left out, so that sheets of one meaning are equal."""
    where = {unit: stack.at for stack in state.stacks for unit in stack.units}
    named = {unit: stack.units for stack in state.stacks for unit in stack.units}
    return replace(
        sheet,
        trades=tuple(
            replace(one, give=one.give or Goods(), wanted=one.wanted or Goods()) for one in sheet.trades
        ),  # type: ignore[type-var, union-attr]
        moves=tuple(_move(one, where) for one in sheet.moves),  # type: ignore[arg-type]
        purges=tuple(_purge(one) for one in sheet.purges),  # type: ignore[arg-type]
        counterpurges=tuple(_counterpurge(one) for one in sheet.counterpurges),  # type: ignore[arg-type]
        execute_czar=replace(sheet.execute_czar, committee=tuple(sorted(sheet.execute_czar.committee)))  # type: ignore[union-attr]
        if sheet.execute_czar
        else None,
        attacks=tuple(_attack(one, named) for one in sheet.attacks),  # type: ignore[arg-type]
        subversions=tuple(_attack(one, named) for one in sheet.subversions),  # type: ignore[arg-type]
        press=tuple(replace(one, to=tuple(sorted(one.to))) for one in sheet.press),  # type: ignore[type-var, union-attr]
        comply_with_execution=sheet.comply_with_execution or None,
        losses=sheet.losses or None,
        standing=tuple(name for name in STANDING if name in (sheet.standing or ())) or None,
    )


def _move(order: Move, where: dict[int, str]) -> Move:
    start = where.get(order.force[0])  # type: ignore[call-overload]
    first = order.route[0] if order.route else None
    if first and first.at == start and first == RouteStep(first.at):
        return replace(order, route=order.route[1:])
    return order


def _purge(order: Purge) -> Purge:
    writer = order.ref[0]
    participants = order.participants or (() if order.target is None else (writer,))
    if writer not in participants:
        return Purge(order.ref, tuple(sorted(order.committee or (writer,))), (), None, order.markers)
    committee = tuple(sorted(order.committee or participants))
    return replace(order, committee=committee, participants=participants)


def _counterpurge(order: Counterpurge) -> Counterpurge:
    by = tuple(sorted(order.if_purged_by)) if order.if_purged_by else None
    take = None if order.take in ((), ("any",)) else order.take
    return replace(order, if_purged_by=by, take=take, against=order.against or None)


def _attack(order: Any, named: dict[int, tuple[int, ...]]) -> Any:
    units = tuple(sorted({named.get(unit, (unit,)) for unit in order.units}, key=str))
    return replace(order, units=units, against=named.get(order.against, (order.against,)))


def said(findings: Iterable[Any]) -> list[tuple[str, str, str]]:
    """What a check says of orders, whatever the line: grade, code, and the order it is about. How the text is written
    (curly quotes, a key still missing) is not compared."""
    about = ((one.grade, one.code, re.sub(r"[.].*", "", one.path)) for one in findings)
    return sorted(one for one in about if one[2] not in ("", "key") and one[1] != "left_open_lines")
