"""Rulings that change the position: counters and markers moved, given, removed and restored by the gamesmaster's hand.

What hangs on a moved unit falls as when it is lost (R2); at the end the position must be a possible one.
"""

from collections.abc import Sequence
from typing import TypeVar

from pbem.campaign.decisions.ruling_file import (
    FlagsRuling,
    GiveRuling,
    MoveRuling,
    RemoveRuling,
    RestoreRuling,
    RulingFile,
)
from pbem.chance.listed import ListedDice
from pbem.core import invariants
from pbem.core.falls import detached_player, take_out
from pbem.core.rules import Rules
from pbem.core.state import Group, State, flatten, groups
from pbem.core.table import Table
from pbem.core.terms import (
    ASSASSIN,
    BLUE_CONTROL,
    GREEN_CONTROL,
    IMPERIAL,
    POLITBURO,
    UNASSIGNED,
    Marker,
    Player,
    Province,
    Unit,
    control_marker,
    withdrawal_marker,
)
from pbem.core.verdicts import Fact
from pbem.errors import CommandError, Refused
from pbem.report.names import Names
from pbem.sheets.names import Names as SheetNames
from pbem.sheets.names import names_of
from pbem.words import sentence

RANDOMIZER = "randomizer"
OUT_OF_PLAY = "out_of_play"
T = TypeVar("T")


def change_position(state: State, ruling: RulingFile, rules: Rules) -> tuple[State, tuple[str, ...]]:
    """The position after the ruling, and a sentence for each change. Raises CommandError for what names nothing, and
    Refused, with the reason, for what cannot be."""
    table = Table(state, {}, ListedDice({}), rules)
    said = [
        *(_move(table, move) for move in ruling.move),
        *(_restore(table, restore) for restore in ruling.restore),
        *(_remove(table, remove) for remove in ruling.remove),
        *(_give(table, give) for give in ruling.give),
    ]
    if ruling.flags:
        said += _set_flags(table, ruling.flags)
    try:
        invariants.check(table, "the ruling")
    except invariants.BrokenInvariant as problem:
        raise Refused(f"the ruling would make an impossible position: {problem.problem}") from None
    return table.freeze(state.turn, state.phase), tuple(said)


# --- names -------------------------------------------------------------------------------------------------------


def _one(found: Sequence[T], text: str, what: str, *, near: str = "") -> T:
    """The only thing a name can mean; `near` is what may be meant by one that means nothing. Raises CommandError."""
    if len(found) != 1:
        more = f"; it may be {', '.join(map(str, found))}" if found else ""
        cure = f"Did you mean {near}?" if near and not found else ""
        raise CommandError(f"{text!r} is no {what} of this campaign{more}", cure=cure)
    return found[0]


def _units(table: Table, names: Sequence[str]) -> tuple[Unit, ...]:
    known = names_of(table.rules)
    found = tuple(_unit(known, name) for name in names)
    if len(dict.fromkeys(found)) != len(found):
        raise CommandError("a unit is named twice")
    return found


def _unit(known: SheetNames, name: str) -> Unit:
    found = known.find_unit(name)
    return _one(found, name, "unit", near="" if found else known.near_unit(name))


def _province(table: Table, name: str) -> Province:
    known = names_of(table.rules)
    found = known.find_province(name)
    return _one(found, name, "province", near="" if found else known.near_province(name))


def _player(table: Table, name: str) -> Player:
    return _one([player for player in table.players if player == name.upper()], name, "player")


# --- units -------------------------------------------------------------------------------------------------------


def _move(table: Table, move: MoveRuling) -> str:
    units = _units(table, move.units)
    missing = [unit for unit in units if unit not in table.where]
    if missing:
        names = names_of(table.rules).shown
        cure = "Use `restore` for units that are off it."
        raise Refused(f"{', '.join(names[unit] for unit in missing)} is not on the map", cure=cure)
    owner = table.controller(units[0])
    start = table.province_of(units[0])
    _lift(table, units)
    to = move.to or ("" if move.under else str(start))
    at = _put(table, units, at=to, under=move.under, player=move.player, owner=owner)
    if move.under:
        facts: dict[str, Fact] = {"units": units, "province_from": start, "province": at}
        facts["unit_under"] = _units(table, [move.under])
        return sentence("ruled_move_under", facts, table.rules)
    return sentence("ruled_move", {"units": units, "province_from": start, "province": at}, table.rules)


