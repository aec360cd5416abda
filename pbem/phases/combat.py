"""8.0, 17/8.0, R29–R34: normal attacks, province by province."""

from collections.abc import Iterator
from typing import NamedTuple

from pbem.core.events import Attacked, Captured, Event, Precedence
from pbem.core.falls import eliminate
from pbem.core.orders import Attack, Faulty, Subversion
from pbem.core.state import Stack
from pbem.core.table import Table
from pbem.core.terms import NONRED, UNASSIGNED, Case, Player, Province, Section, Unit, UnitName, new
from pbem.phases import captures
from pbem.phases.attack_forces import (
    Forces,
    Kind,
    Reason,
    Refused,
    cases_of,
    muster,
    refuse,
    remark,
    remark_condition,
    units_named,
    without_imperial,
)
from pbem.phases.attack_judgment import judge_attack, judge_lists, judge_wish
from pbem.phases.losses import exchange
from pbem.phases.odds import result as combat_result
from pbem.phases.stack_names import notes, strength

CASES = {"Ae": "8.41", "De": "8.42", "Ex": "8.43"}
"""The case of each result of the Combat Results Table."""
OUTCOMES: dict[str, tuple[str, tuple[Case, ...]]] = {
    "Ae": ("attack_ae", ("8.41", "8.5", "8.0", "17/8.0")),
    "De": ("attack_de", ("8.42", "8.5", "8.0", "17/8.0")),
    "Ex": ("attack_ex", ("8.43", "8.44", "R32", "8.5", "8.0", "17/8.0")),
}
"""The code and the cases of an attack that was rolled."""


class Planned(NamedTuple):
    """An attack as it stands on a sheet."""

    player: Player
    order: Attack
    label: str
    """Its dice label, numbered among the player's orders for the province, void ones included."""


Plans = dict[Player, list[Planned]]
"""By player his attacks in one province, in the order written; at least one each."""


# --- what may attack what ----------------------------------------------------------------------------------------


def _target_rule(table: Table, order: Attack | Subversion, name: UnitName, stack: Stack) -> Reason | None:
    """8.23: the target stands where the attack is made, and is no Imperial unit alone (R4)."""
    if stack.at != order.at:
        facts = {"unit": name, "province": stack.at, "province_attack": order.at}
        return Reason("target_elsewhere", ("8.23", "R30"), facts)
    if not table.rules.color[stack.units[0]]:
        return Reason("target_imperial", ("8.11", "R4"), {"unit": name})
    return None


def _attacker_rule(
    table: Table,
    order: Attack | Subversion,
    name: UnitName,
    stack: Stack,
    *,
    defenders: Stack | None,
    first: Stack | None,
) -> Reason | None:
    """8.22, 8.23, R30 `combine`: the stack is in the province, opposed to the target, and combines with the first."""
    rules = table.rules
    if stack.at != order.at:
        facts = {"unit": name, "province": stack.at, "province_attack": order.at}
        return Reason("stack_elsewhere", ("8.23", "R30"), facts)
    if defenders is None:
        return None
    color, against = rules.color[stack.units[0]], rules.color[defenders.units[0]]
    if against not in rules.enemies[color]:
        return Reason(
            "stack_not_opposed",
            ("8.22", "8.11", "R30"),
            {"unit": name, "color": color, "color_target": against},
        )
    if first is None or table.rulings.combine == "common_enemy" or against == "red":
        return None
    company = rules.color[first.units[0]]
    if company == color:
        return None
    return Reason(
        "stack_does_not_combine", ("8.22", "R30"), {"unit": name, "color": color, "color_first": company}
    )


ATTACK = Kind(_target_rule, _attacker_rule)


# --- the step ----------------------------------------------------------------------------------------------------


def attack(table: Table) -> None:
    """R29: carry out all attacks, province by province in the order of their codes."""
    for at, plans in sorted(by_province(table).items()):
        begin = len(table.events)
        turns = Turns(table, at, plans)
        went: list[tuple[Player, int]] = []
        while turns.waiting:
            player = turns.call(table)
            points = turns.totals.get(player, 0)
            if _make_attacks(table, plans[player]):
                went.append((player, points))
                turns.count_again(table)
        if len(went) > 1:
            order, strengths = zip(*went, strict=True)
            table.events.insert(begin, Precedence("17/8.0", "", at, order, strengths))


