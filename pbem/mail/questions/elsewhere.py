"""Is it for another campaign that shares the mailbox? Then it is none of our business, and not answered."""

import re

from pbem.mail.case import Case, Verdict
from pbem.mail.reading.message import addresses

_RECIPIENT_HEADERS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-forwarded-to")


def ask(case: Case) -> Verdict | None:
    """By the address it was sent to, where addresses have a part behind ``+``; by the campaign its sheet or subject names.

    A sheet with the secret word of a player of ours is ours, whatever else it says.
    """
    other = _other_address(case) or _other_name(case)
    if not other or case.holds_key():
        return None
    return Verdict("ignored", "mail_elsewhere", {"text": other})


def _other_address(case: Case) -> str:
    """The address it was sent to, if that is ours but for the part behind ``+``, and ours is not among them."""
    ours = case.desk.settings.address.lower()
    sent_to = {
        one for name in _RECIPIENT_HEADERS for value in case.message.all(name) for one in addresses(value)
    }
    if ours in sent_to:
        return ""
    return next((one for one in sorted(sent_to) if "+" in one and _bare(one) == _bare(ours)), "")


def _bare(address: str) -> str:
    """The address without its part behind ``+``."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def _other_name(case: Case) -> str:
    """The campaign that all its sheets name, or where there is none its subject, if that is another one.

    A player of ours may have misspelt the name, and must be told; unless the mail is an answer to that other campaign's.
    """
    ours = case.desk.course.name.casefold()
    found = re.search(r"\[([^\W_][\w.-]{0,39})\]", case.message.subject)
    about = found[1] if found and found[1].casefold() != ours else ""
    named = [found.read.head.campaign for found in case.search.sheets]
    others = [name.strip() for name in named if name and name.strip().casefold() != ours]
    if len(others) < len(named):
        return ""
    other = others[0][:40] if others else about
    if (
        case.from_seats
        and not _answers_another(case)
        and (not others or about.casefold() != other.casefold())
    ):
        return ""
    return other


def _answers_another(case: Case) -> bool:
    """Whether it answers a mail of another campaign with the same domain."""
    named = [case.message.get("in-reply-to"), *case.message.get("references").split()[-1:]]
    return any(case.desk.sender.is_of_another(name) for name in named)
