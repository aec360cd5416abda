"""What the commands of ``pbem mail`` print: what was decided of mails, a mail itself, and what became of those sent."""

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import as_typed

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign
    from pbem.mail.decide import Decided
    from pbem.mail.intake import Outcome
    from pbem.mail.listing import Listing
    from pbem.mail.sending import Sent
    from pbem.mail.showing import ShownMail

ENDED = {
    "taken": "sent",
    "later": "not taken for now, tried again later",
    "refused": "refused for good",
    "given_up": "given up",
    "in_doubt": "in doubt: whether the server took it shows when its copy comes back",
    "waiting": "waits until it is tried again",
    "no_address": "not sent: no address in campaign.yaml",
    "would_send": "would be sent",
}
"""What became of a mail, in words."""


def print_outcome(outcome: "Outcome") -> None:
    """What was decided of a mail, in a line."""
    decided = outcome.decided
    console.say(f"{outcome.id}  {decided.verdict.decision:<8}{_whose(decided):<10}{decided.reason}")


def _whose(decided: "Decided") -> str:
    return f"player {decided.verdict.player}" if decided.verdict.player else ""


def print_how_to_decide(folder: Path, held: list[str], *, seen: bool = False) -> None:
    """What can be done with mails that wait for the gamesmaster; `seen`: he reads one now."""
    if not held:
        return
    named = f"{as_typed(folder)} {held[0] if len(held) == 1 else 'ID'}"
    ways = [
        (f"pbem mail show {named}", "prints it"),
        (f'pbem mail accept {named} --why "..."', "lets its sheet count, or notes that a letter is read"),
        (f'pbem mail reject {named} --why "..."', "does not, and tells the player why"),
    ]
    console.say()
    console.say(f"{arguments.plural(len(held), 'mail')} held for your decision:")
    console.columns(ways[1:] if seen else ways, indent=2)


def print_listing(campaign: "Campaign", found: "Listing", *, everything: bool) -> None:
    """The mails that came, and mails of ours."""
    for mail in found.came:
        whose = f"player {mail.player}, " if mail.player else ""
        console.say(f"{mail.id}  {mail.decision}")
        console.paragraph(
            f"{whose}{mail.received}, from {mail.sender or 'nobody'}: {mail.subject or '(no subject)'}", 2
        )
        console.paragraph(mail.reason + (f" Gamesmaster: {mail.why}" if mail.why else ""), 2)
    if found.out:
        console.say(
            "Mails to players, not yet taken by the server:" if not everything else "Mails to players:"
        )
    for out in found.out:
        console.say(f"{out.id}  {out.state}")
        console.paragraph(out.said, 2)
    if not found.came and not found.out:
        console.say("No mails.")
    if found.out:
        print_refused(campaign)
    print_how_to_decide(campaign.folder, [mail.id for mail in found.came if mail.decision == "held"])


def print_mail(campaign: "Campaign", shown: "ShownMail") -> None:
    """A mail, with what was decided of it."""
    came = shown.came
    names = {seat.player: seat.name for seat in campaign.course.seats}
    console.facts(
        [
            ("mail", came.id),
            ("from", shown.sender or "nobody"),
            ("subject", came.subject),
            ("received", came.received),
            ("player", f"{came.player} ({names.get(came.player, '')})" if came.player else ""),
            (came.decision, came.reason),
            ("gamesmaster", came.why),
            ("file", str(shown.path)),
        ]
    )
    if shown.sealed:
        own = campaign.course.playing_gamesmaster
        console.say()
        console.paragraph(
            f"You play in this campaign, and there may be orders in this mail: it is shown once the sheet of player "
            f"{own} is on file."
        )
    for text in shown.texts:
        console.say()
        if text.name:
            console.say(f"{text.name}:")
        for line in text.lines:
            console.quoted(line)
    if shown.more:
        console.say(f"{arguments.plural(shown.more, 'more line')}: see the file.")
    if shown.attachments:
        console.say()
        console.paragraph(f"Not shown: {', '.join(shown.attachments)}.")
    if came.decision == "held":
        print_how_to_decide(campaign.folder, [came.id], seen=True)


def print_sent(campaign: "Campaign", sent: "Sent") -> None:
    """What became of a mail of ours; the address where somebody may want to look at it."""
    from pbem.mail.sending import address_of

    said = f" ({sent.said})" if sent.said and sent.ended != "taken" else ""
    address = address_of(campaign, sent.to) if sent.ended in ("would_send", "refused", "given_up") else ""
    to = f"{sent.to} <{address}>" if address else sent.to
    console.say(f"to {to}: {sent.subject}: {ENDED[sent.ended]}{said}")


def print_not_sent(campaign: "Campaign", to: str | None, *, dry_run: bool) -> None:
    """Who gets nothing, and what to do about it: mails that were refused for good, seats without an address."""
    from pbem.campaign.mail_course import GAMESMASTER
    from pbem.mail.sending import address_of, without_address

    if not dry_run or to is None:
        print_refused(campaign, to)
    seats = [seat for seat in without_address(campaign) if to in (None, seat.player)]
    if seats:
        names = ", ".join(f"{seat.player} ({seat.name})" for seat in seats)
        console.paragraph(f"Nothing is mailed to {names}: no address in campaign.yaml.")
    if dry_run and to in (None, GAMESMASTER) and not address_of(campaign, GAMESMASTER):
        console.paragraph(
            "Nothing is mailed to you, the gamesmaster: no address behind `gamesmaster:` in campaign.yaml."
        )


def print_refused(campaign: "Campaign", to: str | None = None) -> None:
    """What was refused for good, and how it is tried again."""
    from pbem.mail.outbox import who
    from pbem.mail.sending import address_of, refused_for_good

    folder = as_typed(campaign.folder)
    for receiver, number in refused_for_good(campaign, to).items():
        address = address_of(campaign, receiver) or "no address"
        it = "it" if number == 1 else "them"
        console.paragraph(
            f"{arguments.plural(number, 'mail')} to {who(receiver)} <{address}> refused for good. Correct the address in "
            f"campaign.yaml, then try {it} again: pbem mail send {folder} --to {receiver}"
        )
