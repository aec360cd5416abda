"""Is it one of our own mails coming back? Its copy to ourselves proves that the server took it."""

from pbem.mail.case import Case, Verdict


def ask(case: Case) -> Verdict | None:
    """Ours are ignored: by their Message-ID, or where it was changed on the way by their X-Loop; but for one that somebody has
    made a sheet of."""
    message = case.message
    out_id = case.desk.sender.out_id(message.get("message-id"))
    looped = case.desk.sender.address.lower() in (value.strip().lower() for value in message.all("x-loop"))
    if out_id or (looped and (message.fault or not case.holds_key())):
        out = case.desk.course.mail.out.get(out_id)
        return Verdict("ignored", "mail_own", {}, out.to if out and len(out.to) == 1 else "")
    return None
