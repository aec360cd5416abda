"""How games end when bots play Red: many games with throw-away dice, counted."""

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pbem.errors import CommandError, nearest
from pbem.rulebook import load_rules
from pbem.solo.bots.game import BOTS, Ended, play_game
from pbem.solo.position import RULES

LEVELS = (
    ("red", "decisive"),
    ("red", "substantive"),
    ("red", "marginal"),
    ("", "draw"),
    ("nonred", "decisive"),
)
"""The ways a game can end, the best for Red first."""
STUDIED = ("idle", "hunter", "roadblock")


class Study(NamedTuple):
    """What one bot came to."""

    bot: str
    games: int
    ended: Mapping[Ended, int]


def run_study(
    games: int, bots: Iterable[str], *, seed: int, rulings: Mapping[str, object] | None = None
) -> tuple[Study, ...]:
    """Let each bot play so many games, game n with the dice of seed + n. Raises CommandError, UnknownRuling."""
    names = tuple(bots) or STUDIED
    for name in names:
        if name not in BOTS:
            raise CommandError(
                f"there is no player {name!r}", cure=nearest(name, BOTS) or f"Try {', '.join(BOTS)}."
            )
    rules = load_rules(RULES, rulings=rulings)
    found: list[Study] = []
    for name in names:
        ended = Tally(play_game(BOTS[name], rules, seed=seed + number) for number in range(games))
        found.append(Study(name, games, dict(sorted(ended.items()))))
    return tuple(found)


def study_data(studies: Iterable[Study]) -> list[dict[str, Any]]:
    """The counts as plain data."""
    return [
        {
            "bot": study.bot,
            "games": study.games,
            "ended": [{**end._asdict(), "games": number} for end, number in study.ended.items()],
        }
        for study in studies
    ]


def study_lines(studies: Iterable[Study]) -> list[str]:
    """The counts in words, a few lines for each bot."""
    lines: list[str] = []
    for study in studies:
        lines += ["", f"{study.bot}, {study.games} games"]
        for side, level in LEVELS:
            number = sum(n for end, n in study.ended.items() if (end.side, end.level) == (side, level))
            lines.append(f"  {_title(side, level):28}{number:6}  {_share(number, study.games)}")
        turns = Tally[int]()
        for end, number in study.ended.items():
            if end.side == "nonred":
                turns[end.turn] += number
        intruders = Tally[str]()
        for end, number in study.ended.items():
            intruders.update(dict.fromkeys(end.intruders, number))
        lost = [f"{turn}: {_share(turns[turn], study.games)}" for turn in sorted(turns)]
        by = [f"{who} {_share(number, study.games)}" for who, number in intruders.most_common(6)]
        lines.append(f"  lost in Game-Turn {', '.join(lost) or 'none'}")
        lines.append(f"  in Petrograd or Tver at the end: {', '.join(by) or 'nobody'}")
    return lines[1:]


def _title(side: str, level: str) -> str:
    return {"red": f"{level} victory of Red", "nonred": "victory of the other side", "": "draw"}[side]


def _share(number: int, games: int) -> str:
    return f"{100 * number / games:.1f} %"
