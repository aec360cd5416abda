"""Exactly one decision for every mail: the questions in their order, and the first answer that decides.

The decision, the sheet that counts by it, and the answer to it become records of the ledger in one write; the answer lies
in the outbox before. Deciding the same mail again after a crash writes the same again.
"""

from collections.abc import Callable
from typing import NamedTuple

from pbem.campaign.folder import stamp
from pbem.campaign.ledger import Entry
from pbem.campaign.playing import sheet_text
from pbem.campaign.receiving import Looked, lateness, next_version, refused_entry, same_text, sheet_entry
from pbem.campaign.secret_words import without_secrets
from pbem.core.terms import Player
from pbem.core.verdicts import Fact
from pbem.errors import Fault
from pbem.mail import outbox
from pbem.mail.case import Case, Desk, Verdict
from pbem.mail.letters.answers import answer_to
from pbem.mail.letters.compose import one_line
from pbem.mail.outbox import Written
from pbem.mail.questions import (
    bounce,
    elsewhere,
    fits,
    late,
    machine,
    no_sheet,
    our_own,
    parsed,
    repeated,
    several,
    unreadable,
    whose,
)
from pbem.mail.questions.whose import owner_of
from pbem.words import sentence

Question = Callable[[Case], Verdict | None]

QUESTIONS: tuple[Question, ...] = (
    our_own.ask,
    bounce.ask,
    machine.ask,
    unreadable.ask,
    repeated.ask,
    elsewhere.ask,
    several.ask,
    no_sheet.ask,
    parsed.ask,
    whose.ask,
    fits.ask,
    late.ask,
)
"""Each supposes that those before it did not decide."""
_NO_ENTRY = Entry("mail_out", {}, {})
WARNINGS_A_DAY = 3
"""Answers of a day that tell of sheets without proof, so that nobody can use up a player's answers."""


class Decided(NamedTuple):
    """What became of a mail: in words, for the ledger, and for the outbox."""

    verdict: Verdict
    reason: str
    entries: tuple[Entry, ...]
    answer: Written | None

    def told(self) -> "Decided":
        """Only what is told of it: without the sheet, the facts of the reason, the records and what the answer says, of
        which a large batch would fill the memory."""
        verdict = self.verdict._replace(facts={}, looked=None, found=None)
        answer = self.answer._replace(content=b"", entry=_NO_ENTRY) if self.answer else None
        return Decided(verdict, self.reason, (), answer)


def judge(case: Case) -> Verdict:
    """The decision on a mail. Whatever is in the mail raises nothing; what is raised is a fault of the program."""
    for ask in QUESTIONS:
        verdict = ask(case)
        if verdict is not None:
            return verdict
    return counts(case)


def counts(case: Case) -> Verdict:
    """The decision that its sheet counts."""
    player, looked = owner_of(case), case.looked
    version = _version_on_file(case.desk, player, looked)
    code = "mail_counts_again" if version else "mail_counts_with_errors" if looked.errors else "mail_counts"
    facts: dict[str, Fact] = {
        "player": player,
        "number": version or next_version(case.desk.campaign, player),
        "number_errors": looked.errors,
    }
    return Verdict("counts", code, facts, player, answer="ack", looked=looked, found=case.sheet)


def _version_on_file(desk: Desk, player: Player, looked: Looked) -> int:
    """The version under which the very same text counts already; 0: it does not."""
    before = desk.course.on_file(player)
    if before is None or before.number < desk.course.since.get(desk.course.moment.key, 0):
        return 0
    return before.version if same_text(sheet_text(desk.campaign, before), looked.text) else 0


def decide(case: Case) -> Decided:
    """The decision on a mail with all that follows from it. Nothing is written."""
    return settled(case, judge(case))


