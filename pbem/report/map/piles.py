"""The stacks of a province as little piles of counters beside its code: what each shows, and where it finds room.

No pile covers a code. Where there is no room for all, names are left out first; then the weakest stacks are folded into
one mark that counts them.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbem.core.rules import Rules
from pbem.core.state import Stack, stack_color, strength
from pbem.core.terms import IMPERIAL, Color, Player
from pbem.report.map.areas import Area, Box, Span
from pbem.report.map.lettering import fitted, text_width
from pbem.report.map.words import ordered

HIGH = 12.5
"""Height of a counter."""
LAYER = 1.25
"""How far a lower counter shows."""
TEXT = 9.5
"""Size of the letters on a counter."""
NAME = 8.0
"""Size of the letters of a Leader's name."""
SIGN = 9.0
"""Width of the sign of a counter's color."""
FULL_NAME, LONG_NAME, SHORT_NAME = 99.0, 46.0, 31.0
"""The longest is wider than any name."""
NAMING = ((LONG_NAME, 99), (SHORT_NAME, 99), (SHORT_NAME, 3), (SHORT_NAME, 2), (SHORT_NAME, 1), (0.0, 0))
"""What is tried for the names, one after another: how long they may be, and how many piles have one."""
GAP = 1.5
REACH = 70.0
"""How far from the middle of the code a pile may stand."""
BADGE = 13.0


class Item(NamedTuple):
    """A thing that stands beside a province's code: `kind` is pile, fold (of more stacks) or badge (of an event)."""

    kind: str
    text: str
    """On a pile the player's letter and the strength; on a fold or badge the count."""
    color: Color = ""
    colors: tuple[Color, ...] = ()
    """The colors of the stacks in a fold."""
    name: str = ""
    """The top Leader of a pile; as much of the name as there is room for."""
    layers: int = 0
    """How many counters show under the top one."""
    player: Player | None = None
    strength: int = 0
    imperial: bool = False
    """Whether the Czar or the Gold is in the pile, under others."""
    sign: str = ""
    """What a badge tells of."""

    @property
    def head(self) -> float:
        """The width of the counter itself."""
        if self.kind == "badge":
            return BADGE + (text_width(self.text, TEXT, bold=True) + 1 if self.text else 0)
        signs = SIGN if self.kind == "pile" else 3.0
        return signs + text_width(self.text, TEXT, bold=True) + 4 + (SIGN if self.imperial else 0)

    @property
    def width(self) -> float:
        """The whole width, with the name and the counters that show underneath."""
        named = text_width(self.name, NAME) + 5 if self.name else 0
        return self.head + named + self.layers * LAYER

    @property
    def height(self) -> float:
        """The whole height."""
        return HIGH + self.layers * LAYER


class Placed(NamedTuple):
    """A thing and where it stands."""

    item: Item
    box: Box


class Arrangement(NamedTuple):
    """What stands beside a province's code, and the place of its name if there is room for it."""

    placed: tuple[Placed, ...]
    name: Box | None


