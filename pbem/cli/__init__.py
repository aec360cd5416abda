"""The command line: the root group, the table of commands, and the one place where errors end the program.

Imports click and nothing else of weight; the module of a command is loaded when the command is used.
"""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from pbem import __version__, aside
from pbem.cli import console
from pbem.errors import BUG, FINE, USAGE, PbemError, nearest

os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for plug-ins costs more than a sheet

INTERRUPTED = 130
WIDEST_HELP = 100
SURROUNDINGS = tuple(
    getattr(errno, name)
    for name in ("ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE", "EFBIG", "ENAMETOOLONG")
    if hasattr(errno, name)
)
"""Why a system refuses a file, wherever a command was about it: a full disk, a folder that is read-only, too many files."""

COMMANDS: dict[str, tuple[str, str]] = {
    "new": ("pbem.cli.campaigns.new", "Set up a campaign."),
    "status": ("pbem.cli.campaigns.status", "Show where campaigns stand."),
    "submit": ("pbem.cli.campaigns.submit", "Take order sheets on file."),
    "sheet": ("pbem.cli.campaigns.sheet", "Show a player's sheet, or the blank one."),
    "close": ("pbem.cli.campaigns.close", "Take no more sheets for this Phase."),
    "adjudicate": ("pbem.cli.campaigns.adjudicate", "Resolve the Phase."),
    "report": ("pbem.cli.campaigns.report", "Show the reports of a Phase."),
    "publish": ("pbem.cli.campaigns.publish", "Publish the drafts of the reports."),
    "deadline": ("pbem.cli.campaigns.deadline", "Set or put off a deadline."),
    "excuse": ("pbem.cli.campaigns.seats", "Do not wait for a player's sheet."),
    "replace": ("pbem.cli.campaigns.seats", "Let another person take over a seat."),
    "key": ("pbem.cli.campaigns.seats", "Give a player a new secret word."),
    "remove": ("pbem.cli.campaigns.seats", "Remove a player from the campaign."),
    "rule": ("pbem.cli.campaigns.rule", "Make a gamesmaster's ruling."),
    "undo": ("pbem.cli.campaigns.undo", "Go back to an earlier moment."),
    "log": ("pbem.cli.campaigns.log", "Show what happened in a campaign."),
    "explain": ("pbem.cli.campaigns.explain", "Explain why an order ended as it did."),
    "verify": ("pbem.cli.campaigns.verify", "Verify dice, ledger and positions."),
    "archive": ("pbem.cli.campaigns.archive", "Write one file with everything public."),
    "rebuild": ("pbem.cli.campaigns.rebuild", "Make all files again from the ledger."),
    "mail": ("pbem.cli.mail", "Take in sheets by mail, send reports and answers."),
    "host": ("pbem.cli.host", "Run the mail of campaigns by itself."),
    "check": ("pbem.cli.check", "Check an order sheet before it is sent."),
    "odds": ("pbem.cli.odds", "Work out exact chances, by numbers or from sheets."),
    "try": ("pbem.cli.try_", "Play a Phase many times with throw-away dice."),
    "site": ("pbem.cli.site", "Write a campaign's history as pages."),
    "demo": ("pbem.cli.demo", "Play an example campaign, to see what it is like."),
    "map": ("pbem.cli.map", "Draw the map with all stacks on it."),
    "case": ("pbem.cli.case", "Run case files: rules questions with their answers."),
    "bot": ("pbem.cli.bot", "Have a practice player write a sheet."),
    "soak": ("pbem.cli.soak", "Play many campaigns of practice players, checking everything."),
    "study": ("pbem.cli.study", "Play many campaigns and say how they end."),
    "solo": ("pbem.cli.solo", "Play the solitaire game: Red against a system."),
    "rules": ("pbem.cli.rules", "Look up the map, the units, the cases and the rulings."),
    "help": ("pbem.cli.help", "Show a guide, for instance on mail."),
}
"""By the name of a command its module, and the line that the root's help shows. The module holds a click command of
the same name, hyphens written as underscores, followed by `_command`."""


class _Root(click.Group):
    """A group that loads a command's module only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(COMMANDS[cmd_name][0])
        command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}. {nearest(args[0], COMMANDS)}".rstrip())
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            found = super().invoke(ctx)
            sys.stdout.flush()
            return found
        except BrokenPipeError:  # click would end the program with 1, which means findings
            return console.close_quietly()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _width() -> int:
    """The width of help pages. (click would load shutil for it, a tenth of the time that `--help` takes.)"""
    columns = os.environ.get("COLUMNS", "")
    try:
        return min(int(columns) if columns.isdigit() else os.get_terminal_size().columns, WIDEST_HELP)
    except OSError:  # no terminal
        return WIDEST_HELP


@click.group(cls=_Root, context_settings={"help_option_names": ["-h", "--help"], "terminal_width": _width()})
@click.version_option(__version__, "-V", "--version", message="pbem %(version)s")
def root() -> None:
    """The gamesmaster's adjudicator for postal Russian Civil War.

    `pbem COMMAND --help` explains a command and shows an example.
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command line and say its exit status; whatever goes wrong is told on stderr."""
    console.use_utf8()
    aside.listener = console.aside
    try:
        found = root.main(list(arguments), prog_name="pbem", standalone_mode=False)
        return found if isinstance(found, int) else FINE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except PbemError as error:
        console.error(str(error))
        return error.status
    except click.Abort:
        console.error("stopped")
        return INTERRUPTED
    except OSError as error:
        if error.errno not in SURROUNDINGS or os.environ.get("PBEM_DEBUG") == "1":
            console.bug(error, show_all=os.environ.get("PBEM_DEBUG") == "1")
            return BUG
        return _refused_by_system(error)
    except Exception as error:
        console.bug(error, show_all=os.environ.get("PBEM_DEBUG") == "1")
        return BUG


def _refused_by_system(error: OSError) -> int:
    """Tell of a file that the system refused; without a name it is the standard output."""
    if error.filename is None:
        console.close_quietly()  # what is left to be printed would fail once more at the end
    where = "what is printed" if error.filename is None else os.fsdecode(error.filename)
    console.error(f"{where}: it cannot be written or read: {error.strerror}")
    return USAGE


def main() -> None:
    """The program ``pbem``."""
    sys.exit(run(sys.argv[1:]))
