"""``pbem verify``: whether everything is as the record says."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINDINGS, FINE, as_typed

if TYPE_CHECKING:
    from pbem.campaign.record.verified import Verified


@click.command("verify")
@click.argument("path", type=click.Path(path_type=Path), metavar="DIR|ARCHIVE")
@click.option(
    "--reports", is_flag=True, help="Make reports again of which no SHA-256 was recorded, and compare them; slow."
)
@arguments.form
def verify_command(path: Path, reports: bool, form: str) -> int:
    """Verify a campaign's folder, or an archive of one.

    Checks the chain of the ledger, the dice against the commitment of the first report, and adjudicates every Phase
    again from the sheets: the same rolls, the same positions to the byte. Sheets, positions and results are compared
    with the ledger, published reports with the SHA-256 they had then. Of drafts, and of reports an older version
    published, only --reports compares the text. Exit status 1 where something differs; the first difference is named.

    \b
    Example:
      pbem verify volga
    """
    from pbem.campaign.record.verifying import verify

    found = verify(path, reports=reports)
    if form == "json":
        console.data({**vars(found), "unknown": list(found.unknown)})
    else:
        _print(found, path)
    return FINDINGS if found.difference else FINE


def _print(found: "Verified", path: Path) -> None:
    """What was checked, and what differs."""
    plural = arguments.plural
    if found.records or not found.difference:
        console.say(f"The ledger: {plural(found.records, 'record')}, each follows the one before.")
    if found.commitment:
        console.say("The seed is the one whose SHA-256 was published at the start.")
    if found.phases or found.rolls:
        console.say(
            f"Adjudicated again: {plural(found.phases, 'Phase')}. Rolled again: {plural(found.rolls, 'roll')}."
        )
    if found.rolled_by_hand:
        console.say(f"Rolled by hand, so that nobody can check it: {plural(found.rolled_by_hand, 'roll')}.")
    if found.rolls_ruled:
        console.say(f"Set by the gamesmaster's ruling: {plural(found.rolls_ruled, 'roll')}.")
    if found.files:
        console.say(f"Sheets, positions and results: {plural(found.files, 'file')}, as the ledger has them.")
    for text in _of_reports(found, path):
        console.paragraph(text)
    for text in found.unknown:
        console.say(text)
    console.say(f"DIFFERENCE: {found.difference}" if found.difference else "Nothing differs.")


def _of_reports(found: "Verified", path: Path) -> Iterator[str]:
    """What was and what was not looked at in the players' reports."""
    plural = arguments.plural
    if found.reports:
        yield f"Reports: {plural(found.reports, 'file')}, as they should be."
    if found.reports_renewed:
        yield (
            f"Reports made again since they were published: {plural(found.reports_renewed, 'file')}. They tell what the "
            "ledger holds, in the words of this version or of the campaign's own templates."
        )
    if found.reports_unread:
        how = f" `pbem verify {as_typed(path)} --reports` makes them again and compares them." if not found.archive else ""
        yield (
            f"Reports that are there, but whose text was not looked at: {found.reports_unread}. They are drafts, or were "
            f"published by an older version.{how}"
        )
