"""Was it written by a machine? Such mail is never answered, lest two machines answer each other for ever."""

from pbem.mail.case import Case, Verdict
from pbem.mail.reading.message import Message


def ask(case: Case) -> Verdict | None:
    """Mail of a machine is ignored. Where a sheet with a player's secret word is in it, the gamesmaster decides."""
    code = written_by(case.message)
    if not code:
        return None
    owner = "" if case.message.fault else case.holds_key()
    if owner:
        return Verdict("held", "mail_machine_with_key", {"player": owner}, owner)
    return Verdict("ignored", code, {}, case.from_seat)


def written_by(message: Message) -> str:
    """Why a mail must not be answered, by a code; empty: a person wrote it."""
    submitted = message.get("auto-submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return "mail_automatic"
    precedence = message.get("precedence").strip().lower()
    if precedence in ("bulk", "junk", "list", "auto_reply"):
        return "mail_bulk"
    if message.all("list-id"):
        return "mail_list"
    if any(path.strip() in ("<>", "") for path in message.all("return-path")[:1]):
        return "mail_no_return"
    if message.type == "multipart/report":
        return "mail_report"
    return "mail_loop" if message.all("x-loop") else ""
