"""What a case expects beside what came, as lines a person can read. Empty where all is as expected."""

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from pbem.casefiles.shape import (
    CaseFault,
    entries,
    items,
    lists_units,
    markers,
    missing,
    one_of,
    province,
    truth,
    units,
    units_and_markers,
    whole,
    word,
    words,
)
from pbem.core.rules import Rules
from pbem.core.state import Holding
from pbem.core.terms import UNASSIGNED, Case, Player, Unit
from pbem.sheets.places import Node, Text
from pbem.words import sentence, unit_in_words

if TYPE_CHECKING:
    from pbem.casefiles.run import Played
    from pbem.sheets.body import Body
    from pbem.sheets.findings import Finding

Lines = list[str]
_NO_CASES: tuple[Case, ...] = ()
_Pile = tuple[Player | None, tuple[Unit, ...]]


def differences(
    expect: Node | None, played: "Played", rules: Rules, judges: "Judges | None" = None
) -> Lines:
    """What differs; `judges` by key of `expect`, those of the postal game if none are given. Raises CaseFault where
    `expect` is not of its form."""
    found: Lines = []
    judges = judges or JUDGES
    for key, node in entries(expect, judges).items():
        found += judges[key](node, played, rules)
    return found


def line(what: str, expected: str, came: str) -> str:
    """What was expected beside what came."""
    return f"{what}: expected {expected}, but it is {came}"


def _units(found: Iterable[Unit], rules: Rules) -> str:
    return ", ".join(unit_in_words(unit, rules) for unit in found) or "nothing"


def _things(found: Iterable[Unit | str], rules: Rules) -> str:
    return (
        ", ".join(thing if isinstance(thing, str) else unit_in_words(thing, rules) for thing in found)
        or "nothing"
    )


def _piles(found: Iterable[_Pile], rules: Rules) -> str:
    return " | ".join(f"{owner or 'nobody'}: {_units(pile, rules)}" for owner, pile in found) or "nothing"


def _stacks(node: Node, played: "Played", rules: Rules) -> Lines:
    """Exact for the provinces named, whatever the order of stacks."""
    lines: Lines = []
    here: dict[str, list[_Pile]] = {}
    for stack in played.result.state.stacks:
        here.setdefault(stack.at, []).append((stack.player, stack.units))
    for name, listed in entries(node).items():
        code = province(name, listed, rules)
        wanted: list[_Pile] = []
        for item in items(listed):
            keys = entries(item, ("player", "units"))
            owner = keys.get("player")
            wanted.append((None if missing(owner) else word(owner), units(keys.get("units"), rules)))
        came = here.get(code, [])
        if Tally(wanted) != Tally(came):
            lines.append(line(code, _piles(wanted, rules), _piles(came, rules)))
    return lines


def _holdings(node: Node, played: "Played", rules: Rules) -> Lines:
    """Exact for the players and kinds named."""
    lines: Lines = []
    for letter, kinds in entries(node, played.before.players).items():
        holding = played.result.state.holdings.get(letter, Holding())
        for kind, value in entries(kinds, ("politburo", "assassin", "control", "units")).items():
            came: object = getattr(holding, kind)
            wanted: object = (
                whole(value) if kind in ("politburo", "assassin") else tuple(sorted(words(value)))
            )
            if kind == "units":
                wanted = tuple(sorted(units(value, rules)))
            if wanted != came:
                lines.append(line(f"{letter} holds {kind}", shown(wanted), shown(came)))
    return lines


def shown(value: object) -> str:
    """A value as a case file writes it."""
    if isinstance(value, tuple):
        return ", ".join(map(shown, value)) or "nothing"
    return "nobody" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _chart(node: Node, played: "Played", rules: Rules) -> Lines:
    """Exact for the sections and faces named; a plain list is the face up."""
    lines: Lines = []
    for section, value in entries(node, (*played.before.players, UNASSIGNED)).items():
        faces = {"up": value} if lists_units(value) else entries(value, ("up", "down"))
        for face, listed in faces.items():
            wanted = tuple(sorted(units(listed, rules)))
            came = tuple(sorted(getattr(played.result.state.chart[section], face)))
            if wanted != came:
                lines.append(
                    line(f"Chart of {section}, face {face}", _units(wanted, rules), _units(came, rules))
                )
    return lines


def _randomizer(node: Node, played: "Played", rules: Rules) -> Lines:
    wanted, came = markers(node), tuple(sorted(played.result.state.randomizer))
    return [] if wanted == came else [line("the Randomizer", _things(wanted, rules), _things(came, rules))]


def _out_of_play(node: Node, played: "Played", rules: Rules) -> Lines:
    wanted, came = units_and_markers(node, rules), played.result.state.out_of_play
    same = Tally(wanted) == Tally(came)
    return [] if same else [line("out of play", _things(wanted, rules), _things(came, rules))]


def _flags(node: Node, played: "Played", rules: Rules) -> Lines:
    """Those named."""
    lines: Lines = []
    flags = played.result.state.flags
    known = ("subversion_doubled", "purge_held", "red_replacement_suspended", "execution_ordered", "quit")
    for name, value in entries(node, known).items():
        came: object = getattr(flags, name)
        wanted: object
        if name == "quit":
            wanted = tuple(sorted(words(value)))
        elif name == "execution_ordered":
            wanted = None if missing(value) else word(value)
        else:
            wanted = whole(value) if name == "red_replacement_suspended" else truth(value, default=False)
        if wanted != came:
            lines.append(line(name, shown(wanted), shown(came)))
    return lines


