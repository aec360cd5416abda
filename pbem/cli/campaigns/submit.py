"""``pbem submit``: takes sheets on file that came some other way than by mail."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.cli.typed_sheets import sheet_bytes
from pbem.errors import FINDINGS, FINE, CommandError, Refused, as_typed

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign
    from pbem.campaign.receiving import Received


@click.command("submit")
@arguments.folder
@click.argument("sheets", nargs=-1, required=True, type=click.Path(allow_dash=True, path_type=Path), metavar="SHEET...")
@click.option(
    "--received", metavar="TIME", help="When the sheet came, like '2026-12-10 19:30'; without it, now."
)
@click.option("--late", is_flag=True, help="Let it count after the deadline; this is recorded and reported.")
def submit_command(folder: Path, sheets: tuple[Path, ...], received: str | None, late: bool) -> int:
    """Take order sheets on file that came some other way than by mail.

    Says what is found in each, and whether it counts and as which version: each sheet supersedes the one before. A
    sheet with errors counts, too; only what is in error is not carried out. SHEET may be `-`, the standard input. Exit
    status 1 when a sheet does not count.

    \b
    Example:
      pbem submit volga anna.yaml boris.yaml --received "2026-12-10 19:30"
    """
    from pbem.campaign.folder import at_work
    from pbem.campaign.receiving import Received, receive
    from pbem.campaign.times import in_words, read_time

    now = arguments.now()
    status = FINE
    said: list[tuple[Path, Received | Refused]] = []
    texts = [(path, sheet_bytes(path)) for path in sheets]
    with at_work(folder, command="pbem submit", now=now) as campaign:
        time = read_time(received, campaign.course.zone) if received else now
        if time > now:
            cure = "Look whether date and time zone are right. Nothing was changed."
            raise CommandError(f"{in_words(time, campaign.course.zone)} is still to come", cure=cure)
        with campaign.gathered():
            for path, raw in texts:
                try:
                    said.append((path, receive(campaign, raw, received=time, now=now, late=late)))
                except Refused as problem:
                    said.append((path, problem))
    for path, taken in said:
        if isinstance(taken, Refused):
            console.say(f"{path}: {taken}")
            status = FINDINGS
            continue
        _print(path, taken, campaign)
        if taken.on_file is None:
            status = FINDINGS
    return status


def _print(path: Path, taken: "Received", campaign: "Campaign") -> None:
    """What was found in a sheet, and what became of it."""
    from pbem.campaign.awaited import played_already, undoing
    from pbem.campaign.folder import unstamp
    from pbem.campaign.sealing import may_show_sheets
    from pbem.campaign.times import in_words
    from pbem.cli.check import finding_lines

    on_file, looked = taken.on_file, taken.looked
    course = campaign.course
    if on_file is None or may_show_sheets(course, course.moment, on_file.player):
        lines = looked.read.text.split("\n")
        for finding in looked.findings:
            for line in finding_lines(str(path), finding, lines):
                console.say(line)
    if on_file is None:
        console.say(f"{path}: the sheet is refused as a whole and does not count.")
        head = looked.read.head
        if played := played_already(course, head.turn, head.phase):
            words = f"{played.words[:1].upper()}{played.words[1:]}"
            console.say(f"  {words} is adjudicated; `{undoing(campaign, played)}` goes back to it.")
        return
    errors = f", with {arguments.plural(on_file.errors, 'error')}" if on_file.errors else ""
    again = " It was on file already." if taken.again else ""
    time = in_words(unstamp(on_file.time), course.zone)
    version = f"version {on_file.version} of player {on_file.player}'s sheet{errors}"
    console.say(f"{path}: counts as {version}, received {time}.{again}")
    if on_file.sealed:
        console.say(f"  It is sealed. Mail this to all players now: SHA-256 {on_file.sealed}")
    for remark in (_of_the_word(taken, campaign), _of_the_time(taken, campaign)):
        if remark:
            console.say(f"  {remark}")
    for ref in taken.fell_away:
        console.say(f"  Your ruling on {ref} was on the version before and holds no longer.")


def _of_the_word(taken: "Received", campaign: "Campaign") -> str:
    """What is to be said of the secret word on a sheet that counts: nothing where it is the player's."""
    from pbem.campaign.secret_words import is_secret

    assert taken.on_file is not None
    key = taken.looked.read.head.key
    if not key or taken.looked.read.blank:
        return "No secret word is on it; you vouch for the sheet."
    if not campaign.secrets_path.exists():
        return "secrets.yaml is missing, so its key was compared with nothing; you vouch for the sheet."
    player, words = taken.on_file.player, campaign.secrets.keys
    if is_secret(key, words.get(player, "")):
        return ""
    owner = next((other for other, word in words.items() if is_secret(key, word)), "")
    if owner:
        return (
            f"Warning: its key is the secret word of player {owner}, but it says it is of player {player}. Look who sent it: "
            f"it counts for player {player}, and you vouch for it."
        )
    return f"Its key is not the secret word of player {player}; you vouch for the sheet."


def _of_the_time(taken: "Received", campaign: "Campaign") -> str:
    """A warning where the sheet came before the one in whose place it counts now, with the cure."""
    from zoneinfo import ZoneInfo

    from pbem.campaign.folder import unstamp

    counts, before, course = taken.on_file, taken.before, campaign.course
    if counts is None or before is None:
        return ""
    if counts.time[:16] >= before.time[:16]:  # to the minute, as --received has it
        return ""
    time = f"{unstamp(before.time).astimezone(ZoneInfo(course.zone)):%Y-%m-%d %H:%M}"
    late = " --late" if before.late else ""
    sheet = as_typed(campaign.sheet_path(course.moment, counts.player, before.version))
    return (
        f"Warning: it came before version {before.version}, received {time}, whose place it takes, since the sheet "
        f"submitted last counts. If version {before.version} is to count: "
        f'`pbem submit {as_typed(campaign.folder)} {sheet} --received "{time}"{late}`.'
    )
