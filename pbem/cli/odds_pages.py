"""What `pbem odds` finds as pages of 80 columns; every function says its lines. Prints nothing."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.cli.figures import folded, table
from pbem.core.rules import Rules
from pbem.core.terms import Player, UnitName
from pbem.odds.attacks import AttackOdds, CombatOdds, ProvinceOdds
from pbem.odds.attempts import AttemptOdds
from pbem.odds.chances import Chance, decimal, percent
from pbem.odds.events import DrawOdds, EventsOdds, UnitAtRisk
from pbem.odds.purges import PurgeOdds, PurgesOdds
from pbem.odds.tables import RESULTS, ColumnOdds, PurgeChain, assassination_chance, event_results
from pbem.phases.assassinations import dice_needed
from pbem.phases.attack_forces import Reason
from pbem.words import listed, sentence, unit_in_words

COMBAT_KEY = (
    "De: all defenders are eliminated. Ex: exchange, the weaker side is eliminated and the other loses at least as "
    "many points. Ae: all attackers are eliminated."
)
MARKERS_SHOWN = 5


def _percents(chances: Mapping[str, Chance], names: Iterable[str]) -> list[str]:
    """A cell for each name."""
    return [percent(chances.get(name, Chance(0))) for name in names]


def notes(lines: Sequence[str]) -> list[str]:
    """Remarks under a page."""
    return ["", *(line for note in lines for line in folded(note))] if lines else []


# --- attacks -----------------------------------------------------------------------------------------------------


def attack(strength: int, defense: int, own: ColumnOdds | None, columns: Sequence[ColumnOdds]) -> list[str]:
    """An attack by numbers, and every other column for the same defense."""
    if own is None:
        head = f"{strength} against {defense} is below 1:2; no attack is made at such odds."
    else:
        head = (
            f"{strength} against {defense} is {own.odds}. The attacker loses {decimal(own.attacker_loses)} points on "
            f"average, the defender {decimal(own.defender_loses)}."
        )
    rows = [["", "odds", "points", *RESULTS, "attacker loses", "defender loses"]]
    for one in columns:
        mark = ">" if own is not None and one.odds == own.odds else ""
        points = str(one.attack) if mark else f"from {one.attack}"
        losses = [decimal(one.attacker_loses), decimal(one.defender_loses)]
        rows.append([mark, one.odds, points, *_percents(one.results, RESULTS), *losses])
    least = "Of an exchange the fewest points are counted that each side can lose."
    return [*folded(head), "", *table(rows, indent=0), "", *folded(f"{COMBAT_KEY} {least}")]


def combat(found: CombatOdds, rules: Rules) -> list[str]:
    """The attacks of sheets, province by province."""
    lines: list[str] = []
    if found.subversions:
        lines += ["Subversive Attacks", *_attacks(found.subversions, rules, ("De",)), ""]
    for province in found.provinces:
        lines += [*_province(province, rules), ""]
    if not lines:
        return ["The sheets order no attack."]
    losses = "Attacker, defender: the points that each must expect to lose by that attack."
    return [*lines, *folded(f"{COMBAT_KEY} {losses}")]


def _province(found: ProvinceOdds, rules: Rules) -> list[str]:
    name = rules.board.provinces[found.at].name if found.at in rules.board.provinces else "no such province"
    lines = [f"{found.at}, {name}", *_attacks(found.attacks, rules, RESULTS)]
    if found.lost:
        lines += ["", "  Units that may be lost there:"]
        rows = [
            [unit_in_words(unit, rules), percent(chance)]
            for unit, chance in sorted(found.lost.items(), key=lambda item: (-item[1], item[0]))
        ]
        lines += table(rows, indent=4)
    return lines


def _attacks(attacks: Sequence[AttackOdds], rules: Rules, results: Sequence[str]) -> list[str]:
    """A row for each attack, and under the table what is behind it."""
    rows = [["order", "odds", "made", *results, "attacker", "defender"]]
    for one in attacks:
        odds = next(iter(one.odds), "-") if len(one.odds) < 2 else "*"
        losses = [decimal(one.attacker_loses), decimal(one.defender_loses)]
        rows.append([one.order.ref, odds, percent(one.made), *_percents(one.results, results), *losses])
    lines = table(rows)
    for one in attacks:
        lines += _behind(one, rules)
    return lines


def _behind(one: AttackOdds, rules: Rules) -> list[str]:
    """Who attacks whom, odds that are not certain, why it may come to nothing, and who may capture what."""
    names = [unit_in_words(unit, rules) for unit in one.order.units]
    lines = _said(one.order.ref, f"{listed(names)} against {unit_in_words(one.order.against, rules)}.")
    if len(one.odds) > 1:
        odds = listed(f"{odds} ({percent(chance)})" for odds, chance in one.odds.items())
        lines += _said(one.order.ref, f"at {odds}.")
    lines += _reasons(one.order.ref, one.nothing, one.reasons, rules)
    for (unit, by), chance in one.captures.items():
        fate = "stands alone" if by is None else f"is captured by {unit_in_words(by, rules)}"
        lines += _said(one.order.ref, f"{percent(chance)}: {unit_in_words(unit, rules)} {fate}.")
    return lines


def _reasons(
    ref: str, nothing: Mapping[str, Chance], reasons: Mapping[str, Reason], rules: Rules
) -> list[str]:
    """Why an order may come to nothing."""
    lines: list[str] = []
    for code, chance in nothing.items():
        lines += _said(ref, f"{percent(chance)}: {sentence(code, reasons[code].facts, rules)}")
    return lines


def _said(ref: str, text: str) -> list[str]:
    return folded(f"{ref}: {text}", indent=2, hang=2)


# --- assassinations ----------------------------------------------------------------------------------------------


def assassination(markers: int, leadership: int) -> list[str]:
    """An assassination by numbers, and the same with more or fewer markers."""
    shown = sorted({*range(1, MARKERS_SHOWN + 1), markers})
    rows = [["", "markers", "needed", "killed"]]
    for count in shown:
        needed = dice_needed(count, leadership)
        need = "any" if needed <= 2 else "-" if needed > 12 else str(needed)
        mark = ">" if count == markers else ""
        rows.append([mark, str(count), need, percent(assassination_chance(count, leadership))])
    marks = "1 Assassin Marker kills" if markers == 1 else f"{markers} Assassin Markers kill"
    head = f"{marks} a Leader of Leadership Value {leadership} in {percent(assassination_chance(markers, leadership))}."
    return [*folded(head), "", *table(rows, indent=0), "", "Needed: the least total of two dice."]


def attempts(found: Sequence[AttemptOdds], rules: Rules) -> list[str]:
    """The assassinations of sheets."""
    if not found:
        return ["The sheets order no assassination."]
    rows = [["order", "target", "made", "markers", "killed"]]
    for one in found:
        markers = listed(map(str, one.markers)) if one.markers else "-"
        rows.append(
            [
                one.order.ref,
                unit_in_words(one.order.target, rules),
                percent(one.made),
                markers,
                percent(one.killed),
            ]
        )
    lines = table(rows, names=2)
    for one in found:
        lines += _reasons(one.order.ref, one.nothing, one.reasons, rules)
    return lines


# --- purges ------------------------------------------------------------------------------------------------------


def purge(chain: PurgeChain) -> list[str]:
    """A Purge by numbers with its answers."""
    points = sorted({number for one in chain.answers for number in one.gains}, reverse=True)
    rows = [["", "strength", "column", "rolled", *(_points(number) for number in points)]]
    for name, one in zip(("Purge", "answer", "reply"), chain.answers, strict=False):
        gains = [percent(one.gains.get(number, Chance(0))) for number in points]
        rows.append([name, str(one.strength), one.column, percent(one.rolled), *gains])
    nothing = f"Nobody gains anything (a C that is not answered): {percent(chain.nothing)}."
    return [*table(rows, indent=0), "", *folded(nothing)]


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def purges(found: PurgesOdds, rules: Rules) -> list[str]:
    """The Purges of sheets, their answers, and what may change hands."""
    if not found.orders:
        return ["The sheets order no Purge and no answer to one."]
    points = sorted({number for one in found.orders for number in one.gains}, reverse=True)
    rows = [["order", "strength", "rolled", *(_points(number) for number in points)]]
    for one in found.orders:
        strengths = listed(map(str, one.strengths)) if one.strengths else "-"
        gains = [percent(one.gains.get(number, Chance(0))) for number in points]
        rows.append([one.order.ref, strengths, percent(one.rolled), *gains])
    lines = table(rows)
    for one in found.orders:
        lines += _void(one, rules)
    return [*lines, *_spoils(found, rules)]


def _void(one: PurgeOdds, rules: Rules) -> list[str]:
    """Why an order of `purges` or `counterpurge` may come to nothing, without dice."""
    lines: list[str] = []
    for (ended, code), chance in one.ended.items():
        if ended == "void" or code == "purge_consented":
            said = sentence(code, one.outcomes[code].facts, rules)
            lines += _said(one.order.ref, f"{percent(chance)}: {said}")
    return lines


def _spoils(found: PurgesOdds, rules: Rules) -> list[str]:
    """What may change hands."""
    rows = [
        [unit_in_words(one.leader, rules), f"{one.owner} to {one.to}", percent(chance)]
        for one, chance in found.leaders.items()
    ]
    for (owner, to), counts in found.markers.items():
        for count, chance in sorted(counts.items()):
            markers = "1 Politburo Marker" if count == 1 else f"{count} Politburo Markers"
            rows.append([markers, f"{owner} to {to}", percent(chance)])
    return ["", "What may change hands:", *table(rows, names=2)] if rows else []


# --- Random Events and draws -------------------------------------------------------------------------------------

_KINDS = {
    "epidemic": "an epidemic",
    "draw": "a draw from the Randomizer",
    "subversion_doubled": "Subversive Attacks doubled",
}


def events(phases: Mapping[str, EventsOdds], at_risk: Sequence[UnitAtRisk] | None, rules: Rules) -> list[str]:
    """The Random Events at one roll and in a Phase."""
    one_roll: dict[str, Chance] = {}
    for event, chance in event_results(rules).items():
        one_roll[event.kind] = one_roll.get(event.kind, Chance(0)) + chance
    head = ["", "at one roll"]
    for phase, one in phases.items():
        head.append(f"{phase.capitalize()} ({one.rolls} {'roll' if one.rolls == 1 else 'rolls'})")
    rows = [head]
    for kind, chance in one_roll.items():
        rows.append([_KINDS[kind], percent(chance), *(percent(one.kinds[kind]) for one in phases.values())])
    lines = table(rows, indent=0)
    said = f"A province that is named in the table is struck in {_of_one_province(rules)} of rolls."
    if phases:
        said = f"First, Second: the chance of at least one in that Phase. {said}"
    lines += ["", *folded(said)]
    if at_risk is not None:
        lines += ["", *_at_risk(at_risk, rules)]
    return lines


def _of_one_province(rules: Rules) -> str:
    """The chance of a single cell of the table."""
    return percent(min(event_results(rules).values()))


def _at_risk(at_risk: Sequence[UnitAtRisk], rules: Rules) -> list[str]:
    """What the epidemics of the Phase may take."""
    if not at_risk:
        return ["No unit stands where an epidemic could take it."]
    rows = [
        [one.at, unit_in_words(one.unit, rules), _owner(one.player), percent(one.chance)] for one in at_risk
    ]
    return ["What epidemics may take in this Phase:", *table(rows, names=3)]


def _owner(player: Player | None) -> str:
    return "nobody's" if player is None else f"Player {player}'s"


def draws(found: Sequence[DrawOdds], count: int, rules: Rules) -> list[str]:
    """The next draw from the Randomizer."""
    if not found[0].marker:
        return ["The Randomizer gives nothing: it is empty, or all in it would be drawn again."]
    rows = [[_marker(one.marker), percent(one.chance), _row(one.units, rules)] for one in found]
    head = f"The next draw from the Randomizer, which holds {count} {'marker' if count == 1 else 'markers'}:"
    lines = [head]
    for line in table([row[:2] for row in rows]):
        units = rows[len(lines) - 1][2]
        lines.append(line if not units else f"{line}  {units}"[:80])
    return lines


def _marker(marker: str) -> str:
    """``Politburo Marker``, ``BR Control Marker``."""
    code, _, kind = marker.rpartition("-")
    return f"{code} {kind.capitalize()} Marker".strip()


def _row(units: Sequence[UnitName], rules: Rules) -> str:
    return ", ".join(str(unit) for unit in units)
