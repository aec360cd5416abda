"""The blank sheet for a Phase: head and the player's own stacks filled in, the rest to be filled in by him."""

from collections.abc import Iterable, Mapping

from pbem.core.orders import Subversion
from pbem.core.rules import Rules
from pbem.core.state import Holding, Stack, State, stack_color
from pbem.core.table import Table
from pbem.core.terms import CZAR, GOLD, PhaseName, Player, Province, Unit, UnitName
from pbem.phases.attack_forces import Refused, muster
from pbem.phases.gold import leader_fault, unit_fault
from pbem.phases.judging import NoDice
from pbem.phases.purges import COMMITTEE_MARKERS
from pbem.phases.subversion import SUBVERSION
from pbem.sheets.body import PLACEHOLDER
from pbem.sheets.names import names_of
from pbem.sheets.shapes import OPEN
from pbem.sheets.write import Data, flow, folded, head_lines
from pbem.words import sentence

LONGEST = 66
"""Letters of an example, which stands on one line."""


def blank_sheet(state: State, player: Player, rules: Rules, *, campaign: str = "") -> str:
    """The blank sheet of a player for the Phase of `state`. Left as it is, it holds no orders and does not count."""
    lines = blank_head(campaign=campaign, player=player, turn=state.turn, phase=state.phase)
    own = [stack for stack in state.stacks if stack.player == player]
    if state.phase == "first":
        lines += _moves(own, rules)
    elif state.phase == "second":
        lines += _attacks(state, own, rules)
    else:
        lines += _leaders(state, player, rules)
    lines += ["", f"# {sentence('blank_more', {})}"]
    lines += [f"# {example}" for example in examples(state, player, rules)]
    return "\n".join(lines) + "\n"


def blank_head(
    *, campaign: str, player: Player, turn: int, phase: PhaseName, key: str = PLACEHOLDER, salt: str = ""
) -> list[str]:
    """The head of a sheet that lacks its key, with a remark on it."""
    lines = head_lines(campaign=campaign, player=player, turn=turn, phase=phase, key=key, salt=salt)
    place = next(place for place, line in enumerate(lines) if line.startswith("key:"))
    written = lines[place] if key else "key:"
    remark = sentence("blank_key" if key else "blank_no_key", {})
    return [*lines[:place], f"# {remark}", written, *lines[place + 1 :]]


def _moves(own: Iterable[Stack], rules: Rules) -> list[str]:
    """Every stack that can move, with its route left open."""
    lines = [f"# {sentence(code, {})}" for code in ("blank_moves", "blank_moves_rail", "blank_moves_more")]
    names = names_of(rules).shown
    orders: list[Data] = [
        {"force": [names[unit] for unit in stack.units], "route": f"{stack.at}-{OPEN[0]}"}
        for stack in own
        if _can_act(stack, rules)
    ]
    return _listed("moves", orders, lines)


def _attacks(state: State, own: Iterable[Stack], rules: Rules) -> list[str]:
    """Every stack that has an enemy in its province, with the target left open."""
    names = names_of(rules).shown
    colors: dict[str, set[str]] = {}
    for stack in state.stacks:
        colors.setdefault(stack.at, set()).add(stack_color(stack.units, rules))
    orders: list[Data] = [
        {"at": stack.at, "with": [names[_first(stack.units, rules)]], "against": OPEN[0]}
        for stack in own
        if _can_act(stack, rules)
        and any(enemy in colors[stack.at] for enemy in rules.enemies.get(stack_color(stack.units, rules), ()))
    ]
    return _listed("attacks", orders, [f"# {sentence('blank_attacks', {})}"])


def _listed(key: str, orders: list[Data], remarks: list[str]) -> list[str]:
    if not orders:
        return []
    return [*remarks, f"{key}:", *(folded(f"- {flow(order)}") for order in orders)]


def _can_act(stack: Stack, rules: Rules) -> bool:
    """Whether the stack moves and attacks: led, or Blue or Green (8.28, 5.6)."""
    return stack.units[0] in rules.leaders or stack_color(stack.units, rules) in ("blue", "green")


