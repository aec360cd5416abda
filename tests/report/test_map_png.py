"""The map as PNG."""

import sys
from pathlib import Path

import pytest

from pbem.errors import CommandError
from pbem.report.map import Labels, Look, draw_map
from pbem.report.map.draw import FONT
from pbem.report.png import _has_all_letters, png_of
from pbem.rulebook.load import load_rules
from pbem.rulebook.shapes import load_shapes
from tests.report.map_positions import at_home


def test_it_is_drawn_in_the_wanted_size() -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    rules = load_rules()
    svg = draw_map(
        at_home(rules), rules, load_shapes(), labels=Labels("Volga", "now"), look=Look(variables=False)
    )
    png = png_of(svg, zoom=0.5)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (800, 500)
    assert png == png_of(svg, zoom=0.5)


def test_our_letters_are_drawn() -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20">'
    svg += f'<text y="16" font-family="{FONT}">{{}}</text></svg>'
    assert len({png_of(svg.format(text)) for text in ("", "Volga", "Волга", "Çelik")}) == 4


def test_other_letters_are_noticed() -> None:
    assert _has_all_letters("Volga – Çelik, Волга, Βόλγας")
    assert not _has_all_letters("伏尔加")


def test_a_missing_package_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CommandError, match="resvg-py") as told:
        png_of("<svg/>")
    install, other = str(told.value).splitlines()[1:]
    assert install.endswith(" -m pip install resvg-py")
    assert other == "  Or take SVG, which every browser shows: --format svg"


@pytest.mark.parametrize(
    ("path", "here", "typed"),
    [
        ("{folder}/env/bin/python", "{folder}", "env/bin/python"),
        ("{folder}/env/bin/python", "{folder}/env/bin", "{folder}/env/bin/python"),
        ("{folder}/my env/python", "{folder}", '"my env/python"'),
        ("{folder}/env/bin/python", "{folder}/other", "{folder}/env/bin/python"),
    ],
)
def test_the_python_of_the_cure_is_the_one_that_runs(
    path: str, here: str, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, work = Path(path.format(folder=tmp_path)), Path(here.format(folder=tmp_path))
    for folder in (own.parent, work):
        folder.mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(work)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", str(own))
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CommandError) as told:
        png_of("<svg/>")
    assert f"Install it: {typed.format(folder=tmp_path)} -m" in str(told.value).replace("\\", "/")
