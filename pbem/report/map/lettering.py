"""How wide a text is: the widths of Arial, which Helvetica, Liberation Sans and Arimo share, in pixels."""

from functools import lru_cache

_FIRST = 32
_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 "
    "556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 "
    "722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 "
    "500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 "
    "556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 "
    "722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 "
    "556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
)
_WIDTHS = {
    bold: tuple(int(one) / 1000 for one in text.split()) for bold, text in ((False, _PLAIN), (True, _BOLD))
}
_OTHER = 0.72
"""A letter outside ASCII: Cyrillic capitals are about so wide."""


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide the text is at this size of letters."""
    widths = _WIDTHS[bold]
    return size * sum(
        widths[ord(letter) - _FIRST] if 0 <= ord(letter) - _FIRST < len(widths) else _OTHER for letter in text
    )


def fitted(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is wider than the room; empty where not even three letters fit."""
    if text_width(text, size, bold=bold) <= room or not text:
        return text
    for keep in range(len(text) - 1, 2, -1):
        cut = text[:keep].rstrip(" -.") + "…"
        if text_width(cut, size, bold=bold) <= room:
            return cut
    return ""
