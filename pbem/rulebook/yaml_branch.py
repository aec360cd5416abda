"""A YAML file of the rules asked by name: every scalar is a string, every fault has its line and column.

A repeated key is a fault, and so is a key that is asked for and not there.
"""

import yaml

from pbem.errors import nearest
from pbem.rulebook.files import MOST_DIGITS, Files

_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Branch:
    """One mapping of the file."""

    def __init__(self, files: Files, name: str, node: yaml.Node | None) -> None:
        self.files = files
        self.name = name
        self.node = node
        self.nodes: dict[str, yaml.Node] = {}
        self._asked: set[str] = set()
        if node is None:
            return
        if not isinstance(node, yaml.MappingNode):
            self.fault("here must stand keys with values, `key: value`", node)
            return
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.fault("a key must be a single word", key)
            elif key.value in self.nodes:
                self.fault(f"the key {key.value!r} stands here a second time", key)
            else:
                self.nodes[key.value] = value

    def fault(self, what: str, at: yaml.Node | str | None = None, *, cure: str = "") -> None:
        """Note a fault at a node, or at the value of a key."""
        node = self.nodes.get(at, self.node) if isinstance(at, str) else at or self.node
        line, column = (node.start_mark.line + 1, node.start_mark.column + 1) if node is not None else (1, 1)
        self.files.fault(self.name, what, line=line, column=column, cure=cure)

    def _value(self, key: str) -> yaml.Node | None:
        self._asked.add(key)
        node = self.nodes.get(key)
        if node is None:
            self.fault(f"the key {key!r} is missing here")
        return node

    def branch(self, key: str) -> "Branch":
        """The mapping under a key."""
        return Branch(self.files, self.name, self._value(key))

    def branches(self) -> dict[str, "Branch"]:
        """Every key with the mapping under it."""
        return {key: self.branch(key) for key in self.nodes}

    def text(self, key: str, default: str | None = None) -> str:
        """The text under a key, on one line; `default` where the key is not written."""
        if default is not None and key not in self.nodes:
            return default
        node = self._value(key)
        if isinstance(node, yaml.ScalarNode):
            return " ".join(str(node.value).split())
        if node is not None:
            self.fault(f"{key!r} must be a single text", key)
        return ""

    def number(self, key: str) -> int:
        """The whole number under a key."""
        text = self.text(key)
        if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
            return int(text)
        if text:
            self.fault(f"{key!r} is {text[:40]!r}, not a whole number of at most {MOST_DIGITS} digits", key)
        return 0

    def words(self, key: str) -> tuple[str, ...]:
        """The words under a key, written as a YAML list or with commas."""
        node = self._value(key)
        if isinstance(node, yaml.SequenceNode):
            return tuple(str(item.value).strip() for item in node.value if isinstance(item, yaml.ScalarNode))
        if isinstance(node, yaml.ScalarNode):
            return tuple(word.strip() for word in str(node.value).split(",") if word.strip())
        return ()

    def known_only(self, *also: str) -> None:
        """Note a fault for every key that was not asked for and is not in `also`."""
        allowed = (*self._asked, *also)
        for key in self.nodes:
            if key not in allowed:
                self.fault(f"the key {key!r} is not known here", key, cure=nearest(key, allowed))


def read_yaml(files: Files, name: str) -> Branch:
    """The whole file. A file that is not YAML is one fault and gives an empty branch."""
    loader = _Loader(files.text(name))
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        files.fault(name, f"this is not YAML: {error.problem or error}", line=line, column=column)
        return Branch(files, name, None)
    except yaml.YAMLError as error:
        files.fault(name, f"this is not YAML: {error}", line=1, column=1)
        return Branch(files, name, None)
    finally:
        loader.dispose()
    return Branch(files, name, node)
