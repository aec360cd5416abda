"""R40: what counts of each player's orders in this Phase: his sheet, what still stands of earlier ones, and what of it
could be read."""

from dataclasses import replace

from pbem.core.orders import Faulty, Sheet
from pbem.core.state import Standing
from pbem.core.table import Table

LEFT_OPEN = "left_open"
"""The mark of a line of a blank sheet that was not filled in; it is no order."""

NOTHING = Standing()

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
    "leaders",
)


def begin(table: Table) -> None:
    """Complete every sheet from standing orders, and end void each order that could not be read."""
    for player in table.active:
        sheet = without_faulty(table, table.sheet(player))
        standing = still_standing(table.standing.get(player, NOTHING), sheet)
        table.sheets[player] = complete(sheet, standing, unread=len(table.sheet(player).counterpurges))
        kept = keep(standing, sheet)
        if kept == NOTHING:
            table.standing.pop(player, None)
        else:
            table.standing[player] = kept
    table.sheets = {player: table.sheets[player] for player in sorted(table.sheets)}


def without_faulty(table: Table, sheet: Sheet) -> Sheet:
    """The sheet without the orders that could not be read; each of those ends void."""
    changed: dict[str, object] = {}
    for name in LISTS:
        orders = getattr(sheet, name)
        if not orders or Faulty not in map(type, orders):
            continue
        changed[name] = tuple(order for order in orders if not isinstance(order, Faulty))
        for order in orders:
            if isinstance(order, Faulty) and order.code != LEFT_OPEN:
                table.end(order.ref, "void", order.code, "17", text=order.text)
    if isinstance(sheet.execute_czar, Faulty):
        changed["execute_czar"] = None
        table.end(sheet.execute_czar.ref, "void", sheet.execute_czar.code, "17", text=sheet.execute_czar.text)
    return replace(sheet, **changed) if changed else sheet  # type: ignore[arg-type]


def still_standing(before: Standing, sheet: Sheet) -> Standing:
    """R40: what a new sheet leaves of the standing orders: it ends those it writes anew or cancels, and all with an
    empty `standing`."""
    if before is NOTHING or sheet.standing == ():
        return NOTHING
    written = {
        "losses": sheet.losses is not None,
        "counterpurge": bool(sheet.counterpurges),
        "if_ordered_to_execute_czar": sheet.if_ordered_to_execute_czar is not None,
        "end_game": sheet.end_game is not None,
    }
    ended = {name: None for name, anew in written.items() if anew or name in sheet.cancelled}
    return replace(before, **ended) if ended else before


def complete(sheet: Sheet, standing: Standing, *, unread: int = 0) -> Sheet:
    """R40: the sheet with what stands of earlier sheets in the places it leaves empty.

    `unread`: how many counterpurges are on the sheet as written. Where none of them could be read, those that stand are
    numbered behind them, for each has an outcome of its own.
    """
    if standing is NOTHING:
        return sheet
    kept = standing.counterpurge or ()
    if unread:
        ref = f"{sheet.player}.counterpurge"
        kept = tuple(
            replace(order, ref=f"{ref}[{number}]") for number, order in enumerate(kept, start=unread)
        )
    return replace(
        sheet,
        losses=standing.losses if sheet.losses is None else sheet.losses,
        counterpurges=sheet.counterpurges or kept,
        if_ordered_to_execute_czar=sheet.if_ordered_to_execute_czar or standing.if_ordered_to_execute_czar,  # type: ignore[arg-type]
        end_game=sheet.end_game or standing.end_game,
    )


def keep(standing: Standing, sheet: Sheet) -> Standing:
    """R40: what stands for later Phases: what stood before, and what this sheet writes and marks `standing`."""
    names = sheet.standing
    if not names:
        return standing
    marked = {
        "losses": sheet.losses,
        "counterpurge": tuple(sheet.counterpurges) or None,
        "if_ordered_to_execute_czar": sheet.if_ordered_to_execute_czar,
        "end_game": sheet.end_game,
    }
    new = {name: value for name, value in marked.items() if name in names and value is not None}
    return replace(standing, **new) if new else standing  # type: ignore[arg-type]