def pile_of(stack: Stack, rules: Rules) -> Item:
    """A stack as a pile: its player and strength (nobody's without a letter), its top Leader, one to three counters
    thick."""
    top = rules.counters[stack.units[0]]
    points = strength(stack.units, rules)
    return Item(
        "pile",
        f"{stack.player or ''} {points}".strip(),
        color=stack_color(stack.units, rules),
        name=top.name if top.kind != "combat" else "",
        layers=min(2, len(stack.units) // 2),
        player=stack.player,
        strength=points,
        imperial=top.kind != "imperial" and any(unit in IMPERIAL for unit in stack.units),
    )


def piles_of(stacks: Iterable[Stack], rules: Rules) -> tuple[Item, ...]:
    """The piles of a province: by player, nobody's last, the strongest first."""
    return tuple(pile_of(stack, rules) for stack in ordered(stacks, rules))


@lru_cache(maxsize=4096)
def arrange(
    room: "Room", badges: tuple[Item, ...], piles: tuple[Item, ...], name: tuple[float, float]
) -> Arrangement:
    """Find room for everything beside the code's plate. `name`: width and height of the province's name."""
    plate = room.plate
    marks = room.beside(badges)
    standing = [one.item for one in marks]
    things = [*(item for item in badges if item not in standing), *piles]
    keep = [one.box for one in marks]
    title = room.line(*name, keep=())
    cut = any(text_width(item.name, NAME) > LONG_NAME for item in things if item.name)
    for longest in (FULL_NAME, LONG_NAME) if cut else (LONG_NAME,):
        wanted = _named(things, longest)
        if title is not None:
            placed = room.fill(wanted, keep=[title, *keep])
            if len(placed) == len(wanted) and all(_just_below(one.box, plate) for one in placed):
                return Arrangement((*marks, *placed), title)
        if longest == FULL_NAME:  # rather without the province's name, whose code stands there, than cut
            placed = room.fill(wanted, keep=keep)
            if len(placed) == len(wanted):
                return Arrangement((*marks, *placed), None)
    for longest, how_many in NAMING:
        wanted = _named(things, longest, how_many)
        placed = room.fill(wanted, keep=keep)
        if len(placed) == len(wanted):
            return Arrangement((*marks, *placed), None)
    return Arrangement((*marks, *_folded(room, things, keep)), None)


def _just_below(box: Box, plate: Box) -> bool:
    return box.top > plate.bottom and box.left < plate.right and plate.left < box.right


def _named(items: Sequence[Item], longest: float, how_many: int = 99) -> list[Item]:
    """The items with their names cut to this length, and only the strongest piles named."""
    named = [place for place, item in enumerate(items) if item.name]
    if not named:
        return list(items)
    named.sort(key=lambda place: -items[place].strength)
    kept = named[:how_many]
    return [
        item._replace(name=fitted(item.name, NAME, longest) if place in kept else "") if item.name else item
        for place, item in enumerate(items)
    ]


def _folded(room: "Room", things: Sequence[Item], keep: Sequence[Box]) -> tuple[Placed, ...]:
    """As many piles as there is room for, the strongest, and one mark for the rest."""
    small = _named(things, 0.0, 0)
    piles = [place for place, item in enumerate(small) if item.kind == "pile"]
    piles.sort(key=lambda place: -small[place].strength)
    for shown in range(len(room.fill(small, keep=keep)), -1, -1):
        rest = piles[shown:]
        fold = Item("fold", f"+{len(rest)}", colors=tuple(sorted({small[place].color for place in rest})))
        wanted = [*(item for place, item in enumerate(small) if place not in rest), fold]
        placed = room.fill(wanted, keep=keep)
        if len(placed) == len(wanted):
            return placed
    box = Box(
        room.plate.left, room.plate.bottom + GAP, room.plate.left + fold.width, room.plate.bottom + GAP + HIGH
    )
    return (Placed(fold, box),)


class Room:
    """The free place around a plate, given out row by row: below, above, then beside it. `taken`: what must always stay
    free."""

    __slots__ = ("_area", "_rows", "_taken", "center", "plate")

    def __init__(self, area: Area, plate: Box, taken: Sequence[Box]) -> None:
        self._area = area
        self._taken = (plate, *taken)
        self._rows: dict[Span, list[Span]] = {}
        self.plate = plate
        self.center = plate.middle.x

    def rows(self, height: float) -> list[float]:
        """The upper edges of the rows of this height, in the order in which they are filled."""
        step = height + GAP
        below = [self.plate.bottom + GAP + step * number for number in range(5)]
        above = [self.plate.top - step * number for number in range(1, 5)]
        return [*below, *above]

    def spans(self, top: float, bottom: float, keep: Sequence[Box]) -> list[Span]:
        """The free widths of a row, the nearest to the plate first."""
        always = self._rows.get((top, bottom))
        if always is None:
            always = self._rows[top, bottom] = self._nearest(self._free(top, bottom))
        left = _without(always, top, bottom, keep)
        return always if left is always else self._nearest(left)

    def _nearest(self, spans: Iterable[Span]) -> list[Span]:
        """Those that are not too narrow, the nearest to the plate first."""
        wide = [span for span in spans if span[1] - span[0] > 10]
        if len(wide) > 1:
            wide.sort(key=lambda span: (max(span[0] - self.center, self.center - span[1], 0.0), span))
        return wide

    def _free(self, top: float, bottom: float) -> list[Span]:
        """The widths of a row that are free whatever stands in the province."""
        reach = [
            (max(left + GAP, self.center - REACH), min(right - GAP, self.center + REACH))
            for left, right in self._area.free(top - 0.5, bottom + 0.5)
        ]
        return _without([span for span in reach if span[0] < span[1]], top, bottom, self._taken)

    def line(self, width: float, height: float, *, keep: Sequence[Box]) -> Box | None:
        """Room for one line of text just below or above the plate."""
        for top in (self.plate.bottom + 1, self.plate.top - height - 1):
            for left, right in self.spans(top, top + height, keep):
                if right - left >= width and left - GAP <= self.center <= right + GAP:
                    start = min(max(self.center - width / 2, left), right - width)
                    return Box(start, top, start + width, top + height)
        return None

    def beside(self, items: Sequence[Item]) -> tuple[Placed, ...]:
        """As many as find room right and left of the plate."""
        return self._row(list(items), self.plate.top + 1, HIGH, keep=())[0] if items else ()

    def fill(self, items: Sequence[Item], keep: Sequence[Box]) -> tuple[Placed, ...]:
        """Place the items row by row, in their order; those that find no room are missing."""
        left = list(items)
        placed: list[Placed] = []
        height = max((item.height for item in items), default=HIGH)
        shift = max((box.bottom for box in keep if box.top >= self.plate.bottom), default=self.plate.bottom)
        for top in self.rows(height):
            if not left:
                break
            start = top + shift - self.plate.bottom if top >= self.plate.bottom else top
            done, left = self._row(left, start, height, keep=keep)
            placed += done
        if left:
            standing = [*keep, *(one.box for one in placed)]
            done, left = self._row(left, self.plate.middle.y - height / 2, height, keep=standing)
            placed += done
        return tuple(placed)

    def _row(
        self, items: list[Item], top: float, height: float, *, keep: Sequence[Box]
    ) -> tuple[tuple[Placed, ...], list[Item]]:
        """Fill one row; the items placed, and those left over."""
        placed: list[Placed] = []
        for left, right in self.spans(top, top + height, keep):
            chosen: list[Item] = []
            rest: list[Item] = []
            used = 0.0
            for item in items:
                wide = item.width
                if used + wide <= right - left:
                    chosen.append(item)
                    used += wide + GAP
                else:
                    rest.append(item)
            if chosen:
                placed += self._set(chosen, left, right, top + height)
                items = rest
            if not items:
                break
        return tuple(placed), items

    def _set(self, items: Sequence[Item], left: float, right: float, bottom: float) -> list[Placed]:
        """The items side by side, as near to the middle as the width allows, standing on one line."""
        widths = [item.width for item in items]
        whole = sum(widths) + GAP * (len(items) - 1)
        x = min(max(self.center - whole / 2, left), right - whole)
        placed: list[Placed] = []
        for item, wide in zip(items, widths, strict=True):
            placed.append(Placed(item, Box(x, bottom - item.height, x + wide, bottom)))
            x += wide + GAP
        return placed


def _without(spans: list[Span], top: float, bottom: float, boxes: Iterable[Box]) -> list[Span]:
    """What of the row's spans keeps clear of the boxes."""
    for box in boxes:
        if box.top < bottom + 1 and top - 1 < box.bottom:
            spans = [part for span in spans for part in _cut(span, (box.left - GAP, box.right + GAP))]
    return spans


def _cut(span: Span, away: Span) -> list[Span]:
    """The span without a part of it."""
    found = [(span[0], min(span[1], away[0])), (max(span[0], away[1]), span[1])]
    return [part for part in found if part[1] > part[0]]
