"""YAML with the place of everything: each scalar stays the text that was typed, with its line and column.

Read event by event from the C parser, so that depth, aliases, anchors and tags are refused before they can grow.
Knows nothing of sheets; case files are read through it too, where a program may have written a thing once and repeated it
by an alias: there what an alias stands for is counted each time.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias

import yaml

from pbem.sheets.syntax import Unreadable, advice

LARGEST = 64 * 1024
"""Bytes of a sheet."""
DEEPEST = 20
"""Levels of lists and mappings in one another."""
BYTES_A_VALUE = 13
"""A text may hold a value for every so many bytes it may have: 5,041 on a sheet, where a busy Phase needs 500."""

_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Text(NamedTuple):
    """One scalar as it was typed. An empty value that is not `quoted` is a value left out."""

    value: str
    line: int
    column: int
    quoted: bool = False

    @property
    def missing(self) -> bool:
        """Whether nothing was written."""
        return not self.value and not self.quoted


class Items(NamedTuple):
    """A list."""

    values: "tuple[Node, ...]"
    line: int
    column: int


class BadKey(NamedTuple):
    """A key that does not count: ``repeated`` (the first counts) or ``no_word`` (a list or mapping as key)."""

    kind: str
    key: Text
    first_line: int


class Entries(NamedTuple):
    """A mapping: value and key by the key's text, in the order written."""

    values: "dict[str, Node]"
    keys: dict[str, Text]
    line: int
    column: int
    bad_keys: tuple[BadKey, ...] = ()


Node: TypeAlias = Text | Items | Entries


