"""One round of a campaign's mail by itself: fetch, decide and acknowledge, remind, adjudicate when it is time, publish, send.

A mailbox that cannot be read holds up the adjudication, since orders may lie in it; whatever else goes wrong is told, and
the rest of the round goes on.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pbem.campaign.adjudicating import adjudicate, missing
from pbem.campaign.course import Course, words_of
from pbem.campaign.decisions.deadlines import deadline_of
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.making import unpublished
from pbem.campaign.times import duration
from pbem.errors import FINE, PbemError, Refused
from pbem.mail.fetching import fetch
from pbem.mail.intake import decide_waiting
from pbem.mail.sending import Clock, send
from pbem.mail.settings import MailSettings, mail_settings

COMMAND = "pbem host"
ENDED = {
    "taken": "sent",
    "later": "not taken for now",
    "refused": "refused for good",
    "given_up": "given up",
    "in_doubt": "in doubt",
}


class Round(NamedTuple):
    """What happened in a round: lines for who watches, and the exit status of the worst that went wrong."""

    lines: tuple[str, ...]
    status: int


def run_round(folder: Path, clock: Clock) -> Round:
    """One round for one campaign. Errors are told, not raised."""
    return _Round(folder, clock).run()


class _Round:
    """A round under way."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._lines: list[str] = []
        self._status = FINE

    def run(self) -> Round:
        """All steps in turn."""
        try:
            settings = mail_settings(Campaign(self._folder))
        except PbemError as problem:
            return Round((str(problem),), problem.status)
        fetched = settings.incoming is None or self._goes(self._fetch)
        self._goes(self._decide)
        if fetched:
            self._goes(lambda: self._adjudicate(settings))
        self._goes(lambda: self._publish(settings))
        if settings.outgoing is not None:
            self._goes(lambda: self._send(fetched=fetched and settings.incoming is not None))
        return Round(tuple(self._lines), self._status)

    def _goes(self, step: Callable[[], None]) -> bool:
        """Whether a step goes well; what goes wrong in it is told."""
        try:
            step()
        except PbemError as problem:
            self._lines.append(str(problem))
            if not isinstance(problem, Refused):
                self._status = max(self._status, problem.status)
            return False
        return True

    def _fetch(self) -> None:
        number = fetch(self._folder, command=COMMAND, now=self._clock())
        if number:
            self._lines.append(f"{number} mail{'s' if number > 1 else ''} fetched")

    def _decide(self) -> None:
        for outcome in decide_waiting(self._folder, command=COMMAND, now=self._clock()):
            verdict = outcome.decided.verdict
            self._lines.append(f"mail {outcome.id}: {verdict.decision}. {outcome.decided.reason}")

    def _adjudicate(self, settings: MailSettings) -> None:
        now = self._clock()
        with at_work(self._folder, command=COMMAND, now=now) as campaign:
            why = waits(campaign, settings, now)
            if why:
                self._lines += [why] if why in TOLD else []
                return
            played = adjudicate(campaign, now)
            self._lines.append(f"{played.moment.words} adjudicated")

    def _publish(self, settings: MailSettings) -> None:
        now = self._clock()
        if settings.host.publish == "by_hand":
            return
        with at_work(self._folder, command=COMMAND, now=now) as campaign:
            if unpublished(campaign.course):
                keys = publish(campaign, now)
                self._lines += [f"the report of {words_of(key)} published" for key in keys]

    def _send(self, *, fetched: bool) -> None:
        for sent in send(self._folder, command=COMMAND, clock=self._clock, fetched=fetched):
            if sent.ended in ENDED:
                said = f": {sent.said}" if sent.ended != "taken" and sent.said else ""
                self._lines.append(f"to {sent.to}, {sent.subject!r}: {ENDED[sent.ended]}{said}")


HELD = "not adjudicated: a mail with orders waits for your decision (`pbem mail list`)"
TOLD = (HELD,)
"""Reasons to wait that the gamesmaster should know of."""


def waits(campaign: Campaign, settings: MailSettings, now: datetime) -> str:
    """Why the awaited Phase is not adjudicated yet, in words; empty: it is time."""
    course = campaign.course
    if course.over:
        return "the campaign is over"
    if settings.host.adjudicate == "by_hand" or course.dice == "manual":
        return "adjudicated by hand"
    if course.previous not in course.published:
        return "the last report is not published"
    if not _is_time(course, settings, now):
        return "sheets are missing, and the deadline has not passed"
    return HELD if settings.host.wait_for_held and _orders_held(course) else ""


def _is_time(course: Course, settings: MailSettings, now: datetime) -> bool:
    """Whether all sheets are in, or the deadline and the time of grace have passed."""
    deadline = deadline_of(course)
    if deadline is not None and now >= deadline + duration(course.deadline_rules.get("grace", "0h")):
        return True
    return settings.host.adjudicate == "when_complete" and not missing(course)


def _orders_held(course: Course) -> bool:
    """Whether a mail with orders that came since the Phase is awaited is held; late ones and letters hold up nothing."""
    since = course.since.get(course.moment.key, 0)
    seen = [course.mail.seen[name] for name in course.held if name in course.mail.seen]
    return any(one.about == "orders" and one.number > since for one in seen)
