"""An example campaign played from its sheets, as a gamesmaster would play it by hand: `pbem demo`.

An example is a folder with `example.yaml` (name, seed, time of the start, keys), `players.txt`, and `sheets/` with a
folder for each Phase, played in the order of their names.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.creating import create, read_players
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import at_work
from pbem.campaign.moments import moment_of
from pbem.campaign.receiving import receive
from pbem.campaign.settings import Choices, read_model
from pbem.errors import CommandError, FileError, unreadable

APART = timedelta(days=7)
"""Between two Phases."""


class ExampleSettings(BaseModel):
    """example.yaml."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    seed: str = Field(pattern=r"^[0-9a-f]{64}$")
    begins: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
    zone: str = "UTC"
    rulings: Choices = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """A Phase that was played, for the progress line."""

    words: str
    sheets: int
    faulty: int
    refused: int
    number: int
    of: int


def examples() -> tuple[str, ...]:
    """The names of the example campaigns that can be played, sorted."""
    from pbem.resources import examples_folder

    return tuple(sorted(path.parent.name for path in examples_folder().glob("*/example.yaml")))


def copy_example(name: str, folder: Path) -> Path:
    """Copy an example into a new folder; says where its sheets are. Raises CommandError when the folder is not empty."""
    from pbem.resources import examples_folder

    source = examples_folder() / name
    if not (source / "example.yaml").is_file():
        raise CommandError(f"there is no example {name!r}", cure=f"There are: {', '.join(examples())}.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(
            f"{folder} is not an empty folder",
            cure="Name a folder that does not exist yet. Nothing was changed.",
        )
    try:
        shutil.copytree(source, folder / "example")
    except OSError as problem:
        raise FileError(
            f"the example cannot be copied: {problem}",
            path=folder,
            cure="Look whether the folder can be written in.",
        ) from problem
    return folder / "example"


def play_example(example: Path, folder: Path, tell: Callable[[Step], None]) -> None:
    """Make a campaign of the example in `folder` and play all its Phases; `tell` hears of each. Raises PbemError."""
    settings = read_model(ExampleSettings, example / "example.yaml")
    now = datetime.strptime(settings.begins, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    create(
        folder,
        name=settings.name,
        seats=read_players(_text(example / "players.txt"), example / "players.txt"),
        now=now,
        zone=settings.zone,
        rulings=settings.rulings,
        seed=bytes.fromhex(settings.seed),
    )
    with at_work(folder, command="pbem demo", now=now) as campaign:
        publish(campaign, now)
    phases = sorted(path for path in (example / "sheets").iterdir() if path.is_dir())
    for number, phase in enumerate(phases, start=1):
        tell(_play_phase(folder, phase, now, number=number, of=len(phases)))
        now += APART


def _play_phase(folder: Path, phase: Path, now: datetime, *, number: int, of: int) -> Step:
    """One Phase: the sheets come in one by one, then it is adjudicated and published."""
    read = faulty = refused = 0
    for hours, sheet in enumerate(sorted(phase.glob("*.yaml")), start=1):
        came = now + timedelta(days=2, hours=hours)
        with at_work(folder, command="pbem demo", now=came) as campaign:
            received = receive(campaign, sheet.read_bytes(), received=came, now=came)
            read += 1
            refused += received.looked.player is None
            faulty += received.looked.errors > 0
    later = now + timedelta(days=6)
    with at_work(folder, command="pbem demo", now=later) as campaign:
        adjudicate(campaign, later, allow_missing=True)
        publish(campaign, later)
    return Step(moment_of(phase.name).words, read, faulty, refused, number, of)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(path, error) from None


def reports(folder: Path) -> Iterator[Path]:
    """The reports of the last Phase that was played."""
    played = sorted((folder / "turns").glob("*/reports"))
    return iter(sorted(played[-1].glob("*.txt"))) if played else iter(())
