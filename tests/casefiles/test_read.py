"""What is a case file and what is not; faults of form have their place."""

from pathlib import Path

import pytest

from pbem.casefiles.read import read_file, read_text
from pbem.casefiles.run import run_question
from pbem.errors import FileError

GOOD = """\
rules: rcw
cases:
  - id: 5.12-one
    title: A step
    cites: ["5.12", R8]
    given:
      stacks: [{at: PETR, player: A, units: [160]}]
    orders:
      A: {moves: [{force: [160], route: PETR-NOVG}]}
    expect:
      stacks: {NOVG: [{player: A, units: [Blyukher]}], PETR: []}
"""


def faults(text: str) -> tuple[str, ...]:
    """What is found wrong with the first case of a text."""
    return run_question(read_text(text, "x.yaml")[0]).differences


def test_good(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(GOOD)
    (question,) = read_file(path)
    assert (question.id, question.title, question.cites) == ("5.12-one", "A step", ("5.12", "R8"))
    assert (question.line, question.path) == (3, str(path))
    assert run_question(question).differences == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "x.yaml"),
        ("just words", "here must stand keys with values"),
        ("rules: rcw\n", "a list of cases under the key `cases`"),
        ("cases: []\n", "a list of cases"),
        ("cases: {a: 1}\n", "x.yaml:1:8: this is no case file"),
        ("rules: rcv\ncases: [{id: a}]\n", "Did you mean rcw"),
        ("case:\n  - id: a\n", "Did you mean cases"),
        ("cases:\n  - id: [\n", "x.yaml"),
    ],
)
def test_no_case_file(text: str, told: str) -> None:
    with pytest.raises(FileError) as caught:
        read_text(text, "x.yaml")
    assert told in str(caught.value)
    assert caught.value.status == 2


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        read_file(tmp_path / "nowhere.yaml")
    (tmp_path / "bad.yaml").write_bytes(b"cases: \xff\n")
    with pytest.raises(FileError, match="UTF-8"):
        read_file(tmp_path / "bad.yaml")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("    given:", "    givn:", "x.yaml:6:5: the key 'givn' is not known here. Did you mean given?"),
        (
            "stacks: [{at: PETR",
            "stack: [{at: PETR",
            "7:7: the key 'stack' is not known here. Did you mean stacks?",
        ),
        ("at: PETR", "at: PTR", "7:21: 'PTR' is no province. Did you mean PETR?"),
        ("units: [160]}]\n    orders", "units: [999]}]\n    orders", "'999' is no unit"),
        ("player: A, units: [160]", "player: D, units: [160]", "'D' is not known here"),
        ("player: A, units: [160]", "player: A, units: [160, 160]", "Blyukher (160) is given in two places"),
        ("player: A, units: [160]", "units: [160]", "a led stack that nobody controls (R1)"),
        (
            "player: A, units: [160]",
            "player: A, units: [111]",
            "a detached stack that somebody controls (R1)",
        ),
        (
            "player: A, units: [160]",
            "player: A, units: [162, 101, 102]",
            "more units attached than he can command",
        ),
        ("player: A, units: [160]", "player: A, units: [160, 201]", "two colors in one stack (7.13)"),
        ("player: A, units: [160]", "units: [BR 414, US 418]", "two nationalities in one stack (7.14)"),
        ("player: A, units: [160]", "player: A, units: [GE 401]", "nobody controls units of GE"),
        ("player: A, units: [160]", "player: A, units: []", "a stack needs units"),
        ("at: PETR, player: A, units: [160]", "units: [160]", "a stack needs `at`, the province"),
        ("given:\n", "given:\n      phase: third\n", "Known are setup, first and second."),
        ("      A: {moves", "      D: {moves", "orders for 'D', who is no player"),
        (
            "      A: {moves: [{force: [160], route: PETR-NOVG}]}",
            "      A: [1]",
            "orders are the keys of a sheet",
        ),
        ("    expect:\n", "    expect:\n      stack: {}\n", "Did you mean stacks?"),
        ("      stacks: {NOVG", "      orders: {A.quit: good}\n      stacks: {NOVG", "'good' is no outcome"),
        ("given:\n", "given:\n      rulings: {gifts: accept}\n", "7:24: 'accept' is no choice of 'gifts'"),
        ("given:\n", "given:\n      turn: x\n", "'x' is not a whole number"),
        ("given:\n", "given:\n      only_listed_units: maybe\n", "neither true nor false"),
        ("given:\n", "given:\n      randomizer: [asassin]\n", "Did you mean assassin?"),
        ("given:\n", "given:\n      players: [A, Z]\n", "'Z' is not known here"),
        ("given:\n", "given:\n      turn: 1\n      turn: 2\n", "'turn' stands here a second time"),
        ("given:\n", "given:\n      flags: {quit: [Z]}\n", "'Z' is no player of this case"),
        (
            "given:\n",
            "given:\n      holdings: {A: {control: [BR]}, B: {control: [BR]}}\n",
            "BR is given twice",
        ),
    ],
)
def test_fault_of_form(old: str, new: str, told: str) -> None:
    assert old in GOOD
    assert any(told in line for line in faults(GOOD.replace(old, new, 1)))


def test_a_fault_costs_one_case_only() -> None:
    broken = GOOD.replace("    given:", "    givn:") + GOOD.split("cases:\n")[1].replace(
        "5.12-one", "5.12-two"
    )
    reports = [run_question(question) for question in read_text(broken)]
    assert [report.passed for report in reports] == [False, True]


ALIASES = """\
cases:
  - id: first
    given: &given {stacks: [{at: PETR, player: A, units: &units [160, 101]}]}
    expect: {stacks: {PETR: [{player: A, units: *units}]}}
  - id: second
    given: *given
    expect: {stacks: {PETR: [{player: A, units: *units}]}}
"""


def test_what_a_program_wrote_once_and_repeats() -> None:
    reports = [run_question(question) for question in read_text(ALIASES)]
    assert [report.differences for report in reports] == [(), ()]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ["- &a0 [x]", *(f"- &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9))],
            "far more than any",
        ),
        (["- &a0 [x]", *(f"- &a{n} [*a{n - 1}]" for n in range(1, 30))], "nested more than 20 deep"),
        (["- &a [*a]"], "reads as an alias"),
        (["- *nowhere"], "reads as an alias"),
        (["- !!set {a}"], "x.yaml:2:3"),
    ],
)
def test_aliases_that_grow_or_mean_nothing(lines: list[str], told: str) -> None:
    with pytest.raises(FileError) as caught:
        read_text("\n".join(["cases:", *lines]), "x.yaml")
    assert told in str(caught.value)
