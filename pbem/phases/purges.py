"""11.0, 17/11.0, R19–R23: the Central Committee, Purges, and how the points are spent. Answers are in counterpurges.py."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.events import Purged
from pbem.core.orders import Faulty, Purge, Spoil, number_of
from pbem.core.table import Table
from pbem.core.terms import Case, Player
from pbem.phases import counterpurges
from pbem.phases.purge_table import red_leadership, result_of
from pbem.phases.spoils import spend_agreed, spend_equal

COMMITTEE_MARKERS = 8
"""11.1: the Politburo Markers a Central Committee needs."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a player's `purges` with its defaults filled in (R19) and its markers counted (R20)."""

    player: Player
    order: Purge
    committee: tuple[Player, ...]
    """The members, by letter."""
    participants: tuple[Player, ...]
    """As listed; empty where the writer takes no part: then the entry is consent, whatever else it holds."""
    markers: int

    @property
    def consent(self) -> bool:
        """Whether the writer takes no part himself."""
        return not self.participants

    @property
    def plan(self) -> tuple[object, ...]:
        """What all participants' sheets must agree on (R19)."""
        equal = self.order.spoils is None
        return (
            self.committee,
            self.participants if equal else tuple(sorted(self.participants)),
            self.order.target,
            self.order.spoils,
        )


@dataclass(frozen=True, slots=True)
class Proposal:
    """A Purge that all its participants ordered alike."""

    entries: tuple[Entry, ...]
    participants: tuple[Player, ...]
    committee: tuple[Player, ...]
    target: Player
    spoils: tuple[Spoil, ...] | None
    leadership: int
    markers: int

    @property
    def strength(self) -> int:
        """R19: Red Leadership on the map and markers assigned, of the participants."""
        return self.leadership + self.markers

    @property
    def number(self) -> int:
        """Its number among the purges on the sheet of its first-named member."""
        first = next(entry for entry in self.entries if entry.player == self.participants[0])
        return number_of(first.order.ref)


def read_entries(table: Table, player: Player) -> tuple[Entry, ...]:
    """R19, R20: the player's purge orders with their defaults and the markers that count for each."""
    orders = [order for order in table.sheet(player).purges if not isinstance(order, Faulty)]
    counts = counted_markers(tuple(order.markers for order in orders), table.hands[player].politburo)
    return tuple(_entry(player, order, count) for order, count in zip(orders, counts, strict=True))


def _entry(player: Player, order: Purge, markers: int) -> Entry:
    written = order.participants
    if written is None:
        written = (player,) if order.target is not None else ()
    committee = order.committee if order.committee is not None else (written or (player,))
    participants = tuple(dict.fromkeys(written)) if player in written else ()
    return Entry(player, order, tuple(sorted(dict.fromkeys(committee))), participants, markers)


def counted_markers(written: tuple[int | None, ...], held: int) -> tuple[int, ...]:
    """R19, R20: how many markers count for each entry. None is all not promised elsewhere, for the first such entry;
    what is promised beyond the markers held is counted against every entry."""
    explicit = sum(markers for markers in written if markers is not None)
    rest = max(0, held - explicit)
    promised: list[int] = []
    for markers in written:
        promised.append(rest if markers is None else markers)
        rest = 0 if markers is None else rest
    excess = max(0, sum(promised) - held)
    return tuple(max(0, markers - excess) for markers in promised)


def fault(table: Table, entry: Entry) -> tuple[str, str] | None:
    """What is wrong with an entry as written, whatever the others order: (sub-path, code), or None (R19, 11.14)."""
    if any(member not in table.active for member in entry.committee):
        return ".committee", "purge_unknown_member"
    if entry.player not in entry.committee:
        return ".committee", "purge_not_a_member"
    if entry.consent:
        return None
    if any(participant not in entry.committee for participant in entry.participants):
        return ".participants", "purge_participant_no_member"
    if entry.order.target is None:
        return ".target", "purge_without_target"
    if entry.order.target not in table.players:
        return ".target", "purge_unknown_target"
    if entry.order.target in entry.committee:
        return ".target", "purge_of_member"
    return None


_MORE_CASES: Mapping[str, tuple[Case, ...]] = {
    "purge_not_a_member": ("11.1",),
    "purge_participant_no_member": ("11.1",),
    "purge_of_member": ("11.14",),
}
"""The cases behind a fault of an entry, beside those of every entry."""


def acting_committee(table: Table, entries: list[Entry]) -> tuple[Player, ...] | None:
    """11.1, R19: the Central Committee, if one exists: its members' sheets all name it and there are eight markers.

    `committee_markers`: those assigned to its purges, or all that its members hold.
    """
    for committee in sorted(dict.fromkeys(entry.committee for entry in entries)):
        own = [entry for entry in entries if entry.committee == committee]
        writers = [entry.player for entry in own]
        if not all(member in writers for member in committee):
            continue
        if table.rulings.committee_markers == "held":
            total = sum(table.hands[member].politburo for member in committee)
        else:
            total = sum(entry.markers for entry in own if entry.player in committee)
        if total >= COMMITTEE_MARKERS:
            return committee
    return None


