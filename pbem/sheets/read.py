"""A player's sheet from its bytes to orders: decoded, laid out, its head compared with what is expected, parts read.

The sheet is refused as a whole only when it cannot be parsed or is for another campaign, player, turn or Phase; every
other fault costs that one order. What is wrong in the orders of a sheet that its head refuses is found all the same, so
that it need not be sent three times.
"""

from typing import NamedTuple

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.terms import RED, PhaseName, Player
from pbem.sheets.body import HEAD, PARTS, PHASE_NAMES, PLACEHOLDER, Body, gathered, read_body, read_parts
from pbem.sheets.decode import Change, decode, expand_tabs
from pbem.sheets.fields import Field, folded_key, number, one_of, player, words
from pbem.sheets.findings import Finding, Place, Places, finding
from pbem.sheets.marks import between_marks
from pbem.sheets.places import Entries, Node, Text, read_places
from pbem.sheets.reading import Reading
from pbem.sheets.syntax import Unreadable

__all__ = ["Body", "Expected", "Head", "ReadSheet", "read_body", "read_sheet"]

TAB_WIDTHS = (2, 4, 8)
POSTAL_PHASES: tuple[PhaseName, ...] = ("first", "second", "setup")


class Expected(NamedTuple):
    """What a sheet's head must say; None where anything is right. `players` are the seats there are."""

    campaign: str | None = None
    turn: int | None = None
    phase: PhaseName | None = None
    player: Player | None = None
    players: tuple[Player, ...] | None = None


class Head(NamedTuple):
    """What the head says; None for what is missing or cannot be read."""

    campaign: str | None = None
    player: Player | None = None
    turn: int | None = None
    phase: PhaseName | None = None
    key: str | None = None
    salt: str = ""


class ReadSheet(NamedTuple):
    """A sheet as read. `sheet` is None when it is refused as a whole; the findings then say why."""

    head: Head
    sheet: Sheet | None
    findings: tuple[Finding, ...]
    places: Places
    text: str = ""
    """The text as understood: decoded, tabs as spaces; empty where it is no text. It reads as the same orders again."""
    orders: Sheet | None = None
    """Of a sheet that its head refuses, the orders as far as they can be read, for what is wrong in them; never carried
    out. None where they are for another Phase."""
    reasons: int = 0
    """How many of its findings, the first of them, were made before its orders were read, and are why it is refused."""

    @property
    def blank(self) -> bool:
        """Whether this is a blank sheet, sent back without its key being filled in."""
        return self.head.key == PLACEHOLDER


_PHASES = {
    "set_up": "setup",
    "first_phase": "first",
    "second_phase": "second",
    "1st": "first",
    "2nd": "second",
}
_SOLITAIRE_PHASES = {
    "red_leaders": "red-leaders",
    "leaders": "red-leaders",
    "red_movement": "red-movement",
    "movement": "red-movement",
    "moves": "red-movement",
    "red_combat": "red-combat",
    "combat": "red-combat",
    "attacks": "red-combat",
}


def _secret(reading: Reading, node: Node, path: str) -> str | None:
    """The key, which no finding may show."""
    reading.places[path] = place = Place(path, node.line, node.column, "")
    if isinstance(node, Text):
        return node.value
    reading.fault("no_single_value", place, text="a list or mapping")
    return None


_HEAD_FIELDS: dict[str, Field] = {
    "campaign": words,
    "player": player,
    "turn": number,
    "phase": one_of("setup", "first", "second", also=_PHASES),
    "key": _secret,
    "salt": words,
}
_SOLITAIRE_HEAD: dict[str, Field] = {
    **_HEAD_FIELDS,
    "player": one_of(RED),
    "phase": one_of("red-leaders", "red-movement", "red-combat", also=_SOLITAIRE_PHASES),
}


def read_sheet(
    raw: bytes, expected: Expected | None = None, *, rules: Rules, charset: str | None = None
) -> ReadSheet:
    """Read a sheet, alone or in a text that has it between ``#ORDERS`` and ``#END``. `charset` is what a mail says its
    text is in. Never raises for anything in `raw`.
    """
    try:
        decoded = decode(raw, charset)
    except Unreadable as why:
        return _refused(why, "", rules)
    try:
        text, node, tabs = _parsed(between_marks(decoded.text))
    except Unreadable as why:
        return _refused(why, decoded.text, rules)
    reading = Reading("", rules, text.split("\n"))
    reading.mark("", node)
    for change in (*decoded.changes, *tabs):
        place = Place("", change.line, change.column, "")
        reading.note(
            "note", change.code, place, text=change.text, number=change.number, number_line=change.line
        )
    no_sheet = _no_sheet(node)
    if no_sheet or not isinstance(node, Entries):
        reading.error(no_sheet, reading.places[""])
        return ReadSheet(Head(), None, gathered(reading), reading.places, text)
    expected = expected or Expected()
    head, sheet = _read(reading, node, expected)
    if sheet is not None:
        return ReadSheet(head, sheet, gathered(reading), reading.places, text)
    reasons = len(reading.findings)
    orders = _orders_of_refused(reading, node, head, expected)
    return ReadSheet(head, None, gathered(reading, reasons), reading.places, text, orders, reasons)


_OTHER_FILES = {
    "sheet_is_position": {"format", "players", "stacks", "chart"},
    "sheet_is_result": {"format", "outcomes", "events", "rolls"},
}
"""Keys by which a file is known that is given in the place of a sheet: position.json, result.json."""


