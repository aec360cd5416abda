"""A sheet in the making: lists of orders without numbers, and what the checker strikes out of it."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pbem.checker import check
from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    ExecuteCzar,
    Move,
    Press,
    Purge,
    Sheet,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player, UnitName
from pbem.sheets.body import PARTS

LISTS: dict[str, str] = {
    part.attribute: key
    for key, part in PARTS.items()
    if part.attribute
    in (
        "trades", "stacks", "steals", "moves", "assassinations", "purges", "counterpurges", "press", "subversions",
        "attacks",
    )
}  # fmt: skip
"""By the attribute of a sheet that holds orders the key under which they stand."""
MOST_LOOKS = 5
"""How often a player looks his sheet through again."""


@dataclass(slots=True)
class Draft:
    """The orders of one player while he thinks about them; their `ref` is given when the sheet is made."""

    player: Player
    trades: list[Trade] = field(default_factory=list)
    stacks: list[StackOrder] = field(default_factory=list)
    steals: list[Steal] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    assassinations: list[Assassination] = field(default_factory=list)
    purges: list[Purge] = field(default_factory=list)
    counterpurges: list[Counterpurge] = field(default_factory=list)
    subversions: list[Subversion] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    press: list[Press] = field(default_factory=list)
    execute_czar: ExecuteCzar | None = None
    if_ordered_to_execute_czar: Literal["comply", "refuse"] | None = None
    comply_with_execution: bool | None = None
    losses: tuple[UnitName, ...] | None = None
    end_game: str | None = None
    standing: tuple[str, ...] | None = None
    quit: bool = False
    salt: str = ""

    def sheet(self) -> Sheet:
        """The sheet, its orders numbered as they stand."""
        values: dict[str, Any] = {}
        for attribute, key in LISTS.items():
            orders = getattr(self, attribute)
            values[attribute] = tuple(
                replace(order, ref=f"{self.player}.{key}[{number}]") for number, order in enumerate(orders)
            )
        consent = self.execute_czar
        return Sheet(
            self.player,
            execute_czar=replace(consent, ref=f"{self.player}.execute_czar") if consent else None,
            if_ordered_to_execute_czar=self.if_ordered_to_execute_czar,
            comply_with_execution=self.comply_with_execution,
            losses=self.losses,
            end_game=self.end_game,
            standing=self.standing,
            quit=self.quit,
            salt=self.salt,
            **values,
        )

    def strike(self, paths: list[str]) -> None:
        """Take out the orders that stand at these paths, or the single words that do."""
        for attribute, key in LISTS.items():
            gone = {
                int(path[len(key) + 1 :].partition("]")[0]) for path in paths if path.startswith(f"{key}[")
            }
            orders = getattr(self, attribute)
            setattr(self, attribute, [order for number, order in enumerate(orders) if number not in gone])
        heads = {path.partition(".")[0].partition("[")[0] for path in paths}
        for name in (
            "execute_czar",
            "if_ordered_to_execute_czar",
            "comply_with_execution",
            "losses",
            "end_game",
        ):
            if name in heads:
                setattr(self, name, None)
        if "standing" in heads:
            self.standing = None


def legal(draft: Draft, state: State, rules: Rules) -> Draft:
    """Strike out what the checker finds wrong, until it finds nothing: an order may be wrong for want of another."""
    for _ in range(MOST_LOOKS):
        wrong = [finding.path for finding in check(state, draft.sheet(), rules) if finding.grade == "error"]
        if not wrong:
            break
        draft.strike(wrong)
    return draft
