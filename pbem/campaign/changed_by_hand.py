"""What the gamesmaster changed by hand since the last command: campaign.yaml, and the corrected rules.

Most changes of campaign.yaml are simply taken note of in the ledger. What everybody agreed on is changed by a command,
so that it is dated and announced: the rulings, who plays, the campaign's name.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbem.campaign import files
from pbem.campaign.corrections import corrected_files, folder_of, mark_of
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry, Facts
from pbem.campaign.settings import Settings, place_in, read_settings
from pbem.errors import Fault, FaultyFile, UnknownRuling
from pbem.rulebook.choices import choose
from pbem.rulebook.load import load_rules
from pbem.words import listed, sentence


def text_mark(text: bytes) -> str:
    """What tells one campaign.yaml from another."""
    return hashlib.sha256(text).hexdigest()


def settings_facts(settings: Settings, text: bytes) -> tuple[Facts, Facts]:
    """campaign.yaml for the ledger: what is public of it, and the rest."""
    public = {
        "zone": settings.zone,
        "gamesmaster": settings.gamesmaster.name,
        "playing_gamesmaster": settings.playing_gamesmaster or "",
        "players": [
            {"player": player, "name": seat.name, "zone": seat.zone or ""}
            for player, seat in sorted(settings.players.items())
        ],
    }
    private = {
        "emails": {player: seat.email for player, seat in sorted(settings.players.items())},
        "settings": text_mark(text),
        "file": text.decode(),
    }
    return public, private


def note_changes(campaign: Campaign, now: datetime) -> None:
    """Record what was changed by hand. Raises FaultyFile for what cannot be or needs a command, FileError."""
    entries = [*_settings_changed(campaign), *_rules_changed(campaign)]
    if entries:
        campaign.record(now, *entries)


def _settings_changed(campaign: Campaign) -> list[Entry]:
    text = files.read(campaign.settings_path)
    if text_mark(text) == campaign.course.settings:
        return []
    settings = read_settings(campaign.settings_path)
    _refuse_decisions(campaign, settings)
    public, private = settings_facts(settings, text)
    return [Entry("settings", public, {**private, "before": campaign.course.settings})]


def _refuse_decisions(campaign: Campaign, settings: Settings) -> None:
    """Raises FaultyFile where campaign.yaml differs from the ledger in what a command must change."""
    course = campaign.course
    faults: list[Fault] = []

    def differs(key: str, what: str, cure: str) -> None:
        line, column = place_in(campaign.settings_path, *key.split("."))
        faults.append(Fault(what, path=campaign.settings_path, line=line, column=column, cure=cure))

    if settings.name != course.name:
        differs(
            "name",
            f"the campaign's name is {course.name}; the dice depend on it",
            f"Write `name: {course.name}`.",
        )
    if settings.rules != course.rules:
        differs(
            "rules", f"the campaign is played by the rules {course.rules}", f"Write `rules: {course.rules}`."
        )
    seats = {seat.player: seat.name for seat in course.seats}
    for player in sorted(settings.players.keys() | seats.keys()):
        if seats.keys() != settings.players.keys():
            letters = listed(sorted(seats))
            differs(
                "players", f"the players of the campaign are {letters}", "A player leaves by `pbem remove`."
            )
            break
        if settings.players[player].name != seats[player]:
            cure = (
                f"Another player takes over by `pbem replace {campaign.folder} --player {player} --name …`."
            )
            differs(f"players.{player}", f"player {player} is {seats[player]!r} in the ledger", cure)
    if (settings.playing_gamesmaster or "") != course.playing_gamesmaster and course.sheets:
        cure = "This is settled before the first sheet comes in."
        differs(
            "playing_gamesmaster",
            f"the playing gamesmaster is {course.playing_gamesmaster or 'nobody'}",
            cure,
        )
    for key in _other_rulings(campaign, settings):
        cure = f"To change it from now on: `pbem rule {campaign.folder} --set {key}=… --why …`; it writes campaign.yaml."
        differs(
            f"rulings.{key}", f"the ruling {key} is {_shown(course.rulings.get(key))} in the ledger", cure
        )
    if faults:
        raise FaultyFile(faults)


def _shown(value: Any) -> str:
    if value is None:
        return "left at its default"
    return listed(map(str, value)) if isinstance(value, list) else repr(value)


def _other_rulings(campaign: Campaign, settings: Settings) -> list[str]:
    """The rulings of campaign.yaml that differ in meaning from those of the ledger. Raises FaultyFile."""
    provinces = load_rules(campaign.course.rules).board.provinces
    try:
        written = choose(settings.rulings, provinces)
    except UnknownRuling as problem:
        line, column = place_in(campaign.settings_path, "rulings", problem.option)
        raise FaultyFile(
            [Fault(problem.what, path=campaign.settings_path, line=line, column=column, cure=problem.cure)]
        ) from None
    known = choose(campaign.course.rulings, provinces)
    return [key for key in known.__slots__ if getattr(known, key) != getattr(written, key)]


def _rules_changed(campaign: Campaign) -> list[Entry]:
    texts = corrected_files(campaign)
    mark = mark_of(texts)
    if mark == campaign.course.overrides:
        return []
    load_rules(
        campaign.course.rules, folder_of(campaign) if mark else None
    )  # raises where they cannot be used
    names = tuple(sorted(texts))
    facts: Mapping[str, Any] = {
        "mark": mark,
        "files": texts,
        "moment": campaign.course.moment.key,
        "announce": campaign.course.announce_in,
        "text": sentence("rules_corrected" if mark else "rules_restored", {"text_files": names}),
        "why": "",
    }
    return [Entry("rules", facts)]
