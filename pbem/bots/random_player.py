"""The random player: every kind of order there is, for any reason or none, but nothing the checker calls an error."""

import random
from collections.abc import Sequence
from typing import Literal, TypeVar

from pbem.bots.agreements import Agreements, in_the_air
from pbem.bots.draft import Draft
from pbem.bots.random_moves import Wanderer
from pbem.bots.sight import Sight
from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    Goods,
    Press,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.state import Stack, groups
from pbem.core.terms import GOLD, Color, Player, Province, Unit, UnitName
from pbem.phases.odds import COLUMNS

T = TypeVar("T")
LETTERS = (
    "The Volga is lovely in spring.",
    "I have no designs on Tver.",
    "Who holds the Gold holds the railway; think of it.",
    "Let us purge together next turn: you know whom.",
    "Да здравствует мир.",
    "- peace: {land, bread}",
)
QUITS = 0.004
"""How often a random player has had enough, by Phase."""


def random_draft(sight: Sight, chance: random.Random, campaign: str) -> Draft:
    """Orders of every kind the Phase knows. Some of them may be impossible; the checker strikes those out."""
    return _Random(sight, chance, campaign).draft()


class _Random:
    """One random sheet in the making."""

    def __init__(self, sight: Sight, chance: random.Random, campaign: str) -> None:
        self.sight = sight
        self.chance = chance
        self.agreed: Agreements = in_the_air(sight.state, sight.rules, campaign)
        self.written = Draft(sight.player)

    def draft(self) -> Draft:
        phase = self.sight.state.phase
        self._trades()
        if phase == "setup":
            self._stacks()
        else:
            self._politics()
            self._steals()
            if phase == "first":
                self.written.moves = Wanderer(self.sight, self.chance).moves()
                self._assassinations()
            else:
                self._combat()
            self._preferences()
        self._letters()
        if self._now_and_then(0.3):
            self.written.salt = self.chance.choice(("any words you like", "Волга", "42", "a: b # c"))
        return self.written

    # --- small decisions -------------------------------------------------------------------------------------

    def _now_and_then(self, how_often: float) -> bool:
        return self.chance.random() < how_often

    def _some(self, things: Sequence[T], most: int) -> list[T]:
        return (
            self.chance.sample(list(things), min(len(things), self.chance.randint(1, most))) if things else []
        )

    # --- trades and set-up -----------------------------------------------------------------------------------

    def _trades(self) -> None:
        sight, chance = self.sight, self.chance
        gifts_accepted = sight.rules.rulings.gifts == "accepted"
        for bargain in self.agreed.bargains:
            half = bargain.half(sight.player, gift_needs_answer=gifts_accepted)
            if half is not None and self._now_and_then(0.85):
                self.written.trades.append(half)
        if sight.others and self._now_and_then(0.25):
            holding = sight.holding
            give = Goods(chance.randint(0, holding.politburo), chance.randint(0, holding.assassin))
            wanted = Goods(chance.randint(0, 1), chance.randint(0, 1)) if self._now_and_then(0.4) else None
            self.written.trades.append(
                Trade("", give if self._now_and_then(0.8) else None, chance.choice(sight.others), wanted)
            )

    def _stacks(self) -> None:
        """15.54: Leaders who start in one province and are of one color, as one stack."""
        rules = self.sight.rules
        homes: dict[tuple[Province, Color], list[Unit]] = {}
        for unit in self.sight.holding.units:
            homes.setdefault((rules.counters[unit].home, rules.color[unit]), []).append(unit)
        for units in homes.values():
            if self._now_and_then(0.7 if len(units) > 1 else 0.1):
                self.chance.shuffle(units)
                self.written.stacks.append(StackOrder("", tuple(units)))

    # --- politics --------------------------------------------------------------------------------------------

    def _politics(self) -> None:
        chance, written, state = self.chance, self.written, self.sight.state
        for plot in self.agreed.plots:
            entry = plot.entry(self.sight.player, self._promised())
            if entry is not None and self._now_and_then(0.9):
                written.purges.append(entry)
        consent = self.agreed.execution
        if consent and self.sight.player in consent.committee and self._now_and_then(0.9):
            written.execute_czar = consent
        if self._now_and_then(0.4):
            written.counterpurges = [self._counterpurge() for _ in range(chance.randint(1, 2))]
        if self._now_and_then(0.25):
            answers: tuple[Literal["comply", "refuse"], ...] = ("comply", "refuse")
            written.if_ordered_to_execute_czar = chance.choice(answers)
        if state.flags.execution_ordered == self.sight.player and self._now_and_then(0.8):
            written.comply_with_execution = self._now_and_then(0.7)
        if self._now_and_then(QUITS) and len(state.active) > 2:
            written.quit = True

    def _promised(self) -> int | None:
        """The markers to promise: mostly all there are."""
        held = self.sight.holding.politburo
        return None if self._now_and_then(0.6) or not held else self.chance.randint(max(1, held - 1), held)

    def _counterpurge(self) -> Counterpurge:
        chance, others = self.chance, self.sight.others
        take: tuple[UnitName, ...] = tuple(
            self._some((*self._leaders_of_others("red"), "politburo", "any"), 3)
        )
        return Counterpurge(
            "",
            tuple(self._some(others, 3)) or None if self._now_and_then(0.3) else None,
            tuple(self._some(others, 2)) or None if self._now_and_then(0.4) else None,
            take if self._now_and_then(0.5) else None,
            chance.randint(1, 3) if self._now_and_then(0.3) else None,
        )

    def _leaders_of_others(self, color: Color = "") -> tuple[Unit, ...]:
        """Leaders on the map that other players control, of one color or of both."""
        rules = self.sight.rules
        return tuple(
            unit
            for stack in self.sight.state.stacks
            if stack.player not in (None, self.sight.player)
            for unit in stack.units
            if unit in rules.leaders and color in ("", rules.color[unit])
        )

    def _assassinations(self) -> None:
        held = self.sight.holding.assassin
        if not self.sight.leaders or not (held or self._now_and_then(0.05)):
            return
        near = set(self._near_own_leaders())
        targets: list[Unit] = [
            unit for unit in self._all_leaders() if unit in near or self._now_and_then(0.1)
        ]
        for target in self._some(targets, 3):
            markers = None if self._now_and_then(0.3) else self.chance.randint(1, held + 1)
            self.written.assassinations.append(Assassination("", target, markers))

    def _all_leaders(self) -> tuple[Unit, ...]:
        own = self.sight.leaders if self._now_and_then(0.2) else ()
        return (*self._leaders_of_others(), *own)

    def _near_own_leaders(self) -> list[Unit]:
        """Leaders in or next to the provinces of the player's own."""
        sight = self.sight
        places: dict[Province, None] = {}
        for stack in sight.own:
            if sight.led(stack):
                places.update(dict.fromkeys((stack.at, *sight.net.land[stack.at])))
        return [
            unit
            for place in places
            for stack in sight.at.get(place, ())
            for unit in stack.units
            if unit in sight.rules.leaders
        ]

    def _steals(self) -> None:
        """13.26: Green units of others beside the Leader with the Gold."""
        sight = self.sight
        for stack in sight.own:
            if GOLD not in stack.units or not sight.led(stack):
                continue
            leader = next(part.leader for part in groups(stack.units, sight.rules) if GOLD in part.imperial)
            prey = [
                unit
                for other in sight.at[stack.at]
                if other.player not in (None, sight.player) and sight.color(other) == "green"
                for unit in other.units
                if unit > GOLD
            ]
            if leader is not None and prey:
                self.written.steals.append(Steal("", leader, tuple(self._some(prey, 2))))

    # --- combat ----------------------------------------------------------------------------------------------

    def _combat(self) -> None:
        sight = self.sight
        places = list(dict.fromkeys(stack.at for stack in sight.movable))
        self.chance.shuffle(places)
        for at in places:
            own = [stack for stack in sight.movable if stack.at == at]
            for target in self._some(self._targets(at, own), 2):
                if self._now_and_then(0.7):
                    self._attack(at, own, target)
        for stack in sight.movable:
            if sight.color(stack) == "red" and self._now_and_then(0.5):
                self._subvert(stack)

    def _targets(self, at: Province, own: list[Stack]) -> list[Stack]:
        """Stacks there that one of these opposes, the player's own among them now and then."""
        sight = self.sight
        return [
            target
            for target in sight.at[at]
            if any(sight.opposed(sight.color(stack), sight.color(target)) for stack in own)
            and (target.player != sight.player or self._now_and_then(0.2))
        ]

    def _attack(self, at: Province, own: list[Stack], target: Stack) -> None:
        sight = self.sight
        fit = [stack for stack in own if sight.opposed(sight.color(stack), sight.color(target))]
        chosen = self._some(fit, 3) if self._now_and_then(0.5) else fit
        if not chosen:
            return
        attackers = tuple(unit for stack in chosen for unit in stack.units)
        self.written.attacks.append(
            Attack(
                "",
                at,
                tuple(self.chance.choice(stack.units) for stack in chosen),
                self.chance.choice(target.units),
                self._odds(),
                self._wish(attackers),
                self._wish(target.units) if target.player is None or self._now_and_then(0.05) else None,
                self._captors(attackers),
            )
        )

    def _odds(self) -> str | None:
        printed = self.sight.rules.rulings.conditions == "printed"
        return None if printed or self._now_and_then(0.7) else self.chance.choice(COLUMNS[:4])

    def _wish(self, units: Sequence[Unit]) -> tuple[UnitName, ...] | None:
        return tuple(self._some(units, len(units))) if units and self._now_and_then(0.3) else None

    def _captors(self, units: Sequence[Unit]) -> tuple[UnitName, ...] | None:
        if not self._now_and_then(0.15):
            return None
        none: tuple[UnitName, ...] = ("none",) if self._now_and_then(0.3) else ()
        return (*self._some(units, 2), *none)

    def _subvert(self, stack: Stack) -> None:
        sight = self.sight
        near = [
            target
            for place in sight.net.land[stack.at]
            for target in sight.at.get(place, ())
            if sight.color(target) == "blue"
        ]
        if not near:
            return
        target = self.chance.choice(near)
        company = [
            other.units[0]
            for other in sight.movable
            if other.units != stack.units
            and sight.color(other) == "red"
            and other.at in sight.net.land[target.at]
            and self._now_and_then(0.4)
        ]
        self.written.subversions.append(
            Subversion(
                "", (stack.units[0], *company), self.chance.choice(target.units), target.at, self._odds()
            )
        )

    # --- the rest --------------------------------------------------------------------------------------------

    def _preferences(self) -> None:
        sight, written = self.sight, self.written
        units = [unit for stack in sight.own for unit in stack.units]
        second = sight.state.phase == "second"
        keep = [name for name in ("losses", "counterpurge", "if_ordered_to_execute_czar", "end_game")
                if self._now_and_then(0.15)]  # fmt: skip
        if self._now_and_then(0.3) and (second or "losses" in keep):
            written.losses = tuple(self._some(units, 6))
        if self._now_and_then(0.15) and (second or "end_game" in keep):
            written.end_game = "agree"
        if keep:
            written.standing = tuple(keep)
        elif self._now_and_then(0.05):
            written.standing = ()

    def _letters(self) -> None:
        for _ in range(self.chance.randrange(3) if self._now_and_then(0.3) else 0):
            to: tuple[Player, ...] = tuple(sorted(self._some(self.sight.others, 2)))
            sender = "anonymous" if self._now_and_then(0.3) else ""
            self.written.press.append(Press("", to, sender, self.chance.choice(LETTERS)))
