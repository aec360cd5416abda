"""The mutants of a module: mutmut's operators, and two more that negate a condition and leave out a call.

Passed over is what no rule is in: docstrings, annotations, type aliases, the texts of assertions and of faults of the
program, and strings in other letters (a string becomes another string once, not three times).
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.mutators import mutation_operators


class Mutant(NamedTuple):
    """One change of one module."""

    module: str
    """The module's dotted name."""
    function: str
    """The function or method it lies in (``Table.end``), or empty: at import."""
    lines: tuple[int, int]
    """The first and the last line of the statement, or of the head of the statement, that was changed."""
    kind: str
    """The operator."""
    before: str
    after: str
    text: str
    """The whole module as it is."""
    edit: tuple[int, int, str]
    """From which letter to which it is replaced, and by what."""
    key: str
    """The same mutant has the same key as long as its function is as it was."""

    @property
    def source(self) -> str:
        """The whole module with the change."""
        return edited(self.text, self.edit)


def edited(text: str, edit: tuple[int, int, str]) -> str:
    """The text with a part replaced."""
    start, end, new = edit
    return text[:start] + new + text[end:]


class _Found(NamedTuple):
    node: cst.CSTNode
    changed: cst.CSTNode
    kind: str
    function: str
    lines: tuple[int, int]
    place: tuple[int, int, int, int] | None
    """Line and column where the node begins and ends, where libcst knows them."""


def mutants(path: Path, module: str) -> list[Mutant]:
    """All mutants of a file, those included that cannot be compiled, or compile to what there was."""
    source = path.read_text("utf-8")
    wrapper = MetadataWrapper(cst.parse_module(source))
    collector = _Collector()
    wrapper.visit(collector)
    texts = _texts_of_functions(source)
    lines = source.splitlines(keepends=True)
    seen, made = Counter[str](), []
    for found in collector.found:
        edit = _edit(wrapper.module, source, lines, found)
        before, after = wrapper.module.code_for_node(found.node), wrapper.module.code_for_node(found.changed)
        named = f"{module}|{texts.get(found.function, '')}|{found.function}|{found.kind}|{before}|{after}"
        seen[named] += 1
        key = hashlib.sha256(f"{named}|{seen[named]}".encode()).hexdigest()[:16]
        made.append(Mutant(module, found.function, found.lines, found.kind, before, after, source, edit, key))
    return made


def _texts_of_functions(source: str) -> dict[str, str]:
    """By name the text of each function and method; empty: all that lies outside."""
    found: dict[str, str] = {}
    tree = ast.parse(source)
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else []
        head = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for one in (*inner, node):
            if isinstance(one, ast.FunctionDef):
                found[(head if one is not node else "") + one.name] = ast.unparse(one)
    return found


def _edit(module: cst.Module, source: str, lines: list[str], found: _Found) -> tuple[int, int, str]:
    """What to replace."""
    if found.place and not isinstance(found.node, cst.Match):
        first, left, last, right = found.place
        start = sum(len(line) for line in lines[: first - 1]) + left
        end = sum(len(line) for line in lines[: last - 1]) + right
        return start, end, module.code_for_node(found.changed).strip()
    return 0, len(source), module.deep_replace(found.node, found.changed).code  # type: ignore[arg-type, union-attr]


# --- collecting --------------------------------------------------------------------------------------------------