def _orders(node: Node, played: "Played", rules: Rules) -> Lines:
    """How single orders ended, and a case the outcome cites; nothing written means that there is no outcome."""
    lines: Lines = []
    for path, value in entries(node).items():
        outcome = played.result.outcomes.get(path)
        came = outcome.ended if outcome else "without an outcome"
        said = f" ({sentence(outcome.code, outcome.facts, rules)})" if outcome else ""
        if isinstance(value, Text):
            wanted, cites = word(value, "without an outcome"), _NO_CASES
        else:
            keys = entries(value, ("outcome", "cites"))
            wanted, cites = word(keys.get("outcome"), came), words(keys.get("cites"))
        if wanted not in ("done", "part", "failed", "void", "without an outcome"):
            raise CaseFault(f"{wanted!r} is no outcome", value)
        if wanted != came:
            lines.append(line(path, wanted, came) + said)
        for case in cites:
            if outcome is None or case not in outcome.cases:
                cited = ", ".join(outcome.cases) if outcome else "nothing"
                lines.append(line(f"{path} cites", case, cited) + said)
    return lines


def _rolls(node: Node, played: "Played", rules: Rules) -> Lines:
    """Exactly these labels, in this order."""
    wanted, came = words(node), tuple(roll.label for roll in played.rolls)
    return [] if wanted == came else [line("the rolls", shown(wanted), shown(came))]


def _victory(node: Node, played: "Played", rules: Rules) -> Lines:
    victory = played.result.state.victory
    if missing(node):
        return [] if victory is None else [line("victory", "none yet", f"{victory.side} by {victory.case}")]
    keys = entries(node, ("side", "ranking", "points"))
    if victory is None:
        return [line("victory", word(keys.get("side"), "one"), "not come")]
    lines: Lines = []
    if "side" in keys and one_of(keys["side"], ("red", "white")) != victory.side:
        lines.append(line("victory", word(keys["side"]), victory.side))
    if "ranking" in keys:
        wanted = tuple(tuple(sorted(words(rank))) for rank in items(keys["ranking"]))
        came = tuple(tuple(sorted(rank)) for rank in victory.ranking)
        if wanted != came:
            lines.append(line("the ranking", _ranking(wanted), _ranking(came)))
    for letter, value in entries(keys.get("points"), played.before.players).items():
        points = victory.points.get(letter)
        if whole(value) != points:
            lines.append(line(f"points of {letter}", word(value), "none" if points is None else str(points)))
    return lines


def _ranking(ranks: Iterable[Iterable[Player]]) -> str:
    return ", ".join(" and ".join(rank) for rank in ranks)


def _check(node: Node, played: "Played", rules: Rules) -> Lines:
    """What the checker must report for a sheet."""
    from pbem.checker import check  # only cases that ask for it need the checker

    return checked(node, played, lambda body: check(played.before, body, rules))


def checked(node: Node, played: "Played", check: "Callable[[Body], tuple[Finding, ...]]") -> Lines:
    """What a checker must report for each sheet: paths; an empty list means nothing of that grade."""
    lines: Lines = []
    for letter, grades in entries(node, played.before.players).items():
        sheet = played.sheets.get(letter)
        said = check(sheet) if sheet else ()
        for key, listed in entries(grades, ("errors", "warnings", "notes")).items():
            reported = tuple(dict.fromkeys(f.path for f in said if f.grade == key.removesuffix("s")))
            wanted = words(listed)
            lines += [
                line(f"the checker on {letter}, {key}", path, shown(reported))
                for path in wanted
                if not any(_within(other, path) for other in reported)
            ]
            if not wanted and reported:
                lines.append(line(f"the checker on {letter}, {key}", "nothing", shown(reported)))
    return lines


def _within(path: str, whole_path: str) -> bool:
    """Whether a path is another or lies below it: moves[0].route[1].pick_up[0] lies within moves[0].route[1]."""
    return path == whole_path or (path.startswith(whole_path) and path[len(whole_path)] in ".[")


Judges: TypeAlias = Mapping[str, Callable[[Node, "Played", Rules], Lines]]
JUDGES: Judges = {
    "stacks": _stacks,
    "holdings": _holdings,
    "chart": _chart,
    "randomizer": _randomizer,
    "out_of_play": _out_of_play,
    "flags": _flags,
    "orders": _orders,
    "rolls": _rolls,
    "victory": _victory,
    "check": _check,
}


def what_came(played: "Played", rules: Rules) -> Lines:
    """The rolls, outcomes and stacks of a round, for a person who looks into the case."""
    lines = [f"{roll.label}: {shown(roll.value)} {roll.effect}".rstrip() for roll in played.rolls]
    for path, outcome in played.result.outcomes.items():
        said = sentence(outcome.code, outcome.facts, rules)
        lines.append(f"{path}: {outcome.ended}. {said} [{', '.join(outcome.cases)}]")
    here: dict[str, list[_Pile]] = {}
    for stack in played.result.state.stacks:
        here.setdefault(stack.at, []).append((stack.player, stack.units))
    return lines + [f"{code}: {_piles(piles, rules)}" for code, piles in here.items()]
