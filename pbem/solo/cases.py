"""Case files of the solitaire game (``rules: rcw-solitaire``): what differs from those of the postal game."""

from dataclasses import fields, replace
from typing import cast

from pbem.casefiles.difference import JUDGES, Judges, Lines, checked, line, shown
from pbem.casefiles.position import GIVEN_KEYS, Given
from pbem.casefiles.read import SOLITAIRE_PHASES, Round
from pbem.casefiles.run import Game, Played, sheets_of
from pbem.casefiles.shape import (
    CaseFault,
    entries,
    items,
    missing,
    one_of,
    province,
    truth,
    unit,
    whole,
    word,
    words,
)
from pbem.checker import check
from pbem.core.dice import Dice, DiceWithChoices
from pbem.core.rules import Rules
from pbem.core.state import Flags, Stack, State, stack_color
from pbem.core.terms import NONRED, RED, PhaseName, Player, Unit
from pbem.sheets.places import Items, Node, Text
from pbem.solo.judging import judge
from pbem.solo.phases.paths import bearers, distances, governing, remaining, shortest_paths, text
from pbem.solo.phases.setup import before_setup
from pbem.solo.sequence import play_sheet
from pbem.solo.state import WAITING, Path, SoloState

FLAGS = ("subversion_doubled", "no_determination", "no_red_replacement")


# --- given -------------------------------------------------------------------------------------------------------


class SolitaireGiven(Given):
    """A position of the solitaire game while it is put together."""

    phases = SOLITAIRE_PHASES
    known = (*GIVEN_KEYS, "paths")

    def seats(self, given: Node | None) -> tuple[Player, ...]:
        """S1: the two sides."""
        if "players" in self.keys:
            raise CaseFault("the solitaire game has no players but its two sides", self.keys["players"])
        return NONRED, RED

    def owner(self, node: Node | None, units: tuple[Unit, ...]) -> Player | None:
        """S1: a stack with a Leader has its side by itself; another that of the player written."""
        written = super().owner(node, units)
        if units[0] not in self.rules.leaders:
            return written
        side = RED if self.rules.color[units[0]] == "red" else NONRED
        if written not in (None, side):
            raise CaseFault(f"a stack with this Leader is {side}'s", node)
        return side

    def as_controlled(self, stack: Stack) -> Stack:
        """S1: Blue and Green stacks are the holder's of their Control Marker."""
        if stack_color(stack.units, self.rules) not in ("blue", "green"):
            return stack
        nationality = next(self.rules.nationality[unit] for unit in stack.units if self.rules.color[unit])
        return stack._replace(player=self.control.get(nationality))

    def flags(self, node: Node | None) -> Flags:
        """Those the postal game knows as well."""
        return Flags(subversion_doubled=truth(entries(node, FLAGS).get("subversion_doubled"), default=False))

    def solitaire(self, state: State) -> SoloState:
        """The position with what only this game keeps."""
        flags = entries(self.keys.get("flags"), FLAGS)
        paths = self._paths(state)
        found = SoloState(
            **{field.name: getattr(state, field.name) for field in fields(State)},
            paths=paths,
            home_paths={unit: path for unit, path in paths.items() if self._from_home(unit, path)},
            no_determination=_turns(flags.get("no_determination")),
            no_red_replacement=_turns(flags.get("no_red_replacement")),
        )
        return found

    def _from_home(self, unit: Unit, path: Path) -> bool:
        """S5: whether it is the path that a Polish or Finnish unit has again when it comes back."""
        assert self.rules.solitaire is not None
        facts = self.rules.counters[unit]
        return facts.nationality in self.rules.solitaire.returning and path[0] == facts.home

    def _paths(self, state: State) -> dict[Unit, Path]:
        """The paths given, and of the others those about which no lot need be drawn."""
        assert self.rules.solitaire is not None
        stacks = {unit: stack for stack in state.stacks for unit in stack.units}
        found: dict[Unit, Path] = {}
        for key, node in entries(self.keys.get("paths")).items():
            named = unit(Text(key, node.line, node.column), self.rules)
            path = path_of(node, self.rules)
            stack = stacks.get(named)
            if stack is not None and stack.at not in path:
                raise CaseFault(f"the path of {key} does not pass through {stack.at}, where it stands", node)
            found[named] = path
            if stack is not None and governing(stack.units, self.rules) == named:
                found |= {one: path for one in bearers(stack.units, self.rules) if one not in found}
        distance = distances(self.rules.board.rails, self.rules.solitaire.targets)
        for stack in state.stacks:
            own = bearers(stack.units, self.rules)
            paths = shortest_paths(stack.at, self.rules.board, distance) if own else ()
            if len(paths) == 1:
                found |= {one: paths[0] for one in own if one not in found}
        return dict(sorted(found.items()))


