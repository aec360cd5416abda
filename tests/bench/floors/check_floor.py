"""The floor of `pbem check`: one sheet of 3 KB read by PyYAML's C loader and validated by pydantic, and nothing else."""

import sys
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=40)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Move(Strict):
    stack: Name
    path: Annotated[tuple[Name, ...], Field(min_length=2, max_length=9)]


class Attack(Strict):
    stacks: Annotated[tuple[Name, ...], Field(min_length=1)]
    province: Name
    strength: Annotated[int, Field(ge=1, le=99)]


class Purge(Strict):
    target: Name
    counterpurge: Literal["if purged", "always", "never"] = "never"


class Sheet(Strict):
    game: Name
    turn: Annotated[int, Field(ge=1, le=99)]
    player: Name
    move: tuple[Move, ...] = ()
    attack: tuple[Attack, ...] = ()
    purge: tuple[Purge, ...] = ()


with open(sys.argv[1], "rb") as file:  # noqa: PTH123
    Sheet.model_validate(yaml.load(file, yaml.CSafeLoader))
