"""`pbem new`: a campaign's folder, its secrets, its deal."""

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.campaign import files, ledger
from pbem.campaign.folder import LEDGER, SETTINGS, Campaign, at_work, stamp
from pbem.campaign.ledger import Entry, Tip
from pbem.campaign.lock import locked
from pbem.campaign.playing import position_facts
from pbem.campaign.secret_words import new_key, secrets_text
from pbem.campaign.settings import Settings, check_name, check_seat, parse_settings, settings_facts
from pbem.campaign.settings_text import NewSeat, settings_text
from pbem.chance.sealed import SealedDice, commitment, new_seed, phase_salt
from pbem.core.rules import Rules
from pbem.errors import CommandError, FileError
from pbem.phases.setup import deal
from pbem.rulebook.load import load_rules
from pbem.words import shortened

_PLAYER = re.compile(
    r"(?:-?\s*([A-Ha-h])\s*[:=]\s*)?([^<>]*?)\s*(?:<\s*([^<>\s@]+@[^<>\s@]+)\s*>)?\s*([A-Za-z]+/[\w/+-]+|UTC)?"
)
_LETTER_IN_NAME = re.compile(r"[A-Za-z](?:\s*[:=;,)]|\s)")
"""The letter of a player that is none, or without its colon, as the beginning of a name."""
_LONGEST_LINE = 400


def read_players(text: str, path: Path) -> tuple[NewSeat, ...]:
    """The list of players: a line each, ``Name <address>`` with an optional ``A:`` before and time zone behind.

    Letters are given in the order of the lines where none is written. Raises FileError with the line.
    """
    seats: list[NewSeat] = []
    for number, line in enumerate(text.splitlines(), start=1):
        line = " ".join("".join(one if one.isprintable() else " " for one in line).split())
        if not line or line.startswith("#"):
            continue
        found = _PLAYER.fullmatch(line) if len(line) <= _LONGEST_LINE else None
        if not found or not found[2] or _LETTER_IN_NAME.match(found[2]):
            raise FileError(
                f"this line names no player: {shortened(line)!r}",
                path=path,
                line=number,
                cure="Write one player a line, with a letter from A to H, for instance: "
                "A: Anna Example <anna@example.org> Europe/London",
            )
        taken = [seat.player for seat in seats]
        letter = found[1].upper() if found[1] else next((one for one in "ABCDEFGH" if one not in taken), "")
        if not letter or letter in taken:
            raise FileError(
                f"there is already a player {letter or 'for every letter'}", path=path, line=number
            )
        seat = NewSeat(letter, found[2], found[3] or "", found[4] or "")
        try:
            check_seat(seat)
        except CommandError as problem:
            raise FileError(problem.what, path=path, line=number) from None
        seats.append(seat)
    if not 2 <= len(seats) <= 8:
        raise FileError(
            f"the list holds {len(seats)} player{'' if len(seats) == 1 else 's'}; a campaign needs 2 to 8",
            path=path,
            cure="Write one player a line, for instance: A: Anna Example <anna@example.org> Europe/London",
        )
    return tuple(sorted(seats))


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
) -> Campaign:
    """Make the folder of a new campaign and deal. Raises CommandError when there is a campaign already; FileError.

    `seed` (32 bytes) is made by chance when not given, as the secret words are.
    """
    try:
        check_name(name)
    except ValueError as problem:
        raise CommandError(
            f"{shortened(name)!r} is no name for a campaign: {problem}", cure=_cure_of_name(name)
        ) from None
    chosen = dict(rulings or {})
    loaded = load_rules(rules, None, chosen or None)
    text = settings_text(name, seats, rules=rules, zone=zone, rulings=chosen)
    settings = parse_settings(text, folder / SETTINGS)
    seed = seed or new_seed()
    secret_keys = {seat.player: new_key() for seat in seats}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise files.unwritable(folder, problem) from problem
    with locked(folder, command="pbem new", since=stamp(now)):
        if (folder / LEDGER).exists():
            ledger.mend(folder / LEDGER)  # a crash may have left a ledger without a record
            if (folder / LEDGER).stat().st_size:
                cure = "Choose another folder. Nothing was changed."
                raise CommandError(f"{folder} is a campaign already", cure=cure)
        files.write_new(folder / "secrets.yaml", secrets_text(seed, secret_keys).encode(), mode=0o600)
        files.write_new(folder / SETTINGS, text.encode())
        entries = (
            _created_entry(settings, text, rulings=chosen, seed=seed),
            _dealt_entry(settings, seed, loaded),
        )
        ledger.write(folder / LEDGER, ledger.sealed(Tip(), stamp(now), entries))
    with at_work(folder, command="pbem new", now=now) as campaign:
        return campaign


def _cure_of_name(name: str) -> str:
    """How the name can be written."""
    better = "-".join(re.findall(r"[^\W_][\w.-]*", name))[:40]
    return f"Give it another with --name, for instance --name {better or 'volga'}. The folder keeps its own."


def _created_entry(settings: Settings, text: str, *, rulings: Mapping[str, Any], seed: bytes) -> Entry:
    """The first record: who plays, by which rules, and the commitment to the dice."""
    public, private = settings_facts(settings, text.encode())
    facts = {
        "format": ledger.FORMAT,
        "program": __version__,
        "name": settings.name,
        "rules": settings.rules,
        "rulings": dict(rulings),
        "commitment": commitment(seed),
        **public,
    }
    return Entry("created", facts, private)


def _dealt_entry(settings: Settings, seed: bytes, rules: Rules) -> Entry:
    """The second record: the deal (15.31). Its dice have no sheets to be salted with (dice.md)."""
    dice = SealedDice(seed, phase_salt(settings.name, 0, "deal", {}))
    state, rolls = deal(tuple(sorted(settings.players)), dice, rules)
    position, standing = position_facts(state)
    return Entry(
        "dealt",
        {"rolls": [{"label": roll.label, "value": roll.value} for roll in rolls], **position},
        standing,
    )
