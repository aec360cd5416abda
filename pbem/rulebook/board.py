"""provinces.csv, borders.csv and rails.csv as the core's Board (3.1, 5.32, 5.52, 13.32)."""

from collections.abc import Iterable

from pbem.core.board import Board, ProvinceFacts
from pbem.core.terms import Province
from pbem.rulebook.csv_lines import NO_PROVINCE, Line, field_fault, one_of, read_lines
from pbem.rulebook.files import Files

REGIONS = (
    "Greater Russia",
    "White Russia",
    "Ukraine",
    "Trans Caucasus",
    "Siberia",
    "Cossack",
    "Baltic",
    "Finland",
    "Poland",
)
"""15.41, with the three that it does not list but 5.75 and 5.76 name."""

_YES_NO = ("yes", "no")
_Joins = dict[Province, set[Province]]


def read_board(files: Files) -> Board:
    """The map. Faults are noted in `files`; what is faulty is left out."""
    provinces = _provinces(files)
    joins: dict[str, _Joins] = {
        kind: {code: set() for code in provinces} for kind in ("land", "strait", "rail")
    }
    for line in read_lines(files, "borders.csv", ("a", "b", "kind", "source")):
        kind = one_of(files, line, "kind", ("land", "strait"))
        if kind in joins:
            _join(files, line, joins[kind], already=(joins["land"], joins["strait"]))
    for line in read_lines(files, "rails.csv", ("a", "b", "line", "source")):
        _join(files, line, joins["rail"], already=(joins["rail"],))
    return Board(provinces, _frozen(joins["land"]), _frozen(joins["strait"]), _frozen(joins["rail"]))


def _provinces(files: Files) -> dict[Province, ProvinceFacts]:
    """Every province by its code, in the order of codes."""
    found: dict[Province, ProvinceFacts] = {}
    names: set[str] = set()
    for line in read_lines(files, "provinces.csv", ("code", "name", "region", "port", "rail", "source")):
        code, name = line["code"], line["name"]
        if not (code.isascii() and code.isalpha() and code.isupper() and 3 <= len(code) <= 4):
            field_fault(files, line, "code", f"the code is {code!r}, not three or four capital letters")
        elif code in found:
            field_fault(files, line, "code", f"the province {code} stands here a second time")
        elif not name or name in names:
            field_fault(files, line, "name", f"the name {name!r} is empty or stands here a second time")
        else:
            region = one_of(files, line, "region", REGIONS)
            port, rail = (one_of(files, line, field, _YES_NO) == "yes" for field in ("port", "rail"))
            found[code] = ProvinceFacts(code, name, region, port, rail, line["source"])
            names.add(name)
    return dict(sorted(found.items()))


def _join(files: Files, line: Line, joins: _Joins, *, already: Iterable[_Joins]) -> None:
    """Enter one pair both ways, unless it is faulty or entered before."""
    a, b = (one_of(files, line, field, joins, kind=NO_PROVINCE) for field in ("a", "b"))
    if a not in joins or b not in joins:
        return
    if a == b:
        field_fault(files, line, "b", f"{a} is joined to itself")
    elif any(b in other[a] for other in already):
        field_fault(files, line, "a", f"{a} and {b} are joined here a second time")
    else:
        joins[a].add(b)
        joins[b].add(a)


def _frozen(joins: _Joins) -> dict[Province, frozenset[Province]]:
    return {code: frozenset(others) for code, others in joins.items()}
