"""``pbem new``: sets up a campaign."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import CommandError, FileError, as_typed, unreadable

if TYPE_CHECKING:
    from pbem.campaign.course import Seat


@click.command("new")
@arguments.folder
@click.option(
    "--players", required=True, type=click.Path(path_type=Path), metavar="FILE", help="The list of players."
)
@click.option("--name", help="The campaign's name; without it, that of the folder.")
@click.option("--rules", default="rcw", show_default=True, help="The set of rules.")
@click.option("--deal", type=click.Choice(["round", "three_pots"]), help="How the Initial Forces are dealt.")
@click.option(
    "--seed", metavar="HEX", help="The seed of the dice, 64 hexadecimal digits; without it, made by chance."
)
@click.option(
    "--zone", default="UTC", show_default=True, help="The time zone of the deadlines, like Europe/London."
)
@click.option(
    "--set",
    "choices",
    multiple=True,
    metavar="RULING=VALUE",
    help="A reading that differs from the usual one.",
)
def new_command(
    folder: Path,
    players: Path,
    name: str | None,
    rules: str,
    deal: str | None,
    seed: str | None,
    zone: str,
    choices: tuple[str, ...],
) -> None:
    """Set up a campaign in the folder DIR: deal the Initial Forces and write the first special report.

    FILE lists the players, a line each, with a letter, an address and a time zone as far as you like:

    \b
      A: Anna Example <anna@example.org> Europe/London
      B: Boris Example <boris@example.org>

    \b
    Example:
      pbem new volga --players players.txt --zone Europe/London --set gifts=accepted
    """
    from pbem.campaign.creating import create
    from pbem.campaign.player_list import read_players

    try:
        text = players.read_text("utf-8-sig")
    except UnicodeDecodeError:
        cure = "Save it again as UTF-8 (in some editors: Save as, Encoding)."
        raise FileError("the list of players is not UTF-8 text", path=players, cure=cure) from None
    except OSError as problem:
        raise unreadable(players, problem) from None
    _check_zone(zone)
    rulings = chosen(choices) | ({"deal": deal} if deal else {})
    campaign = create(
        folder,
        name=name or folder.resolve().name,
        seats=read_players(text, players),
        now=arguments.now(),
        rules=rules,
        zone=zone,
        rulings=rulings,
        seed=arguments.seed_of(seed),
    )
    console.say(f"The campaign {campaign.course.name} is set up in {folder}.")
    console.facts(
        [
            ("players", ", ".join(_of_seat(seat) for seat in campaign.course.seats)),
            (
                "first report",
                f"{folder / 'turns' / '00-setup' / 'reports-deal'}, a draft; "
                f"`pbem publish {as_typed(folder)}` publishes it",
            ),
            (
                "secret words",
                f"{folder / 'secrets.yaml'}: give each player his own, show the file to nobody, and keep a copy: the "
                "seed of the dice is nowhere else",
            ),
            ("dice", f"SHA-256 of the seed: {campaign.course.commitment}"),
            (
                "settings",
                f"{folder / 'campaign.yaml'}: write your own name and address behind `gamesmaster:`, and look at the "
                "deadlines",
            ),
        ],
        indent=2,
    )


def _of_seat(seat: "Seat") -> str:
    """A player as he was understood, so that a slip in the list is seen."""
    return f"{seat.player} {seat.name} ({seat.email or 'no address'}{f', {seat.zone}' if seat.zone else ''})"


def chosen(choices: tuple[str, ...]) -> dict[str, str]:
    """The rulings of ``--set key=value``. Raises CommandError."""
    found: dict[str, str] = {}
    for choice in choices:
        key, equals, value = choice.partition("=")
        if not equals:
            raise CommandError(f"{choice!r} sets nothing", cure="Write it like gifts=accepted.")
        found[key.strip()] = value.strip()
    return found


def _check_zone(zone: str) -> None:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(zone)
    except (ValueError, OSError, LookupError):
        cure = "Write it like Europe/London or America/New_York."
        raise CommandError(f"{zone!r} is no time zone", cure=cure) from None
