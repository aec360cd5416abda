"""The root command: exit status, streams, faults of the program, closed pipes, what is loaded."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pbem import __version__, cli
from pbem.errors import CampaignBusy, MailServerError, PbemError, Refused

ROOT = Path(__file__).parents[2]


def pbem(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pbem", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> list[BaseException | int]:
    """A command ``trial`` that raises, or says as its status, what the list holds."""
    what: list[BaseException | int] = []

    @click.command("trial")
    def trial_command() -> int:
        if isinstance(what[0], int):
            return what[0]
        raise what[0]

    module = type(sys)("pbem_trial")
    module.trial_command = trial_command  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pbem_trial", module)
    monkeypatch.setitem(cli.COMMANDS, "trial", ("pbem_trial", "A trial."))
    return what


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"pbem {__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown and text.split()[0] in shown for name, (_, text) in cli.COMMANDS.items())


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([name, "--help"]) == 0
    assert "pbem " in capsys.readouterr().out.split("Usage:", 1)[1].split("\n", 1)[1]


@pytest.mark.parametrize(
    "arguments", [["rulez"], ["--rulez"], ["rules", "shwo"], ["rules", "show"], ["case"]]
)
def test_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and "Error:" in shown.err


def test_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["chekc"])
    assert "Did you mean check?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (PbemError("it is broken", path="a.yaml", line=3, column=7, cure="Mend it."), 2),
        (Refused("not now"), 1),
        (CampaignBusy("somebody is at work"), 3),
        (MailServerError("no answer"), 4),
        (KeyboardInterrupt(), 130),
        (5, 5),
        (0, 0),
    ],
)
def test_status(
    command: list[BaseException | int],
    error: BaseException | int,
    status: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command.append(error)
    assert cli.run(["trial"]) == status
    shown = capsys.readouterr()
    assert shown.out == ""
    if type(error) is PbemError:
        assert shown.err == "pbem: a.yaml:3:7: it is broken\n  Mend it.\n"


def test_fault_of_the_program(
    command: list[BaseException | int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("PBEM_DEBUG", raising=False)
    command.append(ValueError("two\nlines"))
    assert cli.run(["trial"]) == 70
    shown = capsys.readouterr().err
    assert shown.startswith("pbem: a fault of the program: ValueError: two. The details are in ")
    assert shown.count("\n") == 1
    (kept,) = tmp_path.iterdir()
    assert str(kept) in shown and "Traceback" in kept.read_text() and __version__ in kept.read_text()


def test_debug(
    command: list[BaseException | int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_DEBUG", "1")
    command.append(ValueError("x"))
    assert cli.run(["trial"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_process_and_streams() -> None:
    fine = pbem("rules", "show", "TVER")
    assert (fine.returncode, fine.stderr) == (0, b"") and b"Greater Russia" in fine.stdout
    wrong = pbem("rules", "show", "nowhere")
    assert (wrong.returncode, wrong.stdout) == (2, b"") and b"no province" in wrong.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
def test_closed_pipe() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "rules", "rulings"],
        cwd=ROOT,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_utf8_whatever_the_terminal() -> None:
    done = pbem("rules", "show", "волга", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert "волга" in done.stderr.decode()


@pytest.mark.parametrize("arguments", [("--version",), ("--help",)])
def test_loads_click_alone(arguments: tuple[str, ...]) -> None:
    """Nothing of weight is loaded before a command needs it."""
    code = "import sys; from pbem.cli import run; run(sys.argv[1:]); print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, check=True, text=True
    )
    loaded = set(done.stderr.split())
    assert not loaded & {
        "yaml",
        "pydantic",
        "jinja2",
        "imapclient",
        "rich",
        "pathlib",
        "json",
        "difflib",
        "tempfile",
    }
    assert sorted(name for name in loaded if name.startswith("pbem")) == [
        "pbem",
        "pbem.aside",
        "pbem.cli",
        "pbem.cli.console",
        "pbem.errors",
    ]


@pytest.mark.skipif(os.name == "nt", reason="the shell closes streams")
@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ("rules show TVER >&-", 0, b""),
        ("rules show TVER 2>&-", 0, b""),
        ("check - <&-", 1, b""),
        ("rules show XYZZY 2>&-", 2, b""),
        ("rules show TVER >/dev/full", 2, b"what is printed: it cannot be written or read: No space left"),
    ],
)
def test_closed_streams_and_full_disks_are_no_fault_of_the_program(words: str, status: int, says: bytes) -> None:
    if "/dev/full" in words and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    line = f'"{sys.executable}" -m pbem {words}'
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False)
    assert done.returncode == status, done
    assert says in done.stderr and b"fault of the program" not in done.stderr + done.stdout
    assert b"Exception" not in done.stderr


def test_what_the_system_refuses_is_told_plainly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "a/b.yaml")

    monkeypatch.setattr("pbem.cli.root.main", refused)
    assert cli.run(["status"]) == 2
    assert capsys.readouterr().err == "pbem: a/b.yaml: it cannot be written or read: Permission denied\n"
