"""``pbem case``: runs case files, a line for each case and what differs for each that fails."""

from pathlib import Path

import click

from pbem.cli import console
from pbem.errors import FINDINGS, FINE


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
    reports = [
        run_question(question) for question in questions if only is None or question.id.startswith(only)
    ]
    if form == "json":
        console.data(
            [
                {
                    "id": report.question.id,
                    "title": report.question.title,
                    "file": report.question.path,
                    "line": report.question.line,
                    "passed": report.passed,
                    "differences": list(report.differences),
                }
                for report in reports
            ]
        )
    else:
        for report in reports:
            question = report.question
            title = f"  {question.title}" if verbose or not report.passed else ""
            console.say(f"{'pass' if report.passed else 'FAIL'}  {question.id}{title}")
            for line in report.differences:
                console.say(f"        {line}")
            if not report.passed:
                console.say(f"        in {question.path}:{question.line}")
        failed = sum(not report.passed for report in reports)
        console.say(f"{len(reports)} cases, {failed or 'none'} failed.")
    return FINDINGS if any(not report.passed for report in reports) else FINE


def _files(paths: tuple[Path, ...]) -> list[Path]:
    """The case files meant, folders opened."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    return found
