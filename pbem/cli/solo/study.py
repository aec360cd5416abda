"""``pbem solo study``: how games end when players of Red that are programs play many of them."""

import click

from pbem.cli import console
from pbem.errors import FINE


@click.command("study")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="For each player.")
@click.option("--bot", "names", multiple=True, metavar="NAME", help="Which players of Red; without it, all.")
@click.option("--seed", type=int, default=1, show_default=True, help="Where the throw-away dice begin.")
@click.option(
    "--set",
    "choices",
    multiple=True,
    metavar="RULING=VALUE",
    help="A reading that differs from the usual one.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def study(games: int, names: tuple[str, ...], seed: int, choices: tuple[str, ...], form: str) -> int:
    """Have players of Red play many games with throw-away dice, and count how they end.

    \b
    Example:
      pbem solo study --games 2000 --bot roadblock
    """
    from pbem.cli.campaigns.new import chosen
    from pbem.solo.bots.study import run_study, study_data, study_lines

    found = run_study(games, names, seed=seed, rulings=chosen(choices))
    if form == "json":
        console.data(study_data(found))
        return FINE
    for line in study_lines(found):
        console.say(line)
    return FINE
