"""Campaigns for the tests: small ones that are always the same, played with orders at random."""

import atexit
import random
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from pbem.campaign.adjudicating import adjudicate
from pbem.campaign.creating import create
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.playing import Played, position_of
from pbem.campaign.receiving import Received, receive
from pbem.campaign.secret_words import secrets_text
from pbem.campaign.settings_text import NewSeat
from pbem.core.state import State, has_leader, stack_color
from pbem.core.terms import IMPERIAL

START = datetime(2026, 12, 1, 12, tzinfo=UTC)
SEED = bytes(range(32))
NAMES = {"A": "Anna", "B": "Boris", "C": "Clara", "D": "Dora"}


def begin(
    folder: Path, players: str = "ABC", *, published: bool = True, html: bool = False, **more: object
) -> Path:
    """A new campaign whose dice and secret words are always the same; its deal is published.

    Without `html` reports are plain texts, which are quicker made. What was made before for the same arguments is copied.
    """
    key = repr((players, published, html, sorted(more.items())))
    if key not in _begun:
        place = Path(tempfile.mkdtemp(dir=_kept())) / "volga"
        _begun[key] = begin_anew(place, players, published=published, html=html, **more)
    return Path(shutil.copytree(_begun[key], folder))


_begun: dict[str, Path] = {}
"""By arguments the campaign to be copied; a test that changes how campaigns are made has to begin with none."""


@cache
def _kept() -> Path:
    """Where campaigns are kept to be copied, until this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="campaigns-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def begin_anew(
    folder: Path, players: str = "ABC", *, published: bool = True, html: bool = False, **more: object
) -> Path:
    """The same, made by the commands, whatever was made before."""
    seats = tuple(
        NewSeat(player, NAMES[player], f"{NAMES[player].lower()}@example.org") for player in players
    )
    keys = {player: f"word-word-{player.lower()}-11" for player in players}
    create(folder, name="volga", seats=seats, now=START, seed=SEED, **more)  # type: ignore[arg-type]
    (folder / "secrets.yaml").write_text(secrets_text(SEED, keys))
    if not html:
        settings = folder / "campaign.yaml"
        settings.write_text(settings.read_text().replace("html: yes", "html: no"))
    if published:
        with at_work(folder, command="publish", now=START) as campaign:
            publish(campaign, START)
    return folder


def head(folder: Path, player: str, *, key: str = "", salt: str = "") -> str:
    """The head of a sheet for the awaited Phase."""
    moment = Campaign(folder).course.moment
    lines = ["campaign: volga", f"player: {player}", f"turn: {moment.turn}", f"phase: {moment.phase}"]
    lines += [f"key: {key or f'word-word-{player.lower()}-11'}"]
    return "\n".join([*lines, *([f"salt: {salt}"] if salt else [])]) + "\n"


def submit(
    folder: Path, player: str, body: str = "", *, now: datetime = START, late: bool = False, salt: str = ""
) -> Received:
    """Take a sheet on file."""
    raw = (head(folder, player, salt=salt) + body).encode()
    with at_work(folder, command="pbem submit", now=now) as campaign:
        return receive(campaign, raw, received=now, now=now, late=late)


def resolve(folder: Path, *, now: datetime = START) -> Played:
    """Adjudicate the awaited Phase, whoever is missing."""
    with at_work(folder, command="pbem adjudicate", now=now) as campaign:
        return adjudicate(campaign, now, allow_missing=True)


def make_public(folder: Path, *, now: datetime = START) -> tuple[str, ...]:
    """Publish the drafts."""
    with at_work(folder, command="pbem publish", now=now) as campaign:
        return publish(campaign, now)


def play(folder: Path, phases: int, *, seed: int = 1) -> datetime:
    """Play some Phases with orders at random, a week each; says what time it is then."""
    rng = random.Random(seed)
    now = START
    for _ in range(phases):
        campaign = Campaign(folder)
        state = position_of(campaign, campaign.course.moment)
        for player in state.active:
            submit(folder, player, orders(campaign, state, player, rng), now=now, salt=f"salt of {player}")
        resolve(folder, now=now)
        make_public(folder, now=now)
        now += timedelta(days=7)
        if Campaign(folder).course.over:
            break
    return now


def orders(campaign: Campaign, state: State, player: str, rng: random.Random) -> str:
    """Orders at random, most of which can be carried out."""
    rules = campaign.rules()
    own = [stack for stack in state.stacks if stack.player == player]
    lines: list[str] = []
    if state.phase == "first":
        lines.append("moves:")
        for stack in own:
            route = [stack.at]
            for _ in range(rng.randint(1, 4)):
                route.append(rng.choice(rules.board.neighbors(route[-1])))
            units = ", ".join(
                "Czar" if unit == 1 else "Gold" if unit == 2 else str(unit) for unit in stack.units
            )
            lines.append(f"- {{force: [{units}], route: {'-'.join(route)}}}")
        lines.append(f"assassinations: [{{target: {rng.choice(sorted(rules.leaders))}, markers: 1}}]")
    elif state.phase == "second":
        lines.append("attacks:")
        for stack in own:
            color = stack_color(stack.units, rules)
            for other in state.stacks:
                enemy = other.at == stack.at and stack_color(other.units, rules) in rules.enemies.get(
                    color, ()
                )
                led = has_leader(stack.units, rules) or color in ("blue", "green")
                if enemy and led and other.units[0] not in IMPERIAL:
                    lines.append(f"- {{at: {stack.at}, with: [{stack.units[0]}], against: {other.units[0]}}}")
    return "\n".join(lines if len(lines) > 1 else []) + "\n"