def _restore(table: Table, restore: RestoreRuling) -> str:
    units = _units(table, restore.units)
    on_chart = {unit for faces in table.chart.values() for unit in faces}
    for unit in units:
        if unit in on_chart:
            table.from_chart(unit)
        elif unit in table.out_of_play:
            table.out_of_play.remove(unit)
        elif unit in table.box:
            table.box.remove(unit)
        else:
            raise Refused(f"{names_of(table.rules).shown[unit]} is not off the map", cure="Use `move`.")
    if not (restore.at or restore.under):
        raise CommandError("a unit is restored `at` a province or `under` a unit")
    at = _put(table, units, at=restore.at, under=restore.under, player=restore.player, owner=None)
    return sentence("ruled_restore", {"units": units, "province": at}, table.rules)


def _remove(table: Table, remove: RemoveRuling) -> str:
    units = _units(table, remove.units)
    sections = [*table.players, UNASSIGNED, OUT_OF_PLAY]
    to = _one(
        [one for one in sections if one.lower() == remove.to.lower()], remove.to, "section of the Chart"
    )
    on_map = tuple(unit for unit in units if unit in table.where)
    _lift(table, on_map)
    for unit in units:
        if unit not in on_map and not any(unit in faces for faces in table.chart.values()):
            raise Refused(f"{names_of(table.rules).shown[unit]} is neither on the map nor on the Chart")
        table.from_chart(unit)
        if to == OUT_OF_PLAY:
            table.out_of_play.append(unit)
        else:
            table.to_chart(unit, to, remove.face)
    code = {OUT_OF_PLAY: "ruled_out_of_play", UNASSIGNED: "ruled_unassigned"}.get(to, "ruled_remove")
    return sentence(code, {"units": units, "player": to}, table.rules)


