"""What a report of the solitaire game tells, as plain data; text and page are made of it. All wording is in templates/."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbem.chance.listed import ListedDice
from pbem.core.dice import Roll
from pbem.core.rules import Rules
from pbem.core.terms import NONRED, RED, UNASSIGNED, Section, Unit
from pbem.report import own, positions
from pbem.report.happenings import Part, story
from pbem.report.names import words
from pbem.report.own import OrderView
from pbem.solo.folder.course import Played
from pbem.solo.phases.victory import DECISIVE, in_the_centers, left_to_clear
from pbem.solo.report.names import SoloNames
from pbem.solo.sight import Sight
from pbem.solo.state import SoloState
from pbem.solo.table import SoloTable

MACROS = "events/solitaire.txt.j2"


class PhaseView(NamedTuple):
    """A Phase as it is told."""

    phase: str
    title: str
    orders: tuple[OrderView, ...]
    story: tuple[Part, ...]
    rolls: tuple[Roll, ...]
    salt: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a report is made of beside the Phases themselves."""

    name: str
    folder: str
    sheet_file: str
    commitment: str
    seed: str
    """In hexadecimal digits, once the game is over; else empty."""
    salts: tuple[str, ...]
    """Of each Phase, in hexadecimal digits."""
    by_hand: bool = False
    """Whether the dice are rolled by hand."""


def facts_of(played: list[Played], told: Told, rules: Rules, names: SoloNames) -> dict[str, Any]:
    """All that the templates of a report are given, but for how a happening is put into words."""
    state: SoloState = played[-1].result.state
    return {
        "w": names,
        "name": told.name,
        "folder": told.folder,
        "sheet_file": told.sheet_file,
        "first": played[0].phase == "setup",
        "turn": played[0].turn,
        "awaited": names.phase(state.turn, state.phase) if state.victory is None else "",
        "phases": [_phase(one, salt, rules, names) for one, salt in zip(played, told.salts, strict=True)],
        "short": False,
        "ending": _ending(state, names),
        "why": why_ended(state, rules, turn=played[-1].turn),
        "task": task(state, by_sheet=True),
        "hints": hints(state, rules),
        "regions": positions.regions(state, rules),
        "ways": Sight(state, rules).forces() if state.victory is None else [],
        **_gone(state, names),
        "commitment": told.commitment,
        "seed": told.seed,
        "by_hand": told.by_hand,
        "sheet": state.victory is None,
    }


def _phase(played: Played, salt: str, rules: Rules, names: SoloNames) -> PhaseView:
    result = played.result
    return PhaseView(
        played.phase,
        names.phase(played.turn, played.phase),
        own.orders(played.sheet, result.outcomes, result.remarks, rules, events=result.events)
        if played.sheet
        else (),
        story(result.events, result.rolls, before=played.before, rules=rules),
        result.rolls,
        salt,
    )


def _ending(state: SoloState, names: SoloNames) -> str:
    victory = state.victory
    if victory is None:
        return ""
    code = "solitaire_draw" if victory.level == "draw" else "solitaire_won"
    text = names.word(code).format(level=victory.level, side=names.player(victory.side))
    return f"{text} {names.cases(victory.case)}"


def why_ended(state: SoloState, rules: Rules, *, turn: int) -> str:
    """28.11 to 28.15: what on the map made the game end as it did in this Game-Turn; empty while it goes on."""
    victory = state.victory
    if victory is None:
        return ""
    names = SoloNames(rules)
    table = SoloTable(state, {}, ListedDice({}), rules)
    towns = {at: rules.board.provinces[at].name for at in table.scenario.targets}
    if victory.side == NONRED:
        there = [
            names.word("solitaire_why_stands" if len(units) == 1 else "solitaire_why_stand").format(
                units=names.units(units), province=towns[at]
            )
            for at, units in in_the_centers(table)
        ]
        return names.word("solitaire_why_other").format(turn=turn, units=names.listed(there))
    if victory.side == RED:
        regions, levels = ", ".join(table.scenario.regions), names.listed(_levels(table, names))
        return names.word("solitaire_why_red").format(turn=turn, regions=regions, levels=levels)
    left = left_to_clear(table)
    return names.word("solitaire_why_draw").format(
        turn=turn,
        centers=" or ".join(towns.values()),
        number=left.number,
        provinces=", ".join(left.provinces),
    )


def _levels(table: SoloTable, names: SoloNames) -> list[str]:
    """28.12, S37: which victory of Red is of which level."""
    found = [
        names.word("solitaire_why_level").format(level=level, turn=turn)
        for turn, level in sorted(table.scenario.levels.items())
    ]
    if table.readings.early_victory != "none":
        found.append(names.word("solitaire_why_early").format(level=DECISIVE))
    return found