def _first(units: tuple[Unit, ...], rules: Rules) -> Unit:
    """The unit to name the stack by: the uppermost that has a color."""
    return next((unit for unit in units if rules.color[unit]), units[0])


def _leaders(state: State, player: Player, rules: Rules) -> list[str]:
    """15.54: the player's Leaders who may lie in one stack: of one province and color."""
    holding = state.holdings.get(player)
    homes: dict[tuple[Province, str], list[Unit]] = {}
    for unit in holding.units if holding else ():
        homes.setdefault((rules.counters[unit].home, rules.color[unit]), []).append(unit)
    shared = {home: units for (home, _), units in sorted(homes.items()) if len(units) > 1}
    if not shared:
        return []
    names = names_of(rules).shown
    lists = [(home, ", ".join(names[unit] for unit in units)) for home, units in shared.items()]
    remarks = [f"# {sentence('blank_stacks', {})}", *(f"# {home}: {listed}" for home, listed in lists)]
    return [*remarks, f"# stacks: [[{lists[0][1]}]]"]


# --- orders to be copied -----------------------------------------------------------------------------------------


def examples(state: State, player: Player, rules: Rules) -> tuple[str, ...]:
    """Orders to be copied, each on a line of at most LONGEST letters: what this player could write in this Phase, with
    units of his own, players of the campaign and markers that he has."""
    made = _Examples(state, player, rules)
    parts: dict[str, Data] = {key: getattr(made, key)() for key in EXAMPLES[state.phase]}
    if state.phase == "second":
        kept = [key for key in ("losses", "counterpurge") if parts[key]]
        parts["standing"] = kept or None
    parts["press"] = [{"to": "all", "text": "Peace."}]
    return tuple(_line(key, data, rules) for key, data in parts.items() if data)


EXAMPLES: dict[PhaseName, tuple[str, ...]] = {
    "setup": ("trades",),
    "first": (
        "trades",
        "steal",
        "assassinations",
        "purges",
        "counterpurge",
        "execute_czar",
        "if_ordered_to_execute_czar",
        "comply_with_execution",
    ),
    "second": (
        "trades",
        "steal",
        "subversion",
        "losses",
        "purges",
        "counterpurge",
        "execute_czar",
        "if_ordered_to_execute_czar",
        "comply_with_execution",
        "end_game",
    ),
}
"""The parts of a sheet that have an example, by Phase."""


def _line(key: str, data: Data, rules: Rules) -> str:
    """A part on one line, units by name where there is room."""
    named = f"{key}: {flow(_named(data, names_of(rules).shown))}"
    return named if len(named) <= LONGEST else f"{key}: {flow(data)}"


def _named(data: Data, names: Mapping[Unit, UnitName]) -> Data:
    """The data with names for the units; numbers of markers are no units."""
    if isinstance(data, list):
        return [names.get(one, one) if isinstance(one, int) else _named(one, names) for one in data]
    if isinstance(data, dict):
        return {
            key: names.get(one, one) if key in _UNIT_KEYS and isinstance(one, int) else _named(one, names)
            for key, one in data.items()
        }
    return data


_UNIT_KEYS = ("leader", "target", "against")


