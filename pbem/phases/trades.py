"""15.33, 17/4.2, R5: exchanges of Politburo and Assassin Markers; at the set-up of Leaders too."""

from pbem.core.events import Given
from pbem.core.orders import Faulty, Goods, Trade
from pbem.core.table import Table
from pbem.core.terms import Case, Player, Unit

NOTHING = Goods()


class _Deal:
    """One written trade while the step is played: the order, whose it is, and its mirror image if it has one."""

    __slots__ = ("mirror", "order", "player")

    def __init__(self, player: Player, order: Trade) -> None:
        self.player = player
        self.order = order
        self.mirror: _Deal | None = None


class _Purse:
    """What a player can still give: what he held at the start of the Phase less what he gave (R5)."""

    __slots__ = ("assassin", "politburo", "units")

    def __init__(self, table: Table, player: Player) -> None:
        hand = table.hands[player]
        self.politburo = hand.politburo
        self.assassin = hand.assassin
        self.units = dict.fromkeys(hand.units)

    def holds(self, goods: Goods) -> bool:
        """Whether all of the goods are there."""
        return (
            goods.politburo <= self.politburo
            and goods.assassin <= self.assassin
            and all(unit in self.units for unit in goods.units)
        )

    def spend(self, goods: Goods) -> None:
        """Take the goods out."""
        self.politburo -= goods.politburo
        self.assassin -= goods.assassin
        for unit in goods.units:
            del self.units[unit]  # type: ignore[arg-type]


def fault(table: Table, player: Player, order: Trade) -> tuple[str, str] | None:
    """What is wrong with a trade as written, whatever the partner does: (sub-path, code), or None (R5, 15.33)."""
    if order.to is None or order.to not in table.players:
        return ".to", "trade_with_nobody"
    if order.to == player:
        return ".to", "trade_with_oneself"
    if order.to in table.quit:
        return ".to", "trade_with_one_who_quit"
    if _is_nothing(_gives(order)) and _is_nothing(_wants(order)):
        return "", "trade_of_nothing"
    for sub, goods in ((".give", order.give), (".for", order.wanted)):
        if goods and goods.units:
            if table.phase != "setup":
                return sub + ".units", "trade_of_units"
            if len(dict.fromkeys(goods.units)) != len(goods.units):
                return sub + ".units", "trade_names_unit_twice"
            if any(unit not in table.rules.leaders for unit in goods.units):
                return sub + ".units", "trade_of_no_leader"
    return None


def _case(table: Table) -> Case:
    """The rulebook on the trades of this Phase."""
    return "15.33" if table.phase == "setup" else "17/4.2"


def _gives(order: Trade) -> Goods:
    return order.give or NOTHING


def _wants(order: Trade) -> Goods:
    return order.wanted or NOTHING


def _is_nothing(goods: Goods) -> bool:
    return not (goods.politburo or goods.assassin or goods.units)


def _same(one: Goods, other: Goods) -> bool:
    """Whether two descriptions mean the same goods; the order of Leaders does not matter."""
    if one.politburo != other.politburo or one.assassin != other.assassin:
        return False
    return one.units == other.units or sorted(map(str, one.units)) == sorted(map(str, other.units))


def _needs_mirror(table: Table, order: Trade) -> bool:
    """R5: a trade that wants something needs its mirror image; a gift only where gifts must be accepted."""
    return not _is_nothing(_wants(order)) or table.rulings.gifts == "accepted"


def _pair(deals: list[_Deal]) -> None:
    """R5: pair mirror images one to one in the order written."""
    of_player: dict[Player | None, list[_Deal]] = {}
    for deal in deals:
        of_player.setdefault(deal.player, []).append(deal)
    for deal in deals:
        if deal.mirror is not None:
            continue
        for other in of_player.get(deal.order.to, ()):
            if (
                other.mirror is None
                and other.order.to == deal.player
                and _same(_gives(deal.order), _wants(other.order))
                and _same(_wants(deal.order), _gives(other.order))
            ):
                deal.mirror, other.mirror = other, deal
                break


