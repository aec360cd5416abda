"""``pbem mail``: sheets in by mail, reports and answers out."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.cli.mail_pages import (
    print_how_to_decide,
    print_listing,
    print_mail,
    print_not_sent,
    print_outcome,
    print_sent,
)
from pbem.errors import FINDINGS, FINE, MAIL_SERVER, CommandError

if TYPE_CHECKING:
    from pbem.mail.decide import Decided


@click.group("mail")
def mail_command() -> None:
    """Take in sheets by mail, send reports and answers.

    `pbem help mail` tells how a mailbox is set up and how mails are dealt with; `pbem host` does all of it by itself.

    \b
    Examples:
      pbem mail test volga
      pbem mail fetch volga
      pbem mail list volga --held
      pbem mail send volga
    """


@mail_command.command("fetch")
@arguments.folder
def fetch_command(folder: Path) -> int:
    """Fetch new mails from the mailbox and decide them.

    Each mail is stored as it came before anything else happens. Answers are put into the outbox; `pbem mail send` sends
    them. Exit status 4 when the mail server does not do its part.

    \b
    Example:
      pbem mail fetch volga
    """
    from pbem.mail.fetching import fetch

    now = arguments.now()
    number = fetch(folder, command="pbem mail fetch", now=now)
    console.say(f"{arguments.plural(number, 'new mail')}.")
    return _decide(folder, "pbem mail fetch")


@mail_command.command("read")
@arguments.folder
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(allow_dash=True, path_type=Path), metavar="FILE..."
)
def read_command(folder: Path, files: tuple[Path, ...]) -> int:
    """Read mails from files and decide them.

    FILE is a mail as a file, an mbox, a Maildir or folder of mails, or `-` for one mail on the standard input, as a mail
    server's filter gives it. A mail that was read before changes nothing.

    \b
    Examples:
      pbem mail read volga orders.eml
      pbem mail read volga ~/Maildir/.volga
      pbem mail read volga - < orders.eml
    """
    from pbem.campaign.folder import Campaign
    from pbem.mail.intake import store
    from pbem.mail.settings import mail_settings
    from pbem.mail.sources import from_files, from_stream

    now = arguments.now()
    mail_settings(
        Campaign(folder)
    )  # raises where this is no campaign, or without mail, before anything is written
    dashes = [path for path in files if str(path) == "-"]
    number = store(folder, from_files([path for path in files if str(path) != "-"], now))
    if dashes:
        number += store(folder, [from_stream(sys.stdin.buffer, now)])
    console.say(f"{arguments.plural(number, 'new mail')}.")
    return _decide(folder, "pbem mail read")


def _decide(folder: Path, command: str) -> int:
    """Decide what waits, and say what was decided."""
    from pbem.mail.intake import decide_waiting

    done = decide_waiting(folder, command=command, now=arguments.now())
    for outcome in done:
        print_outcome(outcome)
    print_how_to_decide(folder, [one.id for one in done if one.decided.verdict.decision == "held"])
    return FINE


@mail_command.command("list")
@arguments.folder
@click.option("--held", is_flag=True, help="Only mails that wait for your decision.")
@click.option("--all", "everything", is_flag=True, help="Machine mail and mails that were sent, too.")
@arguments.form
def list_command(folder: Path, held: bool, everything: bool, form: str) -> None:
    """Show the mails that came, what was decided of each, and why; and mails that did not arrive.

    \b
    Examples:
      pbem mail list volga
      pbem mail list volga --held
    """
    from pbem.campaign.folder import Campaign
    from pbem.mail.listing import listing

    campaign = Campaign(folder)
    found = listing(campaign, only_held=held, everything=everything)
    if form == "json":
        console.data(
            {"in": [one._asdict() for one in found.came], "out": [one._asdict() for one in found.out]}
        )
        return
    print_listing(campaign, found, everything=everything)


@mail_command.command("show")
@arguments.folder
@click.argument("mail_id", metavar="ID")
@arguments.form
def show_command(folder: Path, mail_id: str, form: str) -> None:
    """Print a mail that came as plain text.

    ID is the mail's id in `pbem mail list`, or its first letters. What the mail says stands behind `|`. Secret words are
    not shown; the file that is named holds the mail as it came.

    \b
    Example:
      pbem mail show volga 3f2a
    """
    from pbem.campaign.folder import Campaign
    from pbem.mail.showing import show

    campaign = Campaign(folder)
    shown = show(campaign, arguments.now(), mail_id)
    if form == "json":
        data = {
            **shown.came._asdict(),
            "sender": shown.sender,
            "path": str(shown.path),
            "sealed": shown.sealed,
        }
        texts = [{"name": text.name, "lines": list(text.lines)} for text in shown.texts]
        console.data({**data, "texts": texts, "attachments": list(shown.attachments), "more": shown.more})
        return
    print_mail(campaign, shown)


@mail_command.command("accept")
@arguments.folder
@click.argument("mail_id", metavar="ID")
@click.option("--why", required=True, metavar="TEXT", help="The reason; it is recorded.")
@click.option("--sheet", type=int, metavar="NUMBER", help="Which sheet of several, from the top.")
@click.option("--supersede", is_flag=True, help="Although a sheet that was received later is on file.")
def accept_command(folder: Path, mail_id: str, why: str, sheet: int | None, supersede: bool) -> None:
    """Let the sheet in a held mail count.

    ID is the mail's id in `pbem mail list`, or its first letters. A letter without a sheet is thereby done with.

    \b
    Example:
      pbem mail accept volga 3f2a --why "He told me his new word by telephone."
    """
    from pbem.campaign.folder import at_work
    from pbem.mail.held import accept

    now = arguments.now()
    with at_work(folder, command="pbem mail accept", now=now) as campaign:
        decided = accept(campaign, now, mail_id, why=why, sheet=sheet, supersede=supersede)
    _print_decision(decided)


@mail_command.command("reject")
@arguments.folder
@click.argument("mail_id", metavar="ID")
@click.option(
    "--why", required=True, metavar="TEXT", help="The reason; it is recorded and told to the player."
)
@click.option("--no-answer", is_flag=True, help="Do not write to the player.")
def reject_command(folder: Path, mail_id: str, why: str, no_answer: bool) -> None:
    """Decide that a held mail does not count.

    \b
    Example:
      pbem mail reject volga 3f2a --why "It came a day late."
    """
    from pbem.campaign.folder import at_work
    from pbem.mail.held import reject

    now = arguments.now()
    with at_work(folder, command="pbem mail reject", now=now) as campaign:
        decided = reject(campaign, now, mail_id, why=why, answer=not no_answer)
    _print_decision(decided)


def _print_decision(decided: "Decided") -> None:
    console.say(decided.reason)
    if decided.answer:
        console.say(
            f"The answer to player {decided.verdict.player} is in the outbox; `pbem mail send` sends it."
        )


@mail_command.command("send")
@arguments.folder
@click.option(
    "--to", metavar="LETTER", help="Only to this player (or `gamesmaster`); also what was refused for good."
)
@click.option(
    "--corrected",
    is_flag=True,
    help="Also the last report once more, as your rulings since have corrected it.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be sent; write and send nothing.")
def send_command(folder: Path, to: str | None, corrected: bool, dry_run: bool) -> int:
    """Send what is due: published reports, answers, reminders, announcements.

    Each mail is sent once, however often the command is given. What a server has refused for good is not tried again by
    itself: correct the address in campaign.yaml, then give the command with --to. Exit status 1 when a mail was refused
    for good, 4 when the mail server does not do its part.

    \b
    Examples:
      pbem mail send volga --dry-run
      pbem mail send volga
      pbem mail send volga --corrected
    """
    from pbem.campaign.folder import Campaign
    from pbem.mail.sending import send, would_send

    receiver = _receiver(folder, to)
    if dry_run:
        sent = would_send(Campaign(folder), arguments.now(), to=receiver, corrected=corrected)
    else:
        fetched = _look_for_copies(folder)
        sent = send(
            folder,
            command="pbem mail send",
            clock=arguments.now,
            to=receiver,
            corrected=corrected,
            fetched=fetched,
        )
    campaign = Campaign(folder)
    for one in sent:
        print_sent(campaign, one)
    if not sent:
        console.say("Nothing is to be sent.")
    print_not_sent(campaign, receiver, dry_run=dry_run)
    ended = {one.ended for one in sent}
    return FINDINGS if ended & {"refused", "given_up"} else MAIL_SERVER if ended & {"later"} else FINE


def _look_for_copies(folder: Path) -> bool:
    """Whether mails are in doubt, whose copies may have come back, and the mailbox was read for them."""
    from pbem.campaign.folder import Campaign
    from pbem.mail.fetching import fetch
    from pbem.mail.intake import decide_waiting

    campaign = Campaign(folder)
    if not any(out.state == "in_doubt" and out.copied for out in campaign.course.mail.out.values()):
        return False
    fetch(folder, command="pbem mail send", now=arguments.now())
    decide_waiting(folder, command="pbem mail send", now=arguments.now())
    return True


def _receiver(folder: Path, to: str | None) -> str | None:
    """Whom `--to` means."""
    from pbem.campaign.folder import Campaign
    from pbem.campaign.mail_course import GAMESMASTER

    if to is None or to.lower() == GAMESMASTER:
        return to and to.lower()
    seats = [seat.player for seat in Campaign(folder).course.seats]
    if to.upper() not in seats:
        raise CommandError(f"there is no player {to!r}", cure=f"The players are {', '.join(seats)}.")
    return to.upper()


@mail_command.command("test")
@arguments.folder
def test_command(folder: Path) -> int:
    """Try both mail servers: connection, TLS, password, folder. Nothing is changed or sent.

    Exit status 0 when all is well, 4 when something is wrong.

    \b
    Example:
      pbem mail test volga
    """
    from pbem.campaign.folder import Campaign
    from pbem.mail.servers.trial import trial
    from pbem.mail.settings import mail_settings

    settings = mail_settings(Campaign(folder))
    console.say(f"The campaign's address is {settings.address}.")
    well = True
    for step in trial(settings):
        mark = "-    " if not step.settled else "well " if step.well else "WRONG"
        console.paragraph(f"{mark}  {step.name}: {step.said}", hang=7)
        if step.cure:
            console.paragraph(step.cure, 7)
        well = well and step.well
    return FINE if well else MAIL_SERVER
