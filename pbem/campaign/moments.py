"""The moments of a campaign: one Phase of one Game-Turn, and the name of its folder."""

import re
from typing import NamedTuple, cast

from pbem.core.terms import PhaseName
from pbem.errors import CommandError

PHASE_WORDS = {"setup": "the set-up", "first": "First Phase", "second": "Second Phase"}


class Moment(NamedTuple):
    """A Phase of a Game-Turn; the set-up is turn 0. Sorted as they are played, since first < second."""

    turn: int
    phase: PhaseName

    @property
    def key(self) -> str:
        """The folder's name: ``03-first``, ``00-setup``."""
        return f"{self.turn:02}-{self.phase}"

    @property
    def words(self) -> str:
        """As people say it: ``Game-Turn 3, First Phase``."""
        return "the set-up" if self.phase == "setup" else f"Game-Turn {self.turn}, {PHASE_WORDS[self.phase]}"


SETUP = Moment(0, "setup")


_KEY = re.compile(rf"([0-9]{{1,4}})-({'|'.join(PHASE_WORDS)})")


def moment_of(key: str) -> Moment:
    """The moment of a folder's name, also written like ``3-first``. Raises CommandError."""
    written = _KEY.fullmatch(key.strip().lower())
    turn, phase = written.groups() if written else ("", "")
    if not written or (phase == "setup") != (int(turn) == 0):
        raise CommandError(
            f"there is no Phase {key!r}",
            cure="A Phase is written as its folder is named: 00-setup, 03-first, 03-second.",
        )
    return Moment(int(turn), cast(PhaseName, phase))
