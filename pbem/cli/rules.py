"""``pbem rules``: looks up provinces, units, cases and rulings, and checks a set of rules."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.errors import FINDINGS, FINE, CommandError, FaultyFile, told_first

RULES_OPTION = click.option(
    "--rules",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="A folder of corrected files, read instead of those of the same name.",
)


@click.group("rules")
def rules_command() -> None:
    """Look up the map, the units, the cases and the rulings.

    \b
    Examples:
      pbem rules show TVER
      pbem rules show 152
      pbem rules show 5.27
      pbem rules check --rules volga/rules
    """


@rules_command.command("show")
@click.argument("words", nargs=-1, required=True, metavar="WHAT")
@RULES_OPTION
def show(words: tuple[str, ...], folder: Path | None) -> int:
    """Show a province, a unit, a case, a ruling or an option; or find cases and rulings by a word.

    WHAT is a code or name of a province (TVER, Nizhniy Novgorod), a number or name of a unit (152, Trotsky, BR 415), a
    case (8.5, 17/5.0), a ruling (R12) or an option (gifts). Any other word, such as purge, lists the cases and rulings
    in which it stands.

    \b
    Example:
      pbem rules show TVER
    """
    from pbem.cli.rules_pages import nearest_to, page_of, with_word
    from pbem.words import shortened

    what = " ".join(words)
    page = page_of(what, folder) or with_word(what, folder)
    if page is None:
        raise CommandError(
            f"{shortened(what)!r} is no province, unit, case, ruling or option, and stands in none",
            cure=nearest_to(what, folder) or "Try for instance TVER, 152, Trotsky, BR 415, 8.5 or R12.",
        )
    page.print()
    return FINE


@rules_command.command("check")
@RULES_OPTION
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def check(folder: Path | None, form: str) -> int:
    """Check whether the rules as data agree with themselves and the rulebook.

    With --rules it shows whether your corrections of map or counters can be used. Exit status 1 when something is
    wrong.

    \b
    Example:
      pbem rules check --rules volga/rules
    """
    from pbem.rulebook.check import check_rules

    try:
        faults = check_rules(overrides=folder)
    except FaultyFile as error:
        faults = error.faults
    if form == "json":
        console.data(
            [
                {"file": str(f.path), "line": f.line, "column": f.column, "text": f.what, "cure": f.cure}
                for f in faults
            ]
        )
    else:
        for line in told_first(faults):
            console.say(line)
        console.say(
            f"{len(faults)} faults." if len(faults) > 1 else "1 fault." if faults else "No fault found."
        )
    return FINDINGS if faults else FINE


@rules_command.command("rulings")
@click.option("--options", "only_options", is_flag=True, help="List only what a campaign may choose.")
@click.option("--solitaire", is_flag=True, help="Those of the solitaire game.")
def rulings(only_options: bool, solitaire: bool) -> int:
    """Print how the game is adjudicated where the rulebook is silent.

    With the choices that a campaign has.

    \b
    Example:
      pbem rules rulings --options
    """
    from pbem.cli.rules_pages import print_options, ruling_page
    from pbem.rulebook.files import Files
    from pbem.rulebook.rulings import read_rulings, read_solitaire_rulings

    found = (read_solitaire_rulings if solitaire else read_rulings)(Files())
    if only_options:
        print_options(found)
        return FINE
    for ruling in found.values():
        ruling_page(ruling).print()
        console.say()
    return FINE


@rules_command.command("map")
@RULES_OPTION
def map_page(folder: Path | None) -> int:
    """Print how the map was reconstructed and how to correct it.

    \b
    Example:
      pbem rules map
    """
    from pbem.rulebook.files import Files

    console.say(Files(overrides=folder).text("RECONSTRUCTION.md").rstrip())
    return FINE


@rules_command.command("schema")
@click.argument("name", metavar="NAME")
def schema(name: str) -> int:
    """Print the JSON Schema of a file: position or result.

    `position.json` goes out with every report, `result.json` lies in the folder of every Phase.

    \b
    Example:
      pbem rules schema position > position.schema.json
    """
    from pbem.errors import nearest
    from pbem.resources import schemas

    known = schemas()
    if name not in known:
        cure = nearest(name, known) or f"There are: {', '.join(known)}."
        raise CommandError(f"there is no schema {name!r}", cure=cure)
    console.say(known[name].read_text("utf-8").rstrip())
    return FINE
