"""``pbem map``."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pbem.cli import run
from tests.campaign.play import begin, play


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign that awaits the Second Phase of Game-Turn 1."""
    folder = begin(tmp_path_factory.mktemp("maps") / "volga")
    play(folder, 2)
    return folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def heading(path: Path) -> str:
    text = path.read_text("utf-8")
    return next(one.text or "" for one in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}title"))


def test_the_last_phase_is_drawn(campaign: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", str(campaign)]) == 0
    assert heading(here / "map-01-first.svg") == "volga – After Game-Turn 1, First Phase"
    assert capsys.readouterr().out.startswith("map-01-first.svg: the map, ")


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("deal", "volga – Before the set-up"),
        ("0-setup", "volga – After the set-up"),
        ("1-first", "volga – After Game-Turn 1, First Phase"),
        ("1-second", "volga – Before Game-Turn 1, Second Phase"),
    ],
)
def test_any_phase_can_be_drawn(phase: str, title: str, campaign: Path, here: Path) -> None:
    assert run(["map", str(campaign), "--turn", phase, "--player", "a", "--out", "x.svg"]) == 0
    assert heading(here / "x.svg") == title


def test_a_phase_that_has_not_begun_is_refused(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["map", str(campaign), "--phase", "7-first"]) == 1
    assert "Game-Turn 7, First Phase has not begun" in capsys.readouterr().err


def test_a_position_alone_is_drawn(campaign: Path, here: Path) -> None:
    position = campaign / "turns" / "01-first" / "reports" / "position.json"
    assert run(["map", "--position", str(position), "--out", "-"]) == 0
    assert run(["map", "--position", str(position)]) == 0
    assert heading(here / "map-position.svg") == "volga – Before Game-Turn 1, Second Phase"


def test_it_prints_to_the_standard_output(campaign: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["map", str(campaign), "--out", "-"]) == 0
    assert capfdbinary.readouterr().out.endswith(b"</svg>\n")


def test_png_by_the_ending_of_the_file(campaign: Path, here: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    assert run(["map", str(campaign), "--out", "small.PNG", "--zoom", "0.5"]) == 0
    assert (here / "small.PNG").read_bytes().startswith(b"\x89PNG")


def test_a_name_without_an_ending_is_svg(campaign: Path, here: Path) -> None:
    assert run(["map", str(campaign), "--out", "map"]) == 0
    assert heading(here / "map").startswith("volga")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "name a campaign's folder"),
        (["DIR", "--position", "x.json"], "name a campaign's folder"),
        (["--position", "x.json", "--phase", "1-first"], "exclude each other"),
        (["DIR", "--player", "Z"], "there is no player 'Z'"),
        (["DIR", "--phase", "noon"], "there is no Phase 'noon'"),
        (["--position", "nowhere.json"], "nowhere.json"),
        (["DIR", "--out", "no/such/folder.svg"], "cannot be written"),
        (["DIR", "--out", "map.jpg"], "Name a file that ends with .svg or .png."),
        (["DIR", "--out", "map.jpg", "--format", "png"], "Name a file that ends with .svg or .png."),
        (["DIR", "--out", "map.svg", "--format", "png"], "--format png does not suit map.svg"),
    ],
)
def test_what_makes_no_sense_is_told(
    arguments: list[str], told: str, campaign: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["map", *(str(campaign) if one == "DIR" else one for one in arguments)]) == 2
    assert told in capsys.readouterr().err
    assert not list(Path.cwd().glob("map*"))


def test_a_campaigns_own_template_is_used(campaign: Path, here: Path) -> None:
    own = campaign / "templates" / "map"
    own.mkdir(parents=True)
    (own / "legend.svg.j2").write_text("<text>our legend</text>", encoding="utf-8")
    try:
        assert run(["map", str(campaign), "--out", "own.svg"]) == 0
    finally:
        (own / "legend.svg.j2").unlink()
    assert "our legend" in (here / "own.svg").read_text("utf-8")
