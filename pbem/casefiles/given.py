"""A case played for its result alone, as plain data: for comparing with another adjudicator, or to try an idea."""

from collections.abc import Callable, Mapping

from pbem.casefiles.position import rules_of
from pbem.casefiles.read import question_of
from pbem.casefiles.run import Played, game_of
from pbem.casefiles.shape import CaseFault, tree_of
from pbem.chance.listed import ListedDice
from pbem.core.dice import Dice
from pbem.core.state import State

Data = dict[str, object]


def run_given(
    case_tree: Mapping[str, object],
    rules: str = "rcw",
    dice: Callable[[Mapping[str, object]], Dice] | None = None,
) -> Data:
    """Play a case given as plain data, in the form of a case file; `expect` is not looked at.

    `dice` makes the dice of a round from the case's own; without it they are listed. Says the position
    after the last round, outcomes by path, rolls in order with their values, and the victory; with `phases` the
    outcomes and rolls of each round are under `rounds`. Raises CaseFault, MissingRoll, WrongRoll or BrokenInvariant.
    """
    question = question_of(tree_of(case_tree), rules=rules)
    if question.fault:
        raise CaseFault(question.fault, None)
    game = game_of(rules)
    known = rules_of(rules, question.given)
    state = game.position(question.given, known, question.rounds[0].phase)
    rounds: list[Data] = []
    found: Data = {}
    for round_ in question.rounds:
        played = game.play(round_, state, known, (dice or ListedDice)(round_.dice))
        state = played.result.state
        found = _what_came(played)
        rounds.append(found)
    found = {**position_data(state), **game.data(state), **found}
    return {**found, "rounds": rounds} if len(rounds) > 1 else found


def _what_came(played: Played) -> Data:
    """Outcomes, rolls and victory of one round."""
    victory = played.result.state.victory
    return {
        "outcomes": {
            path: {"outcome": outcome.ended, "code": outcome.code, "cites": list(outcome.cases)}
            for path, outcome in sorted(played.result.outcomes.items())
        },
        "rolls": [
            {"label": roll.label, "value": list(roll.value) if isinstance(roll.value, tuple) else roll.value}
            for roll in played.rolls
        ],
        "victory": victory
        and {
            "side": victory.side,
            **({"level": victory.level} if victory.level else {}),
            "ranking": [list(rank) for rank in victory.ranking],
            "points": dict(victory.points),
        },
    }


def position_data(state: State) -> Data:
    """A position as plain data."""
    stacks: dict[str, list[Data]] = {}
    for stack in state.stacks:
        stacks.setdefault(stack.at, []).append({"player": stack.player, "units": list(stack.units)})
    flags = state.flags
    return {
        "turn": state.turn,
        "phase": state.phase,
        "stacks": stacks,
        "holdings": {
            player: {
                "politburo": holding.politburo,
                "assassin": holding.assassin,
                "control": list(holding.control),
                "units": list(holding.units),
            }
            for player, holding in state.holdings.items()
        },
        "chart": {
            section: {"up": list(faces.up), "down": list(faces.down)}
            for section, faces in state.chart.items()
        },
        "randomizer": list(state.randomizer),
        "out_of_play": list(state.out_of_play),
        "flags": {
            "subversion_doubled": flags.subversion_doubled,
            "purge_held": flags.purge_held,
            "red_replacement_suspended": flags.red_replacement_suspended,
            "execution_ordered": flags.execution_ordered,
            "quit": list(flags.quit),
        },
    }
