"""``pbem help``: the guides for gamesmasters and players, pages of Markdown in templates/help/."""

import click

from pbem.cli import console
from pbem.errors import CommandError, nearest


@click.command("help")
@click.argument("topic", required=False, metavar="[TOPIC]")
def help_command(topic: str | None) -> None:
    """Show a guide; without TOPIC, which there are.

    \b
    Example:
      pbem help mail
    """
    from pbem.resources import templates_folder

    pages = {path.stem: path for path in sorted((templates_folder() / "help").glob("*.md"))}
    if topic is None:
        for name, path in pages.items():
            console.say(f"pbem help {name:<12} {path.read_text('utf-8').partition(chr(10))[0].lstrip('# ')}")
        console.say("`pbem COMMAND --help` explains a command.")
        return
    if topic.lower() not in pages:
        near = nearest(topic, pages) or f"There are: {', '.join(pages) or 'none'}."
        raise CommandError(f"there is no guide {topic!r}", cure=near)
    console.say(pages[topic.lower()].read_text("utf-8").rstrip())