def exchange(table: Table) -> None:
    """R5: carry out all trades, each whole or not at all, from the holdings at the start of the Phase."""
    deals: list[_Deal] = []
    for player in table.active:
        for order in table.sheet(player).trades:
            if isinstance(order, Faulty):
                continue
            wrong = fault(table, player, order)
            if wrong:
                table.void(order.ref, wrong[0], wrong[1], "R5", _case(table), player=order.to)
            else:
                deals.append(_Deal(player, order))
    if not deals:
        return
    _pair(deals)
    purses = {player: _Purse(table, player) for player in table.active}
    waiting: dict[Player, list[_Deal]] = {player: [] for player in table.active}
    for deal in deals:
        if deal.mirror is None and _needs_mirror(table, deal.order):
            why = _no_mirror(deal.order)
            table.end(deal.order.ref, "void", why, "R5", _case(table), player=deal.order.to)
        else:
            waiting[deal.player].append(deal)
    while any(waiting.values()):
        deal = _next(waiting)
        _settle(table, deal, purses)
        for side in (deal, deal.mirror) if deal.mirror else (deal,):
            waiting[side.player].remove(side)


def _no_mirror(order: Trade) -> str:
    """The reason of a trade whose other half is missing."""
    if _is_nothing(_wants(order)):
        return "gift_not_accepted"
    return "gift_not_given" if _is_nothing(_gives(order)) else "trade_not_mirrored"


def _next(waiting: dict[Player, list[_Deal]]) -> _Deal:
    """R5: the next trade to settle: one whose earlier ones on both sheets are settled, else the first open one."""
    heads = {player: own[0] for player, own in waiting.items() if own}
    for deal in heads.values():
        if deal.mirror is None or heads[deal.mirror.player] is deal.mirror:
            return deal
    return next(iter(heads.values()))


def _settle(table: Table, deal: _Deal, purses: dict[Player, _Purse]) -> None:
    """Carry out one trade, or end it void when one of the two does not hold what he gives."""
    sides = [deal] if deal.mirror is None else [deal, deal.mirror]
    for side in sides:
        if not purses[side.player].holds(_gives(side.order)):
            for each in sides:
                table.end(each.order.ref, "void", "trade_not_held", "R5", _case(table), player=side.player)
            return
    for side in sides:
        goods = _gives(side.order)
        purses[side.player].spend(goods)
        if not _is_nothing(goods):
            _hand_over(table, side, goods)
        table.end(side.order.ref, "done", "trade_done", _case(table), "R5", player=side.order.to)


def _hand_over(table: Table, deal: _Deal, goods: Goods) -> None:
    assert deal.order.to is not None
    giver, receiver = table.hands[deal.player], table.hands[deal.order.to]
    giver.politburo -= goods.politburo
    receiver.politburo += goods.politburo
    giver.assassin -= goods.assassin
    receiver.assassin += goods.assassin
    units: tuple[Unit, ...] = tuple(unit for unit in goods.units if isinstance(unit, int))
    for unit in units:
        giver.units.remove(unit)
        receiver.units.append(unit)
    table.tell(
        Given(
            _case(table),
            deal.order.ref,
            deal.player,
            deal.order.to,
            goods.politburo,
            goods.assassin,
            units,
        )
    )


def judge(table: Table, player: Player) -> None:
    """What can be said of a player's trades before the others' sheets are known: faults, goods not held, partners needed."""
    purse = _Purse(table, player)
    for order in table.sheet(player).trades:
        if isinstance(order, Faulty):
            continue
        wrong = fault(table, player, order)
        if wrong:
            table.remark(order.ref, wrong[0], "error", wrong[1], "R5", player=order.to)
        elif not _Purse(table, player).holds(_gives(order)):
            table.remark(order.ref, ".give", "error", "trade_not_held", "R5", player=player)
        elif not purse.holds(_gives(order)):
            # Not certain: the earlier trades may fail, for instance because a partner quits.
            table.remark(order.ref, ".give", "warning", "trade_given_twice", "R5", player=player)
        elif not _needs_mirror(table, order):
            purse.spend(_gives(order))
        elif _is_nothing(_wants(order)):
            table.remark(order.ref, "", "warning", "gift_needs_acceptance", "R5", player=order.to)
        else:
            code = "acceptance_needs_gift" if _is_nothing(_gives(order)) else "trade_needs_mirror"
            table.remark(order.ref, "", "warning", code, "R5", player=order.to)
