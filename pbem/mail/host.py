"""One round of a campaign's mail by itself: fetch, decide and acknowledge, remind, adjudicate when it is time, publish, send.

A mailbox that cannot be read holds up the adjudication, since orders may lie in it; whatever else goes wrong is told, and
the rest of the round goes on. What stays as it was is told once, not in every round: mail/.told holds what was told last.
"""

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from pbem.campaign import files
from pbem.campaign.adjudicating import adjudicate, named, without_sheet
from pbem.campaign.awaited import correction_window, missing
from pbem.campaign.course import Course, words_of
from pbem.campaign.decisions.deadlines import deadline_of
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.held_mails import held_in_words, held_orders
from pbem.campaign.making import unpublished
from pbem.campaign.times import duration
from pbem.errors import FINE, PbemError, Refused, as_typed
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


def run_round(folder: Path, clock: Clock, *, anew: bool = False) -> Round:
    """One round for one campaign. Errors are told, not raised. `anew`: what still stands is told although it was before."""
    return _Round(folder, clock).run(anew=anew)


class _Round:
    """A round under way."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._lines: list[str] = []
        self._standing: list[str] = []
        """What is so, and stays so until somebody does something."""
        self._status = FINE
        self._missed = False
        """Whether a step failed, so that what stands may not have been seen."""

    def run(self, *, anew: bool) -> Round:
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
        else:
            self._standing.append(NO_SERVER)
        self._goes(lambda: self._tell_standing(anew=anew))
        return Round(tuple(self._lines), self._status)

    def _goes(self, step: Callable[[], None]) -> bool:
        """Whether a step goes well; what goes wrong in it is told."""
        try:
            step()
        except Refused as problem:
            self._standing.append(str(problem))
            return False
        except PbemError as problem:
            self._lines.append(str(problem))
            self._status = max(self._status, problem.status)
            self._missed = True
            return False
        return True

    def _tell_standing(self, *, anew: bool) -> None:
        """Tell what stands and was not told in a round before."""
        path = self._folder / "mail" / TOLD
        before = _told(path)
        self._lines += [one for one in self._standing if anew or one not in before]
        now = list(dict.fromkeys([*(before if self._missed else ()), *self._standing]))
        if now != before:
            files.make_folder(path.parent)
            files.write_passing(path, json.dumps(now, ensure_ascii=False, indent=1).encode() + b"\n")

    def _fetch(self) -> None:
        number = fetch(self._folder, command=COMMAND, now=self._clock())
        if number:
            self._lines.append(f"{number} mail{'s' if number > 1 else ''} fetched")

    def _decide(self) -> None:
        for outcome in decide_waiting(self._folder, command=COMMAND, now=self._clock()):
            decision = outcome.decided.verdict.decision
            shown = f" (`pbem mail show {as_typed(self._folder)} {outcome.id}`)" if decision == "held" else ""
            self._lines.append(f"mail {outcome.id}: {decision}. {outcome.decided.reason}{shown}")

    def _adjudicate(self, settings: MailSettings) -> None:
        now = self._clock()
        with at_work(self._folder, command=COMMAND, now=now) as campaign:
            why = waits(campaign, settings, now)
            if why:
                self._standing += [why] if why.startswith(NOT_ADJUDICATED) else []
                return
            held = held_orders(campaign.course)
            played = adjudicate(campaign, now, despite_held=True)
            absent = without_sheet(campaign.course, played)
            without = f", without a sheet of {named(campaign.course, absent)}" if absent else ""
            without += f", not counting {held_in_words(campaign.course, held)}" if held else ""
            draft = f"; `pbem publish {as_typed(self._folder)}` publishes the report"
            by_hand = draft if settings.host.publish == "by_hand" else ""
            self._lines.append(f"{played.moment.words} adjudicated{without}{by_hand}")

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
            said = f": {sent.said}" if sent.ended != "taken" and sent.said else ""
            if sent.ended == "no_address":
                self._standing.append(
                    f"to {sent.to}, {sent.subject!r}: not sent, no address in campaign.yaml"
                )
            elif sent.ended in ENDED and (said or sent.ended != "in_doubt"):  # else told when it became so
                self._lines.append(f"to {sent.to}, {sent.subject!r}: {ENDED[sent.ended]}{said}")


def _told(path: Path) -> list[str]:
    """What was told last of what stands; nothing where that cannot be read."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []


TOLD = ".told"
NO_SERVER = (
    "nothing is sent: no server is settled that takes our mails (`outgoing:` under `mail:` in campaign.yaml; "
    "`pbem help mail`)"
)
NOT_ADJUDICATED = "not adjudicated: "
"""How a reason to wait begins that the gamesmaster should know of."""


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
    window = correction_window(campaign)
    if window is not None and now < window:
        return "players may still point out mistakes of the last report"
    return _held(campaign) if settings.host.wait_for_held else ""


def _held(campaign: Campaign) -> str:
    """Which mails hold up the adjudication, in words, or empty; late ones hold up nothing here."""
    held = held_orders(campaign.course, late=False)
    if not held:
        return ""
    waits = "waits" if len(held) == 1 else "wait"
    shown = f"`pbem mail show {as_typed(campaign.folder)} {held[0].id}`"
    return f"{NOT_ADJUDICATED}{held_in_words(campaign.course, held)} {waits} for your decision ({shown})"


def _is_time(course: Course, settings: MailSettings, now: datetime) -> bool:
    """Whether all sheets are in, or the deadline and the time of grace have passed."""
    deadline = deadline_of(course)
    if deadline is not None and now >= deadline + duration(course.deadline_rules.get("grace", "0h")):
        return True
    return settings.host.adjudicate == "when_complete" and not missing(course)
