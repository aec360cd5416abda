"""How long the pages of a six-player Phase take beside its plain texts, and how large they are.

    python -m tests.bench.report

The page must be made in under 10 times the time of the text, and be under 400 KB with its map.
"""

import statistics
import time
from collections.abc import Callable

from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.phases.sequence import play
from pbem.report.html import html_pages
from pbem.report.material import Material, SeatFacts
from pbem.report.text import text_reports
from pbem.report.view import Views
from pbem.rulebook.load import load_rules
from tests.bench.positions import PLAYERS, first_sheets, second_sheets, set_up

PAIRS = 7


def materials(rules: Rules) -> dict[str, Material]:
    """A First Phase and the Second Phase after it, of six players with a full load of orders."""
    before = set_up(rules, 1)
    found = {}
    for name, make in (("First Phase", first_sheets), ("Second Phase", second_sheets)):
        sheets = make(before, rules, 1)
        result = play(before, sheets, QuickDice(1), rules)
        seats = tuple(SeatFacts(player, f"Player {player}", "UTC") for player in PLAYERS)
        found[name] = Material(
            campaign="bench", turn=before.turn, phase=before.phase, rules=rules, seats=seats, before=before,
            after=result.state, result=result, sheets=sheets, commitment="ab" * 32, salt="cd" * 32, draft=False,
        )  # fmt: skip
        before = result.state
    return found


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def ratio(material: Material) -> tuple[float, float, float]:
    """The median of the ratios of page to text, and both times, all six players, in turn."""
    text_reports(material)
    html_pages(Views(material))
    pairs = [
        (seconds(lambda: text_reports(material)), seconds(lambda: html_pages(Views(material))))
        for _ in range(PAIRS)
    ]
    texts, pages = zip(*pairs, strict=True)
    return (
        statistics.median(page / text for text, page in pairs),
        statistics.median(texts),
        statistics.median(pages),
    )


def main() -> None:
    """Print a line for each Phase."""
    for name, material in materials(load_rules()).items():
        times, text, page = ratio(material)
        sizes = [len(one) for one in html_pages(Views(material)).values()]
        print(
            f"{name}: page / text {times:.1f} (six texts {1000 * text:.0f} ms, six pages {1000 * page:.0f} ms); "
            f"largest page {max(sizes) / 1000:.0f} KB"
        )


if __name__ == "__main__":
    main()
