"""The map as PNG."""

import sys

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
    assert "pip install" in str(told.value)
