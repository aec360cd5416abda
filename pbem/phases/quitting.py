"""14.2, R38: players who leave the campaign, before everything else of the Phase."""

from pbem.core.events import PlayerQuit
from pbem.core.orders import Sheet
from pbem.core.table import Table
from pbem.core.terms import ASSASSIN, POLITBURO, Marker, Player, control_marker


def leave(table: Table) -> None:
    """14.23: the markers of each player who quits go to the Randomizer; nothing else on his sheet is carried out.

    A sheet of a player who quit earlier is laid aside whole.
    """
    for player, sheet in tuple(table.sheets.items()):
        if player in table.quit:
            table.sheets[player] = Sheet(player)
        elif sheet.quit:
            quit_campaign(table, player, ref=f"{player}.quit")
            table.end(f"{player}.quit", "done", "quit", "14.2", "R38", player=player)


def quit_campaign(table: Table, player: Player, *, ref: str = "") -> None:
    """14.2, R38: take a player out of the campaign; his led stacks stand and defend, all else of his is nobody's."""
    hand = table.hands[player]
    markers: list[Marker] = [POLITBURO] * hand.politburo + [ASSASSIN] * hand.assassin
    table.to_randomizer(POLITBURO, hand.politburo)
    table.to_randomizer(ASSASSIN, hand.assassin)
    hand.politburo = hand.assassin = 0
    for nationality in sorted(table.control):
        if table.control[nationality] == player:
            markers.append(control_marker(nationality))
            table.lose_control(nationality)
    for stack_id, stack in tuple(table.stacks.items()):
        if stack.player == player and not table.has_leader(stack_id):  # R1: `keep` ends with its player
            table.set_stack(stack_id, stack.units, None)
    table.sheets[player] = Sheet(player)
    table.standing.pop(player, None)
    if table.execution_ordered == player:
        table.execution_ordered = None
    table.quit = sorted([*table.quit, player])
    table.tell(PlayerQuit("14.2", ref, player, tuple(markers)))
