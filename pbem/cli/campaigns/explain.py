"""``pbem explain``: why an order ended as it did."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.cli.campaigns import arguments

HEADS = {
    "written": "",
    "ruled": "",
    "outcome": "",
    "place": "At ",
    "numbers": "",
    "roll": "",
    "chance": "",
    "other": "Elsewhere: ",
    "rule": "The rule: ",
    "instead": "What would have been needed: ",
}
"""What stands before each kind of step."""
LONG = 400
"""A rule of more letters is named only; `pbem rules show` prints it."""


@click.command("explain")
@arguments.folder
@click.argument("order", metavar="ORDER")
@arguments.phase
@arguments.form
def explain_command(folder: Path, order: str, phase: str | None, form: str) -> None:
    """Explain why an order ended as it did: which rule, which numbers, which other order, and what would have had to be
    different.

    ORDER is the player and the place of the order on his sheet, counted from 0. Without --phase it is about the
    Phase adjudicated last.

    \b
    Example:
      pbem explain volga "A.moves[2]"
    """
    from pbem.campaign.folder import Campaign
    from pbem.campaign.record.explaining import explain

    found = explain(Campaign(folder), order, moment=arguments.moment(phase))
    if form == "json":
        console.data({**found._asdict(), "steps": [step._asdict() for step in found.steps]})
        return
    console.say(f"{found.order}, {found.phase}")
    for step in found.steps:
        text = step.text
        if step.kind == "rule" and len(text) > LONG:
            text = f"{text.partition(': ')[0]}: `pbem rules show {step.cases[0]}` prints it."
        cases = f" [{', '.join(step.cases)}]" if step.cases else ""
        console.paragraph(f"- {HEADS[step.kind]}{text}{cases}", indent=2, hang=4)
