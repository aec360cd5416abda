"""The file of a gamesmaster's ruling: its shape, with line and column of every fault.

why: Trotsky's move was misread.
move:    [{units: [152, 111], to: TVER}]          # a stack, top to bottom; `under: 160` joins another
give:    [{assassin: 1, from: randomizer, to: B}]  # or politburo, control: [BR], withdrawal: [BR], units (set-up)
remove:  [{units: [204], to: A, face: up}]        # a section of the Chart, unassigned, or out_of_play
restore: [{units: [204], at: TVER, player: B}]    # back from the Chart or from out of play
flags:   {subversion_doubled: yes}
rolls:   {combat/TVER/A/1: 4}
read:    {"A.moves[0]": "{force: [152], route: TVER-NOVG}"}
void:    ["A.moves[1]"]
set:     {detached_units: keep}
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pbem.campaign.settings import YesNo, read_model
from pbem.sheets.write import flow


def _list(value: object) -> object:
    """A list, or a line with commas; one mapping is a list of one."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return [value] if isinstance(value, dict) else value


def _order(value: object) -> object:
    """An order, as a sheet would have it, on one line."""
    return flow(value) if isinstance(value, dict | list) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_list)]
Count = Annotated[
    int, BeforeValidator(lambda text: int(text) if isinstance(text, str) and text.isdecimal() else text)
]
Rolls = dict[str, str | list[str]]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class MoveRuling(_Part):
    """Units on the map, top to bottom, that are to stand elsewhere or under another unit of a stack."""

    units: Words = Field(min_length=1)
    to: str = ""
    under: str = ""
    player: str = ""


class RestoreRuling(_Part):
    """Units off the map that are to stand on it."""

    units: Words = Field(min_length=1)
    at: str = ""
    under: str = ""
    player: str = ""


class RemoveRuling(_Part):
    """Units that are to leave the map."""

    units: Words = Field(min_length=1)
    to: str = "unassigned"
    face: Literal["up", "down"] = "up"


class GiveRuling(_Part):
    """Markers that change hands; `source` is ``from`` in the file. Places: a player, randomizer, out_of_play."""

    to: str
    source: str = Field(default="randomizer", alias="from")
    politburo: Count = 0
    assassin: Count = 0
    control: Words = ()
    withdrawal: Words = ()
    units: Words = ()
    """Leaders not yet deployed, during the set-up."""


class FlagsRuling(_Part):
    """What one Phase leaves for later ones; None: as it is."""

    subversion_doubled: YesNo | None = None
    purge_held: YesNo | None = None
    red_replacement_suspended: Count | None = None
    execution_ordered: str | None = None


class RulingFile(_Part):
    """A whole ruling."""

    why: str = ""
    move: Annotated[tuple[MoveRuling, ...], BeforeValidator(_list)] = ()
    give: Annotated[tuple[GiveRuling, ...], BeforeValidator(_list)] = ()
    remove: Annotated[tuple[RemoveRuling, ...], BeforeValidator(_list)] = ()
    restore: Annotated[tuple[RestoreRuling, ...], BeforeValidator(_list)] = ()
    flags: FlagsRuling | None = None
    rolls: Rolls = Field(default_factory=dict)
    read: dict[str, Annotated[str, BeforeValidator(_order)]] = Field(default_factory=dict)
    void: Words = ()
    set: dict[str, str | list[str]] = Field(default_factory=dict)

    @property
    def rules_anything(self) -> bool:
        """Whether anything but its reason is in it."""
        return bool(self.model_dump(exclude={"why"}, exclude_defaults=True))

    @property
    def changes_position(self) -> bool:
        """Whether a counter, marker or flag is changed."""
        return bool(self.move or self.give or self.remove or self.restore or self.flags)


def read_ruling(path: Path) -> RulingFile:
    """The ruling of a file. Raises FaultyFile, FileError."""
    return read_model(RulingFile, path)
