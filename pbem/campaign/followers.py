"""What each kind of record means for the course of a campaign: the fold of the ledger, a function a kind.

The private part of a record may be missing (in an archive): then what it tells is not known, and nothing fails.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.campaign.course import DEAL, Course, Notice, OnFile, Seat
from pbem.campaign.ledger import Record, Tip
from pbem.campaign.mail_course import with_box, with_mail, with_out
from pbem.campaign.moments import SETUP, Moment, moment_of
from pbem.core.terms import Player

Follower = Callable[[Course, Record, Mapping[str, Any]], Course]
"""The course, a record, and the record's facts and private part as one; gives the course after it."""


class UnknownKind(Exception):
    """A kind of record that this version does not know."""


def follow(course: Course, record: Record, size: int) -> Course:
    """The course after one more record; `size` is the length of its line. Raises UnknownKind."""
    follower = FOLLOWERS.get(record.kind)
    if follower is None:
        raise UnknownKind(record.kind)
    course = follower(course, record, {**record.facts, **(record.private or {})})
    return course._replace(tip=Tip(record.number, course.tip.size + size, record.hash))


def _with(table: Mapping[str, Any], key: str, value: object) -> dict[str, Any]:
    return {**table, key: value}


def _notice(course: Course, record: Record, facts: Mapping[str, Any], *, kind: str = "") -> Course:
    """Keep what a record announces (`announce` names the report) for that report."""
    key = facts.get("announce")
    if not key or "text" not in facts:
        return course
    notice = {
        "kind": kind or record.kind,
        "time": record.time,
        **{name: facts[name] for name in ("moment", "text", "why", "only") if name in facts},
    }
    return course._replace(notices=_with(course.notices, key, (*course.notices.get(key, ()), notice)))


# --- the beginning ---------------------------------------------------------------------------------------------