def purge(table: Table) -> None:
    """R19–R24: find the Committee, hold its purges, strongest first, and end every entry."""
    entries = [entry for player in table.active for entry in read_entries(table, player)]
    if not entries:
        return
    if table.purge_held:
        for entry in entries:
            table.end(entry.order.ref, "void", "purge_held_already", "R21", "17/4.2")
        return
    for player in dict.fromkeys(entry.player for entry in entries):
        _tell_of_promises(table, tuple(entry for entry in entries if entry.player == player))
    committee = acting_committee(table, entries)
    valid: list[Entry] = []
    for entry in entries:
        wrong = fault(table, entry)
        if wrong:
            cases = ("11.0", "R19", *_MORE_CASES.get(wrong[1], ()))
            table.void(entry.order.ref, *wrong, *cases, player=entry.order.target)
        else:
            valid.append(entry)
    proposals = _proposals(table, valid, committee)
    answers = counterpurges.Answers()
    took_part: list[Player] = []
    for proposal in _ordered(table, proposals):
        if any(player in took_part for player in proposal.participants):
            _end_all(table, proposal, "void", "purge_second_part", "11.13", "R21")
        elif proposal.strength < 1:
            _end_all(table, proposal, "void", "purge_no_strength", "11.4", "R19")
        else:
            took_part.extend(proposal.participants)
            _hold(table, proposal, answers)
    _end_rest(table, valid, committee)
    answers.end(table)


def _proposals(table: Table, entries: list[Entry], committee: tuple[Player, ...] | None) -> list[Proposal]:
    """R19: the purges of the acting Committee that every participant ordered alike, by letter and as written."""
    open_entries = [entry for entry in entries if not entry.consent and entry.committee == committee]
    found: list[Proposal] = []
    while open_entries:
        first = open_entries[0]
        matching: list[Entry] = []
        for participant in first.participants:
            match = next((e for e in open_entries if e.player == participant and e.plan == first.plan), None)
            if match:
                matching.append(match)
        complete = len(matching) == len(first.participants)
        used = matching if complete else [first]
        open_entries = [entry for entry in open_entries if not any(entry is other for other in used)]
        if complete:
            found.append(_proposal(table, matching, first))
    return found


def _proposal(table: Table, entries: list[Entry], first: Entry) -> Proposal:
    assert first.order.target is not None
    return Proposal(
        tuple(entries),
        first.participants,
        first.committee,
        first.order.target,
        first.order.spoils,
        red_leadership(table, *first.participants),
        sum(entry.markers for entry in entries),
    )


def _ordered(table: Table, proposals: list[Proposal]) -> list[Proposal]:
    """R21: strongest first, ties by lot; a joint purge stands where its first-named member stands."""
    first_named: dict[int, list[Player]] = {}
    for proposal in proposals:
        if proposal.strength >= 1:
            first_named.setdefault(proposal.strength, []).append(proposal.participants[0])
    if all(len(dict.fromkeys(names)) == 1 for names in first_named.values()):
        return sorted(proposals, key=lambda proposal: (-proposal.strength, proposal.number))
    order = table.lot_order("tie/purge")
    table.effect("tie/purge", order[0])
    place = {player: index for index, player in enumerate(order)}
    return sorted(
        proposals,
        key=lambda proposal: (-proposal.strength, place[proposal.participants[0]], proposal.number),
    )


def _hold(table: Table, proposal: Proposal, answers: counterpurges.Answers) -> None:
    """11.0: roll one purge, spend its points or let the purged player answer."""
    label = "purge/" + "+".join(sorted(proposal.participants))
    ref = proposal.entries[0].order.ref
    column, _ = result_of(table.rules, proposal.strength, 2)
    dice = table.two_dice(label, needed=f"column {column}", ref=ref)
    _, result = result_of(table.rules, proposal.strength, sum(dice))
    table.effect(label, result)
    table.purge_held = True
    table.tell(
        Purged(
            "11.0",
            ref,
            proposal.participants,
            proposal.committee,
            proposal.target,
            proposal.strength,
            proposal.leadership,
            proposal.markers,
            label,
            result,
        )
    )
    if result == "C":
        _end_all(table, proposal, "failed", "purge_countered", "11.24", "11.4")
        counterpurges.answer(
            table, proposal.target, proposal.participants, committee=proposal.committee, answers=answers
        )
        return
    if proposal.spoils is None:
        spend_equal(table, proposal.target, int(result), takers=proposal.participants, ref=ref)
    else:
        spend_agreed(
            table, proposal.target, int(result), spoils=proposal.spoils, members=proposal.committee, ref=ref
        )
    _end_all(table, proposal, "done", "purge_succeeded", "11.21", "11.4", "R22", number=int(result))


