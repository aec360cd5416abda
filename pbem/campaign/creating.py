"""`pbem new`: a campaign's folder, its secrets, its deal."""

import re
import secrets as chance
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.campaign import files
from pbem.campaign.adjudicating import position_facts
from pbem.campaign.folder import Campaign, Entry, at_work, stamp
from pbem.campaign.ledger import FORMAT, Tip, write
from pbem.campaign.making import make_first_report, make_position
from pbem.campaign.moments import SETUP
from pbem.chance.sealed import SealedDice, commitment, new_seed, phase_salt
from pbem.errors import CommandError, FileError
from pbem.phases.setup import deal
from pbem.rulebook.load import load_rules

WORDS = (
    "amber anchor apple aspen badger barley basil beacon beaver birch bison bramble bridge brook cedar cherry chestnut "
    "clover copper coral crane cricket daisy dapple delta ember falcon fern fiddle finch flint forest fox garnet ginger "
    "granite harbor hazel heron hickory holly honey indigo island ivory jasper juniper kestrel lagoon lantern larch "
    "lark laurel lemon lilac linden lotus maple marble marten meadow mellow mint moss nectar nettle oak oat olive onyx "
    "opal orchid otter owl pearl pebble pepper pine plum poplar poppy quail quartz quince raven reed ridge river robin "
    "rowan saffron sage salmon sandal sedge shell silver slate sorrel sparrow spruce stone swan tamarind teal thistle "
    "thrush timber topaz tulip umber valley velvet violet walnut willow wren yarrow zephyr"
).split()


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A player as the list of players names him."""

    player: str
    name: str
    email: str = ""
    zone: str = ""


def new_key() -> str:
    """A secret word a person can type: three words and a number, some 27 bits."""
    return "-".join([*(chance.choice(WORDS) for _ in range(3)), str(10 + chance.randbelow(90))])


def read_players(text: str, path: Path) -> tuple[NewSeat, ...]:
    """The list of players: a line each, ``Name <address>`` with an optional ``A:`` before and time zone behind.

    Letters are given in the order of the lines where none is written. Raises FileError with the line.
    """
    seats: list[NewSeat] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.split("#", 1)[0].strip() if line.lstrip().startswith("#") else line.strip()
        if not line:
            continue
        found = re.fullmatch(
            r"(?:-?\s*([A-Ha-h])\s*[:=]\s*)?([^<>]*?)\s*(?:<\s*([^<>\s@]+@[^<>\s@]+)\s*>)?\s*([A-Za-z]+/[\w/+-]+|UTC)?", line
        )
        if not found or not found[2]:
            raise FileError(
                f"this line names no player: {line!r}",
                path=path,
                line=number,
                cure="Write one player a line, for instance: A: Anna Example <anna@example.org> Europe/London",
            )
        letter = (found[1] or "ABCDEFGH"[len(seats)]).upper() if len(seats) < 8 or found[1] else ""
        if letter in [seat.player for seat in seats] or not letter:
            raise FileError(f"there is already a player {letter or 'for every letter'}", path=path, line=number)
        seats.append(NewSeat(letter, found[2], found[3] or "", found[4] or ""))
    if not 2 <= len(seats) <= 8:
        raise FileError(f"the list holds {len(seats)} players; a campaign needs 2 to 8", path=path)
    return tuple(sorted(seats, key=lambda seat: seat.player))


def settings_text(name: str, seats: tuple[NewSeat, ...], *, rules: str, zone: str, rulings: Mapping[str, Any]) -> str:
    """The first campaign.yaml."""
    lines = [
        f"# Settings of the campaign {name}. What each key means: pbem help settings.",
        'format: "1"',
        f"name: {name}",
        f"rules: {rules}",
        f"zone: {zone}",
        'gamesmaster: {name: "", email: ""}',
        "players:",
    ]
    for seat in seats:
        more = f", email: {seat.email}" if seat.email else ""
        more += f", zone: {seat.zone}" if seat.zone else ""
        lines.append(f'  {seat.player}: {{name: "{_quoted(seat.name)}"{more}}}')
    lines.append("deadlines: {setup: 7d, first: 7d, second: 7d}")
    lines.append("rulings:" + ("" if rulings else " {}"))
    lines.extend(f"  {key}: {value if not isinstance(value, list | tuple) else list(value)}" for key, value in rulings.items())
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def create(
    folder: Path,
    *,
    name: str,
    seats: tuple[NewSeat, ...],
    now: datetime,
    rules: str = "rcw",
    zone: str = "UTC",
    rulings: Mapping[str, Any] | None = None,
    seed: bytes | None = None,
    keys: Mapping[str, str] | None = None,
) -> Campaign:
    """Make the folder of a new campaign and deal. Raises CommandError when there is a campaign already; FileError.

    `seed` (32 bytes) and `keys` are made by chance when not given.
    """
    if (folder / "ledger.jsonl").exists():
        raise CommandError(f"{folder} is a campaign already", cure="Choose another folder. Nothing was changed.")
    chosen = dict(rulings or {})
    loaded = load_rules(rules, None, chosen or None)
    seed = seed or new_seed()
    secret_keys = {seat.player: (keys or {}).get(seat.player) or new_key() for seat in seats}
    files.write_new(
        folder / "campaign.yaml", settings_text(name, seats, rules=rules, zone=zone, rulings=chosen).encode()
    )
    secret = "# The seed of the dice and the players' secret words. Never show this file to a player.\n"
    secret += f"seed: {seed.hex()}\nkeys:\n" + "".join(f"  {player}: {key}\n" for player, key in secret_keys.items())
    files.write_new(folder / "secrets.yaml", secret.encode(), mode=0o600)
    dice = SealedDice(seed, phase_salt(name, 0, "deal", {}))
    state, rolls = deal(tuple(seat.player for seat in seats), dice, loaded)
    position, private = position_facts(state)
    dealt: Entry = ("dealt", {"rolls": [{"label": r.label, "value": r.value} for r in rolls], **position}, private)
    entries = [created_entry(name, seats, rules=rules, zone=zone, rulings=chosen, seed=seed), dealt]
    write(folder / "ledger.jsonl", Tip(), [(stamp(now), kind, facts, hidden) for kind, facts, hidden in entries])
    with at_work(folder, command="pbem new", now=now) as campaign:
        make_position(campaign, SETUP, state)
        make_first_report(campaign)
    return campaign


def created_entry(
    name: str, seats: tuple[NewSeat, ...], *, rules: str, zone: str, rulings: Mapping[str, Any], seed: bytes
) -> Entry:
    """The first record: who plays, by which rules, and the commitment to the dice."""
    facts = {
        "format": FORMAT,
        "program": __version__,
        "name": name,
        "rules": rules,
        "zone": zone,
        "rulings": dict(rulings),
        "players": [{"player": seat.player, "name": seat.name, "zone": seat.zone} for seat in seats],
        "commitment": commitment(seed),
    }
    return "created", facts, {"emails": {seat.player: seat.email for seat in seats}}
