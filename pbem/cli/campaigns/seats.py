"""``pbem excuse``, ``pbem replace``, ``pbem remove``: who plays; ``pbem key``: a new secret word."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import as_typed

if TYPE_CHECKING:
    from pbem.campaign.course import OnFile
    from pbem.campaign.decisions.seats import TakenOver
    from pbem.campaign.folder import Campaign


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
@click.option("--email", help="His address.")
@click.option("--zone", help="His time zone, like Europe/London; without it, the campaign's.")
@arguments.why
def replace_command(
    folder: Path, player: str, name: str, email: str | None, zone: str | None, why: str
) -> None:
    """Let another person take over a player's seat, with a new secret word. It is announced in the next report.

    The address and the time zone of the one before are taken out. If the name stays the same, what is not given stays,
    too. Who only needs a new secret word gets it by `pbem key`.

    \b
    Example:
      pbem replace volga --player B --name "Clara Example" --email clara@example.org
    """
    from pbem.campaign.decisions.seats import replace_player
    from pbem.campaign.folder import at_work

    now = arguments.now()
    with at_work(folder, command="pbem replace", now=now) as campaign:
        taken = replace_player(campaign, now, player, name=name, email=email, zone=zone, why=why)
    console.paragraph(
        f"{name} goes on playing player {player}."
        if taken.before.name == name
        else f"{name} takes over player {player} from {taken.before.name}."
    )
    if taken.cancels:
        console.paragraph("That the player was to be removed is cancelled.")
    console.paragraph(f"The new secret word is in {folder / 'secrets.yaml'}, behind {player}; pass it on.")
    for text in _left_behind(folder, taken):
        console.paragraph(text)


def _left_behind(folder: Path, taken: "TakenOver") -> Iterator[str]:
    """What became of the address, the time zone and the sheet of the player before."""
    before, after = taken.before, taken.after
    if before.email and before.email != after.email:
        settings = folder / "campaign.yaml"
        now = f"now it is {after.email}" if after.email else f"write that of {after.name} into {settings}"
        yield f"The address {before.email} is taken out; {now}."
    if before.zone and before.zone != after.zone:
        yield f"The time zone {before.zone} is taken out; now it is {after.zone or 'that of the campaign'}."
    if taken.on_file:
        yield f"The sheet on file, version {taken.on_file.version}, goes on counting until another is sent."


@click.command("key")
@arguments.folder
@arguments.player()
@click.option(
    "--drop-sheet", "drop", is_flag=True, help="His sheets for this Phase count no longer: they may not be his."
)
@click.option("--why", default="", metavar="TEXT", help="The reason; it is recorded and told to him alone.")
def key_command(folder: Path, player: str, drop: bool, why: str) -> None:
    """Give a player a new secret word: he lost his, or others may know it. Name, address and time zone stay.

    The word is written into secrets.yaml and nowhere else, neither into the ledger nor into a report. A sheet on file
    goes on counting, unless --drop-sheet is given.

    \b
    Example:
      pbem key volga --player B
    """
    from pbem.campaign.decisions.seats import give_new_word
    from pbem.campaign.folder import at_work

    now = arguments.now()
    with at_work(folder, command="pbem key", now=now) as campaign:
        on_file = give_new_word(campaign, now, player, drop=drop, why=why)
    seat = campaign.course.seat(player)
    name = seat.name if seat else ""
    console.paragraph(
        f"Player {player}, {name}, has a new secret word. It is in {folder / 'secrets.yaml'}, behind {player}: "
        "tell it to him alone. By mail a sheet with the old word is held for you from now on."
    )
    console.paragraph(_of_his_sheet(campaign, player, on_file, dropped=drop))
    console.paragraph("The next report tells him, and nobody else, that there is a new word.")


def _of_his_sheet(campaign: "Campaign", player: str, on_file: "OnFile | None", *, dropped: bool) -> str:
    """What becomes of the sheet that was on file when its player got a new word."""
    from pbem.campaign.folder import unstamp
    from pbem.campaign.times import in_words

    course = campaign.course
    words, folder = course.moment.words, as_typed(campaign.folder)
    if on_file is None:
        return f"No sheet of his for {words} is on file."
    received = in_words(unstamp(on_file.time), course.zone)
    if not dropped:
        return (
            f"His sheet for {words}, version {on_file.version}, received {received}, goes on counting. If somebody else "
            f"may have sent it: `pbem sheet {folder} --player {player}` shows it, and `pbem key {folder} --player "
            f"{player} --drop-sheet` lets it count no longer."
        )
    path = as_typed(campaign.sheet_path(course.moment, player, on_file.version))
    closed = f" {words} is closed; `pbem deadline` opens it again." if course.is_closed else ""
    return (
        f"His sheets for {words}, up to version {on_file.version}, received {received}, count no longer. One that is "
        f"his after all is taken on file again by `pbem submit {folder} {path}`.{closed}"
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
