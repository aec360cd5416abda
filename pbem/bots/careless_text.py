"""Slips of the pen: what hands, editors and mail programs do to the text of a sheet."""

import random
import re
from collections.abc import Callable

Slip = Callable[[str, random.Random], str]

_WORD = re.compile(r"[A-Za-z]{4,}")
_KEY = re.compile(r"^(\s*(?:- )?\{?)([a-z_]+)(:)", re.M)
HEAD = ("campaign:", "player:", "turn:", "phase:", "salt:")


def careless_text(text: str, chance: random.Random) -> str:
    """The text with a few slips; most leave the sheet readable, one in twenty hits its head."""
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
        text = chance.choice(SLIPS)(text, chance)
    if chance.random() < 0.05:
        text = chance.choice(HEAD_SLIPS)(text, chance)
    if chance.random() < 0.1:
        text = text.replace("\n", "\r\n")
    if chance.random() < 0.05:
        text = f"\ufeff{text}"
    return text


def _body(text: str) -> tuple[str, str]:
    """The head of the sheet and the rest."""
    head, empty, rest = text.partition("\n\n")
    return head + empty, rest


def misspelt(word: str, chance: random.Random) -> str:
    """A word with a letter doubled, left out, changed, or two in the wrong order."""
    place = chance.randrange(len(word))
    before, letter, after = word[:place], word[place], word[place + 1 :]
    action = chance.randrange(4)
    if action == 0:
        return f"{before}{letter}{letter}{after}"
    if action == 1:
        return before + after
    if action == 2:
        return f"{before}{chance.choice('aeiorstz')}{after}"
    return f"{before}{after[:1]}{letter}{after[1:]}"


def _misspell(text: str, chance: random.Random) -> str:
    """Any word of the orders."""
    head, rest = _body(text)
    words = list(_WORD.finditer(rest))
    if not words:
        return text
    word = chance.choice(words)
    return head + rest[: word.start()] + misspelt(word[0], chance) + rest[word.end() :]


def _misspell_key(text: str, chance: random.Random) -> str:
    head, rest = _body(text)
    keys = list(_KEY.finditer(rest))
    if not keys:
        return text
    key = chance.choice(keys)
    return head + rest[: key.start(2)] + misspelt(key[2], chance) + rest[key.end(2) :]


def _on_a_line(change: Callable[[str, random.Random], str]) -> Slip:
    """A slip that happens on one line of the orders."""

    def slip(text: str, chance: random.Random) -> str:
        head, rest = _body(text)
        lines = rest.split("\n")
        full = [number for number, line in enumerate(lines) if line.strip()]
        if not full:
            return text
        number = chance.choice(full)
        lines[number] = change(lines[number], chance)
        return head + "\n".join(lines)

    return slip


def _once(old: str, new: str) -> Slip:
    """One of the places where `old` stands becomes `new`."""

    def slip(text: str, chance: random.Random) -> str:
        head, rest = _body(text)
        pieces = rest.split(old)
        if len(pieces) < 2:
            return text
        place = chance.randrange(1, len(pieces))
        return head + old.join(pieces[:place]) + new + old.join(pieces[place:])

    return slip


def _everywhere(old: str, new: str) -> Slip:
    def slip(text: str, chance: random.Random) -> str:
        head, rest = _body(text)
        return head + rest.replace(old, new)

    return slip


def _wrap(line: str, chance: random.Random) -> str:
    """A mail program breaks the line."""
    place = line.rfind(" ", 0, chance.randint(8, 60))
    return f"{line[:place]}\n{line[place + 1 :]}" if place > 0 else line


def _no_indent(text: str, chance: random.Random) -> str:
    """A mail program takes away all indentation."""
    head, rest = _body(text)
    return head + "\n".join(line.lstrip() for line in rest.split("\n"))


def _cut(text: str, chance: random.Random) -> str:
    """A name cut so short that it may mean several."""
    head, rest = _body(text)
    words = list(_WORD.finditer(rest))
    if not words:
        return text
    word = chance.choice(words)
    return head + rest[: word.start()] + word[0][: chance.randint(1, 3)] + rest[word.end() :]


