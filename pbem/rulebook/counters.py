"""counters.csv and the Imperial units of setup.yaml as the core's Counters (3.2, 13.0, 15.52)."""

from collections.abc import Collection

from pbem.core.counters import Counter
from pbem.core.terms import IMPERIAL, Color, Kind, Province, Unit
from pbem.rulebook.csv_lines import NO_PROVINCE, Line, field_fault, number, one_of, read_lines
from pbem.rulebook.files import Files
from pbem.rulebook.yaml_branch import Branch

NATIONALITIES: dict[str, tuple[str, ...]] = {
    "blue": ("GE", "CZ", "FR", "HU", "RM", "GR", "JA", "US", "BR"),
    "green": ("BA", "BY", "TC", "SB", "FN", "PO", "UK"),
    "red": ("",),
    "white": ("",),
}
"""5.6, 5.7: by color."""

_COLUMNS = ("id", "color", "kind", "nationality", "name", "value", "province", "on_combat_unit", "source")
_COLORS: dict[str, Color] = {"red": "red", "white": "white", "blue": "blue", "green": "green"}
_KINDS: dict[str, Kind] = {"leader": "leader", "combat": "combat"}


def read_counters(files: Files, provinces: Collection[Province], imperial: Branch) -> dict[Unit, Counter]:
    """Every unit by its number, in the order of numbers. Faults are noted in `files`."""
    found: dict[Unit, Counter] = {}
    for line in read_lines(files, "counters.csv", _COLUMNS):
        counter = _counter(files, line, provinces)
        if counter is None:
            continue
        if counter.id in found:
            field_fault(files, line, "id", f"the unit {counter.id} stands here a second time")
        found[counter.id] = counter
    for name, unit in zip(("Czar", "Gold"), IMPERIAL, strict=True):
        found[unit] = _imperial(imperial, name, unit, provinces)
    return dict(sorted(found.items()))


def _counter(files: Files, line: Line, provinces: Collection[Province]) -> Counter | None:
    """One line as a Counter, or None when it has a fault."""
    before = len(files.faults)
    unit = number(files, line, "id", least=max(IMPERIAL) + 1)
    color = _COLORS.get(one_of(files, line, "color", _COLORS), "")
    kind = _KINDS.get(one_of(files, line, "kind", _KINDS), "combat")
    value = number(files, line, "value", least=1)
    home = one_of(files, line, "province", provinces, kind=NO_PROVINCE)
    nationality = one_of(files, line, "nationality", NATIONALITIES.get(color, ("",)))
    asterisk = one_of(files, line, "on_combat_unit", ("yes", "no") if kind == "leader" else ("",))
    if kind == "leader" and not line["name"]:
        field_fault(files, line, "name", "a Leader needs a name")
    if kind == "leader" and color in ("blue", "green"):
        field_fault(files, line, "kind", f"there are no {color.capitalize()} Leaders (5.22)")
    if len(files.faults) > before:
        return None
    return Counter(
        unit, color, kind, nationality, line["name"], value, home, asterisk == "yes", line["source"]
    )


def _imperial(imperial: Branch, name: str, unit: Unit, provinces: Collection[Province]) -> Counter:
    """The Czar or the Gold: no color, no strength (13.21)."""
    facts = imperial.branch(name)
    if facts.number("id") != unit:
        facts.fault(f"the {name} has the number {unit}", "id")
    home = facts.text("at")
    if home not in provinces:
        facts.fault(f"{home!r} is no province", "at")
    return Counter(unit, "", "imperial", "", name, 0, home, False, imperial.text("source"))
