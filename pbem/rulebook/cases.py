"""cases.yaml: the index of the rulebook's cases in our own words."""

from typing import NamedTuple

from pbem.core.terms import Case
from pbem.rulebook.files import Files
from pbem.rulebook.yaml_branch import Branch, read_yaml

APPLIED = ("code", "data", "not by mail")


class CaseEntry(NamedTuple):
    """One case: what it says, how it is applied (one of APPLIED), and why not by mail or by no line of code."""

    number: Case
    title: str
    says: str
    applied: str
    reason: str


class CaseIndex(NamedTuple):
    """All cases by number, in the order of the rulebook, and the titles that head groups of them."""

    cases: dict[Case, CaseEntry]
    headings: dict[Case, str]

    def under(self, heading: Case) -> tuple[CaseEntry, ...]:
        """The cases below a heading: 5.11 to 5.14 for 5.1, all of section 5 for 5.0."""
        stem = heading.removesuffix("0") if heading.endswith(".0") else heading
        return tuple(
            entry for number, entry in self.cases.items() if number.startswith(stem) and number != heading
        )


def read_cases(files: Files) -> CaseIndex:
    """The index; faults are noted in `files`."""
    whole = read_yaml(files, "cases.yaml")
    headings = whole.branch("headings")
    titles = {number: headings.text(number) for number in headings.nodes}
    found = {number: _entry(number, facts) for number, facts in whole.branch("cases").branches().items()}
    whole.known_only()
    return CaseIndex(found, titles)


def _entry(number: Case, facts: Branch) -> CaseEntry:
    applied = facts.text("applied")
    if applied not in APPLIED:
        facts.fault(f"applied is {applied!r}, not one of {', '.join(APPLIED)}", "applied")
    reason = facts.text("reason") if applied == "not by mail" else facts.text("reason", "")
    entry = CaseEntry(number, facts.text("title"), facts.text("says"), applied, reason)
    facts.known_only("reason")
    return entry
