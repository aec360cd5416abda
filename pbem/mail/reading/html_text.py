"""HTML mail as lines of text: blocks and table rows become lines, indentation and blanks that do not collapse are kept.

Parsed by selectolax; walked without recursion, since a mail may nest as deep as it likes.
"""

import re
from collections import Counter
from typing import TYPE_CHECKING

from pbem.mail.reading.flowed import Line

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

LARGEST = 1024 * 1024
"""Letters of a page that are read; the sheet stands at the top."""
DEEPEST = 1000
"""Levels of a page that are read: a parser's time grows with their square."""

_BLOCKS = frozenset(
    (
        "address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 "
        "h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody tfoot thead tr ul"
    ).split()
)
_UNSEEN = frozenset(["head", "script", "style", "title", "template", "noscript", "svg", "math", "object"])
_CELLS = frozenset(("td", "th"))
_QUOTES = re.compile(
    r"gmail_quote|moz-cite-prefix|yahoo_quoted|protonmail_quote|OLK_SRC_BODY_SECTION|zmail_extra|tutanota_quote|mail_quote"
)
"""Classes and ids by which mail programs mark what they quote."""
_QUOTES_THE_REST = re.compile(r"divRplyFwdMsg|ms-outlook-mobile-reference-message")
"""Marks after which everything is quoted."""
_KEEPS_BLANKS = re.compile(r"white-space\s*:\s*(pre|break-spaces)")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_NEVER_OPEN = frozenset(
    ("br img hr meta link input wbr col area base p li td th tr dt dd option o:p").split()
)
_COLLAPSING = re.compile(r"[ \t\n\r\f]*[\t\n\r\f][ \t\n\r\f]*")
"""Blanks that are one. Several of them on one line of the page are kept within a text: a salt may hold them."""


def html_lines(page: str) -> list[Line]:
    """The lines a reader of the page sees."""
    from selectolax.lexbor import LexborHTMLParser  # only for mails that need it

    root = LexborHTMLParser(_shallow(page[:LARGEST])).root
    return _Writer().lines_of(root) if root is not None else []


def _shallow(page: str) -> str:
    """The page up to where it is nested too deep."""
    opened: Counter[str] = Counter()
    depth = 0
    for tag in _TAG.finditer(page):
        name = tag[2].lower()
        if name in _NEVER_OPEN or (tag[1] and not opened[name]):
            continue
        step = -1 if tag[1] else 1
        opened[name] += step
        depth += step
        if depth > DEEPEST:
            return page[: tag.start()]
    return page


class _Writer:
    """Puts lines together while walking over the page."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.pieces: list[str] = []
        """Of the line that is begun; none is empty."""
        self.depth = 0
        self.keeps_blanks = 0

    def lines_of(self, root: "LexborNode") -> list[Line]:
        """The lines of a page."""
        node: LexborNode | None = root
        leaving, top = False, root.mem_id
        while node is not None:
            if not leaving and self._enter(node) and node.child is not None:
                node = node.child
                continue
            self._leave(node)
            if node.mem_id == top:
                break
            leaving = node.next is None
            node = node.parent if leaving else node.next
        self._end_line(only_if_begun=True)
        return self.lines

    def _enter(self, node: "LexborNode") -> bool:
        """What the beginning of a node writes; says whether what is inside is seen."""
        tag = node.tag or "-"
        if tag == "-text":
            self._write(node.text_content or "")
        elif tag == "br":
            self._end_line()
        elif tag in _UNSEEN or tag.startswith(("-", "!", "_")):
            return False
        else:
            if tag in _BLOCKS:
                self._end_line(only_if_begun=True)
            if tag in _CELLS and self.pieces:
                self.pieces.append("  ")
            if _HIDDEN.search(_style(node)):
                return False
            marks = _marks(node)
            self.depth += _quotes(node, marks) + (1 if _QUOTES_THE_REST.search(marks) else 0)
            self.keeps_blanks += _keeps(node)
        return True

    def _leave(self, node: "LexborNode") -> None:
        """What the end of a node writes."""
        tag = node.tag or "-"
        if tag.startswith("-") or tag == "br" or tag in _UNSEEN or _HIDDEN.search(_style(node)):
            return
        if tag in _BLOCKS:
            self._end_line(only_if_begun=True)
        self.depth -= _quotes(node, _marks(node))
        self.keeps_blanks -= _keeps(node)

    def _write(self, text: str) -> None:
        if not self.keeps_blanks:
            text = _COLLAPSING.sub(" ", text)
            if not self.pieces or self.pieces[-1].endswith(" "):
                text = text.lstrip(" ")
            self._add(text)
            return
        first, *more = text.replace("\r\n", "\n").split("\n")
        self._add(first)
        for line in more:
            self._end_line()
            self._add(line)

    def _add(self, text: str) -> None:
        if text:
            self.pieces.append(text)

    def _end_line(self, *, only_if_begun: bool = False) -> None:
        if self.pieces or not only_if_begun:
            self.lines.append(Line("".join(self.pieces).rstrip(" "), self.depth))
        self.pieces = []


def _style(node: "LexborNode") -> str:
    return node.attributes.get("style") or ""


def _marks(node: "LexborNode") -> str:
    return f"{node.attributes.get('class') or ''} {node.attributes.get('id') or ''}"


def _quotes(node: "LexborNode", marks: str) -> int:
    """Whether what is inside is quoted."""
    return 1 if node.tag == "blockquote" or (len(marks) > 1 and _QUOTES.search(marks)) else 0


def _keeps(node: "LexborNode") -> int:
    return 1 if node.tag in ("pre", "textarea", "listing", "xmp") or _KEEPS_BLANKS.search(_style(node)) else 0
