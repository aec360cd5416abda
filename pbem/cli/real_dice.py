"""``--dice``: real dice, typed one by one or read from a file. What was typed is not lost where the terminal is left."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.errors import CommandError, as_typed

if TYPE_CHECKING:
    from pbem.campaign.dice_by_hand import AskedDice
    from pbem.chance.listed import ListedDice


def real_dice(text: str | None) -> "AskedDice | ListedDice | None":
    """The dice that `text` names: ``manual``, which asks for each, or a file. What a file lacks is asked for, too, where
    somebody sits at the terminal. Raises FaultyFile, FileError."""
    from pbem.campaign.dice_by_hand import AskedDice, rolls_of_file
    from pbem.chance.listed import ListedDice

    if text is None:
        return None
    given = {} if text == "manual" else rolls_of_file(Path(text))
    if text == "manual" or at_terminal():
        return AskedDice(_prompt, console.say, given)
    return ListedDice(given)


def _prompt(label: str, wanted: str) -> str:
    return str(click.prompt(f"{label} ({wanted})"))


def at_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()


@contextmanager
def kept(dice: object, folder: Path) -> Iterator[None]:
    """Where somebody stops in the middle of giving dice, what he gave is kept in a file beside the campaign's folder, with
    which the command goes on from there. Raises CommandError, which says so; FileError."""
    from pbem.campaign.dice_by_hand import AskedDice

    try:
        yield
    except (click.Abort, KeyboardInterrupt):
        if not isinstance(dice, AskedDice) or not dice.answers:
            raise
        path = folder.resolve().with_name(f"{folder.resolve().name}-rolls.yaml")
        _write(path, dice.so_far)
        console.say()
        raise CommandError(
            "not all dice were given, so nothing was recorded",
            cure=f"What you gave is in {path}; the same command with `--dice {as_typed(path)}` goes on from there.",
        ) from None


def _write(path: Path, rolls: Mapping[str, object]) -> None:
    import yaml

    from pbem.campaign.files import write_all

    text = yaml.safe_dump(dict(rolls), sort_keys=False, allow_unicode=True, width=10_000)
    write_all({path: text.encode()})
