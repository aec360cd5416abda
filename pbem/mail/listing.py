"""The mails of a campaign for showing: what came and what was decided of it, and what of ours did not arrive."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.campaign.folder import Campaign, unstamp
from pbem.campaign.secret_words import hidden
from pbem.campaign.times import in_words
from pbem.mail.intake import beginning, stored_in
from pbem.mail.reading.message import Message, read_message
from pbem.words import shortened

NOT_SHOWN = "(not shown)"
"""What stands in a mail that is shown in the place of a secret word."""


class Came(NamedTuple):
    """A mail that came."""

    id: str
    decision: str
    player: str
    received: str
    sender: str
    subject: str
    reason: str
    why: str
    """The gamesmaster's reason, where he decided."""


class Went(NamedTuple):
    """A mail of ours."""

    id: str
    to: str
    kind: str
    state: str
    said: str


class Listing(NamedTuple):
    """Both, oldest first."""

    came: tuple[Came, ...]
    out: tuple[Went, ...]


def listing(campaign: Campaign, *, only_held: bool = False, everything: bool = False) -> Listing:
    """The mails of a campaign: without `everything`, no machine mail and nothing of ours that arrived."""
    mail = campaign.course.mail
    paths = {stored.id: stored.path for stored in stored_in(campaign.folder)}
    came: list[Came] = []
    for name, seen in mail.seen.items():
        facts = _private(campaign, seen.place)
        if only_held and seen.decision != "held":
            continue
        if seen.decision == "ignored" and not everything and "bounce_of" not in facts:
            continue
        head = read_message(beginning(paths[name], 64 * 1024)) if name in paths else Message(())
        came.append(came_of(campaign, name, head))
    return Listing(tuple(came), () if only_held else _out(campaign, everything=everything))


def came_of(campaign: Campaign, name: str, head: Message) -> Came:
    """What is told of a mail that came."""
    facts = _private(campaign, campaign.course.mail.seen[name].place)
    secrets = campaign.secrets.keys.values() if campaign.secrets_path.exists() else ()
    return Came(
        name,
        str(facts.get("decision", "")),
        str(facts.get("player", "")),
        in_words(unstamp(facts["received"]), campaign.course.zone) if "received" in facts else "",
        hidden(head.sender, secrets, NOT_SHOWN),
        shortened(hidden(head.subject, secrets, NOT_SHOWN)),
        str(facts.get("text", "")),
        str(facts.get("why", "")),
    )


def _out(campaign: Campaign, *, everything: bool) -> tuple[Went, ...]:
    found = campaign.course.mail.out.items()
    return tuple(
        Went(name, out.to, out.kind, out.state, str(_private(campaign, out.place).get("text", "")))
        for name, out in found
        if everything or out.state not in ("sent", "withdrawn")
    )


def _private(campaign: Campaign, place: int) -> Mapping[str, Any]:
    return campaign.record_at(place).private or {}
