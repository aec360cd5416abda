"""One reading of one sheet: where its values stand, and the faults found so far. The field readers write into it."""

import re
from collections.abc import Iterator

from pbem.core.rules import Rules
from pbem.core.terms import Case, Grade, Player, Province, Unit, UnitName
from pbem.core.verdicts import Fact
from pbem.sheets.findings import Finding, Place, finding
from pbem.sheets.names import Names, fold, names_of
from pbem.sheets.places import Entries, Items, Node, Text
from pbem.words import sentence

MOST_FINDINGS = 100
"""Faults listed of one sheet; beyond, a sheet is not worth reading line by line."""
MOST_SUGGESTIONS = 20
"""Names a suggestion is looked for; each costs a comparison with all others."""
LONGEST_KEY = 40
MOST_ORDERS = 200
"""Orders read of one list; nobody has so many units."""

_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192>", "-"))
"""What may stand between the provinces of a route, each for a hyphen."""


class Reading:
    """Gathers places and findings. `faults` counts what makes an order unreadable, unknown names not among them."""

    __slots__ = (
        "_found",
        "faults",
        "findings",
        "first_fault",
        "lines",
        "names",
        "open_lines",
        "places",
        "player",
        "rules",
        "suggestions",
        "unlisted",
    )

    def __init__(self, player: Player, rules: Rules, lines: list[str] | None = None) -> None:
        self.player = player
        self.rules = rules
        self.names: Names = names_of(rules)
        self.lines = lines or []
        self.places: dict[str, Place] = {}
        self.findings: list[Finding] = []
        self._found: dict[str, tuple[Unit, ...]] = {}
        self.open_lines: list[Place] = []
        """Lines of a blank sheet that were not filled in."""
        self.faults = 0
        self.first_fault = ""
        self.suggestions = MOST_SUGGESTIONS
        self.unlisted = 0

    # --- places ----------------------------------------------------------------------------------------------

    def mark(self, path: str, node: Node) -> Place:
        """Note where a path stands."""
        text = node.value if isinstance(node, Text) else self._rest_of_line(node)
        place = self.places[path] = Place(path, node.line, node.column, text)
        return place

    def key_place(self, path: str, key: Text) -> Place:
        """The place of a key that does not count; where it is no word, its path is that of its order."""
        name = key.value if key.value.isidentifier() and len(key.value) <= LONGEST_KEY else ""
        return Place(".".join(part for part in (path, name) if part), key.line, key.column, key.value)

    def _rest_of_line(self, node: Items | Entries) -> str:
        return self.lines[node.line - 1][node.column - 1 :].rstrip() if node.line <= len(self.lines) else ""

    def pieces(self, text: Text, *, route: bool = False) -> Iterator[Text]:
        """The names of a line with commas, each with its place; of a route also of those between hyphens."""
        offset = 0
        for piece in text.value.replace(";", ",").split(","):
            steps = piece.translate(_DASHES).split("-") if route else (piece,)
            if len(steps) > 1 and fold(piece) in self.names.provinces:
                steps = (piece,)  # a province whose name is written with a hyphen
            for step in steps:
                if step and not step.isspace():
                    yield self._piece(text, offset, step)
                offset += len(step) + 1

    def _piece(self, text: Text, offset: int, piece: str) -> Text:
        """A part of a value, looked for on the following lines where the value was wrapped."""
        offset += len(piece) - len(piece.lstrip())
        piece = piece.strip()
        column = text.column + offset + text.quoted
        for line in range(text.line, min(text.line + 8, len(self.lines) + 1)):
            if self.lines[line - 1].startswith(piece, column - 1):
                return Text(piece, line, column)
            found = self.lines[line - 1].find(piece, text.column - 1 if line == text.line else 0)
            if found >= 0:
                return Text(piece, line, found + 1)
        return Text(piece, text.line, column)

    # --- faults ----------------------------------------------------------------------------------------------

    def fault(self, code: str, place: Place, *, suggestion: str = "", **facts: Fact) -> None:
        """Something that cannot be read: the order it stands in is void."""
        self.faults += 1
        if not self.first_fault:
            self.first_fault = sentence(code, facts, self.rules)
        self.error(code, place, suggestion=suggestion, **facts)

    def error(self, code: str, place: Place, *cases: Case, suggestion: str = "", **facts: Fact) -> None:
        """Something wrong that costs only itself."""
        if len(self.findings) >= MOST_FINDINGS:
            self.unlisted += 1
            return
        self.findings.append(
            finding("error", code, place, *cases, rules=self.rules, facts=facts, suggestion=suggestion)
        )

    def note(self, grade: Grade, code: str, place: Place, **facts: Fact) -> None:
        """A warning or a note."""
        self.findings.append(finding(grade, code, place, rules=self.rules, facts=facts))

    def may_suggest(self) -> bool:
        """Whether another suggestion may be looked for."""
        self.suggestions -= 1
        return self.suggestions >= 0 and len(self.findings) < MOST_FINDINGS

    # --- names -----------------------------------------------------------------------------------------------

    def unit(self, text: Text, path: str) -> UnitName:
        """R10: the unit of this name; the text itself, with an error noted, where there is none or more than one."""
        place = self.mark(path, text)
        found = self._found.get(text.value)
        if found is None:
            found = self._found[text.value] = self.names.find_unit(text.value)
            if len(found) == 1 and self.names.only_sounds_like(text.value, self.names.units):
                self.note("note", "unit_understood", place, text=text.value, unit=found[0])
        if len(found) == 1:
            return found[0]
        if found:
            shown = tuple(self.names.shown[unit] for unit in found)
            self.error(
                "ambiguous_unit", place, "R10", text=text.value, text_candidates=shown, suggestion=shown[0]
            )
        else:
            self.error("unknown_unit", place, "R10", text=text.value, suggestion=self._near_units(text.value))
        return text.value

    def _near_units(self, text: str) -> str:
        if not self.may_suggest():
            return ""
        words = [word for word in re.split(r"[\s+&/]+(?:and\s+)?", text) if word]
        if len(words) > 1 and all(len(self.names.find_unit(word)) == 1 for word in words):
            return ", ".join(words)
        return self.names.near_unit(text)

    def province(self, text: Text, path: str) -> Province:
        """R9: the code of the province of this name; the text itself, with an error noted, where there is none."""
        place = self.mark(path, text)
        found = self.names.find_province(text.value)
        if len(found) == 1:
            if self.names.only_sounds_like(text.value, self.names.provinces):
                self.note("note", "province_understood", place, text=text.value, province=found[0])
            return found[0]
        if found:
            facts: dict[str, Fact] = {"text": text.value, "province_candidates": found}
            self.error("ambiguous_province", place, "R9", suggestion=found[0], **facts)
        else:
            self.error(
                "unknown_province", place, "R9", text=text.value, suggestion=self._near_provinces(text.value)
            )
        return text.value

    def _near_provinces(self, text: str) -> str:
        if not self.may_suggest():
            return ""
        words = [word for word in re.split(r"[\s+&/]+(?:(?:to|via|and)\s+)?", text) if word]
        if len(words) > 1 and all(len(self.names.find_province(word)) == 1 for word in words):
            return "-".join(words)
        return self.names.near_province(text)
