"""A Phase of a campaign played: its position, the sheets that count, its dice, and what comes of them.

Nothing is written here, so a dry run, the adjudication, a repair after a crash and `verify` all play the same way.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pbem import position
from pbem.campaign import files
from pbem.campaign.course import OnFile
from pbem.campaign.folder import Campaign
from pbem.campaign.moments import Moment
from pbem.chance.sealed import SealedDice, phase_salt
from pbem.core.dice import Dice
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.state import State
from pbem.core.terms import Player
from pbem.errors import FileError
from pbem.phases.sequence import Result, play


@dataclass(frozen=True, slots=True)
class Played:
    """A Phase and what came of it."""

    moment: Moment
    before: State
    sheets: Mapping[Player, Sheet]
    versions: Mapping[Player, int]
    result: Result
    rules: Rules


def position_hash(state: State) -> str:
    """The SHA-256 of a position in its one canonical form."""
    import hashlib

    return hashlib.sha256(files.canonical(position.to_json(state))).hexdigest()


def position_of(campaign: Campaign, moment: Moment) -> State:
    """The position at the start of a Phase, from its file if that is the one the ledger means, else from the ledger."""
    path = campaign.position_path(moment)
    wanted = campaign.course.positions[moment.key]
    try:
        state = position.from_json(json.loads(path.read_bytes()))
        if position_hash(state) == wanted:
            return state
    except (OSError, ValueError, FileError):
        pass
    return position_in_ledger(campaign, moment)


def position_in_ledger(campaign: Campaign, moment: Moment) -> State:
    """The position at the start of a Phase, out of the record that made it."""
    number = campaign.course.begun[moment.key]
    record = next(record for record in campaign.records() if record.number == number)
    return recorded_position(record.facts, record.private)


def recorded_position(facts: Mapping[str, Any], private: Mapping[str, Any] | None) -> State:
    """The position a record holds: its public part with the standing orders of its private part."""
    value = dict(facts["position"])
    if private and "standing" in private:
        value["standing"] = private["standing"]
    return position.from_json(value)


def counting(campaign: Campaign, moment: Moment, players: tuple[Player, ...]) -> dict[Player, OnFile]:
    """The sheet that counts for each player who has one that can be read."""
    found = {player: campaign.course.on_file(player, moment) for player in players}
    return {player: sheet for player, sheet in found.items() if sheet is not None and not sheet.sealed}


def sheet_text(campaign: Campaign, moment: Moment, on_file: OnFile) -> bytes:
    """The text of a received sheet, from its file or, if that is gone, from the ledger."""
    path = campaign.sheet_path(moment, on_file.player, on_file.version)
    try:
        return path.read_bytes()
    except OSError:
        record = next(record for record in campaign.records() if record.number == on_file.record)
        return str((record.private or {})["text"]).encode()


def salt_of(campaign: Campaign, moment: Moment, sheets: Mapping[Player, Sheet]) -> bytes:
    """dice.md: the salt fixed when the Phase was closed, or the one these sheets would fix."""
    fixed = campaign.course.salts.get(moment.key)
    if fixed is not None:
        return bytes.fromhex(fixed)
    return phase_salt(campaign.course.name, moment.turn, moment.phase, {p: s.salt for p, s in sheets.items()})


def read_sheets(campaign: Campaign, moment: Moment, state: State, rules: Rules) -> dict[Player, tuple[Sheet, int]]:
    """The orders of every sheet that counts, with its version."""
    from pbem.sheets.read import read_sheet

    found: dict[Player, tuple[Sheet, int]] = {}
    for player, on_file in counting(campaign, moment, state.active).items():
        read = read_sheet(sheet_text(campaign, moment, on_file), rules=rules)
        if read.sheet is not None:
            found[player] = (read.sheet, on_file.version)
    return found


def play_moment(campaign: Campaign, moment: Moment, *, dice: Dice | None = None) -> Played:
    """Play a Phase with the sheets on file. `dice` None: the campaign's sealed dice, with the rolls a ruling set."""
    rules = campaign.rules()
    state = position_of(campaign, moment)
    read = read_sheets(campaign, moment, state, rules)
    sheets = {player: sheet for player, (sheet, _) in read.items()}
    for player in campaign.course.removed:  # R38: removed by the gamesmaster is as if he had quit
        sheets[player] = replace(sheets.get(player, Sheet(player)), quit=True)
    if dice is None:
        sealed = SealedDice(bytes.fromhex(campaign.secrets.seed), salt_of(campaign, moment, sheets))
        dice = ruled_dice(campaign, moment, sealed)
    result = play(state, sheets, dice, rules)
    versions = {player: version for player, (_, version) in read.items()}
    return Played(moment, state, sheets, versions, result, rules)


def ruled_dice(campaign: Campaign, moment: Moment, dice: Dice) -> Dice:
    """The dice with those rolls replaced that the gamesmaster set by a ruling."""
    ruled = campaign.course.rolls_ruled.get(moment.key)
    if not ruled:
        return dice
    from pbem.chance.listed import OverriddenDice

    return OverriddenDice(ruled, dice)