def _flood(text: str, chance: random.Random) -> str:
    """One order, or one name of a list, over and over: more than anybody could mean."""
    head, rest = _body(text)
    lines = rest.split("\n")
    orders = [number for number, line in enumerate(lines) if re.match(r"\s*- ", line)]
    if not orders:
        return text
    number = chance.choice(orders)
    if chance.random() < 0.5:
        lines[number:number] = [lines[number]] * chance.choice((40, 220))
    else:
        lines[number] = re.sub(r"(\w+), ", lambda found: found[0] * 110, lines[number], count=1)
    return head + "\n".join(lines)


def _added(*lines: str) -> Slip:
    """One of these lines more at the end."""

    def slip(text: str, chance: random.Random) -> str:
        return f"{text}{chance.choice(lines)}\n"

    return slip


def _whole(*texts: str) -> Slip:
    """Another text altogether."""

    def slip(text: str, chance: random.Random) -> str:
        return chance.choice(texts)

    return slip


def _head(old: str, new: str) -> Slip:
    def slip(text: str, chance: random.Random) -> str:
        return re.sub(old, new, text, count=1, flags=re.M)

    return slip


SLIPS: tuple[Slip, ...] = (
    _misspell,
    _misspell,
    _misspell,
    _misspell_key,
    _misspell_key,
    _on_a_line(lambda line, chance: line + line[-1]),
    _on_a_line(lambda line, chance: line[:-1]),
    _on_a_line(lambda line, chance: f"{line}\n{line}"),
    _on_a_line(lambda line, chance: ""),
    _on_a_line(lambda line, chance: f" {line}"),
    _on_a_line(lambda line, chance: line.replace("  ", "\t", 1)),
    _on_a_line(lambda line, chance: line.upper()),
    _on_a_line(lambda line, chance: f"{line}  # {chance.choice(('or not?', 'yes: do', '@home'))}"),
    _on_a_line(_wrap),
    _on_a_line(lambda line, chance: f"> {line}"),
    _on_a_line(lambda line, chance: f"\t{line}"),
    _on_a_line(lambda line, chance: re.sub(r": .*", chance.choice((": \u2026", ": ...", ": yes", ": []", ": {}")), line)),
    _on_a_line(lambda line, chance: re.sub(r"(: |- )", rf"\1{chance.choice('@%&*!?|')}", line, count=1)),
    _cut,
    _cut,
    _once(": ", ":"),
    _once(", ", " "),
    _once(", ", ","),
    _once("-", " - "),
    _once("[", "("),
    _once("]", ""),
    _once("}", ""),
    _once(" ", "\u00a0"),
    _once(": [", ": [[], "),
    _once(": ", ": {"),
    _once(": {", ": "),
    _once(": {", ": [[[[[[[[[[[[[[[[[[[[[["),
    _once(": ", ': "a\\q" '),
    _once(", ", "\u200b, "),
    _once("- ", "- &x "),
    _once("- ", "- *x "),
    _once("- ", "- !x "),
    _once("{", "{<<: {a: b}, "),
    _once("{", "{[a]: b, "),
    _once(" ", " \x07"),
    _everywhere("-", "\u2013"),
    _everywhere('"', "\u201d"),
    _everywhere("    ", "\t"),
    _no_indent,
    _flood,
    _added("---", "execute_czar: yes", "stacks: [151, 152]", "moves:\n  -", "trades: {give: politburo, to: B}", "? [a]"),
)
"""What goes wrong in the orders."""

HEAD_SLIPS: tuple[Slip, ...] = (
    _head(r"^turn: (\d+)", r"turn: \g<1>1"),
    _head(r"^phase: .*", "phase: third"),
    _head(r"^turn:.*\n", ""),
    _head(r"^player: .*", "player: the red one"),
    _head(r"^phase: (.*)", r"phase: \1\nphase: \1"),
    _head(r"^campaign: .*", "campaign: another game"),
    _head(r"^campaign: .*\n", ""),
    _head(r"^player: .*", "player: H"),
    _head(r"^phase: .*", "phase: setup"),
    _head(r"^phase: .*", "phase: second"),
    _head(r"^player: (.*)", r"player: \1\nkey: your-secret-word"),
    _whole("", "# nothing this time\n", "I shall send it tomorrow.\n", "- one\n- two\n", f"moves: [{'x, ' * 30_000}]\n",
           f"moves: [{'1,' * 20_000}]\n"),
)
"""What goes wrong in the head, which costs the whole sheet."""
