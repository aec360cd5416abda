"""Orders as a sheet again: the normalised sheet, which reads back as the same orders.

Written in flow style (`- {force: …}`), which survives a mail client that takes away indentation or wraps lines.
"""

import json
import re
from collections.abc import Mapping

from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.terms import PhaseName
from pbem.sheets.body import PLACEHOLDER, STANDING
from pbem.sheets.data import Data, sheet_data

WIDTH = 72


_PLAIN = r"[A-Za-z0-9][A-Za-z0-9_']*(?:[ .-][A-Za-z0-9_']+)*|\d:\d|(?:[A-Z]+-)?\.\.\."


def scalar(value: Data) -> str:
    """A value as YAML shows it: plain where that is safe, else in double quotes."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if re.fullmatch(_PLAIN, text):
        return text
    return "".join(
        letter if letter.isprintable() else f"\\U{ord(letter):08X}"
        for letter in json.dumps(text, ensure_ascii=False)
    )


def flow(value: Data) -> str:
    """A value on one line; a route of provinces alone with hyphens."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pair(key, one) for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(one) for one in value) + "]"
    return scalar(value)


def _pair(key: str, value: Data) -> str:
    if key == "route" and all(isinstance(step, str) and step.isalpha() and step.isascii() for step in value):
        return f"route: {'-'.join(value)}"
    return f"{scalar(key)}: {flow(value)}"


def folded(line: str, width: int = WIDTH) -> str:
    """A line in flow style, broken after commas where it is long."""
    rest, lines = line, []
    while len(rest) > width:
        cut = _comma_before(rest, width)
        if cut <= 0:
            break
        lines.append(rest[:cut])
        rest = "    " + rest[cut:].lstrip()
    return "\n".join([*lines, rest])


def _comma_before(line: str, width: int) -> int:
    """Where the line can be broken: behind the last comma outside quotes before `width`; 0 where nowhere."""
    cut, quoted, escaped = 0, False, False
    for index, letter in enumerate(line[: width + 1]):
        if letter == '"' and not escaped:
            quoted = not quoted
        escaped = letter == "\\" and not escaped
        if letter == "," and not quoted and line[index + 1 : index + 2] == " ":
            cut = index + 1
    return cut if line[:cut].strip() else 0


def head_lines(
    *, campaign: str, player: str, turn: int, phase: PhaseName, key: str = PLACEHOLDER, salt: str = ""
) -> list[str]:
    """The head of a sheet."""
    lines = [f"campaign: {scalar(campaign)}"] if campaign else []
    lines += [f"player: {player}", f"turn: {turn}", f"phase: {phase}", f"key: {scalar(key)}"]
    return [*lines, f"salt: {scalar(salt)}"] if salt else lines


def normalised(
    sheet: Sheet, rules: Rules, *, campaign: str, turn: int, phase: PhaseName, key: str = PLACEHOLDER
) -> str:
    """The sheet as it was understood; it reads back as the same orders. Without a key the placeholder stands for it."""
    lines = head_lines(
        campaign=campaign, player=sheet.player, turn=turn, phase=phase, key=key, salt=sheet.salt
    )
    for name, value in sheet_data(sheet, rules).items():
        if name in STANDING and value == []:
            lines.append(f"{name}: no")
        elif isinstance(value, list) and name not in ("losses", "standing"):
            lines.append(f"{name}:")
            lines += [folded(f"- {flow(order)}") for order in value]
        else:
            lines.append(folded(f"{scalar(name)}: {flow(value)}"))
    return "\n".join(lines) + "\n"
