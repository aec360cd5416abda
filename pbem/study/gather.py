"""Plays the groups of a study and keeps how each campaign went; what was kept can be read again."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.soak.batch import Harvest
from pbem.soak.drawing import Terms
from pbem.soak.tally import Ended
from pbem.study.plan import Group

Play = Callable[[Terms, range], Iterator[Harvest]]
"""Plays campaigns of a soak somewhere."""
Played = Mapping[str, Sequence[Ended]]
"""By group its campaigns, by number."""


class StudyFailed(Exception):
    """A campaign broke down; a study of the rest would be lopsided."""


def gather(groups: Sequence[Group], play: Play, done: Callable[[int], None]) -> Played:
    """Play all groups; `done` is told how many campaigns more are played. Raises StudyFailed."""
    found: dict[str, list[Ended]] = {}
    for group in groups:
        ended: list[Ended] = []
        for harvest in play(group.terms, range(group.campaigns)):
            if harvest.found:
                raise StudyFailed(f"{group.name}, {harvest.found[0].phase}: {harvest.found[0].fault.what}")
            ended += harvest.ended
            done(harvest.campaigns)
        found[group.name] = sorted(ended)
    return found


def to_text(played: Played) -> str:
    """The campaigns as JSON, a line each."""
    lines = [json.dumps([name, *one]) for name, ended in played.items() for one in ended]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def from_text(text: str) -> Played:
    """The campaigns again. Raises ValueError for what is no such file."""
    found: dict[str, list[Ended]] = {}
    for name, *values in json.loads(text):
        found.setdefault(name, []).append(Ended._make(_tuples(value) for value in values))
    return found


def _tuples(value: object) -> object:
    """JSON knows lists alone."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
