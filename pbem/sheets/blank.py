"""The blank sheet for a Phase: head and the player's own stacks filled in, the rest to be filled in by him."""

from collections.abc import Iterable

from pbem.core.rules import Rules
from pbem.core.state import Stack, State, stack_color
from pbem.core.terms import PhaseName, Player, Province, Unit
from pbem.sheets.body import PLACEHOLDER
from pbem.sheets.names import names_of
from pbem.sheets.shapes import OPEN
from pbem.sheets.write import Data, flow, folded, head_lines
from pbem.words import sentence

EXAMPLES: dict[PhaseName, tuple[str, ...]] = {
    "setup": (
        "trades: [{give: {units: [UNIT]}, to: OTHER, for: {politburo: 1}}]",
        'press: [{to: all, text: "Peace."}]',
    ),
    "first": (
        "trades: [{give: {politburo: 1}, to: OTHER, for: {assassin: 2}}]",
        "steal: [{leader: Kolchak, units: [UK 307]}]",
        "assassinations: [{target: Trotsky, markers: 2}]",
        "purges: [{committee: [OWN, OTHER], target: THIRD, markers: 4}]",
        "counterpurge: [{against: [OTHER], take: [Frunze, any]}]",
        "execute_czar: {committee: [OWN, OTHER]}",
        "if_ordered_to_execute_czar: refuse",
        'press: [{to: all, text: "Peace."}]',
    ),
    "second": (
        "trades: [{give: {politburo: 1}, to: OTHER, for: {assassin: 2}}]",
        "subversion: [{with: [155], against: BR 414, at: ARCH}]",
        "losses: [118, 111]",
        "purges: [{committee: [OWN, OTHER], target: THIRD, markers: 4}]",
        "counterpurge: [{against: [OTHER], take: [Frunze, any]}]",
        "if_ordered_to_execute_czar: refuse",
        "end_game: agree",
        "standing: [losses, counterpurge]",
        'press: [{to: all, text: "Peace."}]',
    ),
}
"""Orders to be copied, each on a line of at most 66 characters, for players by the letters of the campaign."""


def blank_sheet(state: State, player: Player, rules: Rules, *, campaign: str = "") -> str:
    """The blank sheet of a player for the Phase of `state`. Left as it is, it holds no orders and does not count."""
    lines = head_lines(campaign=campaign, player=player, turn=state.turn, phase=state.phase)
    key = lines.index(f"key: {PLACEHOLDER}")
    lines.insert(key, f"# {sentence('blank_key', {})}")
    own = [stack for stack in state.stacks if stack.player == player]
    if state.phase == "first":
        lines += _moves(own, rules)
    elif state.phase == "second":
        lines += _attacks(state, own, rules)
    else:
        lines += _leaders(state, player, rules)
    lines += ["", f"# {sentence('blank_more', {})}"]
    lines += [f"# {example}" for example in _examples(state, player)]
    return "\n".join(lines) + "\n"


def _examples(state: State, player: Player) -> tuple[str, ...]:
    """The orders to be copied, as this player could write them."""
    others = [other for other in state.active if other != player] or [player]
    holding = state.holdings.get(player)
    unit = holding.units[0] if holding and holding.units else 155
    names = {"OWN": player, "OTHER": others[0], "THIRD": others[-1], "UNIT": str(unit)}
    if len(others) == 1:
        names["OWN, OTHER"] = player
    found: list[str] = []
    for example in EXAMPLES[state.phase]:
        for word in sorted(names, key=len, reverse=True):
            example = example.replace(word, names[word])
        found.append(example)
    return tuple(found)


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
