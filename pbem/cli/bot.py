"""``pbem bot``: a practice player fills an empty seat, or writes a sheet for a position."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import FINDINGS, FINE, CommandError, FileError, Refused

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign
    from pbem.campaign.receiving import Received

DEFAULT_STYLE = "greedy"


@click.command("bot")
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--player", "players", multiple=True, metavar="LETTER", help="Whose sheet, or several: C,D.")
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write for this position.json, without a campaign.",
)
@click.option(
    "--style",
    default=DEFAULT_STYLE,
    show_default=True,
    metavar="STYLE",
    help="How to play; `list` lists the styles.",
)
@click.option("--seed", default=0, metavar="N", help="Another number gives other orders; the same the same.")
@click.option("--anew", is_flag=True, help="Also where the player has a sheet on file.")
def bot_command(
    folder: Path | None, players: tuple[str, ...], position: Path | None, style: str, seed: int, anew: bool
) -> int:
    """Have a practice player write a sheet.

    In a campaign, DIR, the sheet is taken on file as if it had come by mail, so that a seat nobody has is played. With
    --position it is printed. A practice player knows what a player knows: the public position and the rules. Exit status 1
    where one of several players gets no sheet that counts; the others get theirs.

    \b
    Example:
      pbem bot volga --player B --style greedy
      pbem bot volga --player C,D --style bold
      pbem bot --position position.json --player A > practice.yaml
    """
    from pbem.bots.styles import STYLES

    if style == "list":
        console.facts([(name, one.says) for name, one in STYLES.items()])
        return FINE
    letters = tuple(dict.fromkeys(re.findall(r"\w+", ",".join(players).upper())))
    if not letters:
        raise click.UsageError("say whose sheet to write: --player B")
    if style not in STYLES:
        raise CommandError(f"there is no style {style!r}", cure=f"There are {', '.join(STYLES)}.")
    if (folder is None) == (position is None):
        raise click.UsageError("name either the folder of a campaign or a --position")
    if folder is not None:
        return _fill_seats(folder, letters, style=style, seed=seed, anew=anew)
    if len(letters) > 1:
        raise click.UsageError("a --position gives one sheet at a time; name one player")
    assert position is not None
    console.say(_for_position(position, letters[0], style=style, seed=seed).rstrip("\n"))
    return FINE


def _for_position(path: Path, player: str, *, style: str, seed: int) -> str:
    """The sheet for a position file, written plainly unless carelessness is what is wanted. Raises FileError where the
    player has no say in it."""
    from pbem.bots.styles import STYLES, write_sheet
    from pbem.bots.writing import written_plainly
    from pbem.position import read_position, refuse_misfit
    from pbem.rulebook.of_position import rules_of_position
    from pbem.sheets.marks import with_marks
    from pbem.sheets.read import read_sheet

    found = read_position(path)
    rules = rules_of_position(found, path)
    refuse_misfit(found.state, rules, path=path)
    if found.state.victory is not None:
        raise FileError("the game of this position is over", path=path)
    if rules.solitaire is not None:
        raise FileError(
            "this is a position of the solitaire game, which practice players do not know", path=path
        )
    if player not in found.state.active:
        raise FileError(
            f"player {player} is not in the game of this position",
            path=path,
            cure=f"There are {', '.join(found.state.active)}.",
        )
    text = write_sheet(found, player, rules, style=style, seed=seed)
    if STYLES[style].careless:
        return text
    sheet, state = read_sheet(text.encode(), rules=rules).sheet, found.state
    assert sheet is not None
    return with_marks(
        written_plainly(sheet, rules, campaign=found.campaign, turn=state.turn, phase=state.phase)
    )


def _fill_seats(folder: Path, players: tuple[str, ...], *, style: str, seed: int, anew: bool) -> int:
    """Write the sheets for the awaited Phase of a campaign and take them on file, each for itself: that there can be none
    for one player is no reason for the others to have none. Says the exit status."""
    from pbem.campaign.folder import at_work
    from pbem.campaign.receiving import refuse_if_over

    now = arguments.now()
    taken: list[tuple[str, Received | Refused]] = []
    with at_work(folder, command="pbem bot", now=now) as campaign:
        refuse_if_over(campaign)
        _refuse_unknown(campaign, players)
        with campaign.gathered():
            for player in players:
                try:
                    taken.append((player, _submit(campaign, player, style=style, seed=seed, anew=anew)))
                except Refused as problem:
                    taken.append((player, problem))
    for player, came in taken:
        console.paragraph(f"Player {player}: {_told(came, style)}", hang=2)
    counts = [not isinstance(came, Refused) and came.on_file is not None for _, came in taken]
    return FINE if all(counts) else FINDINGS


def _told(came: "Received | Refused", style: str) -> str:
    """What became of the sheet of one player."""
    if isinstance(came, Refused):
        return f"no sheet was written. {came.what[:1].upper()}{came.what[1:]}. {came.cure}".rstrip()
    on_file = came.on_file
    if on_file is None:  # a careless one can spoil the head of his sheet
        return "the sheet is refused as a whole and does not count."
    errors = f", with {arguments.plural(on_file.errors, 'error')}" if on_file.errors else ""
    again = " It was on file already." if came.again else ""
    return f"a {style} sheet is on file as version {on_file.version}{errors}.{again}"


def _refuse_unknown(campaign: "Campaign", players: tuple[str, ...]) -> None:
    """Raises CommandError for a letter that no player has."""
    seats = [seat.player for seat in campaign.course.seats]
    for player in players:
        if player not in seats:
            cure = f"The players are {', '.join(seats)}. Nothing was changed."
            raise CommandError(f"there is no player {player!r}", cure=cure)


def _submit(campaign: "Campaign", player: str, *, style: str, seed: int, anew: bool) -> "Received":
    """A practice player's sheet for the awaited Phase, taken on file. Raises Refused where the player has left, or has a
    sheet on file, so that nobody's orders are lost by a slip."""
    from pbem.bots.styles import write_sheet
    from pbem.campaign.playing import position_of
    from pbem.campaign.receiving import receive
    from pbem.position import Position

    course = campaign.course
    if player not in course.active:
        raise Refused("he has left the campaign")
    if player in course.leaving_now:
        raise Refused(
            f"he is removed before {course.moment.words}",
            cure="`pbem replace` puts somebody in his seat after all.",
        )
    if not anew and course.on_file(player) is not None:
        raise Refused(
            f"he has a sheet for {course.moment.words} on file",
            cure="Give the command with --anew if the practice player's is to count instead.",
        )
    position = Position(position_of(campaign, course.moment), course.name, rulings=course.rulings)
    text = write_sheet(position, player, campaign.rules(), style=style, seed=seed)
    now = arguments.now()
    return receive(campaign, text.encode(), received=now, now=now, source="bot")
