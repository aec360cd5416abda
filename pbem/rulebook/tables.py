"""tables.yaml: the Combat Results (8.5), Purge Results (11.4) and Random Events (12.2) Tables."""

from collections.abc import Mapping

from pbem.core.rules import EventResult
from pbem.core.terms import Province
from pbem.errors import nearest
from pbem.rulebook.yaml_branch import Branch

ODDS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
_COMBAT_RESULTS = ("Ae", "De", "Ex")
_PURGE_RESULTS = ("C", *map(str, range(1, 10)))

PurgeTable = tuple[tuple[int, tuple[str, ...]], ...]


def combat_table(table: Branch) -> dict[str, tuple[str, ...]]:
    """8.5: by column the results of a die of 1 to 6."""
    columns = table.branch("columns")
    found = {odds: _results(columns, odds, _COMBAT_RESULTS, count=6) for odds in ODDS}
    columns.known_only()
    table.known_only("case", "source")
    return found


def purge_table(table: Branch) -> PurgeTable:
    """11.4: by the least Purge Strength of a column the results of two dice of 2 to 12, ascending."""
    columns = table.branch("columns")
    found: list[tuple[int, tuple[str, ...]]] = []
    least = 1
    for key in columns.nodes:
        low, _, high = key.removesuffix("+").partition("-")
        if low != str(least) or not (high.isdigit() or key == f"{low}+"):
            columns.fault(f"the column {key!r} should begin with {least}, where the one before ended", key)
        found.append((least, _results(columns, key, _PURGE_RESULTS, count=11)))
        least = int(high) + 1 if high.isdigit() else 0
    if least:
        columns.fault("the last column should have no upper end, like 61+")
    table.known_only("case", "source")
    return tuple(found)


def _results(columns: Branch, key: str, known: tuple[str, ...], *, count: int) -> tuple[str, ...]:
    """One column of a table: `count` words, each a known result."""
    words = tuple(columns.text(key).split())
    for word in words:
        if word not in known:
            columns.fault(f"{word!r} in the column {key} is not one of {', '.join(known)}", key)
    if key in columns.nodes and len(words) != count:
        columns.fault(f"the column {key} has {len(words)} results, not {count}", key)
    return words


def events_table(table: Branch, codes: Mapping[str, Province]) -> tuple[tuple[EventResult, ...], ...]:
    """12.2: six rows of six; `codes` gives the code of a province by its printed name."""
    cells = table.branch("cells")
    rows = tuple(
        tuple(_event(cells, f"{first}-{second}", codes) for second in range(1, 7)) for first in range(1, 7)
    )
    cells.known_only()
    table.known_only("case", "source")
    return rows


def _event(cells: Branch, key: str, codes: Mapping[str, Province]) -> EventResult:
    """One cell: a draw, doubled Subversive Attacks, or an Epidemic in the provinces named."""
    words = cells.words(key)
    if words == ("draw",):
        return EventResult("draw")
    if words == ("subversion doubled",):
        return EventResult("subversion_doubled")
    for word in words:
        if word not in codes:
            cells.fault(f"{word!r} is not the name of a province", key, cure=nearest(word, codes))
    return EventResult("epidemic", tuple(codes[word] for word in words if word in codes))
