"""``pbem excuse``, ``pbem replace``, ``pbem remove``: who plays."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments


@click.command("excuse")
@arguments.folder
@arguments.player()
def excuse_command(folder: Path, player: str) -> None:
    """Do not wait for a player's sheet in this Phase: his stacks hold and defend, his standing orders count.

    \b
    Example:
      pbem excuse volga --player B
    """
    from pbem.campaign.decisions.seats import excuse
    from pbem.campaign.folder import at_work

    now = arguments.now()
    with at_work(folder, command="pbem excuse", now=now) as campaign:
        new = excuse(campaign, now, player)
        words = campaign.course.moment.words
    console.say(
        f"Player {player} is excused for {words}." if new else f"Player {player} was excused already."
    )


@click.command("replace")
@arguments.folder
@arguments.player()
@click.option("--name", required=True, help="The new player's name.")
@click.option("--email", default="", help="His address.")
@click.option("--zone", default="", help="His time zone, like Europe/London; without it, the campaign's.")
@arguments.why
def replace_command(folder: Path, player: str, name: str, email: str, zone: str, why: str) -> None:
    """Let another person take over a player's seat, with a new secret word. It is announced in the next report.

    \b
    Example:
      pbem replace volga --player B --name "Clara Example" --email clara@example.org
    """
    from pbem.campaign.decisions.seats import replace_player
    from pbem.campaign.folder import at_work

    now = arguments.now()
    with at_work(folder, command="pbem replace", now=now) as campaign:
        replace_player(campaign, now, player, name=name, email=email, zone=zone, why=why)
    console.say(
        f"{name} takes over player {player}. The new secret word is in {folder / 'secrets.yaml'}; pass it on."
    )


@click.command("remove")
@arguments.folder
@arguments.player()
@arguments.why
def remove_command(folder: Path, player: str, why: str) -> None:
    """Remove a player from the campaign before this Phase's trades, as if he had quit [14.2]. It is announced.

    His stacks stay and defend, his markers go to the Randomizer. Until the Phase is adjudicated `pbem replace` can
    still put another player in his seat.

    \b
    Example:
      pbem remove volga --player B --why "No sheet for three Phases."
    """
    from pbem.campaign.decisions.seats import remove_player
    from pbem.campaign.folder import at_work

    now = arguments.now()
    with at_work(folder, command="pbem remove", now=now) as campaign:
        remove_player(campaign, now, player, why=why)
        words = campaign.course.moment.words
    console.say(f"Player {player} leaves the campaign before {words}.")