def path_of(node: Node, rules: Rules) -> Path:
    """A path as a case writes it: ``DONC-VORO-RYAZ-TVER``, or a list."""
    names = words(node) if isinstance(node, Items) else tuple(word(node).split("-"))
    return tuple(province(name, node, rules) for name in names)


def _turns(node: Node | None) -> tuple[int, ...]:
    return tuple(sorted(whole(item) for item in items(node)))


def position(given: Node | None, rules: Rules, phase: str) -> State:
    """The given position; at the set-up everything is still in the box."""
    keys = entries(given, SolitaireGiven.known)
    if not phase and "phase" not in keys:
        raise CaseFault("a case of the solitaire game names its Phase", given)
    phase = one_of(keys["phase"], SOLITAIRE_PHASES) if "phase" in keys else phase
    if phase == "setup":
        return before_setup(rules)
    found = SolitaireGiven(given, rules)
    return found.solitaire(found.state(phase))


# --- playing -----------------------------------------------------------------------------------------------------


def play_round(round_: Round, state: State, rules: Rules, dice: Dice) -> Played:
    """Play one Phase, and Red's movement after Leader Determination where its sheet has moves. Raises CaseFault."""
    if round_.phase and round_.phase != state.phase:
        state = replace(state, phase=cast(PhaseName, round_.phase))
    bodies = sheets_of(round_.orders, state, rules)
    for side, node in round_.orders.items():
        if not missing(node) and (side != RED or state.phase not in WAITING):
            raise CaseFault(f"{side} has no sheet in the Phase {state.phase}", node)
    sheet = bodies[RED].sheet if RED in bodies else None
    result = play_sheet(cast(SoloState, state), sheet, cast(DiceWithChoices, dice), rules)
    return Played(state, bodies, result, result.rolls)


# --- expect ------------------------------------------------------------------------------------------------------


def _flags(node: Node, played: Played, rules: Rules) -> Lines:
    """Those named."""
    state = cast(SoloState, played.result.state)
    lines: Lines = []
    for name, value in entries(node, FLAGS).items():
        if name == "subversion_doubled":
            wanted: object = truth(value, default=False)
            came: object = state.flags.subversion_doubled
        else:
            wanted, came = _turns(value), getattr(state, name)
        if wanted != came:
            lines.append(line(name, shown(wanted), shown(came)))
    return lines


def _paths(node: Node, played: Played, rules: Rules) -> Lines:
    """Those named; a path may be written from where the unit stands."""
    state = cast(SoloState, played.result.state)
    at = {one: stack.at for stack in state.stacks for one in stack.units}
    lines: Lines = []
    for key, value in entries(node).items():
        named = unit(Text(key, value.line, value.column), rules)
        wanted, came = path_of(value, rules), state.paths.get(named)
        ahead = remaining(came, at[named]) if came is not None and named in at else came
        if wanted not in (came, ahead):
            lines.append(line(f"path of {key}", text(wanted), text(came) if came else "not yet drawn"))
    return lines


def _turn(node: Node, played: Played, rules: Rules) -> Lines:
    """The Game-Turn it has come to."""
    came = played.result.state.turn
    return [] if whole(node) == came else [line("the Game-Turn", word(node), str(came))]


def _victory(node: Node, played: Played, rules: Rules) -> Lines:
    victory = played.result.state.victory
    came = (victory.side, victory.level) if victory else ("", "")
    keys = {} if missing(node) else entries(node, ("side", "level"))
    wanted = (word(keys.get("side"), ""), word(keys.get("level"), came[1] if keys else ""))
    return [] if wanted == came else [line("victory", _ended(*wanted), _ended(*came))]


def _ended(side: str, level: str) -> str:
    return f"{level} {side}".strip() or "none yet"


def _check(node: Node, played: Played, rules: Rules) -> Lines:
    return checked(node, played, lambda body: check(played.before, body, rules, judges=judge))


def data(state: State) -> dict[str, object]:
    """What only a position of this game holds, as plain data."""
    solo = cast(SoloState, state)
    return {
        "paths": {str(one): text(path) for one, path in solo.paths.items()},
        "no_determination": list(solo.no_determination),
        "no_red_replacement": list(solo.no_red_replacement),
    }


_OWN: Judges = {
    "flags": _flags,
    "paths": _paths,
    "turn": _turn,
    "victory": _victory,
    "check": _check,
}

GAME = Game(position, play_round, {**JUDGES, **_OWN}, data)