def _lift(table: Table, units: Sequence[Unit]) -> None:
    """Take units out of their stacks; what hung on them falls (R2)."""
    stacks: dict[int, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(table.where[unit], []).append(unit)
    for stack_id, gone in stacks.items():
        take_out(table, stack_id, gone)


def _put(
    table: Table, units: tuple[Unit, ...], *, at: str, under: str, player: str, owner: Player | None
) -> Province:
    """Put lifted units down, as a stack or under a unit; says where."""
    if under:
        upper = _one(_units(table, [under]), under, "unit")
        if upper not in table.where:
            raise Refused(f"{under} is not on the map, so nothing can be put under it")
        stack_id = table.where[upper]
        stack = table.stacks[stack_id]
        if at and _province(table, at) != stack.at:
            raise Refused(f"{under} stands in {stack.at} and not in {_province(table, at)}")
        table.set_stack(stack_id, _under(stack.units, upper, units, table.rules), stack.player)
        return stack.at
    province = _province(table, at)
    table.put_stack(province, _owner(table, units, player, owner), units)
    return province


def _under(stack: tuple[Unit, ...], upper: Unit, units: tuple[Unit, ...], rules: Rules) -> tuple[Unit, ...]:
    """A stack with units put under one of it: Leaders below all others, the rest among what is attached there."""
    if units[0] in rules.leaders:
        return stack + units
    parts = list(groups(stack, rules))
    place = next(index for index, part in enumerate(parts) if upper in part.units)
    part = parts[place]
    imperial = tuple(sorted((*part.imperial, *(unit for unit in units if unit in IMPERIAL))))
    attached = (*part.attached, *(unit for unit in units if unit not in IMPERIAL))
    parts[place] = Group(part.leader, imperial, attached)
    return flatten(parts)


def _owner(table: Table, units: tuple[Unit, ...], player: str, owner: Player | None) -> Player | None:
    """Whose the stack is: a Leader's player, the holder of the Control Marker, or as R1 has it."""
    rules = table.rules
    said = _player(table, player) if player else owner
    if units[0] in rules.leaders:
        if said is None:
            raise CommandError(f"say whose {names_of(rules).shown[units[0]]} is: `player: A`")
        return said
    nationality = rules.nationality[units[0]]
    if nationality:
        return table.control.get(nationality)
    return None if units[0] in IMPERIAL else detached_player(said, rules)


# --- markers -----------------------------------------------------------------------------------------------------


def _give(table: Table, give: GiveRuling) -> str:
    source, to = (_place(table, name) for name in (give.source, give.to))
    markers: list[Marker] = [POLITBURO] * give.politburo + [ASSASSIN] * give.assassin
    markers += [control_marker(_nationality(name)) for name in give.control]
    markers += [withdrawal_marker(_nationality(name)) for name in give.withdrawal]
    units = _units(table, give.units)
    if not markers and not units:
        raise CommandError("nothing is given", cure="Say politburo, assassin, control, withdrawal or units.")
    for marker in markers:
        if not _take(table, marker, source):
            verb = "there is not" if source == OUT_OF_PLAY else "does not hold"
            raise Refused(f"{_shown(source)} {verb} {Names(table.rules, {}).markers(markers)}")
        _hand_over(table, marker, to)
    for unit in units:
        if source not in table.players or to not in table.players or unit not in table.hands[source].units:
            raise Refused(
                f"{names_of(table.rules).shown[unit]} is not in the hand of {source}", cure="Use `move`."
            )
        table.hands[source].units.remove(unit)
        table.hands[to].units.append(unit)
    things: tuple[str, ...] = (Names(table.rules, {}).markers(markers),) if markers else ()
    things += tuple(names_of(table.rules).shown[unit] for unit in units)
    return sentence("ruled_give", {"text_things": things, "text_from": _shown(source), "text_to": _shown(to)})


def _place(table: Table, name: str) -> str:
    known = {player.lower(): player for player in table.players} | {
        RANDOMIZER: RANDOMIZER,
        OUT_OF_PLAY: OUT_OF_PLAY,
    }
    if name.lower() not in known:
        raise CommandError(f"{name!r} is neither a player nor {RANDOMIZER} nor {OUT_OF_PLAY}")
    return known[name.lower()]


def _shown(place: str) -> str:
    return {RANDOMIZER: "the Randomizer", OUT_OF_PLAY: "out of play"}.get(place, f"Player {place}")


def _nationality(name: str) -> str:
    return _one(
        [one for one in (*BLUE_CONTROL, *GREEN_CONTROL) if one == name.upper()],
        name,
        "nationality with a marker",
    )


def _take(table: Table, marker: Marker, source: str) -> bool:
    """Take a marker from where it is; says whether it was there."""
    nationality = marker.partition("-")[0]
    if source == RANDOMIZER and marker in table.randomizer:
        table.randomizer.remove(marker)
    elif source == OUT_OF_PLAY and marker in table.out_of_play:
        table.out_of_play.remove(marker)
    elif source in table.players and marker == POLITBURO and table.hands[source].politburo:
        table.hands[source].politburo -= 1
    elif source in table.players and marker == ASSASSIN and table.hands[source].assassin:
        table.hands[source].assassin -= 1
    elif table.control.get(nationality) == source and marker == control_marker(nationality):
        table.lose_control(nationality)  # goes to the Randomizer
        table.randomizer.remove(marker)
    else:
        return False
    return True


def _hand_over(table: Table, marker: Marker, to: str) -> None:
    nationality = marker.partition("-")[0]
    if to == RANDOMIZER:
        table.to_randomizer(marker)
    elif to == OUT_OF_PLAY:
        table.out_of_play.append(marker)
    elif marker == POLITBURO:
        table.hands[to].politburo += 1
    elif marker == ASSASSIN:
        table.hands[to].assassin += 1
    elif marker == control_marker(nationality):
        table.give_control(to, nationality)
    else:
        raise Refused(f"nobody holds a {marker}", cure=f"It may be {RANDOMIZER} or {OUT_OF_PLAY}.")


# --- flags -------------------------------------------------------------------------------------------------------


def _set_flags(table: Table, flags: FlagsRuling) -> list[str]:
    said: list[str] = []
    for name, value in flags.model_dump(exclude_none=True).items():
        new = (_player(table, value) if value else None) if name == "execution_ordered" else value
        setattr(table, name, new)
        said.append(sentence("ruled_flag", {"text_flag": name.replace("_", " "), "text_value": new}))
    return said
