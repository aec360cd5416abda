"""An example campaign played from its sheets, as a gamesmaster would play it by hand: `pbem demo`.

An example is a folder with `example.yaml` (name, seed, time of the start), `players.txt`, and `sheets/` with a folder
for each Phase, played in the order of their names. Such a folder may hold `deeds.yaml`: what the gamesmaster did in
that Phase beside adjudicating it. A training example names a `position` to begin from, instead of the printed set-up.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.creating import create
from pbem.campaign.decisions.deadlines import deadline_of, set_deadline
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.decisions.ruling_file import RulingFile
from pbem.campaign.decisions.rulings import rule
from pbem.campaign.decisions.seats import excuse, remove_player, replace_player
from pbem.campaign.decisions.undoing import undo
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.moments import Moment, moment_of
from pbem.campaign.player_list import read_players
from pbem.campaign.receiving import receive
from pbem.campaign.settings import Choices, YesNo, read_model
from pbem.campaign.training import lay_out
from pbem.errors import CommandError, FileError, unreadable

COMMAND = "pbem demo"
DEEDS = "deeds.yaml"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ExampleSettings(_Model):
    """example.yaml."""

    name: str
    seed: str = Field(pattern=r"^[0-9a-f]{64}$")
    begins: str = Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
    zone: str = "UTC"
    rulings: Choices = Field(default_factory=dict)
    position: str = ""
    """The file of a training position, in the form of what is `given` in a case file."""


# --- deeds.yaml --------------------------------------------------------------------------------------------------


class Undo(_Model):
    """``pbem undo``. What is undone is adjudicated and published again when all deeds are done."""

    why: str
    to: str = ""
    late: YesNo = False


class Deadline(_Model):
    """``pbem deadline``."""

    at: str | None = None
    extend: str | None = None
    why: str = ""


class Replace(_Model):
    """``pbem replace``."""

    player: str
    name: str
    email: str = ""
    zone: str = ""
    why: str = ""


class Remove(_Model):
    """``pbem remove``."""

    player: str
    why: str = ""


class Excuse(_Model):
    """``pbem excuse``."""

    player: str


class Submit(_Model):
    """``pbem submit --late``: a sheet that was overlooked, its file named from the Phase's folder."""

    sheet: str


class Deed(_Model):
    """One command of the gamesmaster with its arguments, written ``undo: {why: …}``."""

    rule: RulingFile | None = None
    undo: Undo | None = None
    deadline: Deadline | None = None
    replace: Replace | None = None
    remove: Remove | None = None
    excuse: Excuse | None = None
    submit: Submit | None = None

    @model_validator(mode="after")
    def _one_command(self) -> "Deed":
        if len(self.model_fields_set) != 1:
            raise ValueError("a deed is one command")
        return self


Listed = Annotated[
    tuple[Deed, ...], BeforeValidator(lambda value: [value] if isinstance(value, dict) else value)
]


class Deeds(_Model):
    """deeds.yaml: before a sheet has come, when all are in, and when the report is published."""

    opening: Listed = ()
    closing: Listed = ()
    afterwards: Listed = ()


# --- playing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A Phase that was played, for the progress line."""

    words: str
    sheets: int
    faulty: int
    refused: int
    number: int
    of: int
    deeds: tuple[str, ...] = ()
    """What the gamesmaster did beside adjudicating, in words."""


def examples() -> tuple[str, ...]:
    """The names of the example campaigns that can be played, sorted; of those in a folder with it: ``endings/…``."""
    from pbem.resources import examples_folder

    root = examples_folder()
    return tuple(sorted(path.parent.relative_to(root).as_posix() for path in root.rglob("example.yaml")))


def copy_example(name: str, folder: Path) -> Path:
    """Copy an example into a new folder; says where its sheets are. Raises CommandError for one that is not empty."""
    from pbem.resources import examples_folder

    if name not in examples():
        raise CommandError(f"there is no example {name!r}", cure=f"There are: {', '.join(examples())}.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(
            f"{folder} is not an empty folder",
            cure="Nothing was changed. Name one that does not exist yet, for instance: pbem demo another-demo",
        )
    try:
        shutil.copytree(examples_folder() / name, folder / "example")
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
    with at_work(folder, command=COMMAND, now=now) as campaign:
        publish(campaign, now)
        if settings.position:
            lay_out(campaign, example / settings.position, now)
            publish(campaign, now)
    phases = sorted(path for path in (example / "sheets").iterdir() if path.is_dir())
    for number, phase in enumerate(phases, start=1):
        step, now = _play_phase(folder, phase, now, number=number, of=len(phases))
        tell(step)