def _no_sheet(node: Node) -> str:
    """The code of what is to be said where this is no sheet at all; else empty."""
    if not isinstance(node, Entries) or not any(folded_key(key) in (*HEAD, *PARTS) for key in node.keys):
        return "sheet_no_keys"
    keys = {folded_key(key) for key in node.keys}
    return next((code for code, known in _OTHER_FILES.items() if known <= keys), "")


def _parsed(text: str) -> tuple[str, Node, tuple[Change, ...]]:
    """The tree of the text. Tabs as indentation are tried as two, four and eight spaces."""
    first: Unreadable | None = None
    for width in TAB_WIDTHS if "\t" in text else TAB_WIDTHS[:1]:
        spaced, change = expand_tabs(text, width)
        try:
            return spaced, read_places(spaced), (change,) if change else ()
        except Unreadable as why:
            first = first or why
    assert first is not None
    raise first


def _refused(why: Unreadable, text: str, rules: Rules) -> ReadSheet:
    place = Place("", why.line, why.column, "")
    return ReadSheet(
        Head(), None, (finding("error", why.code, place, rules=rules, facts=why.facts),), {}, text
    )


def _read(reading: Reading, node: Entries, expected: Expected) -> tuple[Head, Sheet | None]:
    """The head, and the orders unless the head refuses the sheet."""
    head = _read_head(reading, node)
    refused = [
        _repeated(reading, node),
        _other_campaign(reading, head.campaign, expected.campaign),
        _other(reading, "player", head.player, expected.player),
        _other(reading, "turn", head.turn, expected.turn),
        _other(reading, "phase", head.phase, expected.phase),
        _no_seat(reading, head.player, expected.players),
    ]
    if head.key == PLACEHOLDER:
        reading.note("warning", "key_is_placeholder", reading.places["key"])
    if any(refused):
        return head, None
    assert head.player is not None and head.phase is not None
    reading.player = head.player
    return head, read_parts(reading, node, head.phase, salt=head.salt)


def _orders_of_refused(reading: Reading, node: Entries, head: Head, expected: Expected) -> Sheet | None:
    """The orders of a sheet that its head refuses, read for the Phase that is expected or else written, or the first that
    knows all of them; None where they are for another Phase than is expected, or nobody can tell for which."""
    written = [PARTS[name] for name in map(folded_key, node.keys) if name in PARTS]
    fitting = (phase for phase in POSTAL_PHASES if all(phase in part.phases for part in written))
    phase = expected.phase or head.phase or (next(fitting, None) if reading.rules.solitaire is None else None)
    if phase is None:
        return None
    if head.phase not in (None, phase) and any(phase not in part.phases for part in written):
        return None
    reading.player = head.player or expected.player or ""
    return read_parts(reading, node, phase, salt=head.salt)


def _read_head(reading: Reading, node: Entries) -> Head:
    """The keys of the head; None for what is missing or misread."""
    values: dict[str, object] = {}
    fields = _HEAD_FIELDS if reading.rules.solitaire is None else _SOLITAIRE_HEAD
    for written, value in node.values.items():
        name = folded_key(written)
        if name in HEAD and name not in values and not (isinstance(value, Text) and value.missing):
            before = reading.faults
            found = fields[name](reading, value, name)
            if reading.faults == before:
                values[name] = found
    return Head(**values)  # type: ignore[arg-type]


def _repeated(reading: Reading, node: Entries) -> bool:
    """Whether a key of the head stands twice, so that nobody can say which counts."""
    twice = [bad for bad in node.bad_keys if folded_key(bad.key.value) in HEAD]
    for bad in twice:
        reading.error(
            "head_repeated", reading.key_place("", bad.key), text=bad.key.value, number_line=bad.first_line
        )
    return bool(twice)


def _other(reading: Reading, name: str, said: object, expected: object) -> bool:
    """Whether the player, turn or Phase is missing or another than expected, which refuses the sheet."""
    if said is None:
        if name not in reading.places:  # else a fault is noted already
            reading.error("head_missing", reading.places[""], text=name)
        return True
    if expected is None or said == expected:
        return False
    shown, wanted = (PHASE_NAMES[value] if name == "phase" else str(value) for value in (said, expected))  # type: ignore[index]
    code = "other_phase_of_sheet" if name == "phase" else f"other_{name}"
    if name == "turn" and 0 in (said, expected):
        code = "other_turn_setup" if expected == 0 else "other_turn_of_setup"
    reading.error(code, reading.places[name], text=shown, text_expected=wanted)
    return True


def _other_campaign(reading: Reading, said: str | None, expected: str | None) -> bool:
    """Whether the sheet names another campaign; one that names none is taken as it comes, with a warning."""
    if expected is None:
        return False
    if said is None:
        reading.note("warning", "campaign_missing", reading.places[""], text=expected)
        return False
    if said.strip().casefold() == expected.casefold():
        return False
    reading.error("other_campaign", reading.places["campaign"], text=said, text_expected=expected)
    return True


def _no_seat(reading: Reading, said: Player | None, players: tuple[Player, ...] | None) -> bool:
    """Whether there is no such player in the campaign."""
    if said is None or players is None or said in players:
        return False
    reading.error("no_seat", reading.places["player"], player=said, player_known=players)
    return True