def _end_all(
    table: Table, proposal: Proposal, ended: str, code: str, *cases: str, number: int | None = None
) -> None:
    """One outcome for the entries of all participants."""
    for entry in proposal.entries:
        table.end(
            entry.order.ref,
            ended,  # type: ignore[arg-type]
            code,
            *cases,
            player=proposal.target,
            players=proposal.participants,
            number=number,
            number_strength=proposal.strength,
        )


def _end_rest(table: Table, entries: list[Entry], committee: tuple[Player, ...] | None) -> None:
    """Consents, and the entries that came to no purge."""
    for entry in entries:
        if entry.order.ref in table.outcomes:
            continue
        facts = {"player": entry.order.target, "players": entry.committee}
        if entry.committee != committee:
            table.end(entry.order.ref, "void", "purge_no_committee", "11.1", "R19", **facts)
        elif entry.consent:
            table.end(entry.order.ref, "done", "purge_consented", "11.1", "R19", **facts)
        else:
            table.end(entry.order.ref, "void", "purge_not_agreed", "17/11.0", "11.23", "R19", **facts)


def judge(table: Table, player: Player) -> None:
    """The checker's view: faults of the entries, markers promised twice, and what depends on the others' sheets."""
    entries = read_entries(table, player)
    if not entries:
        return
    for entry in entries:
        ref = entry.order.ref
        if table.purge_held:
            table.remark(ref, "", "error", "purge_held_already", "R21", "17/4.2")
            continue
        wrong = fault(table, entry)
        if wrong:
            table.remark(ref, wrong[0], "error", wrong[1], "11.0", "R19", player=entry.order.target)
        elif not _alone_in_vain(table, entry, entries):
            held = sum(table.hands[member].politburo for member in entry.committee)
            table.remark(ref, "", "warning", "purge_needs_others", "17/11.0", "R19", players=entry.committee, number=held)
    _warn_of_second_part(table, entries)
    if not table.purge_held:
        _tell_of_promises(table, entries)


def _tell_of_promises(table: Table, entries: tuple[Entry, ...]) -> None:
    """R20: how many of a player's markers count for each of his entries, where he promises more than he holds."""
    promised = sum(entry.order.markers or 0 for entry in entries)
    held = table.hands[entries[0].player].politburo
    if promised <= held:
        return
    for entry in entries:
        if entry.order.markers:
            table.remark(
                entry.order.ref,
                ".markers",
                "warning",
                "purge_markers_twice",
                "R20",
                number=promised,
                number_held=held,
                number_counted=entry.markers,
            )


def _warn_of_second_part(table: Table, entries: tuple[Entry, ...]) -> None:
    """11.13, R21: of several purges in which the writer takes part no more than one is held."""
    parts = [entry for entry in entries if not entry.consent and fault(table, entry) is None]
    for entry in parts if len(parts) > 1 and not table.purge_held else ():
        table.remark(
            entry.order.ref, "", "warning", "purge_one_of_several", "11.13", "R21", player=entry.order.target
        )


def _alone_in_vain(table: Table, entry: Entry, entries: tuple[Entry, ...]) -> bool:
    """A Committee of the writer alone that cannot come to eight markers, or needs nobody else; says so if it cannot."""
    if entry.committee != (entry.player,):
        return False
    explicit = [e.order.markers for e in entries if e.committee == entry.committee]
    possible = sum(markers or 0 for markers in explicit)
    if (
        table.rulings.committee_markers == "assigned"
        and None not in explicit
        and possible < COMMITTEE_MARKERS
    ):
        table.remark(
            entry.order.ref, ".markers", "error", "purge_too_few_markers", "11.1", "R19", number=possible
        )
        return True
    held = table.hands[entry.player].politburo
    if _own_markers(table, entries, entry.committee, held) < COMMITTEE_MARKERS:
        return False
    trades = [order for order in table.sheet(entry.player).trades if not isinstance(order, Faulty)]
    given = sum(order.give.politburo for order in trades if order.give)
    if _own_markers(table, entries, entry.committee, held - given) < COMMITTEE_MARKERS:
        table.remark(entry.order.ref, "", "warning", "purge_markers_given", "11.1", "R19", number=given)
    return True


def _own_markers(table: Table, entries: tuple[Entry, ...], committee: tuple[Player, ...], held: int) -> int:
    """The markers a player brings to a Committee by these entries, if he holds so many."""
    if table.rulings.committee_markers == "held":
        return held
    counts = counted_markers(tuple(entry.order.markers for entry in entries), max(0, held))
    return sum(count for entry, count in zip(entries, counts, strict=True) if entry.committee == committee)
