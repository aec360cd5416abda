"""The words of our mails: templates/mail/, or a campaign's own of the same name, folded for mail."""

from collections.abc import Mapping
from typing import Any

from pbem.campaign.course import DEAL, Course
from pbem.campaign.folder import Campaign
from pbem.campaign.making import own_templates
from pbem.campaign.moments import PHASE_WORDS, Moment, moment_of
from pbem.report.folding import fold
from pbem.report.templates import Templates


def mail_text(campaign: Campaign, name: str, facts: Mapping[str, Any]) -> str:
    """A template of templates/mail/ filled in; it knows the facts as ``m``. Raises Fault for one that cannot be used."""
    return fold(Templates(own_templates(campaign)).render(f"mail/{name}", {"m": facts}))


def mail_page(campaign: Campaign, name: str, facts: Mapping[str, Any]) -> str:
    """The same for a page of HTML, which is not folded."""
    return Templates(own_templates(campaign)).render(f"mail/{name}", {"m": facts})


def subject(course: Course, about: str, *, key: str = "") -> str:
    """``[volga] Turn 3, First Phase: report``; of the awaited Phase where no `key` names another."""
    return f"[{course.name}] {_phase(key or course.moment.key)}: {about}"


def _phase(key: str) -> str:
    if key == DEAL:
        return "The deal"
    moment: Moment = moment_of(key)
    return "Set-up" if moment.phase == "setup" else f"Turn {moment.turn}, {PHASE_WORDS[moment.phase]}"
