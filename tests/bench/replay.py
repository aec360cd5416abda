"""P6–P9 and P15: campaigns played from files and verified, and whether a long one costs more by the turn than a short.

    python -m tests.bench.replay [ROUNDS]

Yardstick: the campaign floor (floors/campaign_floor.py), a process of its own, in turn with ours.
"""

import gc
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from pbem import position
from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.ledger import Entry
from pbem.campaign.playing import position_of
from pbem.campaign.receiving import receive
from pbem.campaign.record.verifying import verify
from pbem.sheets.write import normalised
from tests.bench import campaign, positions
from tests.bench.floors import campaign_floor
from tests.bench.rows import Row, table
from tests.bench.timing import in_turn, median_ratio, peak_memory

TURNS = 10
EARLY, SHORT, LATE = 4, 10, 40
"""Turn LATE is measured against turn EARLY, a campaign of LATE turns against one of SHORT."""


def from_files(folder: Path, rounds: int) -> list[Row]:
    """P6, P7, P15."""
    floor, ours, pages = folder / "floor", folder / "ours", folder / "pages"
    for place in (floor, ours, pages):
        place.mkdir()
    campaign_floor.prepare(floor)
    campaign.prepare(ours, TURNS)
    campaign.prepare(pages, TURNS, pages=True)
    code = "import shutil, sys; shutil.rmtree(sys.argv[2], ignore_errors=True); sys.argv[1:1] = ['run']; "
    code += "import runpy; runpy.run_module('tests.bench.campaign', run_name='__main__')"
    play = [sys.executable, "-c", code]
    played, with_pages = ours / "played", pages / "played"
    took = in_turn(
        {
            "floor": [sys.executable, "-m", "tests.bench.floors.campaign_floor", str(floor)],
            "texts": [*play, str(ours), str(played)],
            "pages": [*play, str(pages), str(with_pages)],
            "verify": [sys.executable, "-m", "pbem", "verify", str(played)],
        },
        rounds,
        may_fail=False,
    )
    base = peak_memory(f"from pathlib import Path\nfrom tests.bench.floors import campaign_floor\n"
                       f"campaign_floor.replay(Path({str(floor)!r}))\n")  # fmt: skip
    shutil.rmtree(played)
    peak = peak_memory(f"from pathlib import Path\nfrom tests.bench import campaign\n"
                       f"campaign.run(Path({str(ours)!r}), Path({str(played)!r}))\n")  # fmt: skip
    what = f"{TURNS} turns, six players, from files, all reports"
    return [
        Row("P6", f"{what} / campaign floor", 1.7, 2.5, median_ratio(took["texts"], took["floor"])),
        Row("P6", "the same with pages of HTML and the map / floor", "–", "–", median_ratio(took["pages"], took["floor"])),
        Row("P7", "`pbem verify` of it / campaign floor", 1.0, 1.5, median_ratio(took["verify"], took["floor"])),
        Row("P15", "peak memory of P6 / of the floor", 1.5, 2.0, peak / base if base else "(this system does not tell)"),
    ]  # fmt: skip


def play_long(folder: Path, turns: int, kept: Mapping[int, Path]) -> Path:
    """A campaign of so many turns, each as full as the first: the gamesmaster rules the same position at its start.

    `kept`: by turn the folder that gets the campaign as it is before the First Phase, all sheets on file.
    """
    campaign.begin(folder, pages=False)
    now = campaign.START
    while True:
        now += timedelta(days=7)
        with at_work(folder, command="bench", now=now) as opened:
            moment, rules = opened.course.moment, opened.rules()
            if moment.turn > turns:
                return folder
            if moment.phase == "first":
                full = replace(positions.set_up(rules, 1), turn=moment.turn)
                ruled = {"moment": moment.key, "position": position.to_json(full)}
                opened.record(now, Entry("ruled", ruled))
        _send_sheets(folder, now)
        if moment.phase == "first" and moment.turn in kept:
            shutil.copytree(folder, kept[moment.turn])
        with at_work(folder, command="bench", now=now) as opened:
            adjudicate(opened, now, allow_missing=True)
            publish(opened, now)


def _send_sheets(folder: Path, now) -> None:
    """A full load of orders from every player."""
    with at_work(folder, command="bench", now=now) as opened:
        moment, rules = opened.course.moment, opened.rules()
        state = position_of(opened, moment)
        make = {"first": positions.first_sheets, "second": positions.second_sheets}.get(moment.phase)
        with opened.gathered():
            for player, sheet in (make(state, rules, 1) if make else {}).items():
                text = normalised(
                    sheet, rules, campaign="bench", turn=moment.turn, phase=moment.phase, key=campaign.KEYS[player]
                )
                receive(opened, text.encode(), received=now, now=now)


def seconds_to_adjudicate(kept: Path, work: Path) -> float:
    """Of the processor, for a copy of the campaign: opened, adjudicated, the reports drafted."""
    shutil.copytree(kept, work)
    now = campaign.START + timedelta(days=3650)
    gc.collect()
    start = time.process_time()
    with at_work(work, command="bench", now=now) as opened:
        before = opened.course.moment
        adjudicate(opened, now, allow_missing=True)
    took = time.process_time() - start
    assert Campaign(work).course.moment != before
    shutil.rmtree(work)
    return took


def by_length(folder: Path, rounds: int) -> list[Row]:
    """P8, P9; seconds of the processor, for both sides wait for the disk alike."""
    kept = {turn: folder / f"turn-{turn}" for turn in (EARLY, LATE)}
    long = play_long(folder / "long", LATE, kept)
    short = play_long(folder / "short", SHORT, {})
    turns, replays = [], []
    gc.collect()
    gc.freeze()  # what this process holds of other rows and of playing is no part of a campaign
    for count in range(rounds + 1):
        early, late = (seconds_to_adjudicate(kept[turn], folder / "work") for turn in (EARLY, LATE))
        took = []
        for place in (short, long):
            gc.collect()  # what the other left behind
            start = time.process_time()
            found = verify(place)
            took.append(time.process_time() - start)
            assert not found.difference, found.difference
        if count:
            turns.append(late / early)
            replays.append(took[1] / took[0])
    gc.unfreeze()
    return [
        Row("P8", f"adjudicating turn {LATE} / turn {EARLY} of one campaign", 1.05, 1.2, statistics.median(turns)),
        Row("P9", f"replay of {LATE} turns / of {SHORT}", 4.1, 4.5, statistics.median(replays)),
    ]


def rows(rounds: int = 9) -> list[Row]:
    """Measure them."""
    with tempfile.TemporaryDirectory() as name:
        return [*from_files(Path(name), rounds), *by_length(Path(name), rounds)]


if __name__ == "__main__":
    print(table(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 9)))