def _created(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    course = course._replace(name=facts["name"], rules=facts["rules"], commitment=facts["commitment"])
    return _settings(course, record, facts)._replace(rulings=facts["rulings"])


def _settings(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """campaign.yaml as it was at the start, or as the gamesmaster has changed it since."""
    emails = facts.get("emails", {})
    course = course._replace(
        zone=facts["zone"],
        gamesmaster=facts["gamesmaster"],
        playing_gamesmaster=facts["playing_gamesmaster"],
        dice=facts["dice"],
        html=facts["html"],
        correct_within=facts["correct_within"],
        deadline_rules=facts["deadlines"],
        settings=facts.get("settings", ""),
        seats=tuple(
            Seat(seat["player"], seat["name"], emails.get(seat["player"], ""), seat["zone"])
            for seat in facts["players"]
        ),
    )
    return _notice(course, record, facts)


def _rules(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """The gamesmaster's corrected map or counters."""
    places = _with(course.overrides_at, facts["mark"], course.tip.size)
    return _notice(course._replace(overrides=facts["mark"], overrides_at=places), record, facts)


def _begin(course: Course, record: Record, moment: Moment) -> Course:
    """A position was made: its Phase is awaited."""
    position = record.facts["position"]
    return course._replace(
        moment=moment,
        active=tuple(player for player in position["players"] if player not in position["flags"]["quit"]),
        positions=_with(course.positions, moment.key, course.tip.size),
        since=_with(course.since, moment.key, record.number),
    )


def _dealt(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    return _begin(course, record, SETUP)


# --- sheets ----------------------------------------------------------------------------------------------------


def _sheet(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    if "player" not in facts:
        return course
    sheet = OnFile(
        facts["player"],
        facts["version"],
        facts["received"],
        record.number,
        course.tip.size,
        facts["errors"],
        facts["late"],
        facts.get("sealed", ""),
    )
    own = course.sheets.get(facts["moment"], ())
    course = course._replace(sheets=_with(course.sheets, facts["moment"], (*own, sheet)))
    return _notice(course, record, facts, kind="late" if facts["late"] else "sealed")


def _refused(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    if "player" not in facts:
        return course
    key = facts["moment"]
    entry = (facts["player"], facts["received"])
    return course._replace(refused=_with(course.refused, key, (*course.refused.get(key, ()), entry)))


def _closed(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    key = facts["moment"]
    return course._replace(
        salts=course.salts if key in course.salts else _with(course.salts, key, facts["salt"]),
        closed=(*(one for one in course.closed if one != key), key),
    )


def _mail(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """A mail that came and what was decided of it, first or anew."""
    held = {name: player for name, player in course.held.items() if name != facts.get("id")}
    if facts.get("decision") == "held":
        held[facts["id"]] = facts.get("player", "")
    mail = with_mail(course.mail, facts, place=course.tip.size, number=record.number, time=record.time)
    return course._replace(held=held, mail=mail)


def _mail_out(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """A mail of ours and what became of it."""
    return course._replace(mail=with_out(course.mail, facts, place=course.tip.size, time=record.time))


def _mailbox(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """How far a mailbox was read."""
    return course._replace(mail=with_box(course.mail, facts))


# --- Phases ----------------------------------------------------------------------------------------------------


def _adjudicated(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    course = course._replace(
        used=_with(course.used, facts["moment"], course.tip.size), over=facts["victory"] is not None
    )
    return _begin(course, record, moment_of(facts["next"]))


def _published(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    course = course._replace(published=_with(course.published, facts["moment"], record.time))
    return course._replace(seed=facts["seed"]) if "seed" in facts else course


KEPT_WHEN_UNDONE = ("rules", "settings", "replaced", "undone", "rulings", "key")
"""Notices of decisions that stand though the Phase in which they were taken is undone."""


def _undone(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """Back to the position at the start of a Phase: its sheets stay closed and its salt fixed; sheets of the Phases
    after it stay on file, since a correction seldom changes them all."""
    to = moment_of(facts["to"])

    def before(key: str, *, itself: bool = True) -> bool:
        return key == DEAL or moment_of(key) < to or (itself and moment_of(key) == to)

    kept: Any = {
        name: {key: value for key, value in getattr(course, name).items() if before(key)}
        for name in ("positions", "since", "excused", "deadlines", "rolls_ruled", "orders_ruled")
    }
    course = course._replace(
        moment=to,
        active=tuple(facts["active"]),
        closed=tuple(key for key in course.closed if before(key)),
        used={key: place for key, place in course.used.items() if before(key, itself=False)},
        used_before={**course.used_before, **course.used},
        published={key: time for key, time in course.published.items() if before(key, itself=False)},
        notices=_notices_kept(course.notices, to),
        over=False,
        **kept,
    )
    return _notice(course, record, facts)


def _notices_kept(notices: Mapping[str, tuple[Notice, ...]], to: Moment) -> dict[str, tuple[Notice, ...]]:
    """What reports still have to announce when the campaign goes back to a moment."""
    kept: dict[str, tuple[Notice, ...]] = {}
    for key, own in notices.items():
        for notice in own:
            late = moment_of(notice["moment"]) > to
            if late and notice["kind"] not in (*KEPT_WHEN_UNDONE, "removed"):
                continue
            gone = late and notice["kind"] != "removed" and key != DEAL and moment_of(key) > to
            place = to.key if gone else key
            kept[place] = (*kept.get(place, ()), notice)
    return kept


# --- the gamesmaster's decisions ---------------------------------------------------------------------------------


def _deadline(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    key = facts["moment"]
    course = course._replace(deadlines=_with(course.deadlines, key, facts["at"]))
    if facts.get("reopened"):
        course = course._replace(closed=tuple(one for one in course.closed if one != key))
    return _notice(course, record, facts)


def _excused(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    if "player" not in facts:
        return course
    key = facts["moment"]
    return course._replace(
        excused=_with(course.excused, key, (*course.excused.get(key, ()), facts["player"]))
    )


def _replaced(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    new = Seat(facts["seat"], facts["name"], facts.get("email", ""), facts["zone"])
    if "cancels" in facts:
        course = _without_removal(course, facts["cancels"])
    return _notice(
        course._replace(
            seats=tuple(new if seat.player == new.player else seat for seat in course.seats),
            removed={player: key for player, key in course.removed.items() if player != new.player},
            settings=facts.get("settings", course.settings),
        ),
        record,
        facts,
    )


def _without_removal(course: Course, text: str) -> Course:
    """Without the announcement, of this text, of a removal that is cancelled before it was carried out."""
    notices = {
        key: tuple(one for one in own if (one["kind"], one["text"]) != ("removed", text))
        for key, own in course.notices.items()
    }
    return course._replace(notices=notices)


def _key(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """A new secret word; the sheets of the Phase may count no longer. Of several new words the last is told."""
    player, key = facts.get("player"), facts["moment"]
    notices = {
        name: tuple(one for one in own if (one["kind"], one.get("only")) != ("key", player))
        for name, own in course.notices.items()
        if player
    }
    course = course._replace(notices={**course.notices, **notices})
    if facts.get("dropped"):
        own = tuple(
            one._replace(dropped=True) if one.player == player else one for one in course.sheets.get(key, ())
        )
        course = course._replace(sheets=_with(course.sheets, key, own))
    return _notice(course, record, facts)


def _removed(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    removed: dict[Player, str] = {**course.removed, facts["seat"]: facts["moment"]}
    return _notice(course._replace(removed=removed), record, facts)


def _ruled(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """A ruling on the position, on rolls, on orders or on how the rules are read."""
    key = facts["moment"]
    kind = "ruled"
    if "position" in facts:
        position = facts["position"]
        course = course._replace(
            positions=_with(course.positions, key, course.tip.size),
            active=tuple(player for player in position["players"] if player not in position["flags"]["quit"]),
        )
    if "rolls" in facts:
        rolls = {**course.rolls_ruled.get(key, {}), **facts["rolls"]}
        course = course._replace(rolls_ruled=_with(course.rolls_ruled, key, rolls))
    if "orders" in facts:
        orders = {**course.orders_ruled.get(key, {}), **facts["orders"]}
        course = course._replace(orders_ruled=_with(course.orders_ruled, key, orders))
    if "rulings" in facts:
        kind = "rulings"
        course = course._replace(rulings=facts["rulings"], settings=facts.get("settings", course.settings))
    return _notice(course, record, facts, kind=kind)


def _noted(course: Course, record: Record, facts: Mapping[str, Any]) -> Course:
    """A record that changes nothing here."""
    return course


FOLLOWERS: Mapping[str, Follower] = {
    "created": _created,
    "settings": _settings,
    "rules": _rules,
    "dealt": _dealt,
    "sheet": _sheet,
    "refused": _refused,
    "closed": _closed,
    "mail": _mail,
    "mail_out": _mail_out,
    "mailbox": _mailbox,
    "adjudicated": _adjudicated,
    "published": _published,
    "undone": _undone,
    "deadline": _deadline,
    "excused": _excused,
    "replaced": _replaced,
    "removed": _removed,
    "key": _key,
    "ruled": _ruled,
    "noted": _noted,
}
