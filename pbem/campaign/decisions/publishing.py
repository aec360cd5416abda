"""Publishing reports: from then on what they say is announced when it is changed, and the next deadline runs."""

from datetime import datetime

from pbem.campaign.course import DEAL, words_of
from pbem.campaign.decisions.deadlines import next_deadline
from pbem.campaign.folder import Campaign, stamp
from pbem.campaign.ledger import Entry
from pbem.campaign.making import reports_marked, unpublished
from pbem.campaign.moments import moment_of
from pbem.errors import Refused


def publish(campaign: Campaign, now: datetime) -> tuple[str, ...]:
    """Publish every draft. Says which, by key. Raises Refused for none.

    The SHA-256 of each report is recorded, where nobody but the gamesmaster sees it before the campaign is over: who
    guesses a report could find out by it that he is right. The last report of a campaign that is over reveals the seed.
    """
    course = campaign.course
    drafts = unpublished(course)
    if not drafts:
        last = max(course.used, key=moment_of, default=DEAL)
        cure = "The campaign is over." if course.over else "The next one is made by `pbem adjudicate`."
        raise Refused(f"the report of {words_of(last)} is published already", cure=cure)
    entries: list[Entry] = []
    awaited = course.moment
    if not course.over and awaited.key not in course.deadlines:
        due = next_deadline(now, awaited.phase, course.deadline_rules, course.zone)
        entries.append(Entry("deadline", {"moment": awaited.key, "at": stamp(due), "why": ""}))
    for key in drafts:
        revealed = {"seed": campaign.secrets.seed} if course.over and key == drafts[-1] else {}
        facts = {"moment": key, **revealed}
        then = campaign.foreseen(now, *entries, Entry("published", facts))
        entries.append(Entry("published", facts, {"reports": reports_marked(campaign, then, key)}))
    campaign.record(now, *entries)
    return drafts
