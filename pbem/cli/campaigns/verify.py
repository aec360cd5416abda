"""``pbem verify``: whether everything is as the record says."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINDINGS, FINE

if TYPE_CHECKING:
    from pbem.campaign.record.verifying import Verified


@click.command("verify")
@click.argument("path", type=click.Path(path_type=Path), metavar="DIR|ARCHIVE")
@arguments.form
def verify_command(path: Path, form: str) -> int:
    """Verify a campaign's folder, or an archive of one.

    Checks the chain of the ledger, the dice against the commitment of the first report, and adjudicates every Phase
    again from the sheets: the same rolls, the same positions to the byte. Exit status 1 where something differs; the
    first difference is named.

    \b
    Example:
      pbem verify volga
    """
    from pbem.campaign.record.verifying import verify

    found = verify(path)
    if form == "json":
        console.data({**vars(found), "unknown": list(found.unknown)})
    else:
        _print(found)
    return FINDINGS if found.difference else FINE


def _print(found: "Verified") -> None:
    """What was checked, and what differs."""
    plural = arguments.plural
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
        console.say(f"Files made from the ledger: {found.files}, as they should be.")
    for text in found.unknown:
        console.say(text)
    console.say(f"DIFFERENCE: {found.difference}" if found.difference else "Nothing differs.")
