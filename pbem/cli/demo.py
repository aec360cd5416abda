"""``pbem demo``: an example campaign, played before one's eyes."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.errors import as_typed

if TYPE_CHECKING:
    from pbem.campaign.demonstrating import Step


@click.command("demo")
@click.argument("folder", type=click.Path(path_type=Path), default="pbem-demo", metavar="[DIR]")
@click.option(
    "--example", default="volga", metavar="NAME", help="Which example; volga is the first one to look at."
)
def demo_command(folder: Path, example: str) -> None:
    """Play an example campaign in a new folder, from the set-up to its last report, and say where to look.

    DIR is ./pbem-demo unless another one is named. Nothing outside it is touched; it can be thrown away.

    Beside volga there are three that begin near their end, one for each way in which a campaign can end:
    endings/white-victory, endings/red-victory and endings/red-agreement.

    \b
    Example:
      pbem demo
      pbem demo my-demo --example endings/white-victory
    """
    from pbem.campaign.demonstrating import copy_example, play_example, reports

    source = copy_example(example, folder)
    campaign = folder / Path(example).name
    play_example(source, campaign, _tell)
    last = next(reports(campaign))
    console.say()
    console.say("Look at these, in this order:")
    console.facts(
        [
            ("the sheets as written", str(source / "sheets")),
            ("the last reports", str(last.parent)),
            ("one of them", str(last)),
            ("the whole record", f"pbem log {as_typed(campaign)}"),
            ("are the dice fair?", f"pbem verify {as_typed(campaign)}"),
            ("why did it end so?", f"pbem explain {as_typed(campaign)} 'A.moves[0]' --phase 01-first"),
        ],
        indent=2,
    )
    if shutil.which("pbem") is None:
        console.paragraph(f"Where it says pbem, type {as_typed(sys.argv[0])}, as you did here.")


def _tell(step: "Step") -> None:
    """The progress line of one Phase."""
    faulty = f", {step.faulty} with faults" if step.faulty else ""
    refused = f", {step.refused} refused" if step.refused else ""
    words = step.words[:1].upper() + step.words[1:]
    console.say(
        f"[{step.number}/{step.of}] {words}: {step.sheets} sheets{faulty}{refused}; reports published."
    )
    for deed in step.deeds:
        console.paragraph(f"The gamesmaster. {deed}", 6)