class _Collector(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[_Found] = []
        self.names: list[str] = []
        self.depth = 0
        """How many functions deep the visitor is."""
        self.place: list[tuple[int, int]] = [(1, 1)]

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_passed_over(node):
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            if not self.depth:
                self.names.append(node.name.value)
            self.depth += isinstance(node, cst.FunctionDef)
        if isinstance(node, cst.BaseStatement | cst.BaseSmallStatement):
            self.place.append(self._place(node))
        if self._may_change(node):
            for kind, old, changed in changes(node):
                self.found.append(
                    _Found(old, changed, kind, self._function(), self.place[-1], self._span(old))
                )
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if _is_passed_over(original_node):
            return
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self.depth -= isinstance(original_node, cst.FunctionDef)
            if not self.depth:
                self.names.pop()
        if isinstance(original_node, cst.BaseStatement | cst.BaseSmallStatement):
            self.place.pop()

    def _function(self) -> str:
        return ".".join(self.names) if self.depth else ""

    def _place(self, node: cst.CSTNode) -> tuple[int, int]:
        """The lines of a statement; of one that holds others, its head."""
        place = self.get_metadata(PositionProvider, node)
        body = getattr(node, "body", None)
        if isinstance(body, cst.IndentedBlock):
            inner = self.get_metadata(PositionProvider, body.body[0])
            return place.start.line, max(place.start.line, inner.start.line - 1)
        return place.start.line, place.end.line

    def _span(self, node: cst.CSTNode) -> tuple[int, int, int, int] | None:
        place = self.get_metadata(PositionProvider, node, None)
        return place and (place.start.line, place.start.column, place.end.line, place.end.column)

    def _may_change(self, node: cst.CSTNode) -> bool:
        """Whether the node is no text for people: a fault of the program, an assertion, or several words."""
        if isinstance(node, cst.SimpleString) and node.value.count(" ") > 1:
            return False
        if isinstance(node, cst.BaseString | cst.FormattedString):
            return not self._is_text_of_fault(node)
        return True

    def _is_text_of_fault(self, node: cst.CSTNode) -> bool:
        parent: cst.CSTNode | None = node
        while parent is not None and not isinstance(
            parent, cst.BaseSmallStatement | cst.BaseCompoundStatement
        ):
            parent = self.get_metadata(ParentNodeProvider, parent, None)
        return isinstance(parent, cst.Raise | cst.Assert)


def _is_passed_over(node: cst.CSTNode) -> bool:
    """Annotations, decorators, types, docstrings, `__slots__`, imports, and the calls mutmut leaves alone."""
    match node:
        case cst.Annotation() | cst.Decorator() | cst.Import() | cst.ImportFrom():
            return True
        case cst.AnnAssign(annotation=cst.Annotation(annotation=cst.Name(value="TypeAlias"))):
            return True
        case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))]):
            return name == "__slots__" or (name[0].isupper() and not name.isupper()) or name == "T"
        case cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()):
            return True
        case cst.Call(func=cst.Name(value="len" | "isinstance" | "cast")):
            return True
    return False


# --- changing ----------------------------------------------------------------------------------------------------

Change = tuple[str, cst.CSTNode, cst.CSTNode]
"""The operator, the node that is changed, and what it becomes."""


def changes(node: cst.CSTNode) -> Iterator[Change]:
    """What a node can be changed into."""
    for type_, operator in mutation_operators:
        if isinstance(node, type_):
            made = list(operator(node))
            if operator.__name__ == "operator_string":
                made = made[:1]
            elif operator.__name__ == "operator_arg_removal" and isinstance(node, cst.Call):
                made = [one for one in made if not _lacks_positional(node, one)]
            yield from ((operator.__name__.removeprefix("operator_"), node, one) for one in made)
    yield from _negated(node)
    yield from _left_out(node)


def _lacks_positional(node: cst.Call, changed: cst.Call) -> bool:
    """Whether an argument without a keyword was left out: most calls then fail at once, which shows nothing."""
    plain = [sum(1 for arg in call.args if arg.keyword is None) for call in (node, changed)]
    return plain[1] < plain[0]


def _negated(node: cst.CSTNode) -> Iterable[Change]:
    """`if asked:` becomes `if not asked:`; comparisons, `and`, `or` and `not` have operators of their own."""
    if isinstance(node, cst.If | cst.While | cst.CompIf):
        test = node.test
        if isinstance(test, cst.Name | cst.Call | cst.Attribute):
            yield "negated", test, cst.UnaryOperation(cst.Not(), test)


def _left_out(node: cst.CSTNode) -> Iterable[Change]:
    """A call that stands as a statement becomes `pass`."""
    if isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
        yield "left_out", node, cst.Pass()