def by_province(table: Table) -> dict[Province, Plans]:
    """The attacks of all sheets by province, and there by player."""
    found: dict[Province, Plans] = {}
    for player, sheet in table.sheets.items():
        for plan in planned(player, sheet.attacks):
            found.setdefault(plan.order.at, {}).setdefault(player, []).append(plan)
    return found


def attack_as_written(table: Table) -> None:
    """S29: carry out all attacks in the order written, whatever the province."""
    for player, sheet in table.sheets.items():
        _make_attacks(table, list(planned(player, sheet.attacks)))


def planned(player: Player, orders: tuple[Attack | Faulty, ...]) -> Iterator[Planned]:
    """The attacks of a sheet that could be read, with their labels; all of them count, void and faulty ones too."""
    numbers: dict[Province, int] = {}
    for order in orders:
        numbers[order.at] = number = numbers.get(order.at, 0) + 1
        if not isinstance(order, Faulty):
            yield new(Planned, (player, order, f"combat/{order.at}/{player}/{number}"))


class Turns:
    """R29: whose attacks in a province come next: the player's with most Strength Points, until all had a turn."""

    __slots__ = ("at", "plans", "ties", "totals", "waiting")

    def __init__(self, table: Table, at: Province, plans: Plans) -> None:
        self.at = at
        self.plans = plans
        self.waiting = list(plans)
        """Who is still to come, by letter."""
        self.totals = _strengths(table, at) if len(plans) > 1 else {}
        """By player his Strength Points as last counted."""
        self.ties = 0

    def twin(self) -> "Turns":
        """The same turns, to be continued apart."""
        found = object.__new__(Turns)
        found.at, found.plans, found.ties = self.at, self.plans, self.ties
        found.waiting, found.totals = self.waiting.copy(), self.totals
        return found

    def call(self, table: Table) -> Player:
        """Whose turn it is now; he waits no longer."""
        player = self._first(table) if len(self.waiting) > 1 else self.waiting[0]
        self.waiting.remove(player)
        return player

    def count_again(self, table: Table) -> None:
        """R29 `precedence`: after the attacks of a player the totals are counted anew, or not with `once`."""
        if self.waiting and table.rulings.precedence == "recount":
            self.totals = _strengths(table, self.at)

    def _first(self, table: Table) -> Player:
        """Who has most. A tie is settled by lot among those who still have an attack that can be made."""
        totals = self.totals
        most = max([totals.get(player, 0) for player in self.waiting])
        tied = [player for player in self.waiting if totals.get(player, 0) == most]
        if len(tied) == 1:
            return tied[0]
        able = [player for player in tied if _has_attack(table, self.plans[player])]
        if len(able) < 2:
            return (able or tied)[0]
        self.ties += 1
        label = f"tie/combat/{self.at}/{self.ties}"
        first = table.lot(label, able)
        table.effect(label, first)
        return first


def _strengths(table: Table, at: Province) -> dict[Player, int]:
    """R29: by player the Strength Points under his control in the province, of all colors, attacking or not."""
    totals: dict[Player, int] = {}
    for stack_id in table.at.get(at, ()):
        stack = table.stacks[stack_id]
        if stack.player is not None:
            totals[stack.player] = totals.get(stack.player, 0) + strength(table, stack.units)
    return totals


def _has_attack(table: Table, plans: list[Planned]) -> bool:
    """Whether an attack of the list can be made now (odds, `min_odds` and `attacked` included)."""
    return any(isinstance(muster(table, plan.player, plan.order, ATTACK), Forces) for plan in plans)


def _make_attacks(table: Table, plans: list[Planned]) -> bool:
    """A player's attacks in a province, in the order written; says whether one was rolled."""
    rolled = False
    for plan in plans:
        forces = muster(table, plan.player, plan.order, ATTACK)
        if plan.order.min_odds is not None:
            remark_condition(table, plan.order)
        if isinstance(forces, Refused):
            refuse(table, plan.order.ref, forces)
        else:
            make_attack(table, plan, forces)
            rolled = True
    return rolled


def make_attack(table: Table, plan: Planned, forces: Forces) -> None:
    """8.0: carry out one attack and end its order."""
    begin, defender = len(table.events), table.stacks[forces.target].player
    die, result = carry_out(table, plan, forces)
    more = _more_cases(forces, defender, table.events[begin:])
    _end(table, plan.order.ref, forces, die, result, more=more)


