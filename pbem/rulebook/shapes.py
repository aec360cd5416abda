"""provinces.map.json: the shapes of the provinces on the picture of the map. It serves the eye alone; what borders on
what is in the board."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pbem.core.terms import Province
from pbem.errors import FileError
from pbem.rulebook.files import Files

FILE = "provinces.map.json"


class Point(NamedTuple):
    """A place on the picture, in pixels from its upper left corner."""

    x: float
    y: float


Ring = tuple[Point, ...]
"""The outline of an area; the last point joins the first."""


class ProvinceShape(NamedTuple):
    """A province: its outlines (the mainland first, then islands), the middle of its code, its port town if any."""

    rings: tuple[Ring, ...]
    label: Point
    port: Point | None


class Lake(NamedTuple):
    """A lake and where its name stands."""

    name: str
    ring: Ring
    at: Point


class MapName(NamedTuple):
    """A name on the picture; `kind` is land, sea or town (a town has a dot at its place)."""

    text: str
    kind: str
    at: Point


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """The drawing, in pixels."""

    width: int
    height: int
    provinces: Mapping[Province, ProvinceShape]
    land: tuple[Ring, ...]
    """Land that is not in play."""
    lakes: tuple[Lake, ...]
    names: tuple[MapName, ...]


_kept: dict[tuple[str, str, int, int], Shapes] = {}


def load_shapes(name: str = "rcw", overrides: Path | None = None) -> Shapes:
    """The drawing of a set of rules; kept while its file does not change. Raises FileError, CommandError."""
    files = Files(name, overrides if overrides is not None and overrides.is_dir() else None)
    path = files.path(FILE)
    try:
        stat = path.stat()
        key = (name, str(path), stat.st_size, stat.st_mtime_ns)
    except OSError:  # the error is told by the reading
        return read_shapes(files)
    if key not in _kept:
        _kept[key] = read_shapes(files)
    return _kept[key]


def read_shapes(files: Files) -> Shapes:
    """The drawing. Raises FileError for one that cannot be read."""
    text = files.text(FILE)
    try:
        return _shapes(json.loads(text))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise FileError(
            f"the drawing of the map cannot be read: {type(error).__name__} {error}",
            path=files.path(FILE),
            cure="Take the file of the program again and correct a copy of it.",
        ) from None


def _shapes(value: Mapping[str, Any]) -> Shapes:
    backdrop = value.get("backdrop", {})
    names = [
        MapName(str(one["text"]), str(one["kind"]), _point(one["at"])) for one in backdrop.get("names", ())
    ]
    return Shapes(
        int(value["width"]),
        int(value["height"]),
        {code: _province(one) for code, one in sorted(value["provinces"].items())},
        tuple(_ring(ring) for ring in backdrop.get("land", ())),
        tuple(_lake(one) for one in backdrop.get("lakes", ())),
        tuple(names),
    )


def _province(value: Mapping[str, Any]) -> ProvinceShape:
    port = value.get("port")
    return ProvinceShape(
        tuple(_ring(ring) for ring in value["rings"]),
        _point(value["label"]),
        _point(port["at"]) if port else None,
    )


def _lake(value: Mapping[str, Any]) -> Lake:
    ring = _ring(value["ring"])
    middle = Point(sum(point.x for point in ring) / len(ring), sum(point.y for point in ring) / len(ring))
    return Lake(str(value["name"]), ring, _point(value["at"]) if "at" in value else middle)


def _ring(value: list[Any]) -> Ring:
    return tuple(_point(one) for one in value)


def _point(value: list[Any]) -> Point:
    x, y = value
    return Point(float(x), float(y))
