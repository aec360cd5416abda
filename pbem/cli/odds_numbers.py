"""Numbers on a command line that say, when they are not understood, which number is wanted."""

from typing import Any, TypeAlias

import click

Typed: TypeAlias = Any
"""What was typed, or the number itself."""


class Wanted(click.IntRange):
    """A whole number. `what`: the words for what it is; `least`, `most`: its range, both within it."""

    def __init__(self, what: str, least: int, most: int) -> None:
        super().__init__(least, most)
        self.what = what

    def convert(self, value: Typed, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises click.BadParameter, which names what is wanted."""
        try:
            found: int = super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(
                f"{value!r} is not {self.what}: a whole number from {self.min} to {self.max}.", param, ctx
            )
        return found
