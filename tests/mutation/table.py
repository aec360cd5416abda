"""The results as a table in Markdown."""

from collections import Counter
from collections.abc import Iterable, Mapping

KILLED = ("killed", "timeout")


def table(results: Iterable[Mapping[str, object]]) -> str:
    """A line per module, and all of them together. What is no mutant at all does not count."""
    counts: dict[str, Counter[str]] = {}
    for one in results:
        if one["status"] != "none":
            counts.setdefault(str(one["module"]), Counter())[str(one["status"])] += 1
    lines = ["| module | mutants | killed | survived | score |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [_line(module, count) for module, count in sorted(counts.items())]
    return "\n".join([*lines, _line("all", sum(counts.values(), Counter()))])


def score(results: Iterable[Mapping[str, object]]) -> float:
    """How many of a hundred were killed."""
    real = [one for one in results if one["status"] != "none"]
    return 100 * sum(one["status"] in KILLED for one in real) / max(1, len(real))


def _line(name: str, count: Counter[str]) -> str:
    killed = sum(count[status] for status in KILLED)
    return f"| {name} | {count.total()} | {killed} | {count.total() - killed} | {100 * killed / max(1, count.total()):.1f} % |"
