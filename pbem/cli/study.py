"""``pbem study``: plays many campaigns of practice players and says what they tell of the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem import __version__
from pbem.cli import console
from pbem.errors import CommandError, FileError, unreadable

if TYPE_CHECKING:
    from pbem.soak.batch import Harvest
    from pbem.soak.drawing import Terms
    from pbem.study.gather import Kept, Played


@click.command("study")
@click.argument("out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
@click.option(
    "--campaigns",
    default=100,
    show_default=True,
    type=click.IntRange(2),
    help="How many in each large group.",
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes at work.")
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the workers of this Dask scheduler instead (needs the package `distributed`).",
)
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same campaigns.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Keep how each campaign went; a study that was stopped goes on from there.",
)
@click.option(
    "--from",
    "kept",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Play nothing; draw what was kept.",
)
def study_command(
    out: Path, campaigns: int, jobs: int, cluster: str | None, seed: int, keep: Path | None, kept: Path | None
) -> None:
    """Play many campaigns of practice players, and write tables and charts of how they went.

    Groups of campaigns differ in one thing (the number of players, the deal, the ending, one reading of the rules) and
    have the same deals and dice otherwise. DIR gets tables.md, results.json and the charts. All groups grow by turns, so
    that a long study may be stopped with Ctrl-C, looked at with --from, and gone on with, if it has --keep.

    \b
    Example:
      pbem study out --campaigns 300 --jobs 2 --keep kept.json
      pbem study out --from kept.json
    """
    from pbem.study.gather import Kept

    if kept:
        found = _kept(kept)
    else:
        before = _to_go_on_with(keep, seed) if keep else None
        found = Kept(seed, "", _play(campaigns, seed, jobs=jobs, cluster=cluster, before=before, keep=keep))
    most = max(map(len, found.played.values()))
    _write(out, found.played, command=f"pbem study {out.as_posix()} --campaigns {most} --seed {found.seed}")
    console.say(f"{sum(map(len, found.played.values()))} campaigns; see {out / 'tables.md'}")


def _kept(path: Path) -> "Kept":
    """Campaigns that were played earlier. Raises FileError."""
    from pbem.study.gather import from_text

    try:
        return from_text(path.read_text("utf-8"))
    except OSError as problem:
        raise unreadable(path, problem) from None
    except (ValueError, TypeError, KeyError):
        raise FileError("this holds no campaigns of a study", path=path) from None


def _to_go_on_with(path: Path, seed: int) -> "Played | None":
    """What is in the file that is to keep the campaigns, if it is there. Raises FileError."""
    if not path.exists():
        return None
    found = _kept(path)
    if (found.seed, found.version) != (seed, __version__):
        raise FileError(
            f"this holds campaigns of pbem {found.version} with --seed {found.seed}, which do not go with those of"
            f" pbem {__version__} with --seed {seed}",
            path=path,
            cure="Name another file with --keep.",
        )
    return found.played


def _play(
    campaigns: int, seed: int, *, jobs: int, cluster: str | None, before: "Played | None", keep: Path | None
) -> "Played":
    """Play all groups. Raises CommandError where a campaign breaks down."""
    from pbem.cli.soak import progress
    from pbem.soak.running import run_here, run_in_processes, run_on_cluster
    from pbem.study.gather import StudyFailed, gather, to_text
    from pbem.study.plan import groups

    def play(terms: "Terms", numbers: range) -> "Iterator[Harvest]":
        if cluster:
            return run_on_cluster(terms, numbers, cluster)
        return run_here(terms, numbers) if jobs == 1 else run_in_processes(terms, numbers, jobs)

    def save(played: "Played") -> None:
        if keep:
            spare = keep.with_name(f"{keep.name}.new")
            spare.write_text(to_text(played, seed), "utf-8")
            spare.replace(keep)

    planned = groups(campaigns, seed)
    try:
        with progress(sum(group.campaigns for group in planned)) as done:
            return gather(planned, play, done, before=before, keep=save)
    except StudyFailed as problem:
        raise CommandError(
            f"a campaign broke down: {problem}", cure="Run `pbem soak` to find out why."
        ) from None


def _write(out: Path, played: "Played", *, command: str) -> None:
    """Tables, numbers and charts."""
    import json

    from pbem.study.charts import charts
    from pbem.study.measures import hands_apart
    from pbem.study.page import facts, tables

    out.mkdir(parents=True, exist_ok=True)
    hands = hands_apart(played)
    numbers = {"command": command, **facts(played, hands)}
    (out / "tables.md").write_text(tables(numbers), "utf-8")
    (out / "results.json").write_text(json.dumps(numbers, indent=1) + "\n", "utf-8")
    for name, chart in charts(played, hands).items():
        (out / name).write_text(chart, "utf-8")
