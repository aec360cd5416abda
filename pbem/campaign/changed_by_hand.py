"""What the gamesmaster changed by hand since the last command: campaign.yaml, and the corrected rules.

Most changes of campaign.yaml are simply taken note of in the ledger. What everybody agreed on is changed by a command,
so that it is dated and announced: the rulings, who plays, the campaign's name.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbem.campaign import files
from pbem.campaign.corrections import corrected_files, folder_of, mark_of, recorded_files, told_changes
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.settings_text import text_mark
from pbem.rulebook.load import load_rules
from pbem.words import sentence


def note_changes(campaign: Campaign, now: datetime) -> None:
    """Record what was changed by hand. Raises FaultyFile for what cannot be or needs a command, FileError."""
    entries = [*_settings_changed(campaign), *_rules_changed(campaign)]
    if entries:
        campaign.record(now, *entries)


def _settings_changed(campaign: Campaign) -> list[Entry]:
    text = files.read(campaign.settings_path)
    if text_mark(text) == campaign.course.settings:
        return []
    from pbem.campaign.settings_changed import settings_entry  # brings pydantic: only where something changed

    return [settings_entry(campaign, text)]


def _rules_changed(campaign: Campaign) -> list[Entry]:
    texts = corrected_files(campaign)
    mark = mark_of(texts)
    if mark == campaign.course.overrides:
        return []
    load_rules(
        campaign.course.rules, folder_of(campaign) if mark else None
    )  # raises where they cannot be used
    changes = told_changes(campaign.course.rules, recorded_files(campaign, campaign.course), texts)
    facts: Mapping[str, Any] = {
        "mark": mark,
        "files": texts,
        "moment": campaign.course.moment.key,
        "announce": campaign.course.announce_in,
        "text": sentence("rules_corrected" if mark else "rules_restored", {"text_changes": changes}),
        "why": "",
    }
    return [Entry("rules", facts)]
