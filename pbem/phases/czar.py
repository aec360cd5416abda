"""13.5, 17/13.5, R25: the execution of the Czar, by order of a Committee and with the holder's consent."""

from pbem.core.events import CzarExecuted, ExecutionOrdered
from pbem.core.falls import take_out
from pbem.core.orders import ExecuteCzar
from pbem.core.state import groups
from pbem.core.table import Table
from pbem.core.terms import CZAR, Player

EXECUTION_MARKERS = 10
"""13.52: the Politburo Markers the members must hold."""


def execute(table: Table) -> None:
    """R25: first the answer to an order of the Phase before, then a new order; once per Phase."""
    _answer_earlier(table)
    consents = {
        player: order
        for player in table.active
        if isinstance(order := table.sheet(player).execute_czar, ExecuteCzar)
    }
    committee = _committee(table, consents)
    for player, order in consents.items():
        if player not in order.committee:
            table.void(order.ref, ".committee", "execution_not_a_member", "13.52", "R25")
        elif committee is None or tuple(sorted(dict.fromkeys(order.committee))) != committee:
            table.end(order.ref, "void", "execution_no_committee", "13.52", "R25", players=order.committee)
    if committee is None:
        return
    orders = [consents[member] for member in committee]
    holder = table.controller(CZAR)
    if holder is None or not with_red_leader(table):
        for order in orders:
            table.end(order.ref, "void", "execution_czar_not_red", "13.53", "R25")
        return
    _order_execution(table, committee, holder, orders)


def with_red_leader(table: Table) -> bool:
    """13.53: whether the Czar lies under a Red Leader."""
    stack = table.stack_of(CZAR)
    if stack is None:
        return False
    group = next(part for part in groups(stack.units, table.rules) if CZAR in part.imperial)
    return group.leader is not None and table.rules.color[group.leader] == "red"


def _committee(table: Table, consents: dict[Player, ExecuteCzar]) -> tuple[Player, ...] | None:
    """R25: the first Committee by letters that all its members name and whose members hold ten markers."""
    named = {player: tuple(sorted(dict.fromkeys(order.committee))) for player, order in consents.items()}
    for committee in sorted(dict.fromkeys(named.values())):
        agreed = all(named.get(member) == committee for member in committee)
        if agreed and sum(table.hands[member].politburo for member in committee) >= EXECUTION_MARKERS:
            return committee
    return None


def _order_execution(
    table: Table, committee: tuple[Player, ...], holder: Player, orders: list[ExecuteCzar]
) -> None:
    """13.54: the holder complies, refuses, or is given until the next Phase to answer."""
    answer = _answer_of(table, holder, committee)
    ref = orders[0].ref
    table.tell(ExecutionOrdered("13.52", ref, committee, holder, answer))
    if answer == "complied":
        _remove_czar(table, holder, ref=ref)
    elif answer == "awaited":
        table.execution_ordered = holder
    ended = {"complied": "done", "refused": "failed", "awaited": "part"}[answer]
    cases = ("13.54", "17/13.5", "R25", *(("R38",) if holder in table.quit else ()))
    for order in orders:
        table.end(order.ref, ended, f"execution_{answer}", *cases, player=holder)  # type: ignore[arg-type]


def _answer_of(table: Table, holder: Player, committee: tuple[Player, ...]) -> str:
    """R25, R38: complied, refused or awaited."""
    if holder in table.quit:
        return "refused"
    conditional = table.sheet(holder).if_ordered_to_execute_czar
    if conditional == "refuse":
        return "refused"
    if conditional == "comply" or holder in committee:
        return "complied"
    return "awaited"


def _answer_earlier(table: Table) -> None:
    """R25: `comply_with_execution`, carried out if the player still controls the Czar, whatever force of his holds him."""
    asked = table.execution_ordered
    table.execution_ordered = None
    for player in table.active:
        answer = table.sheet(player).comply_with_execution
        if answer is None:
            continue
        ref = f"{player}.comply_with_execution"
        if not answer:
            if player == asked:
                table.remark(ref, "", "note", "comply_declined", "13.54", "R25")
        elif player != asked:
            table.void(ref, "", "comply_not_asked", "17/13.5", "R25")
        elif table.controller(CZAR) != player:
            table.end(ref, "void", "comply_without_czar", "13.54", "17/13.5", "R25")
        else:
            _remove_czar(table, player, ref=ref)
            table.end(ref, "done", "complied", "13.54", "17/13.5", "R25")


def _remove_czar(table: Table, player: Player, *, ref: str) -> None:
    """13.54, 14.46: the Czar goes face up to the player's section; 13.29 for the Leader who held him."""
    at = table.province_of(CZAR)
    assert at is not None
    take_out(table, table.where[CZAR], (CZAR,), ref=ref)
    table.to_chart(CZAR, player)
    table.tell(CzarExecuted("13.54", ref, player, at))


def judge(table: Table, player: Player) -> None:
    """The checker's view: a consent that names no fit Committee, an answer nobody asked for."""
    sheet = table.sheet(player)
    order = sheet.execute_czar
    if isinstance(order, ExecuteCzar):
        if player not in order.committee:
            table.remark(order.ref, ".committee", "error", "execution_not_a_member", "13.52", "R25")
        elif CZAR not in table.where:
            table.remark(order.ref, "", "error", "execution_czar_not_red", "13.53", "R25")
        else:
            for index, member in enumerate(order.committee):
                if member not in table.active:
                    table.remark(
                        order.ref,
                        f".committee[{index}]",
                        "error",
                        "purge_unknown_member",
                        "R25",
                        player=member,
                    )
            table.remark(
                order.ref, "", "warning", "execution_needs_others", "13.52", "R25", players=order.committee
            )
    if sheet.comply_with_execution and table.execution_ordered != player:
        table.remark(f"{player}.comply_with_execution", "", "error", "comply_not_asked", "17/13.5", "R25")