def settled(case: Case, verdict: Verdict, *, why: str = "", by_gamesmaster: bool = False) -> Decided:
    """A decision with the records it makes and the answer to it."""
    desk = case.desk
    reason = one_line(without_secrets(sentence(verdict.code, verdict.facts, desk.rules), desk.sender.secrets))
    sheet = _sheet_entry(case, verdict, late=by_gamesmaster)
    sealed = str(sheet.facts.get("sealed", "")) if sheet else ""
    answer, unanswered = _answer(case, verdict, reason, sealed=sealed, why=why, again=by_gamesmaster)
    facts: dict[str, object] = {
        "id": case.id,
        "received": stamp(case.received),
        "message": case.mark,
        "text_mark": case.text_mark if case.mark else "",
        "decision": verdict.decision,
        "code": verdict.code,
        "about": _about(verdict),
        "player": verdict.player,
        "text": f"{reason} {unanswered}".rstrip(),
        "answer": answer.out_id if answer else "",
    }
    if verdict.bounce_of is not None:
        facts["bounce_of"] = verdict.bounce_of
    if by_gamesmaster:
        facts |= {"by": "gamesmaster", "why": why}
    entries = [*([sheet] if sheet else []), Entry("mail", {}, facts), *_proved(case, verdict)]
    entries += [answer.entry] if answer else []
    return Decided(verdict, reason, tuple(entries), answer)


def _about(verdict: Verdict) -> str:
    """What a mail is about, for whoever waits for decisions on held ones: a letter and a late sheet hold up nothing."""
    return {"mail_letter": "letter", "mail_blank": "letter", "mail_late": "late"}.get(verdict.code, "orders")


def _proved(case: Case, verdict: Verdict) -> list[Entry]:
    """The record that a mail of ours which was in doubt was taken by the server, since its copy came."""
    name = case.desk.sender.out_id(case.message.get("message-id")) if verdict.code == "mail_own" else ""
    out = case.desk.course.mail.out.get(name)
    if out is None or out.state != "in_doubt":
        return []
    said = sentence("out_proved", {"text_to": outbox.who(out.to), "text_id": name})
    return [
        Entry("mail_out", {}, {"id": name, "to": out.to, "kind": out.kind, "state": "sent", "text": said})
    ]


def _sheet_entry(case: Case, verdict: Verdict, *, late: bool) -> Entry | None:
    """The record of the sheet: on file, or refused as a whole."""
    looked, campaign = verdict.looked, case.desk.campaign
    if looked is None or verdict.code == "mail_counts_again":
        return None
    if verdict.decision == "counts":
        too_late = late and bool(lateness(campaign, case.received))
        return sheet_entry(campaign, looked, received=case.received, late=too_late, source="mail")
    if looked.player is None and verdict.decision == "refused":
        return refused_entry(campaign, looked, received=case.received, source="mail")
    return None


def _answer(
    case: Case, verdict: Verdict, reason: str, *, sealed: str, why: str, again: bool
) -> tuple[Written | None, str]:
    """The answer for the outbox, or the sentence that says why there is none."""
    seat = case.desk.course.seat(verdict.player) if verdict.answer else None
    if seat is None:
        return None, ""
    if not seat.email:
        return None, sentence("note_no_address", {"player": seat.player})
    counts_as = "warning" if verdict.answer == "warning" else "answer"
    if _used_up(case.desk, seat.player, counts_as):
        return None, sentence("note_limit", {"player": seat.player})
    letter = answer_to(case, verdict, reason, seat, sealed=sealed, why=why)
    try:
        return outbox.write(
            letter,
            case.desk.sender,
            out_id=f"{verdict.answer}.{case.id}{'.again' if again else ''}",
            to=seat.player,
            kind=verdict.answer,
            now=case.desk.now,
            counts_as=counts_as,
        ), ""
    except Fault as problem:
        return None, f"Not answered: {problem.what}."


def _used_up(desk: Desk, player: Player, counts_as: str) -> bool:
    """Whether the seat has had its answers of the day."""
    day = stamp(desk.now)[:10]
    warnings = desk.course.mail.answers_on(day, "warning", player)
    answers = desk.course.mail.answers_on(day, "answer", player)
    if counts_as == "warning" and warnings >= WARNINGS_A_DAY:
        return True
    return warnings + answers >= int(desk.settings.answers_a_day)


def fault_of(case: Case, problem: Exception) -> Decided:
    """The decision on a mail at which the program itself failed: the gamesmaster has to look at it."""
    verdict = Verdict("held", "mail_fault", {"text": type(problem).__name__}, "")
    facts = {
        "id": case.id,
        "received": stamp(case.received),
        "message": "",
        "text_mark": "",
        "decision": "held",
        "code": verdict.code,
        "about": "orders",
        "player": verdict.player,
        "text": sentence(verdict.code, verdict.facts),
        "answer": "",
    }
    return Decided(verdict, str(facts["text"]), (Entry("mail", {}, facts),), None)
