"""``pbem host``: runs the mail of campaigns by itself."""

import re
from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINE

SHORTEST = 30
"""Seconds between two rounds at least, so that no mail server takes us for an attack."""


def _seconds(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,5})\s*(s|m|h)", value.strip().lower())
    if found is None:
        raise click.BadParameter("a length of time is written like 5m or 1h")
    return max(SHORTEST, int(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2]])


@click.command("host")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option("--once", is_flag=True, help="One round, then end; so it is without --every.")
@click.option(
    "--every", metavar="TIME", callback=_seconds, help="A round every so often, like 5m, until it is stopped."
)
def host_command(folders: tuple[Path, ...], once: bool, every: int | None) -> int:
    """Run the mail of campaigns by itself.

    A round fetches new mails, decides and acknowledges them, reminds, adjudicates when all sheets are in or the deadline
    has passed (as the settings say), publishes and sends. What goes wrong in one campaign does not stop the others. A
    round that is broken off anywhere is gone on with by the next one. What waits for you is told once, not in every
    round; `pbem status` shows it at any time.

    \b
    Examples:
      pbem host volga --once
      pbem host campaigns/* --every 5m
    """
    if once and every:
        raise click.UsageError("--once and --every exclude each other")
    if not every:
        watched = console.on_terminal()
        return _round(folders, anew=watched, idle="nothing was to be done" if watched else "")
    return _rounds(folders, every)


def _round(folders: tuple[Path, ...], *, anew: bool, idle: str = "") -> int:
    """One round for every campaign; the exit status is that of the worst. `anew`: what still stands is told although it
    was before. `idle`: what is said where nothing happened."""
    from pbem.mail.host import run_round

    worst = FINE
    for folder in folders:
        done = run_round(folder, arguments.now, anew=anew)
        for line in done.lines or filter(None, (idle,)):
            _tell(folder.name, line)
        worst = max(worst, done.status)
    return worst


def _rounds(folders: tuple[Path, ...], seconds: int) -> int:
    """Rounds until the process is told to end; a round under way is brought to its end."""
    import signal
    import threading

    ended = threading.Event()
    for name in ("SIGTERM", "SIGINT"):
        signal.signal(getattr(signal, name), lambda number, frame: ended.set())
    names = ", ".join(folder.name for folder in folders)
    _tell(names, f"a round every {_in_words(seconds)}, until Ctrl-C ends it after the round under way")
    _round(folders, anew=True)
    while not ended.wait(seconds):
        _round(folders, anew=False)
    _tell(names, "stopped")
    return FINE


def _in_words(seconds: int) -> str:
    for length, unit in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds % length == 0:
            return arguments.plural(seconds // length, unit)
    raise AssertionError


def _tell(name: str, line: str) -> None:
    console.say(f"{arguments.now():%Y-%m-%d %H:%M:%SZ} {name}: {line}")