def carry_out(table: Table, plan: Planned, forces: Forces) -> tuple[int, str]:
    """8.0: roll one attack and carry out its result at once; says the die and the result."""
    player, order, label = plan
    ref, odds = order.ref, forces.odds
    target = table.stacks[forces.target]
    own, theirs = without_imperial(forces.attacking), without_imperial(target.units)
    notes(table).note(player, own, theirs)
    die = table.die(label, needed=odds, ref=ref)
    result = combat_result(odds, die, table.rules)
    table.effect(label, result)
    lost_own, lost_theirs = _losses(table, plan, target.player, result, own, theirs)
    table.tell(
        Attacked(
            "8.0", ref, player, order.at, forces.attacking, target.units, target.player, forces.attack_strength,
            forces.defense_strength, odds, label, result, lost_own, lost_theirs,
        )
    )  # fmt: skip
    dead: dict[Unit, Section] = dict.fromkeys(lost_theirs, player)  # R33
    for unit in lost_own:
        dead[unit] = target.player or UNASSIGNED
    if own is forces.attacking and theirs is target.units:
        eliminate(table, dead, case=CASES[result], ref=ref)
    else:
        _eliminate_and_capture(table, plan, forces, dead, case=CASES[result])
    return die, result


def _losses(
    table: Table,
    plan: Planned,
    defender: Player | None,
    result: str,
    own: tuple[Unit, ...],
    theirs: tuple[Unit, ...],
) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
    """8.41–8.43, R32: the units lost by the attacker and by the defender."""
    if result == "De":
        return (), theirs
    if result == "Ae":
        return own, ()
    own_wish = _wish(table, plan.player, plan.order.losses)
    # 8.46: of an uncontrolled defender the attacker chooses
    their_wish = plan.order.enemy_losses or () if defender is None else _wish(table, defender, None)
    return exchange(own, theirs, table.rules, attacker_wish=own_wish, defender_wish=their_wish)


def _wish(table: Table, player: Player, stated: tuple[UnitName, ...] | None) -> tuple[UnitName, ...] | None:
    """R32: whom a player gives up first, by the attack's list though it be empty, else by the sheet's; None for the side
    of the solitaire game that has no wishes (23.16)."""
    if player == NONRED and table.rules.solitaire is not None:
        return None
    wish = table.sheet(player).losses if stated is None else stated
    return wish or ()


def _eliminate_and_capture(
    table: Table, plan: Planned, forces: Forces, dead: dict[Unit, Section], *, case: Case
) -> None:
    """R34: where Imperial units are in the combat: those of stacks that are gone go to survivors of the other side."""
    player, order, _ = plan
    defenders = table.stacks[forces.target].units
    of_defender = captures.lift_prizes(table, (forces.target,), dead)
    of_attacker = captures.lift_prizes(table, forces.attackers, dead)
    eliminate(table, dead, case=case, ref=order.ref)
    for prizes, opponents in ((of_defender, forces.attacking), (of_attacker, defenders)):
        survivors = [unit for unit in without_imperial(opponents) if unit not in dead]
        choice = order.capture or ()
        captures.award(table, prizes, order.at, survivors, chooser=player, choice=choice, ref=order.ref)


def _more_cases(forces: Forces, defender: Player | None, events: list[Event]) -> tuple[Case, ...]:
    """What applied beside the table's result: odds above 6:1 (8.48), a defender who is nobody's (8.46), a capture."""
    cases: tuple[Case, ...] = ("8.48",) if forces.attack_strength > 6 * forces.defense_strength else ()
    if defender is None:
        cases += ("8.46",)
    if any(isinstance(event, Captured) for event in events):
        cases += ("13.41", "R34")
    return cases


def _end(
    table: Table, ref: str, forces: Forces, die: int, result: str, *, more: tuple[Case, ...] = ()
) -> None:
    """An attack that was rolled is done whatever the result, or done in part when a stack named took no part (R30)."""
    code, cases = OUTCOMES[result]
    cases += more
    left_out = forces.left_out
    if not left_out:
        table.end(ref, "done", code, *cases, text_odds=forces.odds, number=die)
        return
    remark(table, ref, left_out)
    cases += cases_of(left_out)
    units = units_named(left_out)
    table.end(ref, "part", f"{code}_in_part", *cases, text_odds=forces.odds, number=die, unit=units)


# --- the checker -------------------------------------------------------------------------------------------------


def judge(table: Table, player: Player) -> None:
    """The checker's view of a player's attacks: each as it would be made now, were those before it made."""
    sheet = table.sheet(player)
    for plan in planned(player, sheet.attacks):
        judge_attack(table, player, plan.order, ATTACK)
        judge_lists(table, player, plan.order)
    judge_wish(table, player, f"{player}.losses", "", sheet.losses or ())