def read_places(text: str, *, largest: int = LARGEST, deepest: int = DEEPEST, aliases: bool = False) -> Node:
    """The one YAML document in `text`, lines and columns counted from 1.

    Raises Unreadable for a text over `largest` bytes or with too many values for it, nested deeper than `deepest`, with
    tags, merge keys, a second document or, unless `aliases` may stand in it, aliases and anchors, empty, or not YAML.
    """
    refuse_size(len(text) if text.isascii() else len(text.encode(errors="surrogatepass")), largest)
    try:
        loader = _Loader(text)
    except UnicodeEncodeError:
        raise Unreadable("sheet_not_yaml", text="half a character") from None
    except yaml.YAMLError as error:  # a character that YAML does not allow
        raise advice(error, text) from None
    try:
        return _Composer(loader, deepest, largest // BYTES_A_VALUE, aliases=aliases).document()
    except yaml.YAMLError as error:
        raise advice(error, text) from None
    finally:
        loader.dispose()


def refuse_size(size: int, largest: int = LARGEST) -> None:
    """Raises Unreadable for a text of more bytes than a sheet may have."""
    if size > largest:
        raise Unreadable("sheet_too_large", number_most=largest)


class _Open:
    """A list or mapping whose end has not come."""

    __slots__ = ("anchor", "bad", "begun", "column", "deep", "key", "keys", "line", "mapping", "values")

    def __init__(self, mapping: bool, line: int, column: int, *, anchor: str | None, begun: int) -> None:
        self.mapping = mapping
        self.anchor = anchor
        self.begun = begun
        """How many values the text might still have when it began."""
        self.deep = 1
        """Levels of lists and mappings from this one down."""
        self.line = line
        self.column = column
        self.values: list[Node] = []
        self.keys: dict[str, Text] = {}
        self.key: Node | None = None
        self.bad: list[BadKey] = []

    def add(self, node: Node) -> None:
        """Take in a value, or in a mapping by turns a key and its value."""
        if not self.mapping:
            self.values.append(node)
        elif self.key is None:
            self.key = node
        else:
            key, self.key = self.key, None
            if not isinstance(key, Text):
                self.bad.append(BadKey("no_word", Text("", key.line, key.column), key.line))
            elif key.value in self.keys:
                self.bad.append(BadKey("repeated", key, self.keys[key.value].line))
            else:
                if key.value == "<<" and not key.quoted:
                    raise Unreadable("sheet_merge_key", line=key.line, column=key.column)
                self.keys[key.value] = key
                self.values.append(node)

    def close(self) -> Node:
        """The finished list or mapping."""
        if not self.mapping:
            return Items(tuple(self.values), self.line, self.column)
        return Entries(
            dict(zip(self.keys, self.values, strict=True)), self.keys, self.line, self.column, tuple(self.bad)
        )


class _Shared(NamedTuple):
    """What an alias stands for, how many values that are, and how many levels of lists and mappings."""

    node: Node
    values: int
    deep: int


class _Composer:
    """Builds the tree of one document from the parser's events, without recursion."""

    __slots__ = ("deepest", "left", "loader", "most_values", "root", "shared")

    def __init__(self, loader: yaml.BaseLoader, deepest: int, most_values: int, *, aliases: bool) -> None:
        self.loader = loader
        self.deepest = deepest
        self.most_values = most_values
        self.left = most_values
        self.root: Node | None = None
        self.shared: dict[str, _Shared] | None = {} if aliases else None

    def document(self) -> Node:
        """The root of the only document."""
        get: Callable[[], yaml.Event] = self.loader.get_event
        stack: list[_Open] = []
        while not isinstance(event := get(), yaml.StreamEndEvent):
            self.left -= 1
            if self.left < 0:
                raise Unreadable("sheet_too_many", number=self.most_values)
            deep = 0
            if isinstance(event, yaml.ScalarEvent):
                node: Node = self._scalar(event)
            elif isinstance(event, yaml.CollectionStartEvent):
                stack.append(self._open(event, len(stack)))
                continue
            elif isinstance(event, yaml.CollectionEndEvent):
                deep = stack[-1].deep
                node = self._close(stack.pop())
            elif isinstance(event, yaml.AliasEvent):
                node, _, deep = self._meant(event, len(stack))
            else:
                self._refuse(event)
                continue
            if stack:
                top = stack[-1]
                top.add(node)
                if deep >= top.deep:
                    top.deep = deep + 1
            else:
                self.root = node
        if self.root is None or (isinstance(self.root, Text) and self.root.missing):
            raise Unreadable("sheet_empty")
        return self.root

    def _scalar(self, event: yaml.ScalarEvent) -> Text:
        mark: Any = event.start_mark
        if event.anchor is not None or event.tag is not None:
            self._refuse_marked(event, mark)
        node = Text(event.value, mark.line + 1, mark.column + 1, bool(event.style))
        if event.anchor is not None and self.shared is not None:
            self.shared[event.anchor] = _Shared(node, 1, 0)
        return node

    def _open(self, event: yaml.CollectionStartEvent, depth: int) -> _Open:
        mark: Any = event.start_mark
        if event.anchor is not None or event.tag is not None:
            self._refuse_marked(event, mark)
        if depth >= self.deepest:
            raise Unreadable("sheet_too_deep", number=self.deepest, **_place(mark))
        mapping = isinstance(event, yaml.MappingStartEvent)
        return _Open(mapping, mark.line + 1, mark.column + 1, anchor=event.anchor, begun=self.left)

    def _close(self, ended: _Open) -> Node:
        node = ended.close()
        if ended.anchor is not None and self.shared is not None:
            self.shared[ended.anchor] = _Shared(node, ended.begun - self.left, ended.deep)
        return node

    def _meant(self, event: yaml.AliasEvent, depth: int) -> _Shared:
        """What the alias stands for, as if it were written here once more."""
        found = (self.shared or {}).get(event.anchor or "")
        if found is None:
            raise Unreadable("sheet_alias", **_place(event.start_mark))
        if depth + found.deep > self.deepest:
            raise Unreadable("sheet_too_deep", number=self.deepest, **_place(event.start_mark))
        self.left -= found.values
        return found

    def _refuse_marked(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, mark: "_Mark") -> None:
        """Refuse a tag, and an anchor where no aliases may stand."""
        if event.tag is not None:
            raise Unreadable("sheet_tag", **_place(mark))
        if self.shared is None:
            raise Unreadable("sheet_anchor", **_place(mark))

    def _refuse(self, event: yaml.Event) -> None:
        """Refuse a second document."""
        if isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            raise Unreadable("sheet_two_documents", **_place(event.start_mark))


class _Mark(Protocol):
    line: int
    column: int


def _place(mark: _Mark | None) -> dict[str, int]:
    assert mark is not None
    return {"line": mark.line + 1, "column": mark.column + 1}
