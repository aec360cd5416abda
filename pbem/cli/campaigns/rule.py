"""``pbem rule``: the gamesmaster's ruling."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.cli.campaigns.new import chosen
from pbem.errors import as_typed

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign


@click.command("rule")
@arguments.folder
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option(
    "--set", "choices", multiple=True, metavar="RULING=VALUE", help="Read the rules so from now on."
)
@arguments.why
@click.option("--dry-run", is_flag=True, help="Only check it and say what it does.")
def rule_command(folder: Path, file: Path | None, choices: tuple[str, ...], why: str, dry_run: bool) -> None:
    """Make a gamesmaster's ruling: on the position, on a roll, on an order, or on how the rules are read from now on.

    It is checked, recorded with its reason, and printed in the report. FILE holds what is ruled; each part may be
    left out:

    \b
      why: Trotsky's move was misread.
      move:    [{units: [152, 111], to: TVER}]            # `under: 160` joins a stack
      give:    [{assassin: 1, from: randomizer, to: B}]   # politburo, control: [BR]
      remove:  [{units: [204], to: A, face: up}]          # unassigned, out_of_play
      restore: [{units: [204], at: TVER, player: B}]
      flags:   {subversion_doubled: yes}
      rolls:   {combat/TVER/A/1: 4}
      read:
        A.moves[0]: {force: [152], route: TVER-NOVG}
      void:    A.moves[1], A.moves[3]
      set:     {gifts: accepted}

    \b
    Example:
      pbem rule volga ruling.yaml
      pbem rule volga --set detached_units=keep --why "As agreed by all."
    """
    from pbem.campaign.decisions.ruling_file import RulingFile, read_ruling
    from pbem.campaign.decisions.rulings import rule
    from pbem.campaign.folder import at_work
    from pbem.campaign.making import for_players_folder

    ruling = read_ruling(file) if file else RulingFile()
    given = {"set": {**ruling.set, **chosen(choices)}, "why": why or ruling.why}
    ruling = ruling.model_copy(update=given)
    now = arguments.now()
    with at_work(folder, command="pbem rule", now=now) as campaign:
        published = campaign.course.previous in campaign.course.published
        said = rule(campaign, now, ruling, dry_run=dry_run)
    for text in said:
        console.paragraph(text)
    if ruling.rolls:
        console.paragraph(_for_which_phase(campaign))
    if dry_run:
        console.say("Nothing was recorded.")
    elif published and (ruling.changes_position or ruling.set):
        what = (
            "The position from which orders are given"
            if ruling.changes_position
            else "How the rules are read"
        )
        folder = for_players_folder(campaign, campaign.course.moment)
        console.say(
            f"The next report prints it. {what} has changed: tell the players now, and send each of them\n"
            "his report as it is corrected, and the position, with which their `pbem check` reckons, from\n"
            f"  {folder}"
        )
        if campaign.course.mail.out:
            console.say(f"`pbem mail send {as_typed(campaign.folder)} --corrected` mails them.")
    else:
        console.say("The next report prints it.")


def _for_which_phase(campaign: "Campaign") -> str:
    """Of which Phase the rolls are that were ruled: never of one that is carried out already."""
    from pbem.campaign.decisions.rulings import cure_of_played
    from pbem.campaign.moments import moment_of

    course = campaign.course
    last = max((moment_of(key) for key in course.used), default=None)
    said = f"This is for {course.moment.words}, which is awaited."
    return f"{said} {cure_of_played(campaign, last)}" if last else said
