"""11.24–11.27, 17/11.0, R24: conditional answers to a Purge."""

from pbem.core.events import Purged
from pbem.core.orders import Counterpurge, Faulty, Spoil
from pbem.core.table import Table
from pbem.core.terms import Ended, Player
from pbem.core.verdicts import Fact
from pbem.phases.purge_table import red_leadership, result_of
from pbem.phases.spoils import choose, hand_over, spend_agreed

RANK: tuple[Ended, ...] = ("done", "failed", "void")
"""Of several answers by one order the best gives its outcome."""


class Answers:
    """The answers given in one Phase: how many by each player (the dice labels count them), and how each order fared."""

    __slots__ = ("ended", "given")

    def __init__(self) -> None:
        self.given: dict[Player, int] = {}
        self.ended: dict[str, tuple[Ended, str, dict[str, Fact]]] = {}

    def note(self, order: Counterpurge, ended: Ended, code: str, **facts: Fact) -> None:
        """Remember how an answer went; an order used several times is done when one of its answers was."""
        before = self.ended.get(order.ref)
        if before is None or RANK.index(ended) <= RANK.index(before[0]):
            self.ended[order.ref] = (ended, code, facts)

    def end(self, table: Table) -> None:
        """Give every order that was called on its outcome; one that was not needed has none."""
        for ref in sorted(self.ended):
            ended, code, facts = self.ended[ref]
            table.end(ref, ended, code, "11.24", "11.4", "R24", **facts)


def find(
    table: Table, player: Player, purgers: tuple[Player, ...], namable: tuple[Player, ...]
) -> tuple[Counterpurge, Player] | None:
    """R24: the first conditional order that applies, with the player it names.

    `purgers` are those actually purging, `namable` those who may be named: for a purge by one he alone, else any member
    of the Committee (11.24).
    """
    for order in table.sheet(player).counterpurges:
        if isinstance(order, Faulty):
            continue
        if order.if_purged_by is not None and not all(purger in order.if_purged_by for purger in purgers):
            continue
        if order.against is None:
            return order, purgers[0]
        named = next((other for other in order.against if other in namable), None)
        if named is not None:
            return order, named
    return None


def answer(
    table: Table,
    purged: Player,
    purgers: tuple[Player, ...],
    *,
    committee: tuple[Player, ...],
    answers: Answers,
) -> None:
    """R24: the chain of answers after a C: the two take turns until a number comes up or one does not answer."""
    namable = purgers if len(purgers) == 1 else committee
    rounds: dict[Player, int] = {}
    chosen: dict[Player, tuple[Counterpurge, Player]] = {}
    player = purged
    while True:
        # A player answers a whole chain by the order that applied when he was first called on.
        found = chosen.get(player) or find(table, player, purgers, namable)
        if found is None:
            return
        chosen[player] = found
        order, opponent = found
        if order.rounds is not None and rounds.get(player, 0) >= order.rounds:
            return
        markers = 2 * table.hands[player].politburo
        leadership = red_leadership(table, player)
        if leadership + markers < 1:
            answers.note(order, "void", "counterpurge_no_strength", player=opponent)
            return
        rounds[player] = rounds.get(player, 0) + 1
        result = _roll(table, player, opponent, order=order, counted=(leadership, markers), answers=answers)
        if result != "C":
            _take(table, player, opponent, points=int(result), order=order)
            answers.note(order, "done", "counterpurge_succeeded", player=opponent, number=int(result))
            return
        answers.note(order, "failed", "counterpurge_countered", player=opponent)
        player, purgers, namable = opponent, (player,), (player,)


def _roll(
    table: Table,
    player: Player,
    opponent: Player,
    *,
    order: Counterpurge,
    counted: tuple[int, int],
    answers: Answers,
) -> str:
    """11.24: roll one Counterpurge; says its result, a number or C."""
    answers.given[player] = answers.given.get(player, 0) + 1
    leadership, markers = counted
    label = f"counterpurge/{player}/{answers.given[player]}"
    column, _ = result_of(table.rules, leadership + markers, 2)
    dice = table.two_dice(label, needed=f"column {column}", ref=order.ref)
    _, result = result_of(table.rules, leadership + markers, sum(dice))
    table.effect(label, result)
    table.tell(
        Purged(
            "11.24",
            order.ref,
            (player,),
            (),
            opponent,
            leadership + markers,
            leadership,
            markers,
            label,
            result,
        )
    )
    return result


def _take(table: Table, player: Player, opponent: Player, *, points: int, order: Counterpurge) -> None:
    """R24: spend the points down the order's list, or on anything as long as there is something to be had."""
    if order.take is not None:
        spoils = tuple(Spoil(player, take) for take in order.take)
        spend_agreed(table, opponent, points, spoils=spoils, members=(player,), ref=order.ref)
        return
    while (prize := choose(table, opponent, "any", points)) is not None:
        points -= hand_over(table, opponent, prize, to=player, ref=order.ref)


def judge(table: Table, player: Player) -> None:
    """The checker's view: players who are not in the campaign, and orders that can never apply."""
    for order in table.sheet(player).counterpurges:
        if isinstance(order, Faulty):
            continue
        for sub, named in ((".if_purged_by", order.if_purged_by), (".against", order.against)):
            for index, other in enumerate(named or ()):
                if other == player or other not in table.active:
                    table.remark(
                        order.ref, f"{sub}[{index}]", "error", "counterpurge_nobody", "R24", player=other
                    )
        if table.purge_held:
            table.remark(order.ref, "", "warning", "counterpurge_no_purge_due", "R21")
