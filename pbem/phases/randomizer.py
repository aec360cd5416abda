"""17/4.2, 12.13, R35: draws from the Auxiliary Forces Randomizer, in its own Phase and by a Random Event."""

from pbem.core.events import Drawn
from pbem.core.state import Group, groups
from pbem.core.table import Table
from pbem.core.terms import ASSASSIN, BLUE_CONTROL, POLITBURO, Marker, Player, Unit

CONTROL = "-control"
WITHDRAWAL = "-withdrawal"


def draw(table: Table) -> None:
    """R35: one draw for each player still in the campaign, in an order drawn by lot where there are several."""
    if not table.randomizer:
        table.tell(Drawn("R35", "", "", None, "", "nothing", ()))
        return
    players = table.active
    if len(players) > 1:
        players = table.lot_order("order/draws")
    for player in players:
        draw_for(table, player, f"draw/{player}")


def draw_for(table: Table, player: Player, label: str) -> None:
    """12.13: a player draws a marker; for one that has no force left he may draw again, by `label`/2 and so on."""
    number = 1
    while True:
        numbered = label if number == 1 else f"{label}/{number}"
        if not table.randomizer:
            table.tell(Drawn("R35", "", numbered, player, "", "nothing", ()))
            return
        marker = table.draw_marker(numbered)
        fate, units = _carry_out(table, player, marker)
        table.effect(numbered, fate)
        table.tell(Drawn("12.13", "", numbered, player, marker, fate, units))
        if fate != "again":
            return
        number += 1


def _carry_out(table: Table, player: Player, marker: Marker) -> tuple[str, tuple[Unit, ...]]:
    """12.13: what a marker does: its fate (kept, withdrawn, again) and the units that it concerns."""
    if marker == ASSASSIN:
        table.hands[player].assassin += 1
        return "kept", ()
    if marker == POLITBURO:
        table.hands[player].politburo += 1
        return "kept", ()
    nationality = marker.removesuffix(CONTROL).removesuffix(WITHDRAWAL)
    if nationality in BLUE_CONTROL and not table.on_map(nationality):
        table.out_of_play.append(marker)
        return "again", ()
    if marker.endswith(WITHDRAWAL):
        table.out_of_play.append(marker)
        return "withdrawn", _withdraw(table, nationality)
    return "kept", table.give_control(player, nationality)


def _withdraw(table: Table, nationality: str) -> tuple[Unit, ...]:
    """5.66, R3: all units of a Blue nationality leave the map for good; Imperial units under them stand alone."""
    withdrawn = table.on_map(nationality)
    for stack_id in dict.fromkeys(table.where[unit] for unit in withdrawn):
        stack = table.lift_stack(stack_id)
        pile: Group = groups(stack.units, table.rules)[0]
        if pile.imperial:
            table.put_stack(stack.at, None, pile.imperial)
    table.out_of_play.extend(withdrawn)
    return withdrawn
