"""A picture as PNG: drawn by resvg, if it is installed, with our own letters, so that it is the same everywhere."""

from pathlib import Path

from pbem.errors import CommandError, how_to_install
from pbem.resources import templates_folder

FAMILY = "Pbem Map Sans"
_RANGES = ((0x20, 0x17F), (0x386, 0x3CE), (0x400, 0x45F), (0x2010, 0x2014), (0x2018, 0x201E))
"""The letters of our fonts: Latin, Greek, Cyrillic, dashes and quotes; and some signs besides."""
_SIGNS = "\n†•…′″€№"


def png_of(svg: str, *, zoom: float = 1.0) -> bytes:
    """The SVG (with plain colors, not CSS variables) as PNG, `zoom` times its size.

    Letters that ours lack are taken from the fonts of the computer. Raises CommandError where resvg-py is missing.
    """
    try:
        import resvg_py
    except ImportError:
        raise CommandError(
            "the package resvg-py, which draws PNG, is not installed",
            cure=f"Install it: {how_to_install('resvg-py')}\n"
            "  Or take SVG, which every browser shows: --format svg",
        ) from None
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=zoom,
            skip_system_fonts=_has_all_letters(svg),
            font_files=[str(path) for path in _fonts()],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def _fonts() -> list[Path]:
    return sorted((templates_folder() / "map" / "fonts").glob("*.ttf"))


def _has_all_letters(text: str) -> bool:
    """Whether our fonts hold every letter."""
    return all(
        letter in _SIGNS or any(first <= ord(letter) <= last for first, last in _RANGES)
        for letter in dict.fromkeys(text)
    )
