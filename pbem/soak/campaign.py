"""One campaign from the deal to its end, in memory: sheets written, read, checked and played, Phase by Phase."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from pbem.bots.styles import write_sheet
from pbem.chance.sealed import SealedDice, phase_salt
from pbem.checker import check
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.phases.sequence import Result, play
from pbem.phases.setup import deal
from pbem.position import Position, from_json, public, to_json
from pbem.rulebook import load_rules
from pbem.sheets.findings import Finding
from pbem.sheets.read import Expected, ReadSheet, read_sheet
from pbem.sheets.write import normalised
from pbem.soak.checks import faults
from pbem.soak.crowding import crowded
from pbem.soak.drawing import Drawn, Terms, draw
from pbem.soak.posting import posted
from pbem.soak.trial import Trial
from pbem.soak.trying import Fault, broken

MISSING = 0.03
"""How often a player's sheet does not come (R40)."""
LATE = 0.1
"""How often one who has quit sends a sheet all the same (R38)."""


class WrittenSheet(NamedTuple):
    """A practice player's sheet, as written and as read."""

    text: str
    read: ReadSheet
    findings: tuple[Finding, ...]


class PlayedPhase(NamedTuple):
    """One Phase of a campaign. `result` is None where the adjudicator broke down."""

    drawn: Drawn
    rules: Rules
    trial: Trial
    written: Mapping[Player, WrittenSheet]
    result: Result | None
    faults: tuple[Fault, ...]

    @property
    def name(self) -> str:
        """Which Phase of which campaign."""
        return f"{self.drawn.name}, Game-Turn {self.trial.state.turn}, {self.trial.state.phase}"


Witness = Callable[[PlayedPhase], None]
"""Is shown every Phase."""


def campaign(terms: Terms, number: int) -> Iterator[PlayedPhase]:
    """Play a campaign of a soak; it goes on until it is decided, breaks down, or `terms.turns` are over."""
    drawn = draw(terms, number)
    rules = load_rules(rulings=dict(drawn.rulings) or None)
    chance = random.Random(f"{terms.seed}/{number}/play")
    state = dealt(drawn, rules)
    while state.victory is None and state.turn <= terms.turns and len(state.active) > 1:
        phase = _play(terms, drawn, state, rules, chance=chance)
        yield phase
        if phase.result is None:
            return
        state = phase.result.state
        if drawn.crowded and (state.turn, state.phase) == (1, "first"):
            state = crowded(state, rules, chance)


def dealt(drawn: Drawn, rules: Rules) -> State:
    """15.31: the position before the set-up."""
    return deal(drawn.players, SealedDice(drawn.seed, phase_salt(drawn.name, 0, "deal", {})), rules)[0]


def _play(terms: Terms, drawn: Drawn, state: State, rules: Rules, *, chance: random.Random) -> PlayedPhase:
    """Have all sheets written, read and checked, and play the Phase."""
    written: dict[Player, WrittenSheet] = {}
    found: list[Fault] = []
    for player in state.players:
        if player in state.flags.quit and (not terms.checked or chance.random() > LATE):
            continue
        if terms.checked and chance.random() < MISSING:
            continue
        sheet, wrong = write_and_read(state, drawn, player, rules, checked=terms.checked)
        found += wrong
        if sheet is not None:
            written[player] = sheet
    sheets = {player: one.read.sheet for player, one in written.items() if one.read.sheet is not None}
    salts = {player: sheet.salt for player, sheet in sheets.items()}
    salt = phase_salt(drawn.name, state.turn, state.phase, salts)
    trial = Trial(state, sheets, drawn.rulings, drawn.dice, salt)
    if terms.checked:
        found += faults(trial)
    try:
        result = play(state, sheets, SealedDice(drawn.dice, salt), rules)
    except Exception:
        if not terms.checked:
            raise
        result = None  # told by `faults`
    return PlayedPhase(drawn, rules, trial, written, result, tuple(found))


def write_and_read(
    state: State, drawn: Drawn, player: Player, rules: Rules, *, checked: bool
) -> tuple[WrittenSheet | None, list[Fault]]:
    """A player's sheet by way of the position file he gets, and what is wrong with writing or reading it."""
    try:
        if checked:
            mailed = json.dumps(to_json(public(state, player), campaign=drawn.name, rulings=drawn.rulings))
            position = Position(from_json(json.loads(mailed)), drawn.name, "rcw", drawn.rulings)
        else:
            position = Position(state, drawn.name, "rcw", drawn.rulings)
        text = write_sheet(position, player, rules, style=drawn.styles[player], seed=drawn.number)
    except Exception as problem:
        return None, [broken("writing a sheet", problem)]
    try:
        on_the_way = random.Random(f"{drawn.name}/{state.turn}/{state.phase}/{player}/post")
        raw, charset = posted(text, drawn.styles[player], on_the_way)
        expected = Expected(drawn.name, state.turn, state.phase, player, state.players)
        read = read_sheet(raw, expected, rules=rules, charset=charset)
        if not checked:
            return WrittenSheet(text, read, ()), []
        findings = check(state, read, rules)
        return WrittenSheet(text, read, findings), list(_reading_faults(read, rules, drawn.name))
    except Exception as problem:
        return None, [broken("reading a sheet", problem)]


def _reading_faults(read: ReadSheet, rules: Rules, campaign: str) -> Iterator[Fault]:
    """Whether the sheet as understood, written out again, reads as the same orders."""
    sheet, head = read.sheet, read.head
    if sheet is None or head.turn is None or head.phase is None:
        return
    text = normalised(sheet, rules, campaign=campaign, turn=head.turn, phase=head.phase)
    again = read_sheet(text.encode(), rules=rules).sheet
    if again is None or _comparable(again) != _comparable(sheet):
        yield Fault("reading a sheet", "written out as understood it reads as other orders", "normalised")


def _comparable(sheet: object) -> str:
    """A sheet without what Faulty orders say of themselves."""
    import re

    return re.sub(r"Faulty\(ref='([^']*)'[^)]*\)", r"Faulty(\1)", repr(sheet))
