"""R40: what counts of each player's orders in this Phase: his sheet, what still stands of earlier ones, and what of it
could be read."""

from dataclasses import replace

from pbem.core.orders import Faulty, Sheet
from pbem.core.state import Standing
from pbem.core.table import Table
from pbem.core.terms import Player

LISTS = (
    "trades",
    "stacks",
    "steals",
    "moves",
    "assassinations",
    "purges",
    "counterpurges",
    "press",
    "subversions",
    "attacks",
)


def begin(table: Table) -> None:
    """Complete every sheet from standing orders, and end void each order that could not be read."""
    for player in table.active:
        sheet = without_faulty(table, table.sheet(player))
        before = table.standing.get(player, Standing())
        table.sheets[player] = complete(sheet, before)
        _note_standing(table, player, sheet, before)
    table.sheets = {player: table.sheets[player] for player in sorted(table.sheets)}


def without_faulty(table: Table, sheet: Sheet) -> Sheet:
    """The sheet without the orders that could not be read; each of those ends void."""
    changed: dict[str, object] = {}
    for name in LISTS:
        orders = getattr(sheet, name)
        faulty = [order for order in orders if isinstance(order, Faulty)]
        if faulty:
            changed[name] = tuple(order for order in orders if not isinstance(order, Faulty))
        for order in faulty:
            table.end(order.ref, "void", order.code, "17", text=order.text)
    if isinstance(sheet.execute_czar, Faulty):
        changed["execute_czar"] = None
        table.end(sheet.execute_czar.ref, "void", sheet.execute_czar.code, "17", text=sheet.execute_czar.text)
    return replace(sheet, **changed) if changed else sheet  # type: ignore[arg-type]


def complete(sheet: Sheet, before: Standing) -> Sheet:
    """R40: the sheet with what stands of earlier sheets in the places it leaves empty."""
    if before == Standing():
        return sheet
    kept = before if sheet.standing is None else _named(before, sheet.standing)
    return replace(
        sheet,
        losses=kept.losses if sheet.losses is None else sheet.losses,
        counterpurges=sheet.counterpurges or kept.counterpurge or (),
        if_ordered_to_execute_czar=sheet.if_ordered_to_execute_czar or kept.if_ordered_to_execute_czar,  # type: ignore[arg-type]
        end_game=sheet.end_game or kept.end_game,
    )


def _named(standing: Standing, names: tuple[str, ...]) -> Standing:
    """What of the standing orders is named in a sheet's `standing`."""
    return Standing(
        losses=standing.losses if "losses" in names else None,
        counterpurge=standing.counterpurge if "counterpurge" in names else None,
        if_ordered_to_execute_czar=(
            standing.if_ordered_to_execute_czar if "if_ordered_to_execute_czar" in names else None
        ),
        end_game=standing.end_game if "end_game" in names else None,
    )


def _note_standing(table: Table, player: Player, sheet: Sheet, before: Standing) -> None:
    """Keep for later Phases what this sheet marks `standing`; an empty list cancels all."""
    if sheet.standing is None:
        return
    full = complete(sheet, before)
    counterpurges = tuple(order for order in full.counterpurges if not isinstance(order, Faulty))
    now = _named(
        Standing(full.losses, counterpurges or None, full.if_ordered_to_execute_czar, full.end_game), sheet.standing
    )
    if now == Standing():
        table.standing.pop(player, None)
    else:
        table.standing[player] = now
