"""A player's orders in plain words, so that he sees what will be done; the phrases are in templates/sentences/."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    Deployment,
    ExecuteCzar,
    Faulty,
    Goods,
    Move,
    PickUp,
    Press,
    Purge,
    RouteStep,
    Sheet,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.terms import UnitName
from pbem.core.verdicts import Fact
from pbem.sheets.body import PARTS
from pbem.sheets.shapes import LEFT_OPEN
from pbem.words import listed, sentence, unit_in_words


class Echo(NamedTuple):
    """One order in words; `path` is its place on the sheet."""

    path: str
    text: str


def in_words(sheet: Sheet, rules: Rules) -> tuple[Echo, ...]:
    """Every order of the sheet in plain words, in the order in which a Phase comes to them."""
    found: list[Echo] = []
    for key, part in PARTS.items():
        value = getattr(sheet, part.attribute)
        if key in ("losses", "standing") or not isinstance(value, tuple):
            text = _single(sheet, key, rules)
            found += [Echo(key, text)] if text else []
        else:
            orders = [order for order in value if getattr(order, "code", "") != LEFT_OPEN]
            found += [Echo(order.ref.partition(".")[2], order_in_words(order, rules)) for order in orders]
    if sheet.cancelled:
        found.append(Echo("standing", sentence("echo_cancelled", {"text": listed(sheet.cancelled)})))
    return tuple(found) or (Echo("", sentence("echo_nothing", {})),)


def _single(sheet: Sheet, key: str, rules: Rules) -> str:
    """A part that is no list of orders, or empty where it is not written."""
    value = getattr(sheet, PARTS[key].attribute)
    if value is None or (key, value) in (("quit", False), ("losses", ())):
        return ""
    match key:
        case "losses":
            return sentence("echo_losses_general", {"unit": value}, rules)
        case "standing":
            return (
                sentence("echo_standing", {"text": listed(value)})
                if value
                else sentence("echo_standing_none", {})
            )
        case "if_ordered_to_execute_czar":
            return sentence(f"echo_if_ordered_{value}", {})
        case "comply_with_execution":
            return sentence("echo_comply_yes" if value else "echo_comply_no", {})
        case "execute_czar":
            return order_in_words(value, rules)
    return sentence(f"echo_{key}", {})


def order_in_words(order: object, rules: Rules) -> str:
    """One order in a sentence."""
    return _TELLERS[type(order)](order, rules)


def _plural(number: int) -> str:
    return "" if number == 1 else "s"


def _goods(goods: Goods | None, rules: Rules) -> str:
    """What changes hands, or empty."""
    if goods is None:
        return ""
    words = [
        sentence(code, {"number": number, "text_s": _plural(number)})
        for code, number in (
            ("echo_goods_politburo", goods.politburo),
            ("echo_goods_assassin", goods.assassin),
        )
        if number
    ]
    words += [unit_in_words(unit, rules) for unit in goods.units]
    return listed(words) if words else ""


def _trade(order: Trade, rules: Rules) -> str:
    give, wanted = _goods(order.give, rules), _goods(order.wanted, rules)
    facts: dict[str, Fact] = {"player": order.to, "text_give": give, "text_for": wanted}
    if give and wanted:
        return sentence("echo_trade", facts)
    return sentence("echo_gift" if give else "echo_accept" if wanted else "echo_trade_empty", facts)


def _move(order: Move, rules: Rules) -> str:
    one = len(order.force) == 1
    facts: dict[str, Fact] = {"unit": order.force}
    if not order.route:
        verb = sentence("echo_stay_one" if one else "echo_stay_many", {}).lower()
        return sentence("echo_stay", facts | {"text_verb": verb}, rules)
    code = ("echo_rail" if order.by == "rail" else "echo_go") + ("_one" if one else "")
    facts |= {"text_verb": sentence(code, {}).lower()}
    return sentence(
        "echo_move", facts | {"text_route": ", ".join(_step(step, rules) for step in order.route)}, rules
    )


def _step(step: RouteStep, rules: Rules) -> str:
    done: list[str] = []
    if len(step.drop) == 1:
        done.append(_phrase("echo_drop", rules, unit=step.drop[0]))
    elif step.drop:
        stacks = listed(listed(unit_in_words(unit, rules) for unit in stack) for stack in step.drop)
        done.append(_phrase("echo_drop_several", rules, text=stacks))
    done += [_pick_up(leader, units, rules) for leader, units in _by_leader(step.pick_up)]
    if step.remove:
        done.append(_phrase("echo_remove", rules, unit=step.remove))
    if step.join is not None:
        done.append(_phrase("echo_join", rules, unit=step.join))
    return f"{step.at} ({'; '.join(done)})" if done else step.at


def _phrase(code: str, rules: Rules, **facts: Fact) -> str:
    """A part of a sentence, which begins small."""
    text = sentence(code, facts, rules)
    return text[:1].lower() + text[1:]


def _by_leader(pick_ups: tuple[PickUp, ...]) -> list[tuple[UnitName | None, tuple[UnitName, ...]]]:
    found: list[tuple[UnitName | None, tuple[UnitName, ...]]] = []
    for one in pick_ups:
        if found and found[-1][0] == one.leader:
            found[-1] = (one.leader, (*found[-1][1], one.unit))
        else:
            found.append((one.leader, (one.unit,)))
    return found


def _pick_up(leader: UnitName | None, units: tuple[UnitName, ...], rules: Rules) -> str:
    if leader is None:
        return _phrase("echo_pick_up", rules, unit=units)
    return _phrase("echo_pick_up_by", rules, unit=units, unit_leader=leader)


def _assassination(order: Assassination, rules: Rules) -> str:
    if order.markers is None:
        return sentence("echo_assassinate_all", {"unit": order.target}, rules)
    facts: dict[str, Fact] = {"unit": order.target, "number": order.markers, "text_s": _plural(order.markers)}
    return sentence("echo_assassinate", facts, rules)


def _taken(take: UnitName, rules: Rules) -> str:
    return _phrase(f"echo_take_{take}", rules) if take in ("politburo", "any") else unit_in_words(take, rules)


def _purge(order: Purge, rules: Rules) -> str:
    writer = (order.ref.partition(".")[0],)
    participants = order.participants or (() if order.target is None else writer)
    markers = (
        _phrase("echo_markers_all", rules)
        if order.markers is None
        else _phrase("echo_markers", rules, number=order.markers)
    )
    facts: dict[str, Fact] = {"player_committee": order.committee or participants, "text_markers": markers}
    if not participants or order.target is None or writer[0] not in participants:
        return sentence("echo_consent", facts)
    spoils = _phrase("echo_spoils_equal", rules)
    if order.spoils is not None:
        prizes = (_phrase("echo_spoil", rules, player=s.to, text=_taken(s.take, rules)) for s in order.spoils)
        spoils = _phrase("echo_spoils", rules, text=", ".join(text[:1].upper() + text[1:] for text in prizes))
    facts |= {"player": order.target, "player_participants": participants, "text_spoils": spoils}
    return sentence("echo_purge", facts)


def _counterpurge(order: Counterpurge, rules: Rules) -> str:
    by = (
        _phrase("echo_if_purged_by", rules, player=order.if_purged_by)
        if order.if_purged_by is not None
        else ""
    )
    against = (
        _phrase("echo_against_first", rules)
        if order.against is None
        else order.against[0]
        if len(order.against) == 1
        else _phrase("echo_against", rules, player=order.against)
    )
    take = ", ".join(_taken(one, rules) for one in order.take or ("any",))
    rounds = (
        _phrase("echo_rounds_all", rules)
        if order.rounds is None
        else _phrase("echo_rounds", rules, number=order.rounds)
    )
    facts: dict[str, Fact] = {
        "text_if": by,
        "text_against": against,
        "text_take": take,
        "text_rounds": rounds,
    }
    return sentence("echo_counterpurge", facts)


def _press(order: Press, rules: Rules) -> str:
    sender = ""
    if order.sender:
        code = "echo_anonymous" if order.sender == "anonymous" else "echo_signed"
        sender = sentence(code, {"text": order.sender})
    to = listed(order.to) if order.to else _phrase("echo_all", rules)
    return sentence("echo_press", {"text_to": to, "text_from": sender, "text": f'"{order.text}"'})


def _subversion(order: Subversion, rules: Rules) -> str:
    facts: dict[str, Fact] = {"unit": order.units, "unit_against": order.against, "province": order.at}
    code = "echo_subversion_one" if len(order.units) == 1 else "echo_subversion"
    return sentence(code, facts | {"text_odds": _odds(order.min_odds)}, rules)


def _odds(min_odds: str | None) -> str:
    return "" if min_odds is None else sentence("echo_odds", {"number": min_odds})


def _attack(order: Attack, rules: Rules) -> str:
    wishes = ""
    for code, units in (("echo_losses", order.losses), ("echo_enemy_losses", order.enemy_losses)):
        wishes += sentence(code, {"unit": units}, rules) if units else ""
    if order.capture is not None:
        units = tuple(unit for unit in order.capture if unit != "none")
        wishes += sentence("echo_capture" if units else "echo_capture_none", {"unit": units}, rules)
    facts: dict[str, Fact] = {
        "unit": order.units,
        "unit_against": order.against,
        "province": order.at,
        "text": wishes,
    }
    code = "echo_attack_one" if len(order.units) == 1 else "echo_attack"
    return sentence(code, facts | {"text_odds": _odds(order.min_odds)}, rules)


_TELLERS: dict[type, Callable[[Any, Rules], str]] = {
    Trade: _trade,
    StackOrder: lambda order, rules: sentence("echo_stack", {"unit": order.units}, rules),
    Steal: lambda order, rules: sentence(
        "echo_steal", {"unit": order.units, "unit_leader": order.leader}, rules
    ),
    Deployment: lambda order, rules: sentence(
        "echo_bring_on_with" if order.units else "echo_bring_on",
        {"unit": order.leader, "unit_with": order.units, "province": order.at},
        rules,
    ),
    Move: _move,
    Assassination: _assassination,
    Purge: _purge,
    Counterpurge: _counterpurge,
    ExecuteCzar: lambda order, rules: sentence("echo_execute", {"player": order.committee}),
    Press: _press,
    Subversion: _subversion,
    Attack: _attack,
    Faulty: lambda order, rules: sentence("echo_not_read", {}),
}
