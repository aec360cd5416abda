"""Plays the groups of a study and keeps how each campaign went; what was kept can be read again, and gone on with."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem import __version__
from pbem.soak.batch import Harvest
from pbem.soak.drawing import Terms
from pbem.soak.tally import Ended
from pbem.study.plan import Group

Play = Callable[[Terms, range], Iterator[Harvest]]
"""Plays campaigns of a soak somewhere."""
Played = Mapping[str, Sequence[Ended]]
"""By group its campaigns, by number."""

ROUND = 20
"""Campaigns of a large group that are played before the next group has its turn: whenever one stops, all groups are
about as far."""


class Kept(NamedTuple):
    """What a file of campaigns says: how they were drawn, and how they went."""

    seed: int
    version: str
    played: Played


class StudyFailed(Exception):
    """A campaign broke down; a study of the rest would be lopsided."""


def gather(
    groups: Sequence[Group],
    play: Play,
    done: Callable[[int], None],
    *,
    before: Played | None = None,
    keep: Callable[[Played], None] = lambda played: None,
) -> Played:
    """Play all groups, in rounds. Raises StudyFailed.

    `done` is told how many campaigns more are there, `keep` is shown all whenever some of a group are played; what was
    played `before` is not played again.
    """
    found = {group.name: list((before or {}).get(group.name, ()))[: group.campaigns] for group in groups}
    done(sum(map(len, found.values())))
    rounds = -(-max(group.campaigns for group in groups) // ROUND)
    for number in range(1, rounds + 1):
        for group in groups:
            numbers = range(len(found[group.name]), group.campaigns * number // rounds)
            if numbers:
                found[group.name] += sorted(_played(group, numbers, play, done))
                keep(found)
    return found


def _played(group: Group, numbers: range, play: Play, done: Callable[[int], None]) -> Iterator[Ended]:
    for harvest in play(group.terms, numbers):
        if harvest.found:
            raise StudyFailed(f"{group.name}, {harvest.found[0].phase}: {harvest.found[0].fault.what}")
        yield from harvest.ended
        done(harvest.campaigns)


def to_text(played: Played, seed: int) -> str:
    """The campaigns as JSON, a line each, after one that says how they were drawn."""
    lines = [json.dumps({"seed": seed, "version": __version__})]
    lines += [json.dumps([name, *one]) for name, ended in played.items() for one in ended]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def from_text(text: str) -> Kept:
    """The campaigns again. Raises ValueError for what is no such file."""
    head, *campaigns = json.loads(text)
    found: dict[str, list[Ended]] = {}
    for name, *values in campaigns:
        found.setdefault(name, []).append(Ended._make(_tuples(value) for value in values))
    if not isinstance(head, dict) or not found:
        raise ValueError("no campaigns")
    return Kept(int(head["seed"]), str(head["version"]), found)


def _tuples(value: object) -> object:
    """JSON knows lists alone."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
