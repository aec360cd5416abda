"""How units, provinces, players, markers and moments are named in reports, in one way everywhere.

The words are in templates/words.yaml. Given to the templates as `w`. Decides nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import yaml

from pbem.core.dice import Roll
from pbem.core.rules import Rules
from pbem.core.state import Faces, Holding
from pbem.core.terms import (
    ASSASSIN,
    POLITBURO,
    UNASSIGNED,
    Case,
    Color,
    Marker,
    PhaseName,
    Player,
    Province,
    Section,
    Unit,
    UnitName,
    control_marker,
)
from pbem.phases.victory import Item
from pbem.report.times import LocalTime
from pbem.resources import templates_folder
from pbem.words import listed, unit_in_words

_ADDED = ("assassinate/", "purge/", "counterpurge/")
"""Rolls of two dice that are added."""
_LOTS = ("tie/", "order/")
"""Rolls that are orders of players; their effect is a player's letter."""
MOST_NAMED = 12
"""Units that are out of the game are named one by one up to this many."""


@cache
def words() -> Mapping[str, str]:
    """Every word and phrase by its key."""
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    found: dict[str, str] = yaml.load((templates_folder() / "words.yaml").read_text("utf-8"), loader)
    return found


class Names:
    """The words for the things of one campaign."""

    __slots__ = ("_names", "_rules", "_units", "_words")

    def __init__(self, rules: Rules, names: Mapping[Player, str]) -> None:
        """`names`: how the players are called, by letter."""
        self._rules = rules
        self._names = names
        self._words = words()
        self._units: dict[UnitName, str] = {}

    def word(self, key: str) -> str:
        """The word or phrase of a key, or the key's last part where there is none."""
        return self._words.get(key) or key.rpartition("_")[2]

    # --- units -----------------------------------------------------------------------------------------------

    def unit(self, unit: UnitName) -> str:
        """``Trotsky (152)``, ``111``, ``BR 415``, ``the Czar``."""
        found = self._units.get(unit)
        if found is None:
            found = self._units[unit] = unit_in_words(unit, self._rules)
        return found

    def units(self, units: Iterable[UnitName]) -> str:
        """``Trotsky (152), 111 and 112``."""
        return listed(self.unit(unit) for unit in units)

    def row(self, units: Iterable[UnitName]) -> str:
        """A stack top to bottom: ``Trotsky (152), 111, 112``."""
        return ", ".join([self.unit(unit) for unit in units])

    def gone(self, units: Sequence[UnitName]) -> str:
        """Units out of the game: each, or how many where they are very many, as in a campaign for training."""
        return self.row(units) if len(units) <= MOST_NAMED else self.count(len(units), "unit")

    def force(self, units: Sequence[UnitName]) -> str:
        """A force by its top unit: ``Trotsky (152) with 111 and 112``."""
        if len(units) < 2:
            return self.units(units)
        return f"{self.unit(units[0])} with {self.units(units[1:])}"

    def sum(self, units: Iterable[Unit]) -> str:
        """The Strength Points of a stack, unit by unit: ``3+4+1=8``; Imperial units have none."""
        rules = self._rules
        values = [rules.value[unit] for unit in units if rules.color[unit]]
        total = str(sum(values))
        return f"{'+'.join(map(str, values))}={total}" if len(values) > 1 else total

    def worth(self, items: Iterable[Item]) -> str:
        """Victory Points thing by thing: ``Trotsky (152): 3, 111: 4, Politburo Markers: 6``."""
        markers = self._words["politburo_all"]
        return ", ".join(
            [f"{self.unit(item.unit) if item.unit else markers}: {item.points}" for item in items]
        )

    def value(self, unit: Unit) -> int:
        """The Leadership Value or Combat Strength."""
        return self._rules.value[unit]

    def home(self, unit: Unit) -> str:
        """Where the unit starts and returns: ``TVER (Tver)``."""
        return self.province_in_full(self._rules.counters[unit].home)

    def was(self, units: Sequence[UnitName]) -> str:
        """``was`` or ``were``."""
        return self.word("was_one" if len(units) == 1 else "was_many")

    # --- colors, nationalities, players, provinces --------------------------------------------------------------

    def color(self, color: Color) -> str:
        """``Red``."""
        return self.word(f"color_{color}")

    def nationality(self, code: str) -> str:
        """``British``."""
        return self.word(f"nationality_{code}")

    def player(self, player: Player | None) -> str:
        """``Player A``, or ``nobody``."""
        return self.word("player").format(letter=player) if player else self.word("nobody")

    def holder(self, player: Player | None) -> str:
        """Whose a stack is, for a table: ``A``, or ``nobody``."""
        return player or self.word("nobody")

    def players(self, players: Sequence[Player]) -> str:
        """``Players A, B and C``."""
        if len(players) == 1:
            return self.player(players[0])
        return self.word("players").format(letters=listed(players))

    def name(self, player: Player) -> str:
        """How a player is called."""
        return self._names.get(player, player)

    def owner(self, player: Player | None) -> str:
        """``Player A's``, or ``nobody's``."""
        return self.word("player_own").format(letter=player) if player else self.word("nobody_own")

    def section(self, section: Section) -> str:
        """``Player A's section of the Chart``."""
        if section == UNASSIGNED:
            return self.word("section_unassigned")
        return self.word("section").format(owner=self.owner(section))

    def red_centers(self) -> tuple[Province, ...]:
        """9.13: the provinces without which no Red unit comes back."""
        return self._rules.red_replacement_provinces

    def province_in_full(self, province: Province) -> str:
        """``TVER (Tver)``."""
        facts = self._rules.board.provinces.get(province)
        return f"{province} ({facts.name})" if facts else province

    # --- markers, numbers, cases ----------------------------------------------------------------------------------

    def marker(self, marker: Marker) -> str:
        """``Politburo Marker``, ``British Control Marker (BR)``."""
        code, hyphen, kind = marker.partition("-")
        if not hyphen:
            return self.word(f"marker_{marker}")
        return self.word(f"marker_{kind}").format(nationality=self.nationality(code), code=code)

    def count(self, number: int, thing: str) -> str:
        """``1 Politburo Marker``, ``3 points``: `thing` is a key such as ``politburo`` or ``point``."""
        return self.word(f"{thing}_one" if number == 1 else f"{thing}_many").format(number=number)

    def goods(self, politburo: int, assassin: int, units: Iterable[Unit] = ()) -> str:
        """What changes hands: ``2 Politburo Markers and 1 Assassin Marker``."""
        held = [(politburo, "politburo"), (assassin, "assassin")]
        return listed(
            [
                *(self.unit(unit) for unit in units),
                *(self.count(number, thing) for number, thing in held if number),
            ]
        )

    def hand(self, holding: Holding) -> str:
        """All markers in a hand: ``1 Politburo Marker and British Control Marker (BR)``, or ``no markers``."""
        held = [(holding.politburo, "politburo"), (holding.assassin, "assassin")]
        counts = [self.count(number, thing) for number, thing in held if number]
        controls = [self.marker(control_marker(code)) for code in holding.control]
        return listed([*counts, *controls]) if counts or controls else self.word("hand_empty")

    def markers(self, markers: Sequence[Marker]) -> str:
        """Markers of all kinds: ``2 Assassin Markers and British Control Marker (BR)``."""
        found = [
            self.count(number, thing)
            for thing in (POLITBURO, ASSASSIN)
            if (number := list(markers).count(thing))
        ]
        return listed([*found, *(self.marker(marker) for marker in markers if "-" in marker)])

    def chart(self, faces: Faces) -> str:
        """A section of the Victory Point Chart by its faces: ``face up 201, 204; face down CZ 413``."""
        sides = (("face_up", faces.up), ("face_down", faces.down))
        return "; ".join(self.word(key).format(units=self.row(units)) for key, units in sides if units)

    def change(self, number: int) -> str:
        """``(+2)``; nothing where nothing changed."""
        return f" ({number:+})" if number else ""

    def listed(self, texts: Iterable[str]) -> str:
        """``A, B and C``."""
        return listed(texts)

    def cases(self, *cases: Case) -> str:
        """``[5.27, R7]``, each once; nothing without a case."""
        return f"[{', '.join(dict.fromkeys(cases))}]" if cases else ""

    # --- dice and time --------------------------------------------------------------------------------------------

    def rolled(self, roll: Roll) -> str:
        """What came up: ``3``, ``3+4 = 7``, ``4, 4`` on the Random Events Table, ``B``, ``BR-control``, ``C, A, B``."""
        value = roll.value
        if not isinstance(value, tuple):
            return str(value)
        if roll.label.startswith(_ADDED):
            return f"{'+'.join(map(str, value))} = {sum(int(one) for one in value)}"
        return ", ".join(map(str, value))

    def needed(self, roll: Roll) -> str:
        """What a roll was compared with: ``8 or more``, ``at 2:1``, ``column 11-20``."""
        return (
            self.word("needed_total").format(number=roll.needed) if roll.needed.isdecimal() else roll.needed
        )

    def effect(self, roll: Roll) -> str:
        """What a roll did, in words; of a lot, whose name came first."""
        return self.effect_word(roll.label, roll.effect)

    def effect_word(self, label: str, effect: str) -> str:
        """What this mark of an effect means for a roll of that label, in words."""
        if label.startswith(_LOTS):
            return self.word("effect_lot").format(player=self.player(effect))
        if effect.isdecimal():
            return self.count(int(effect), "point")
        if label.startswith("subversion/") and effect != "De":  # 8.33: nothing else has an effect
            return self.word("effect_none").format(result=effect)
        return self._words.get(f"effect_{effect}", effect)

    def phase(self, turn: int, phase: PhaseName) -> str:
        """``Game-Turn 3, First Phase``."""
        return self.word(f"phase_{phase}").format(turn=turn)

    def moment(self, time: LocalTime) -> str:
        """``Thursday 10 December 2026, 20:00 (UTC+01:00, Europe/Berlin)``."""
        return self.word("moment").format(
            weekday=self.word(f"weekday_{time.weekday}"),
            day=time.day,
            month=self.word(f"month_{time.month}"),
            year=time.year,
            hour=time.hour,
            minute=time.minute,
            offset=time.offset,
            zone=time.zone,
        )
