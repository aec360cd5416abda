"""``pbem adjudicate``: resolves the Phase."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments
from pbem.cli.real_dice import kept, real_dice
from pbem.core.terms import Ended
from pbem.errors import as_typed

if TYPE_CHECKING:
    from pbem.campaign.folder import Campaign
    from pbem.campaign.held_mails import Held
    from pbem.campaign.playing import Played
    from pbem.core.dice import Dice


@click.command("adjudicate")
@arguments.folder
@click.option("--dry-run", is_flag=True, help="Show what would come of it, and write nothing.")
@click.option(
    "--allow-missing", is_flag=True, help="Do not wait for sheets that are missing, nor for corrections."
)
@click.option("--despite-held", is_flag=True, help="Do not wait for your decision on held mails with orders.")
@click.option("--dice", metavar="manual|FILE", help="Real dice: asked for one by one, or read from FILE: lines like `event/1: 3 4`.")
@arguments.player(required=False, says="With --dry-run: print this player's report as it would be.")
@arguments.form
def adjudicate_command(
    folder: Path,
    dry_run: bool,
    allow_missing: bool,
    despite_held: bool,
    dice: str | None,
    player: str | None,
    form: str,
) -> None:
    """Resolve the Phase: play it, record it, write the drafts of the reports.

    Refuses, naming who, while a sheet is missing before the deadline, and while a mail with orders waits for your decision
    (exit status 1; nothing is written).

    \b
    Example:
      pbem adjudicate volga
      pbem adjudicate volga --dry-run --player A
    """
    from pbem.campaign.adjudicating import adjudicate, rehearse
    from pbem.campaign.folder import Campaign, at_work
    from pbem.campaign.held_mails import held_orders

    rolled = real_dice(dice)
    if dry_run:
        campaign = Campaign(folder)
        _keep(rolled, campaign)
        with kept(rolled, folder):
            played, throw_away = rehearse(campaign, dice=rolled)
        _print_rehearsal(campaign, played, throw_away=throw_away, player=player, form=form)
        return
    now = arguments.now()
    with at_work(folder, command="pbem adjudicate", now=now) as campaign:
        if rolled is None and campaign.course.dice == "manual":
            rolled = real_dice("manual")
        _keep(rolled, campaign)
        held = held_orders(campaign.course)
        with kept(rolled, folder):
            played = adjudicate(
                campaign, now, allow_missing=allow_missing, despite_held=despite_held, dice=rolled
            )
    if form == "json":
        console.data(_as_data(campaign, played))
    else:
        _print_summary(campaign, played, held)


def _keep(dice: "Dice | None", campaign: "Campaign") -> None:
    """Tell dice that are asked for what was rolled before the Phase was undone."""
    from pbem.campaign.adjudicating import rolled_before
    from pbem.campaign.dice_by_hand import AskedDice

    if not isinstance(dice, AskedDice):
        return
    before = rolled_before(campaign)
    dice.keep(before)
    if before:
        console.say("What was rolled before this Phase was undone counts again wherever it still applies.")


def _as_data(campaign: "Campaign", played: "Played", **more: Any) -> dict[str, Any]:
    from pbem.campaign.adjudicating import without_sheet
    from pbem.campaign.making import result_json

    return {**more, "without_sheet": list(without_sheet(campaign.course, played)), **result_json(played)}


def _without_sheet(campaign: "Campaign", played: "Played") -> str:
    """Who had no sheet, and who of them was excused."""
    from pbem.campaign.adjudicating import without_sheet

    course = campaign.course
    names = {seat.player: seat.name for seat in course.seats}
    excused = course.excused.get(played.moment.key, ())
    return ", ".join(
        f"{player} ({names[player]}{', excused' if player in excused else ''})"
        for player in without_sheet(course, played)
    )


def _print_summary(campaign: "Campaign", played: "Played", held: "tuple[Held, ...]") -> None:
    """The result in a few lines. `held`: mails over which it was played."""
    from pbem.campaign.held_mails import held_in_words

    words = played.moment.words
    console.say(f"{words[:1].upper()}{words[1:]} is adjudicated.")
    sheets = ", ".join(f"{player} version {version}" for player, version in played.terms.versions.items())
    reports = campaign.moment_folder(played.moment) / "reports"
    ended = Counter(outcome.ended for outcome in played.result.outcomes.values())
    orders = ", ".join(f"{ended[one]} {word}" for one, word in ENDED if ended[one])
    over = played.result.state.victory
    rolled = {roll.label for roll in played.result.rolls}
    unneeded = [label for label in played.terms.rolls_ruled if label not in rolled]
    console.facts(
        [
            ("sheets", sheets or "none"),
            ("no sheet from", _without_sheet(campaign, played)),
            ("played despite", held_in_words(campaign.course, held) if held else ""),
            ("orders", orders or "none"),
            ("rolls", str(len(played.result.rolls))),
            *(
                ("not rolled", f"{label}, which your ruling set: no such roll was needed")
                for label in unneeded
            ),
            ("next", f"the campaign is over: {over.side}" if over else campaign.course.moment.words),
            ("reports", f"{reports}, drafts; `pbem publish {as_typed(campaign.folder)}` publishes them"),
        ],
        indent=2,
    )


ENDED: tuple[tuple[Ended, str], ...] = (
    ("done", "done"),
    ("part", "done in part"),
    ("failed", "failed"),
    ("void", "void"),
)


def _print_rehearsal(
    campaign: "Campaign", played: "Played", *, throw_away: bool, player: str | None, form: str
) -> None:
    """What would come of the Phase."""
    from pbem.campaign.held_mails import held_in_words, held_orders

    if form == "json":
        console.data(_as_data(campaign, played, dry_run=True, throw_away_dice=throw_away))
        return
    console.say("A dry run: nothing was written.")
    if throw_away:
        why = "The Phase is not closed, so its dice are not fixed"
        if campaign.course.dice == "manual":
            why = "The dice of this campaign are rolled by hand"
        console.say(f"{why}: these are throw-away dice. The real ones will differ.")
    if absent := _without_sheet(campaign, played):
        console.paragraph(f"No sheet has come from {absent}.")
    if held := held_orders(campaign.course):
        console.paragraph(f"For your decision there waits {held_in_words(campaign.course, held)}.")
    console.say()
    if player:
        from pbem.campaign.making import own_templates, played_material
        from pbem.report.text import text_report

        material = played_material(campaign, campaign.course, played)
        console.say(text_report(material, player, templates=own_templates(campaign)).rstrip("\n"))
        return
    from pbem.words import sentence

    for ref, outcome in played.result.outcomes.items():
        cases = f" [{', '.join(outcome.cases)}]" if outcome.cases else ""
        word = dict(ENDED)[outcome.ended]
        console.paragraph(f"{ref}: {word}. {sentence(outcome.code, outcome.facts, played.rules)}{cases}")
    for roll in played.result.rolls:
        value = ", ".join(map(str, roll.value)) if isinstance(roll.value, tuple) else str(roll.value)
        console.say(f"roll {roll.label}: {value}{' ' + roll.effect if roll.effect else ''}")
    console.say()
    console.say("Add `--player A` for a player's whole report, `--format json` for everything as data.")
