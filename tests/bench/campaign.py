"""A whole campaign from files: created, every sheet received, every Phase adjudicated, every report written.

python -m tests.bench.campaign prepare FOLDER TURNS    plays it once, keeping the sheets
python -m tests.bench.campaign run FOLDER CAMPAIGN     plays it from the sheets (what the timing runs)
"""

import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.receiving import receive
from pbem.campaign.settings_text import NewSeat

SEED = bytes(range(32))
START = datetime(2026, 12, 1, 12, tzinfo=UTC)
PLAYERS = "ABCDEF"
KEYS = {player: f"word-{player}-11" for player in PLAYERS}


def begin(folder: Path, *, pages: bool) -> None:
    """A new campaign of six players whose dice are always the same, its deal published."""
    from pbem.campaign.creating import create  # the timed run makes no campaign

    seats = tuple(NewSeat(player, f"Player {player}", f"{player}@example.org") for player in PLAYERS)
    create(folder, name="bench", seats=seats, now=START, seed=SEED)
    if not pages:
        settings = folder / "campaign.yaml"
        settings.write_text(settings.read_text().replace("html: yes", "html: no"))
    with at_work(folder, command="pbem publish", now=START) as campaign:
        publish(campaign, START)


def play_phase(folder: Path, sheets: list[bytes], now: datetime) -> bool:
    """Receive the sheets, adjudicate and publish. Says whether the campaign goes on."""
    with at_work(folder, command="pbem host", now=now) as campaign:
        with campaign.gathered():
            for raw in sheets:
                receive(campaign, raw, received=now, now=now)
        adjudicate(campaign, now, allow_missing=True)
        publish(campaign, now)
    return not campaign.course.over


def prepare(folder: Path, turns: int, *, pages: bool = False) -> None:
    """Play a campaign with orders at random, and keep the sheets."""
    from pbem.campaign.playing import position_of
    from pbem.sheets.write import normalised
    from tests.bench.positions import first_sheets, second_sheets

    begin(folder / "start", pages=pages)
    campaign = folder / "prepared"
    shutil.copytree(folder / "start", campaign)
    now = START
    for number in range(2 * turns + 1):
        opened = Campaign(campaign)
        moment, rules = opened.course.moment, opened.rules()
        state = position_of(opened, moment)
        make = {"setup": lambda *_: {}, "first": first_sheets, "second": second_sheets}[moment.phase]
        sheets = make(state, rules, number)
        place = folder / "sheets" / moment.key
        place.mkdir(parents=True, exist_ok=True)
        for player, sheet in sheets.items():
            text = normalised(
                sheet, rules, campaign="bench", turn=moment.turn, phase=moment.phase, key=KEYS[player]
            )
            (place / f"{player}.yaml").write_text(text)
        now += timedelta(days=7)
        if not play_phase(campaign, [path.read_bytes() for path in sorted(place.iterdir())], now):
            break


def run(folder: Path, campaign: Path) -> None:
    """Play the prepared campaign from its sheets."""
    shutil.copytree(folder / "start", campaign)
    now = START
    for place in sorted((folder / "sheets").iterdir()):
        now += timedelta(days=7)
        play_phase(campaign, [path.read_bytes() for path in sorted(place.iterdir())], now)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(Path(sys.argv[2]), int(sys.argv[3]), pages="pages" in sys.argv)
    else:
        run(Path(sys.argv[2]), Path(sys.argv[3]))
