"""What the gamesmaster changed by hand since the last command: campaign.yaml, and the corrected rules.

Most changes of campaign.yaml are simply taken note of in the ledger. What everybody agreed on is changed by a command,
so that it is dated and announced: the rulings, who plays, the campaign's name. What the players must be told of a
change is told to the gamesmaster when it is recorded.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from pbem import aside
from pbem.campaign import files
from pbem.campaign.corrections import (
    corrected_files,
    folder_of,
    mark_of,
    recorded_files,
    refuse_misplaced,
    same_rules,
    told_changes,
)
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.settings_text import text_mark
from pbem.errors import FaultyFile, as_typed
from pbem.words import sentence


def note_changes(campaign: Campaign, now: datetime) -> None:
    """Record what was changed by hand, and tell the gamesmaster what the players must hear of it.

    Raises FaultyFile for what cannot be or needs a command, FileError; then nothing is recorded.
    """
    entries = changes(campaign)
    if not entries:
        return
    campaign.record(now, *entries)
    campaign.noted = tuple(entry.kind for entry in entries)
    for entry in entries:
        for text in _told(campaign, entry):
            aside.listener(text)


def changes(campaign: Campaign) -> list[Entry]:
    """The records of what was changed by hand since the last command. Raises FaultyFile, FileError likewise."""
    return [*_settings_changed(campaign), *_rules_changed(campaign)]


def _settings_changed(campaign: Campaign) -> list[Entry]:
    text = files.read(campaign.settings_path)
    if text_mark(text) == campaign.course.settings:
        return []
    from pbem.campaign.settings_changed import settings_entry  # brings pydantic: only where something changed

    return [settings_entry(campaign, text)]


def _rules_changed(campaign: Campaign) -> list[Entry]:
    refuse_misplaced(campaign)
    texts = corrected_files(campaign)
    mark = mark_of(texts)
    if mark == campaign.course.overrides:
        return []
    if mark:
        _refuse_faulty(campaign)
    before = recorded_files(campaign, campaign.course)
    if same_rules(campaign.course.rules, before, texts):
        return []
    changed = told_changes(campaign.course.rules, before, texts)
    facts: Mapping[str, Any] = {
        "mark": mark,
        "files": texts,
        "moment": campaign.course.moment.key,
        "announce": campaign.course.announce_in,
        "text": sentence("rules_corrected" if mark else "rules_restored", {"text_changes": changed}),
        "why": "",
    }
    return [Entry("rules", facts)]


def _refuse_faulty(campaign: Campaign) -> None:
    """Raises FaultyFile where the corrected rules cannot be read, or do not agree with themselves."""
    from pbem.rulebook.check import check_rules

    faults = check_rules(campaign.course.rules, folder_of(campaign), sources=False)
    if faults:
        raise FaultyFile(faults)


def _told(campaign: Campaign, entry: Entry) -> Iterator[str]:
    """What the gamesmaster is told of a change, and what is left for him to do."""
    if "text" not in entry.facts:
        return
    course = campaign.course
    yield str(entry.facts["text"])
    for player in entry.facts.get("renamed", ()):
        yield sentence("noted_renamed", {"player": player, "text_folder": as_typed(campaign.folder)})
    if entry.kind != "rules" or course.over or course.previous not in course.published:
        yield sentence("noted_announced", {})
        return
    from pbem.campaign.making import for_players_folder

    facts = {"text_folder": str(for_players_folder(campaign, course.moment)), "text_phase": course.moment.words}
    yield sentence("noted_rules", facts)
    if course.mail.out:
        yield sentence("noted_mail_corrected", {"text_folder": as_typed(campaign.folder)})
