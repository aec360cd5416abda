"""``pbem check``: what the adjudicator will say of a sheet, and what the sheet was understood to order."""

from pathlib import Path
from typing import Any, NamedTuple

import click

from pbem.checker import Judges, check, errors
from pbem.cli import console
from pbem.cli.typed_sheets import sheet_bytes
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import RED
from pbem.errors import FINDINGS, FINE, FileError
from pbem.phases.judging import judge
from pbem.sheets.body import PHASE_NAMES
from pbem.sheets.findings import Finding
from pbem.sheets.read import Expected, ReadSheet, read_sheet

WIDTH = 80
SOLITAIRE_FILES = ("ledger.jsonl", "position.json")
"""What the folder of a solitaire game has; in that of a campaign positions lie deeper."""


class _Ground(NamedTuple):
    """What a sheet is checked against."""

    rules: Rules
    expected: Expected | None
    state: State | None
    judges: Judges = judge


@click.command("check")
@click.argument("sheet", type=click.Path(allow_dash=True, path_type=Path), metavar="SHEET")
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The position.json of the last report.",
)
@click.option(
    "--campaign", type=click.Path(path_type=Path), metavar="DIR", help="The folder of the campaign."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def check_command(sheet: Path, position: Path | None, campaign: Path | None, form: str) -> int:
    """Check an order sheet before it is sent.

    Says what cannot be carried out (error), what may end otherwise than written (warning), and what was understood
    where the sheet was terse (note), each with its place, the reason, and the case of the rules; then reads all
    orders back in plain words. Without a position only form and names can be checked. SHEET may be `-`, the
    standard input.

    Exit status 1 when there is an error or the sheet is refused as a whole, 2 when a file cannot be opened.

    \b
    Example:
      pbem check orders.yaml --position position.json
    """
    if position and campaign:
        raise click.UsageError("--position and --campaign exclude each other")
    raw = sheet_bytes(sheet)
    ground = _ground(position, campaign)
    read = read_sheet(raw, ground.expected, rules=ground.rules)
    findings = read.findings
    if ground.state is not None:
        findings = check(ground.state, read, ground.rules, judges=ground.judges)
    if form == "json":
        console.data(_as_data(sheet, read, findings, ground))
    else:
        _print(str(sheet), read, findings, ground)
    return FINDINGS if read.sheet is None or errors(findings) else FINE




def _ground(position: Path | None, campaign: Path | None) -> _Ground:
    """Rules, expectations and position from a file or a campaign's folder; without either the rules alone."""
    if campaign is not None and all((campaign / name).is_file() for name in SOLITAIRE_FILES):
        position, campaign = campaign / SOLITAIRE_FILES[-1], None  # the folder of a solitaire game
    if campaign is not None:
        from pbem.campaign.folder import (
            Campaign,
        )  # a player has no campaign's folder and need not wait for its code
        from pbem.campaign.playing import position_of

        opened = Campaign(campaign)
        moment = opened.course.moment
        state = position_of(opened, moment)
        expected = Expected(opened.course.name, moment.turn, moment.phase, players=state.players)
        return _Ground(opened.rules(), expected, state)
    from pbem.rulebook import load_rules

    if position is None:
        return _Ground(load_rules(), None, None)
    from pbem.position import read_position, refuse_misfit
    from pbem.rulebook.of_position import rules_of_position

    found = read_position(position)
    rules = rules_of_position(found, position)
    if rules.solitaire is not None:
        return _solitaire_ground(position, rules)
    refuse_misfit(found.state, rules, path=position)
    if found.state.victory is not None:
        raise FileError("the game of this position is over", path=position)
    state = found.state
    return _Ground(
        rules, Expected(found.campaign or None, state.turn, state.phase, players=state.players), state
    )


def _solitaire_ground(path: Path, rules: Rules) -> _Ground:
    """The same for a position of the solitaire game."""
    from pbem.solo.judging import judge as judge_solitaire
    from pbem.solo.position import read_solo_position

    found = read_solo_position(path)
    state = found.state
    if state.victory is not None:
        raise FileError("the game of this position is over", path=path)
    expected = Expected(found.campaign or None, state.turn, state.phase, players=state.players)
    return _Ground(rules, expected, state, judge_solitaire)


# --- as data ---------------------------------------------------------------------------------------------------


def _as_data(sheet: Path, read: ReadSheet, findings: tuple[Finding, ...], ground: _Ground) -> dict[str, Any]:
    """All of it for programs; units are numbers."""
    from pbem.sheets.echo import in_words
    from pbem.sheets.write import sheet_data

    head = read.head
    found: dict[str, Any] = {
        "sheet": str(sheet),
        "refused": read.sheet is None,
        "with_position": ground.state is not None,
        "player": head.player,
        "turn": head.turn,
        "phase": head.phase,
        "errors": errors(findings),
        "findings": [finding._asdict() | {"cases": list(finding.cases)} for finding in findings],
    }
    if read.sheet is not None:
        found["orders"] = sheet_data(read.sheet)
        found["in_words"] = [echo._asdict() for echo in in_words(read.sheet, ground.rules)]
    return found


# --- as text ---------------------------------------------------------------------------------------------------


def print_findings(name: str, read: ReadSheet, findings: tuple[Finding, ...]) -> None:
    """Print what was found in a sheet, each finding at its line, and an empty line behind them."""
    lines = read.text.split("\n")
    for finding in findings:
        for line in finding_lines(name, finding, lines):
            console.say(line)
    if findings:
        console.say()


def _print(name: str, read: ReadSheet, findings: tuple[Finding, ...], ground: _Ground) -> None:
    print_findings(name, read, findings)
    solitaire = ground.rules.solitaire is not None
    console.say(_fold(_summary(read, findings, solitaire=solitaire)))
    if read.sheet is not None and read.head.key is None and not solitaire:
        console.say(
            _fold("It has no `key:`. By mail a sheet counts only with your secret word after `key:`.")
        )
    if ground.state is None:
        console.say(
            _fold("Only form and names were checked: what units can do needs a position (--position).")
        )
    if read.sheet is not None:
        _print_orders(read, findings, ground.rules)


def finding_lines(name: str, finding: Finding, lines: list[str]) -> list[str]:
    """A finding as it is printed: place, grade, sentence and cases; the line with a caret; the suggestion."""
    cases = f" [{', '.join(finding.cases)}]" if finding.cases else ""
    found = [
        _fold(f"{name}:{finding.line}:{finding.column}: {finding.grade}: {finding.sentence}{cases}", hang=2)
    ]
    if finding.line <= len(lines) and lines[finding.line - 1].strip() and finding.path != "key":
        found += _with_caret(lines[finding.line - 1], finding)
    if finding.suggestion:
        found.append(f"  Perhaps you mean: {finding.suggestion}")
    return found


def _with_caret(line: str, finding: Finding) -> list[str]:
    """The line, cut to the width of a page around the place, and a caret under each letter at fault."""
    start, room = 0, WIDTH - 4
    if len(line) > room:
        start = max(0, min(finding.column - 1 - room // 3, len(line) - room))
    shown = line[start : start + room]
    at = finding.column - 1 - start
    length = len(finding.text) if line.startswith(finding.text, finding.column - 1) else 1
    return [f"    {shown}", f"    {' ' * at}{'^' * max(1, min(length, len(shown) - at))}"]


def _summary(read: ReadSheet, findings: tuple[Finding, ...], *, solitaire: bool) -> str:
    """Whether the sheet is in order, and what comes of it where it is not."""
    if read.sheet is None:
        besides = "" if read.orders is None else _besides(errors(findings[read.reasons :]))
        return f"The sheet is refused as a whole; nothing on it would be carried out.{besides}"
    counts = [
        f"{number} {grade}{'' if number == 1 else 's'}"
        for grade in ("error", "warning", "note")
        if (number := sum(1 for one in findings if one.grade == grade))
    ]
    if not errors(findings):
        return f"The sheet is in order{': ' if counts else ''}{', '.join(counts)}."
    if solitaire:
        comes = "`pbem solo play` plays none of it so; with --anyway all that is not in error is carried out."
    else:
        comes = "All that is not in error is carried out."
    return f"{', '.join(counts)}. {comes}"


def _besides(number: int) -> str:
    """What is to be said of the orders of a sheet that its head refuses, which have so many errors."""
    return f" Its orders have {number or 'no'} error{'' if number == 1 else 's'}."


def _print_orders(read: ReadSheet, findings: tuple[Finding, ...], rules: Rules) -> None:
    """The orders in plain words, each beside its path; one with an error says so."""
    from pbem.sheets.echo import in_words
    from pbem.words import sentence

    assert read.sheet is not None
    head = read.head
    phase = PHASE_NAMES[head.phase or "first"]
    when = phase if head.phase == "setup" else f"{phase} of Game-Turn {head.turn}"
    console.say()
    writer = "Red" if head.player == RED else f"Player {head.player}"
    counted = " (counted from 0)" if rules.solitaire is not None else ""
    console.say(_fold(f"{writer}'s orders for {when}, as they were understood{counted}:"))
    echoes = in_words(read.sheet, rules)
    width = min(max(len(echo.path) for echo in echoes), 18)
    for echo in echoes:
        wrong = _in_error(echo.path, findings) and echo.text != sentence("echo_not_read", {})
        text = f"{echo.text.removesuffix('.')} - ERROR, see above." if wrong else echo.text
        console.say(_fold(f"  {echo.path.ljust(width)}  {text}", hang=width + 4))


def _in_error(path: str, findings: tuple[Finding, ...]) -> bool:
    """Whether an error stands in the order of this path."""
    return bool(path) and any(
        one.grade == "error" and (one.path == path or one.path.startswith((f"{path}.", f"{path}[")))
        for one in findings
    )


def _fold(text: str, hang: int = 0) -> str:
    """A text on lines of a page's width."""
    if len(text) <= WIDTH:
        return text
    import textwrap

    options = {"break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(text, WIDTH, subsequent_indent=" " * hang, **options)  # type: ignore[arg-type]
