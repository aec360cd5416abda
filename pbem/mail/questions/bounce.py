"""Is it a report that one of our mails did not arrive? Then it is laid beside the seat it concerns."""

import re

from pbem.mail.case import Case, Verdict
from pbem.mail.reading.message import Message, Part

LONGEST = 300
"""Letters kept of what a server says."""
_FIELD = re.compile(
    r"(?im)^(action|status|final-recipient|original-recipient|diagnostic-code)\s*:\s*(.{1,500})$"
)
_ID = re.compile(r"(?im)^message-id\s*:\s*(<[^<>\s]{3,250}>)")
_POSTMASTER = re.compile(r"(?i)^(mailer-daemon|postmaster|mail delivery (sub)?system)@?")


def ask(case: Case) -> Verdict | None:
    """A delivery report, by RFC 3464 or as older servers write it, on a mail of ours."""
    message = case.message
    if message.report_type == "disposition-notification":
        return Verdict("ignored", "mail_read_receipt", {}, case.from_seat)
    if message.report_type != "delivery-status" and not _from_postmaster(message):
        return None
    named = _named(case)
    out_id = next((found for name in named if (found := case.desk.sender.out_id(name))), "")
    if not out_id and any(case.desk.sender.is_of_another(name) for name in named):
        return Verdict("ignored", "mail_bounce_elsewhere", {})
    fields = _fields(message)
    player = _player(case, out_id, fields)
    action = fields.get("action", "failed").lower()
    if action in ("delayed", "delivered", "relayed", "expanded"):
        return Verdict(
            "ignored",
            "mail_delayed" if action == "delayed" else "mail_delivered",
            {"player": player or None},
            player,
        )
    why = _why(message, fields)
    return Verdict(
        "ignored", "mail_bounce", {"player": player or None, "text": why}, player, bounce_of=out_id
    )


def _from_postmaster(message: Message) -> bool:
    """Whether it comes from a mail server's own hand: no Return-Path, and a name that servers use."""
    paths = message.all("return-path")
    nobody = bool(paths) and paths[0].strip() in ("<>", "")
    return (nobody or bool(message.all("x-failed-recipients"))) and bool(_POSTMASTER.match(message.sender))


def _named(case: Case) -> list[str]:
    """The Message-IDs of mails that the report may be about."""
    named = [*case.message.all("in-reply-to"), *case.message.get("references").split()]
    for part in case.message.parts:
        named += _ID.findall(_text(part))
    return named


def _fields(message: Message) -> dict[str, str]:
    """The fields of the report that programs read, by name; the first of each."""
    found: dict[str, str] = {}
    for part in message.parts:
        if part.type == "message/delivery-status" or "message/delivery-status" in part.inside:
            for name, value in _FIELD.findall(_text(part)):
                found.setdefault(name.lower(), value.strip())
    failed = message.get("x-failed-recipients")
    if failed:
        found.setdefault("final-recipient", failed)
    return found


def _player(case: Case, out_id: str, fields: dict[str, str]) -> str:
    """Whose seat it concerns: that of the mail, or of the address that could not be reached."""
    out = case.desk.course.mail.out.get(out_id)
    if out is not None:
        return out.to if len(out.to) == 1 else ""
    address = (
        fields.get("original-recipient", fields.get("final-recipient", "")).rpartition(";")[2].strip().lower()
    )
    seats = [seat.player for seat in case.desk.course.seats if seat.email and seat.email.lower() == address]
    return seats[0] if len(seats) == 1 else ""


def _why(message: Message, fields: dict[str, str]) -> str:
    """What the server said, on one line."""
    said = fields.get("diagnostic-code", "").partition(";")[2].strip() or fields.get("diagnostic-code", "")
    text = " ".join(part for part in (fields.get("status", ""), said) if part)
    return " ".join((text or message.subject).split())[:LONGEST]


def _text(part: Part) -> str:
    """What it says, with its headers where it is a mail or a report within this one."""
    content = part.content[:20_000].decode("utf-8", "replace").replace("\r\n", "\n")
    return f"{part.head}\n\n{content}"
