"""The log: what happened in a campaign, a line for each record, readable."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pbem.campaign.course import words_of
from pbem.campaign.folder import Campaign, unstamp
from pbem.campaign.ledger import Record
from pbem.campaign.moments import moment_of
from pbem.campaign.sealing import may_show_sheets
from pbem.campaign.times import in_words
from pbem.core.verdicts import Fact
from pbem.words import listed, sentence


class Line(NamedTuple):
    """One thing that happened."""

    number: int
    time: str
    """UTC."""
    kind: str
    phase: str
    """The key of the Phase it concerns, or empty."""
    text: str


def log(campaign: Campaign) -> Iterator[Line]:
    """Everything that happened, oldest first. `campaign` must have been opened from its start."""
    for _, record in campaign.fresh():
        private = record.private or {}
        facts = {"time": record.time, **record.facts, **private}
        yield Line(
            record.number,
            record.time,
            record.kind,
            str(facts.get("moment", "")),
            _text(campaign, record, facts),
        )


def on_the_wall(time: str, zone: str) -> str:
    """A time of the ledger as a clock in the zone shows it: ``2026-12-10 19:30``."""
    return f"{unstamp(time).astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"


def _text(campaign: Campaign, record: Record, facts: Mapping[str, Any]) -> str:
    shown: dict[str, Fact] = {
        key: value for key, value in facts.items() if isinstance(value, str | int) or value is None
    }
    if "moment" in facts:
        shown["text_phase"] = words_of(facts["moment"])
    if record.private is None and SECRET.get(record.kind, "time") not in facts:
        return str(facts.get("text") or sentence(f"log_{record.kind}_secret", shown))
    said = SAID.get(record.kind)
    code, more = said(campaign, facts) if said else (f"log_{record.kind}", {})
    text = sentence(code, {**shown, **more})
    why = str(facts.get("why") or "") if record.kind != "refused" else ""
    return f"{text} Reason: {why}" if why else text


def _created(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    players = tuple(f"{seat['player']} {seat['name']}" for seat in facts["players"])
    return "log_created", {"text_players": players}


def _settings(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    return ("log_settings_text" if "text" in facts else "log_settings"), {}


def _sheet(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    code = "log_sealed" if "sealed" in facts else "log_sheet"
    how: dict[str, Fact] = {"text_received": _received(campaign, facts)}
    if not may_show_sheets(campaign.course, moment_of(facts["moment"]), facts["player"]):
        return code, {"errors": "an unknown number of errors", **how}
    return code, {"errors": _counted(facts["errors"], "error"), **how} if "errors" in facts else how


def _received(campaign: Campaign, facts: Mapping[str, Any]) -> str:
    """When a sheet came, where that was not when it was taken on file; and whether it was late."""
    late = " late," if facts.get("late") else ""
    received = str(facts.get("received") or facts["time"])
    if received[:16] == facts["time"][:16] and not late:
        return ""
    return f",{late} received {on_the_wall(received, campaign.course.zone)}"


def _counted(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def _refused(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    whose = f"of Player {facts['player']}" if facts["player"] else "of an unknown player"
    return "log_refused", {"text_whose": whose, "text_why": " ".join(facts["why"])}


def _closed(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    versions = tuple(f"{player} version {version}" for player, version in facts["sheets"].items())
    return "log_closed", {"text_sheets": listed(versions) if versions else "none"}


def _adjudicated(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    code = "log_adjudicated_over" if facts["victory"] is not None else "log_adjudicated"
    dice = "rolled by hand" if facts["by_hand"] else "sealed"
    return code, {
        "text_rolls": _counted(len(facts["rolls"]), "roll"),
        "text_dice": dice,
        "text_next": moment_of(facts["next"]).words,
    }


def _published(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    return ("log_published_seed" if "seed" in facts else "log_published"), {}


def _undone(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    announced = tuple(moment_of(key).words for key in facts["announced"])
    code = "log_undone_published" if announced else "log_undone"
    return code, {"text_to": moment_of(facts["to"]).words, "text_announced": listed(announced)}


def _deadline(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    return "log_deadline", {"text_at": in_words(unstamp(facts["at"]), campaign.course.zone)}


def _key(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    return ("log_key_dropped" if facts.get("dropped") else "log_key"), {}


def _text_of(campaign: Campaign, facts: Mapping[str, Any]) -> tuple[str, dict[str, Fact]]:
    """What is announced says it all."""
    return "log_text", {}


SECRET = {
    "sheet": "player",
    "refused": "player",
    "closed": "sheets",
    "excused": "player",
    "key": "player",
    "ruled": "text",
    "mail": "text",
    "mail_out": "text",
    "mailbox": "uid",
    "noted": "text",
}
"""By the kind of a record what is in its private part, which an archive of a campaign under way does not hold."""
SAID = {
    "created": _created,
    "rules": _text_of,
    "settings": _settings,
    "sheet": _sheet,
    "refused": _refused,
    "closed": _closed,
    "adjudicated": _adjudicated,
    "published": _published,
    "undone": _undone,
    "deadline": _deadline,
    "key": _key,
    "replaced": _text_of,
    "removed": _text_of,
    "ruled": _text_of,
}
