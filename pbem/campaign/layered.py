"""A mapping that never changes and is carried on entry by entry: a few new entries over many old ones, which are shared."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")
MOST = 32
"""New entries, before they are put together with the old ones."""


class Layered(Mapping[str, V]):
    """In the order in which the keys first came, like a dict."""

    __slots__ = ("_new", "_old")

    def __init__(self, old: Mapping[str, V] | None = None, new: Mapping[str, V] | None = None) -> None:
        self._old: Mapping[str, V] = old or {}
        self._new: Mapping[str, V] = new or {}

    def having(self, key: str, value: V) -> "Layered[V]":
        """The same with this entry, in the place of one of the same key."""
        new = {**self._new, key: value}
        return Layered(self._old, new) if len(new) < MOST else Layered({**self._old, **new})

    def __getitem__(self, key: str) -> V:
        return self._new[key] if key in self._new else self._old[key]

    def __contains__(self, key: object) -> bool:
        return key in self._new or key in self._old

    def __iter__(self) -> Iterator[str]:
        yield from self._old
        yield from (key for key in self._new if key not in self._old)

    def __len__(self) -> int:
        return len(self._old) + sum(key not in self._old for key in self._new)