def _play_phase(folder: Path, phase: Path, now: datetime, *, number: int, of: int) -> tuple[Step, datetime]:
    """One Phase: the sheets come in one by one, then it is adjudicated at the deadline and published. Says when the
    next one begins."""
    moment = moment_of(phase.name)
    deeds = read_model(Deeds, phase / DEEDS) if (phase / DEEDS).is_file() else Deeds()
    done = _perform(folder, phase, deeds.opening, now + timedelta(days=1))
    read = faulty = refused = 0
    for sheet in sorted(path for path in phase.glob("*.yaml") if path.name != DEEDS):
        read += 1
        came = now + timedelta(days=2, hours=read)
        with at_work(folder, command=COMMAND, now=came) as campaign:
            received = receive(campaign, sheet.read_bytes(), received=came, now=came)
        refused += received.looked.player is None
        faulty += received.looked.errors > 0
    done += _perform(folder, phase, deeds.closing, now + timedelta(days=5))
    later = _adjudicate_up_to(folder, moment, now + timedelta(days=5, hours=12))
    done += _perform(folder, phase, deeds.afterwards, later + timedelta(hours=8))
    if deeds.afterwards:
        later = _adjudicate_up_to(folder, moment, later + timedelta(hours=12))
    return Step(moment.words, read, faulty, refused, number, of, tuple(done)), later + timedelta(days=1)


def _adjudicate_up_to(folder: Path, last: Moment, now: datetime) -> datetime:
    """Adjudicate and publish what is awaited, `last` included, not before its deadline. Says when that was."""
    with at_work(folder, command=COMMAND, now=now) as campaign:
        while campaign.course.moment <= last and not campaign.course.over:
            now = max(now, deadline_of(campaign.course) or now)
            adjudicate(campaign, now, allow_missing=True)
            publish(campaign, now)
    return now


def _perform(folder: Path, phase: Path, deeds: Iterable[Deed], now: datetime) -> list[str]:
    """Do what the gamesmaster did, one after the other. Says what it was, in words."""
    done: list[str] = []
    for deed in deeds:
        now += timedelta(minutes=15)
        with at_work(folder, command=COMMAND, now=now) as campaign:
            done.append(_do(campaign, deed, phase, now))
    return done


def _do(campaign: Campaign, deed: Deed, phase: Path, now: datetime) -> str:
    """Carry out one deed by the function its command uses. Says in words what it was."""
    match deed:
        case Deed(rule=RulingFile() as ruling):
            return " ".join(rule(campaign, now, ruling))
        case Deed(undo=Undo() as taken_back):
            to = moment_of(taken_back.to) if taken_back.to else None
            undo(campaign, now, to=to, why=taken_back.why, late=taken_back.late)
            return f"Undone and played again: {taken_back.why}"
        case Deed(deadline=Deadline() as due):
            set_deadline(campaign, now, at=due.at, extend=due.extend, why=due.why)
            return f"Another deadline: {due.why}"
        case Deed(submit=Submit() as late):
            received = receive(campaign, (phase / late.sheet).read_bytes(), received=now, now=now, late=True)
            return f"A sheet of Player {received.looked.player} was let in."
    return _seat(campaign, deed, now)


def _seat(campaign: Campaign, deed: Deed, now: datetime) -> str:
    """Carry out a deed that concerns who plays."""
    match deed:
        case Deed(replace=Replace() as new):
            player, name = new.player, new.name
            email, zone = new.email or None, new.zone or None
            replace_player(campaign, now, player, name=name, email=email, zone=zone, why=new.why)
            return f"{new.name} took over from Player {new.player}."
        case Deed(remove=Remove() as gone):
            remove_player(campaign, now, gone.player, why=gone.why)
            return f"Player {gone.player} was removed: {gone.why}"
        case Deed(excuse=Excuse() as absent):
            excuse(campaign, now, absent.player)
            return f"Player {absent.player} was excused."
    raise AssertionError("a deed is one command")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise unreadable(path, error) from None


def reports(folder: Path) -> Iterator[Path]:
    """The reports of the last Phase that was played."""
    played = sorted((folder / "turns").glob("*/reports"))
    return iter(sorted(played[-1].glob("*.txt"))) if played else iter(())
