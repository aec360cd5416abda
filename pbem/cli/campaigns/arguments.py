"""What the commands on a campaign have in common: their arguments, the clock, and how some things are said."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pbem.errors import CommandError

if TYPE_CHECKING:
    from pbem.campaign.moments import Moment

F = TypeVar("F", bound=Callable[..., Any])


def now() -> datetime:
    """The present moment; the only clock of the commands."""
    return datetime.now(UTC).replace(microsecond=0)


def seed_of(text: str | None) -> bytes | None:
    """A seed as it was typed. Raises CommandError."""
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise CommandError("a seed is 64 hexadecimal digits")
    return seed


def folder(command: F) -> F:
    """The campaign's folder."""
    return click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")(command)


def form(command: F) -> F:
    """How to print."""
    choice = click.Choice(["text", "json"])
    return click.option("--format", "form", type=choice, default="text", help="How to print.")(command)


def player(*, required: bool = True, says: str = "The player's letter.") -> Callable[[F], F]:
    """A player, by his letter in either case."""
    return click.option(
        "--player",
        required=required,
        metavar="LETTER",
        callback=lambda _c, _p, value: value and value.upper(),
        help=says,
    )


def phase(command: F) -> F:
    """A Phase, as its folder is named."""
    return click.option("--phase", metavar="PHASE", help="The Phase, written like 03-first.")(command)


def why(command: F) -> F:
    """The gamesmaster's reason."""
    return click.option("--why", default="", metavar="TEXT", help="The reason; it is recorded and reported.")(
        command
    )


def moment(text: str | None) -> "Moment | None":
    """The moment of ``--phase``, None where it is not given."""
    from pbem.campaign.moments import moment_of

    return None if text is None else moment_of(text)


def report_key(text: str | None) -> str | None:
    """The Phase of ``--phase`` as its report is kept, ``deal`` for the first special report; None where it is not given."""
    from pbem.campaign.course import DEAL
    from pbem.campaign.moments import moment_of

    if text is None:
        return None
    return DEAL if text.strip().lower() == DEAL else moment_of(text).key


def plural(number: int, one: str) -> str:
    """``1 error``, ``2 errors``, ``no errors``."""
    return f"{number or 'no'} {one}{'' if number == 1 else 's'}"
