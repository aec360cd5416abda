"""``pbem map``: the map as a picture."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.errors import CommandError, FileError, Refused

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign
    from pbem.report.map import Look
    from pbem.rulebook.shapes import Shapes

STDOUT = "-"
KINDS = ("svg", "png")


@click.command("map")
@click.argument("folder", type=click.Path(path_type=Path), metavar="[DIR]", required=False)
@click.option(
    "--phase", "--turn", "phase", metavar="PHASE", help="The map after this Phase, written like 3-first."
)
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A position.json, in the place of DIR.",
)
@arguments.player(required=False, says="Frame this player's stacks.")
@click.option("--format", "form", type=click.Choice(KINDS), help="By default what FILE ends with, or svg.")
@click.option(
    "--out", metavar="FILE", help="Where to write it, `-` for the standard output; without it, here."
)
@click.option(
    "--zoom",
    type=click.FloatRange(0.5, 4),
    default=1.0,
    metavar="NUMBER",
    help="Draw a PNG so many times as large as 1600 by 1000.",
)
def map_command(
    folder: Path | None,
    phase: str | None,
    position: Path | None,
    player: str | None,
    form: str | None,
    out: str | None,
    zoom: float,
) -> None:
    """Draw the map with all stacks on it.

    Without --phase it shows the position after the last Phase, with what that Phase did: movement as arrows, battles
    and losses as signs. For the Phase that is awaited it shows the position alone. All of it is public.

    \b
    Examples:
      pbem map volga --player A
      pbem map volga --turn 3-first --format png --out map.png
      pbem map --position position.json --out map.svg
    """
    if (folder is None) == (position is None):
        raise click.UsageError("name a campaign's folder, or a file with --position")
    if position is not None and phase is not None:
        raise click.UsageError("--position and --phase exclude each other")
    kind = kind_of(form, out)
    from pbem.report.map import Look

    look = Look(player=player, variables=kind == "svg")
    if position is not None:
        name, svg = f"map-{position.stem}", _of_position(position, look)
    else:
        assert folder is not None
        name, svg = _of_campaign(folder, phase, look)
    write_picture(picture(svg, kind, zoom=zoom), out or f"{name}.{kind}")


def kind_of(form: str | None, out: str | None) -> str:
    """svg or png: what --format says, else what the name of the file ends with. Raises CommandError for a name that
    would not suit what is in the file."""
    ending = "" if out in (None, STDOUT) else Path(str(out)).suffix.lower()
    if not ending:
        return form or "svg"
    if ending.removeprefix(".") not in KINDS:
        raise CommandError(
            f"{out} ends with {ending}, and a map is written as SVG or PNG",
            cure="Name a file that ends with .svg or .png.",
        )
    kind = ending.removeprefix(".")
    if form not in (None, kind):
        raise CommandError(
            f"--format {form} does not suit {out}",
            cure=f"Leave out --format, or name a file that ends with .{form}.",
        )
    return kind


def _of_position(path: Path, look: "Look") -> str:
    """The map of a position file."""
    from pbem.position import read_position, refuse_misfit
    from pbem.report.map import draw_map, position_labels
    from pbem.rulebook.of_position import rules_of_position
    from pbem.rulebook.shapes import load_shapes

    found = read_position(path)
    rules = rules_of_position(found, path)
    refuse_misfit(found.state, rules, path=path)
    if rules.solitaire is not None:
        from pbem.solo.report.map import solo_map

        return solo_map(found.state, rules, name=found.campaign, png=not look.variables)
    _refuse_stranger(look.player, found.state.players)
    labels = position_labels(found.state, found.campaign)
    return draw_map(found.state, rules, load_shapes(found.rules), labels=labels, look=look)


def _of_campaign(folder: Path, phase: str | None, look: "Look") -> tuple[str, str]:
    """The map of a campaign, and the name of its file."""
    from pbem.campaign.course import DEAL
    from pbem.campaign.folder import Campaign
    from pbem.campaign.making import material_of
    from pbem.report.map import material_map

    campaign = Campaign(folder)
    look = look._replace(templates=_templates(campaign))
    course = campaign.course
    _refuse_stranger(look.player, tuple(seat.player for seat in course.seats))
    key = arguments.report_key(phase) or course.previous
    if key != DEAL and key not in course.used:
        return f"map-{key}", _of_start(campaign, key, look)
    return f"map-{key}", material_map(material_of(campaign, course, key), _shapes(campaign), look=look)


def _of_start(campaign: "Campaign", key: str, look: "Look") -> str:
    """The map of the Phase that is awaited: the position alone."""
    from pbem.campaign.moments import moment_of
    from pbem.campaign.playing import position_of
    from pbem.report.map import draw_map, position_labels

    moment = moment_of(key)
    if key not in campaign.course.positions:
        raise Refused(f"{moment.words} has not begun, so there is no map of it")
    state, rules = position_of(campaign, moment), campaign.rules()
    labels = position_labels(state, campaign.course.name)
    return draw_map(state, rules, _shapes(campaign), labels=labels, look=look)


def _shapes(campaign: "Campaign") -> "Shapes":
    """The drawing, the campaign's own if it has one."""
    from pbem.campaign.corrections import folder_of
    from pbem.rulebook.shapes import load_shapes

    return load_shapes(campaign.course.rules, folder_of(campaign))


def _templates(campaign: "Campaign") -> Path | None:
    own = campaign.folder / "templates"
    return own if own.is_dir() else None


def _refuse_stranger(player: str | None, players: tuple[str, ...]) -> None:
    if player is not None and player not in players:
        raise CommandError(f"there is no player {player!r}", cure=f"The players are {', '.join(players)}.")


def picture(svg: str, kind: str, *, zoom: float = 1.0) -> bytes:
    """The picture as svg or png."""
    if kind == "svg":
        return svg.encode()
    from pbem.report.png import png_of

    return png_of(svg, zoom=zoom)


def write_picture(content: bytes, out: str) -> None:
    """Write the picture where it is wanted, and say so."""
    if out == STDOUT:
        sys.stdout.buffer.write(content)
        return
    try:
        Path(out).write_bytes(content)
    except OSError as error:
        raise FileError(
            f"the picture cannot be written: {error.strerror or error}",
            path=out,
            cure="Name another file with --out.",
        ) from None
    console.say(f"{out}: the map, {len(content) // 1000} kilobytes.")
