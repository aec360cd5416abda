"""``pbem case``: runs case files, a line for each case and what differs for each that fails."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import console
from pbem.errors import FINDINGS, FINE, FileError

if TYPE_CHECKING:
    from pbem.casefiles.run import CaseReport

NOT_TESTED = "not-tested.yaml"


@click.command("case")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--verbose", "-v", is_flag=True, help="Show titles, rolls and the position after each case.")
@click.option("--only", metavar="ID", help="Run only the cases whose id begins so.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print.")
def case_command(files: tuple[Path, ...], verbose: bool, only: str | None, form: str) -> int:
    """Run case files: rules questions with their answers.

    A case states a position, the orders, the dice, and what must come of them. Exit status 1 when one fails, 2 when a
    FILE is no case file. A folder stands for all its .yaml files.

    \b
    Example:
      pbem case tests/cases/05-movement.yaml
    """
    from pbem.casefiles.read import read_file
    from pbem.casefiles.run import run_question

    questions = [question for path in _files(files) for question in read_file(path)]
    reports = [run_question(one) for one in questions if only is None or one.id.startswith(only)]
    if form == "json":
        console.data([_data(report) for report in reports])
    else:
        for report in reports:
            _print(report, verbose=verbose)
        failed = sum(not report.passed for report in reports)
        cases = "1 case" if len(reports) == 1 else f"{len(reports)} cases"
        console.say(f"{cases}, {failed or 'none'} failed.")
    return FINDINGS if any(not report.passed for report in reports) else FINE


def _files(paths: tuple[Path, ...]) -> list[Path]:
    """The case files meant, folders opened; a list of excuses beside them is no case file."""
    found: list[Path] = []
    for path in paths:
        inside = (
            [one for one in sorted(path.glob("*.yaml")) if one.name != NOT_TESTED]
            if path.is_dir()
            else [path]
        )
        if not inside:
            raise FileError("the folder holds no .yaml file", path=path)
        found += inside
    return found


def _data(report: "CaseReport") -> dict[str, object]:
    question = report.question
    return {
        "id": question.id,
        "title": question.title,
        "file": question.path,
        "line": question.line,
        "passed": report.passed,
        "differences": list(report.differences),
    }


def _print(report: "CaseReport", *, verbose: bool) -> None:
    """A line for a case, and what differs; with `verbose` what came of it."""
    question = report.question
    title = f"  {question.title}" if verbose or not report.passed else ""
    console.say(f"{'pass' if report.passed else 'FAIL'}  {question.id}{title}")
    for line in report.differences:
        console.say(f"        {line}")
    if not report.passed:
        console.say(f"        in {question.path}:{question.line}")
    for line in report.came if verbose else ():
        console.say(f"        | {line}")
