"""Clicks a hand-written sheet together on the order desk, order by order, as a player would; and compares the two.

The desk's controls are found by their `data-key`: the part of the sheet, the number of the order, what it is for.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    Deployment,
    Goods,
    Move,
    PickUp,
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


class Desk:
    """The order desk of an open page."""

    def __init__(self, page: Any, rules: Rules) -> None:
        self.page = page
        self.rules = rules
        page.eval_on_selector_all(
            "#desk-app details.desk-part", "nodes => nodes.forEach(node => { node.open = true; })"
        )
        page.wait_for_timeout(50)  # the desk hears of it

    # --- controls --------------------------------------------------------------------------------------------

    def has(self, key: str) -> bool:
        return self.page.locator(_at(key)).count() > 0

    def click(self, key: str) -> None:
        """Click a button, or tick a box."""
        assert self.has(key), f"the desk does not offer {key}; it offers\n{self.offers(key)}"
        self.page.eval_on_selector(_at(key), "node => node.click()")

    def offers(self, key: str) -> str:
        found = self.page.eval_on_selector_all("[data-key]", "nodes => nodes.map(node => node.dataset.key)")
        return "\n".join(one for one in found if one.startswith(key.partition("/")[0]))

    def choose(self, key: str, words: str) -> None:
        """Choose the option of a list that begins with these words."""
        control = self.page.locator(_at(key))
        options = control.locator("option").all_inner_texts()
        place = next((index for index, text in enumerate(options) if _begins(text, words)), None)
        assert place is not None, f"{key} does not offer {words!r}: {options}"
        control.select_option(index=place)

    def type(self, key: str, text: str) -> None:
        self.page.locator(_at(key)).fill(text)

    def text(self) -> str:
        """The sheet as it stands."""
        return str(self.page.input_value("#desk-sheet"))

    def label(self, unit: object) -> str:
        return unit_in_words(unit, self.rules)  # type: ignore[arg-type]

    def list_of(self, key: str, values: Iterable[str]) -> None:
        """Fill a list whose order matters."""
        for words in values:
            self.choose(f"{key}/add", words)

    # --- whole sheets ----------------------------------------------------------------------------------------

    def enter(self, sheet: Sheet) -> None:
        """Click all orders of the sheet together."""
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

    def rest(self, sheet: Sheet) -> None:
        """What is no list of orders."""
        self.czar(sheet)
        if sheet.losses:
            self.list_of("losses", map(self.label, sheet.losses))
        if sheet.end_game:
            self.click("end")
        for name in sheet.standing or ():
            box = self.page.locator(_at(f"standing/{name}"))
            if box.count() and not box.is_checked():
                self.click(f"standing/{name}")
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
        new = self.page.locator("[data-key^='stacks/new/']")
        texts = new.all_inner_texts()
        place = next((i for i, text in enumerate(texts) if self.label(order.units[0]) in text), None)
        assert place is not None, f"{order.units} cannot be stacked: {texts}"
        new.nth(place).click()
        while self.has(f"{key}/1/out"):
            self.click(f"{key}/1/out")
        self.list_of(key, (self.label(unit) for unit in order.units if not self.has_listed(key, unit)))
        for place, unit in enumerate(order.units):
            while not self._listed(key)[place].endswith(self.label(unit)):
                at = next(i for i, text in enumerate(self._listed(key)) if text.endswith(self.label(unit)))
                self.click(f"{key}/{at}/up")

    def _listed(self, key: str) -> list[str]:
        return list(self.page.locator(".desk-editor .desk-list .say").all_inner_texts())

    def has_listed(self, key: str, unit: object) -> bool:
        return any(text.endswith(self.label(unit)) for text in self._listed(key))

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
        self._begin_move(order)
        self._make_up(order, key)
        if order.by == "rail":
            self.click(f"{key}/rail")
        for number, step in enumerate(order.route):
            if number or not self._stands_in(key, step.at):
                self.click(f"{key}/next/{step.at}")
            self._act(step, key)
        self.click(f"{key}/edit")

    def _begin_move(self, order: Move) -> None:
        first = self.label(next(unit for unit in order.force if self.rules.color.get(unit)))  # type: ignore[call-overload]
        new = self.page.locator("#desk-app .desk-part [data-key^='moves/new/']")
        texts = new.all_inner_texts()
        found = [i for i, text in enumerate(texts) if first in re.split(r"[:,] ", text)]
        assert found, f"no force with {first}: {texts}"
        new.nth(found[0]).evaluate("node => node.click()")

    def _stands_in(self, key: str, at: str) -> bool:
        words = self.page.inner_text(_at(f"{key}/here"))
        return f"{at} (" in words

    def _make_up(self, order: Move, key: str) -> None:
        """Take in and leave out units until the force is the one of the order."""
        wanted = list(order.force)
        for _ in range(40):
            shown = self._shown(key, order)
            if shown == wanted:
                return
            extra = [unit for unit in shown if unit not in wanted and self.has(f"{key}/force/{unit}/out")]
            missing = [unit for unit in wanted if unit not in shown and self.has(f"{key}/force/{unit}/in")]
            if extra:
                self.click(f"{key}/force/{extra[-1]}/out")
            elif missing:
                self.click(f"{key}/force/{missing[0]}/in")
            else:
                place = next(i for i, unit in enumerate(wanted) if shown[i] != unit)
                self.click(f"{key}/force/{wanted[place]}/up")
        raise AssertionError(f"the force {wanted} cannot be made up; it is {self._shown(key, order)}")

    def _shown(self, key: str, order: Move) -> list[int]:
        rows = self.page.locator(".desk-editor [data-unit]")
        found = [int(text) for text in rows.evaluate_all("nodes => nodes.map(node => node.dataset.unit)")]
        return found or list(order.force)

    def _act(self, step: RouteStep, key: str) -> None:
        for stack in step.drop:
            for unit in stack:
                self.click(f"{key}/drop/{unit}")
            self.click(f"{key}/drop")
        for wish in step.pick_up:
            self._pick_up(wish, key)
        for unit in step.remove:
            self.click(f"{key}/leave/{unit}")
        if step.join is not None:
            found = self.page.locator(f"[data-key^='{key}/join/']")
            keys = found.evaluate_all("nodes => nodes.map(node => node.dataset.key)")
            exact = f"{key}/join/{step.join}"
            self.click(exact if exact in keys else keys[0])

    def _pick_up(self, wish: PickUp, key: str) -> None:
        one = f"{key}/pick/{wish.unit}"
        if self.has(one):
            self.click(one)
            return
        named = self.page.locator(f"[data-key^='{one}/']").evaluate_all(
            "nodes => nodes.map(node => node.dataset.key)"
        )
        assert named, f"{wish.unit} cannot be picked up:\n{self.offers(key)}"
        self.click(f"{one}/{wish.leader}" if wish.leader else named[0])

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
        part = key.partition("/")[0]
        new = self.page.locator(f".desk-part [data-key^='{part}/new/{order.at}/']")
        texts = new.all_inner_texts()
        place = next(
            (
                i
                for i, text in enumerate(texts)
                if self.label(order.against) in re.split(r"[ ,]+(?=[A-Z0-9])", text)
                or self.label(order.against) in text
            ),
            None,
        )
        assert place is not None, f"{order.against} cannot be attacked: {texts}"
        new.nth(place).evaluate("node => node.click()")
        boxes = self.page.locator(f"[data-key^='{key}/with/']")
        for index in range(boxes.count()):
            box = boxes.nth(index)
            words = box.evaluate("node => node.parentNode.textContent")
            wanted = any(
                re.search(rf"(^|, ){re.escape(self.label(unit))}(,| \(\d+\)$)", words) for unit in order.units
            )
            if wanted != box.is_checked():
                box.evaluate("node => node.click()")
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


def _at(key: str) -> str:
    return f'#desk-app [data-key="{key}"]'


def _begins(text: str, words: str) -> bool:
    return text == words or text.startswith((f"{words} ", f"{words},", f"{words} ("))


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