def _gone(state: SoloState, names: SoloNames) -> dict[str, Any]:
    """What has left the map, what is in hand and what is still to come."""
    units, markers = positions.out_of_play(state)
    chart: list[tuple[Section, tuple[Unit, ...]]] = [
        (section, state.chart[section].up)
        for section in ("red", NONRED, UNASSIGNED)
        if state.chart[section].up
    ]
    held = state.holdings[NONRED].control if NONRED in state.holdings else ()
    passed_over = [str(turn) for turn in state.no_determination if turn >= state.turn]
    return {
        "chart": chart,
        "control": names.listed(names.nationality(code) for code in held) if held else "",
        "randomizer": len(state.randomizer),
        "gone": names.listed([*(names.unit(unit) for unit in units), *map(names.marker, markers)])
        if units or markers
        else "",
        "doubled": state.flags.subversion_doubled,
        "passed_over": names.listed(passed_over) if passed_over else "",
    }


def task(state: SoloState, *, by_sheet: bool) -> str:
    """What the Phase that waits asks of the player; `by_sheet`: also what else his sheet for it may hold."""
    known = words()
    text = known.get(f"solitaire_task_{state.phase}", "").format(number=state.leaders_to_bring or 0)
    more = known.get(f"solitaire_sheet_{state.phase}", "") if by_sheet else ""
    return f"{text} {more}".rstrip()


def hints(state: SoloState, rules: Rules) -> list[str]:
    """What the player may have use for while he writes his sheet: Leaders to be had, his stacks, possible prey."""
    names = SoloNames(rules)
    sight = Sight(state, rules)
    found = _danger(sight, names)
    if state.phase == "red-leaders":
        leaders = [f"{names.unit(unit)} {rules.value[unit]}" for unit in sight.leaders_to_be_had()]
        found.append(names.word("solitaire_leaders").format(units=", ".join(leaders) or names.word("nobody")))
    if state.phase == "red-combat":
        prey = _prey(sight, names)
        found.append(names.word("solitaire_targets").format(units="; ".join(prey) or names.word("nobody")))
        return found
    led = [f"{stack.at} {names.row(stack.units)}" for stack in sight.led]
    loose = [f"{stack.at} {names.row(stack.units)}" for stack in sight.loose]
    found.append(names.word("solitaire_led").format(units="; ".join(led) or names.word("nobody")))
    found.append(names.word("solitaire_loose").format(units="; ".join(loose) or names.word("nobody")))
    return found


def others(state: SoloState, rules: Rules) -> list[str]:
    """Where the other colors stand, as lines of a list: each force that may move in the next Game-Turn, and the rest."""
    names, sight = SoloNames(rules), Sight(state, rules)
    coming = sight.forces()
    moving = {force.stack for force in coming}
    found = [
        f"{force.stack.at} {names.row(force.stack.units)} ({force.strength(rules)}), {'-'.join(force.ahead)}"
        for force in coming
    ]
    rest = [
        f"{at} {names.row(stack.units)} ({sight.strength(stack.units)})"
        for at, stacks in sorted(sight.enemies.items())
        for stack in stacks
        if stack not in moving
    ]
    lines = [f"- {names.word('solitaire_coming')}", *(f"  - {one}" for one in found)] if found else []
    if rest:
        lines.append(f"- {names.word('solitaire_standing').format(units='; '.join(rest))}")
    return lines


def _danger(sight: Sight, names: SoloNames) -> list[str]:
    """28.13: who of the other colors stands in Petrograd or Tver, where he would win at the end of the Game-Turn."""
    there = [
        f"{at} {names.row(stack.units)} ({sight.strength(stack.units)})"
        for at in sight.centers
        for stack in sight.enemies.get(at, ())
    ]
    return [names.word("solitaire_danger").format(units="; ".join(there))] if there else []


def _prey(sight: Sight, names: SoloNames) -> Iterable[str]:
    """Where led Red stacks and stacks of other colors stand together."""
    found: list[str] = []
    for at, enemies in sorted(sight.enemies.items()):
        own_stacks = [stack for stack in sight.led if stack.at == at]
        if own_stacks:
            ours = ", ".join(f"{names.row(one.units)} ({sight.strength(one.units)})" for one in own_stacks)
            theirs = ", ".join(f"{names.row(one.units)} ({sight.strength(one.units)})" for one in enemies)
            found.append(f"{at}: {ours} against {theirs}")
    return found
