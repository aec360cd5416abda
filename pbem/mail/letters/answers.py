"""The answer to a mail: what was understood of it, whether it counts, and if not why. Goes to the seat's address alone."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pbem.campaign.course import Seat
from pbem.campaign.decisions.deadlines import deadline_of
from pbem.campaign.folder import unstamp
from pbem.campaign.receiving import Looked
from pbem.campaign.times import in_words
from pbem.mail.case import Case, Verdict
from pbem.mail.letters.compose import Letter, Person
from pbem.mail.letters.texts import mail_text, subject
from pbem.sheets.echo import in_words as orders_in_words
from pbem.sheets.findings import Finding
from pbem.sheets.write import normalised
from pbem.words import sentence, shortened

SUBJECTS = {
    "ack": "your sheet counts",
    "held": "your mail waits for the gamesmaster",
    "refused": "your mail does not count",
    "warning": "a sheet in your name without proof",
}
WITHOUT_DETAILS = ("warning", "held")
"""Answers that may go to somebody else than the sheet's writer, or are not on a sheet: they show nothing of it."""


class _Shown(NamedTuple):
    """A finding as the answer shows it."""

    line: int
    grade: str
    sentence: str
    cases: tuple[str, ...]
    suggestion: str
    shown: str


def answer_to(
    case: Case, verdict: Verdict, reason: str, seat: Seat, *, sealed: str = "", why: str = ""
) -> Letter:
    """The answer to a mail for the player of a seat. `sealed`: the SHA-256 of the playing gamesmaster's sheet."""
    facts = {
        **_about_campaign(case, seat),
        **_about_mail(case, verdict),
        **_about_sheet(case, verdict),
        "reason": reason,
        "sealed": sealed,
        "why": why,
    }
    kind = verdict.answer
    return Letter(
        to=Person(seat.name, seat.email),
        subject=subject(case.desk.course, SUBJECTS[kind]),
        text=mail_text(case.desk.campaign, f"{kind}.txt.j2", facts),
        answers=case.message.message_id if kind != "warning" else "",
        thread=case.message.get("references").split()[-5:]
        if kind != "warning" and case.message.message_id
        else (),
    )


def _about_campaign(case: Case, seat: Seat) -> Mapping[str, Any]:
    course = case.desk.course
    zone = seat.zone or course.zone
    deadline = deadline_of(course)
    on_file = course.on_file(seat.player)
    return {
        "campaign": course.name,
        "phase": course.moment.words,
        "address": case.desk.settings.address,
        "over": course.over,
        "deadline": in_words(deadline, zone) if deadline else "",
        "counts_now": {"version": on_file.version, "time": in_words(unstamp(on_file.time), zone)}
        if on_file
        else None,
        "received": in_words(case.received, zone),
    }


def _about_mail(case: Case, verdict: Verdict) -> Mapping[str, Any]:
    found = verdict.found
    codes = [*(found.notes if found else ()), *(["page"] if found and found.where == "page" else [])]
    return {
        "subject": shortened(case.message.subject),
        "sender": case.message.sender if verdict.answer == "warning" else "",
        "letter": verdict.code in ("mail_letter", "mail_blank"),
        "has_sheet": found is not None,
        "how_to": verdict.code
        in ("mail_letter", "mail_blank", "mail_no_marks", "mail_no_end", "mail_placeholder"),
        "notes": [sentence(f"note_{code}", {}) for code in codes] if verdict.answer != "warning" else [],
    }


def _about_sheet(case: Case, verdict: Verdict) -> Mapping[str, Any]:
    looked = verdict.looked
    facts: dict[str, Any] = {
        "version": verdict.facts.get("number"),
        "again": verdict.code == "mail_counts_again",
        "errors": looked.errors if looked else 0,
        "findings": _findings(looked) if looked and verdict.answer not in WITHOUT_DETAILS else [],
    }
    if looked is not None and looked.read.sheet is not None and verdict.answer == "ack":
        sheet, rules, moment = looked.read.sheet, case.desk.rules, case.desk.course.moment
        facts["echoes"] = orders_in_words(sheet, rules)
        facts["sheet"] = normalised(
            sheet, rules, campaign=case.desk.course.name, turn=moment.turn, phase=moment.phase
        )
    return facts


def _findings(looked: Looked) -> list[_Shown]:
    lines = looked.read.text.split("\n")
    return [
        _Shown(one.line, one.grade, one.sentence, one.cases, one.suggestion, _line_shown(one, lines))
        for one in looked.findings
    ]


def _line_shown(finding: Finding, lines: list[str]) -> str:
    """The line a finding is about, unless the secret word stands on it."""
    if finding.grade == "note" or finding.path == "key" or not 0 < finding.line <= len(lines):
        return ""
    line = lines[finding.line - 1].strip()
    return "" if "key" in line.lower() else shortened(line)