class _Examples:
    """What a player could order, a method for each part of a sheet; None where there is nothing of the kind."""

    def __init__(self, state: State, player: Player, rules: Rules) -> None:
        self.state = state
        self.player = player
        self.rules = rules
        self.own = [stack for stack in state.stacks if stack.player == player]
        self.others = [other for other in state.active if other != player]
        self.holding = state.holdings.get(player, Holding())

    def trades(self) -> Data:
        """A Leader to be deployed or a marker of his against a marker of another's, better of the other kind."""
        hand = self.holding
        offers = [{"units": [hand.units[0]]}] if hand.units else _markers(hand)
        found = [
            {"give": give, "to": other, "for": wanted}
            for other in self.others
            for give in offers
            for wanted in _markers(self.state.holdings.get(other, Holding()))
        ]
        found.sort(key=lambda one: one["give"] == one["for"])
        return found[:1]

    def steal(self) -> Data:
        """13.26: a Green unit for his Leader who holds the Gold."""
        stack = next((stack for stack in self.own if GOLD in stack.units), None)
        if stack is None:
            return None
        table = Table(self.state, {}, NoDice(), self.rules)
        for leader in stack.units:
            if not leader_fault(table, self.player, leader):
                for one in self.state.stacks:
                    for unit in one.units if one.at == stack.at else ():
                        if not unit_fault(table, leader, unit, self.player):
                            return [{"leader": leader, "units": [unit]}]
        return None

    def assassinations(self) -> Data:
        """10.1: by his markers, on another's Leader."""
        if not self.holding.assassin or not self._leaders(self.player):
            return None
        found = [leader for other in self.others for leader in self._leaders(other)]
        return [{"target": found[0], "markers": min(2, self.holding.assassin)}] if found else None

    def purges(self) -> Data:
        """11.1: by a Committee with another, on a third; by himself where there is no third."""
        if self.state.flags.purge_held or not self.others:
            return None
        committee = [self.player, *self.others[:-1][:1]]
        order: dict[str, Data] = {"committee": committee, "target": self.others[-1]}
        markers = min(4 if len(committee) > 1 else COMMITTEE_MARKERS, self.holding.politburo)
        return [order | {"markers": markers}] if markers else [order] if len(committee) > 1 else None

    def counterpurge(self) -> Data:
        """R24: against another, for something of his."""
        if self.state.flags.purge_held or not self.others:
            return None
        other = self.others[0]
        leaders = [leader for leader in self._leaders(other) if self.rules.color[leader] == "red"]
        return [{"against": [other], "take": [*leaders[:1], "any"]}]

    def execute_czar(self) -> Data:
        """13.52: as long as the Czar is on the map."""
        if self._czar() is None or not self.others:
            return None
        return {"committee": [self.player, self.others[0]]}

    def if_ordered_to_execute_czar(self) -> Data:
        """13.54: likewise, for any player may come to hold him."""
        return None if self._czar() is None else "refuse"

    def comply_with_execution(self) -> Data:
        """R25: the answer to an order of the Phase before."""
        return "yes" if self.state.flags.execution_ordered == self.player else None

    def subversion(self) -> Data:
        """8.3: by a Red stack of his on a Blue one of another's beside it, as strong as it must be."""
        color, land = self.rules.color, self.rules.board.land
        for target in self.state.stacks:
            if color[target.units[0]] != "blue" or target.player == self.player:
                continue
            for stack in self.own:
                near = target.at in land and stack.at in land[target.at]
                if near and color[stack.units[0]] == "red":
                    order = {"with": [stack.units[0]], "against": target.units[0], "at": target.at}
                    if self._strong_enough(order):
                        return [order]
        return None

    def _strong_enough(self, order: Data) -> bool:
        table = Table(self.state, {}, NoDice(), self.rules)
        written = Subversion("", tuple(order["with"]), order["against"], order["at"])
        factor = 2 if self.state.flags.subversion_doubled else 1
        return not isinstance(muster(table, self.player, written, SUBVERSION, factor=factor), Refused)

    def losses(self) -> Data:
        """R32: units of his that he would rather lose than others."""
        combat = (
            unit for stack in self.own for unit in stack.units if self.rules.counters[unit].kind == "combat"
        )
        return sorted(combat, key=lambda unit: (self.rules.value[unit], unit))[:2] or None

    def end_game(self) -> Data:
        """14.1: always."""
        return "agree"

    def _leaders(self, player: Player) -> list[Unit]:
        stacks = (stack for stack in self.state.stacks if stack.player == player)
        return [unit for stack in stacks for unit in stack.units if unit in self.rules.leaders]

    def _czar(self) -> Stack | None:
        return next((stack for stack in self.state.stacks if CZAR in stack.units), None)


def _markers(holding: Holding) -> list[Data]:
    """A marker of each kind that is in the hand."""
    kinds = ("politburo", holding.politburo), ("assassin", holding.assassin)
    return [{kind: 1} for kind, number in kinds if number]
