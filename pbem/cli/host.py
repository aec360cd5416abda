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
    round that is broken off anywhere is gone on with by the next one.

    \b
    Examples:
      pbem host volga --once
      pbem host campaigns/* --every 5m
    """
    if once and every:
        raise click.UsageError("--once and --every exclude each other")
    if not every:
        return _round(folders)
    return _rounds(folders, every)


def _rounds(folders: tuple[Path, ...], seconds: int) -> int:
    """Rounds until the process is told to end; a round under way is brought to its end."""
    import signal
    import threading

    ended = threading.Event()
    for name in ("SIGTERM", "SIGINT"):
        signal.signal(getattr(signal, name), lambda number, frame: ended.set())
    while not ended.is_set():
        _round(folders)
        ended.wait(seconds)
    return FINE


def _round(folders: tuple[Path, ...]) -> int:
    """One round for every campaign; the exit status is that of the worst."""
    from pbem.mail.host import run_round

    worst = FINE
    for folder in folders:
        done = run_round(folder, arguments.now)
        for line in done.lines:
            console.say(f"{arguments.now():%Y-%m-%d %H:%M:%SZ} {folder.name}: {line}")
        worst = max(worst, done.status)
    return worst
