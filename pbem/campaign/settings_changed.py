"""What may be changed in campaign.yaml by hand, and what needs a command, so that it is dated and announced."""

from collections.abc import Iterator
from typing import Any

from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.settings import Settings, check_seat, place_in, read_settings, settings_facts
from pbem.campaign.settings_text import NewSeat
from pbem.errors import CommandError, Fault, FaultyFile, UnknownRuling, as_typed
from pbem.rulebook.choices import choose
from pbem.rulebook.load import load_rules
from pbem.words import listed, sentence

Wrong = tuple[str, str, str]
"""A key of campaign.yaml, what is wrong there, and the cure."""


def settings_entry(campaign: Campaign, text: bytes) -> Entry:
    """The record of campaign.yaml as it is now. Raises FaultyFile for what cannot be, or needs a command."""
    settings = read_settings(campaign.settings_path)
    wrong = [
        *_of_the_start(campaign, settings),
        *_players(campaign, settings),
        *_rulings(campaign, settings),
    ]
    if wrong:
        raise FaultyFile([_fault(campaign, *one) for one in wrong])
    public, private = settings_facts(settings, text)
    return Entry(
        "settings",
        {**public, **_announced(campaign, settings)},
        {**private, "before": campaign.course.settings},
    )


def _announced(campaign: Campaign, settings: Settings) -> dict[str, Any]:
    """What of the change the players must be told: another name of a player whom they know by the old one; that the
    dice are rolled in another way."""
    course = campaign.course
    names = {player: seat.name for player, seat in settings.players.items()}
    renamed = [seat for seat in course.seats if course.published and names[seat.player] != seat.name]
    said = [
        sentence(
            "player_renamed",
            {"player": seat.player, "text_before": seat.name, "text_name": names[seat.player]},
        )
        for seat in renamed
    ]
    if settings.dice != course.dice:
        said.append(sentence(f"dice_{settings.dice}", {"text_phase": course.moment.words}))
    if not said:
        return {}
    return {
        "moment": course.moment.key,
        "announce": course.announce_in,
        "text": " ".join(said),
        "why": "",
        "renamed": [seat.player for seat in renamed],
    }


def _fault(campaign: Campaign, key: str, what: str, cure: str) -> Fault:
    line, column = place_in(campaign.settings_path, *key.split("."))
    return Fault(what, path=campaign.settings_path, line=line, column=column, cure=cure)


def _of_the_start(campaign: Campaign, settings: Settings) -> Iterator[Wrong]:
    """What stays as it was at the start."""
    course = campaign.course
    if settings.name != course.name:
        yield (
            "name",
            f"the campaign's name is {course.name}; the dice depend on it",
            f"Write `name: {course.name}`.",
        )
    if settings.rules != course.rules:
        yield (
            "rules",
            f"the campaign is played by the rules {course.rules}",
            f"Write `rules: {course.rules}`.",
        )
    if (settings.playing_gamesmaster or "") != course.playing_gamesmaster and course.sheets:
        what = f"the gamesmaster plays {course.playing_gamesmaster or 'nobody'}"
        yield "playing_gamesmaster", what, "This is settled before the first sheet comes in."
    elif settings.playing_gamesmaster and settings.playing_gamesmaster not in settings.players:
        what = f"there is no player {settings.playing_gamesmaster}"
        yield "playing_gamesmaster", what, f"The players are {listed(sorted(settings.players))}."


def _players(campaign: Campaign, settings: Settings) -> Iterator[Wrong]:
    """Who plays."""
    seats = {seat.player: seat.name for seat in campaign.course.seats}
    if seats.keys() != settings.players.keys():
        yield (
            "players",
            f"the players of the campaign are {listed(sorted(seats))}",
            "A player leaves by `pbem remove`.",
        )
        return
    for player, name in seats.items():
        new = settings.players[player]
        if new.name != name:
            try:
                check_seat(NewSeat(player, new.name, new.email, new.zone or ""))
            except CommandError as problem:
                yield f"players.{player}", problem.what, problem.cure


def _rulings(campaign: Campaign, settings: Settings) -> Iterator[Wrong]:
    """The rulings that differ in meaning from those of the ledger."""
    provinces = load_rules(campaign.course.rules).board.provinces
    try:
        written = choose(settings.rulings, provinces)
    except UnknownRuling as problem:
        yield f"rulings.{problem.option}", problem.what, problem.cure
        return
    known = choose(campaign.course.rulings, provinces)
    for key in known.__slots__:
        if getattr(known, key) != getattr(written, key):
            value = getattr(known, key)
            shown = listed(map(str, value)) if isinstance(value, tuple) else value
            command = f"pbem rule {as_typed(campaign.folder)} --set {key}=… --why …"
            cure = f"To change it from now on: `{command}`; it writes this file."
            yield f"rulings.{key}", f"the ruling {key} is {shown} in the ledger", cure
