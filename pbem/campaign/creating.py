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
from pbem.campaign.settings import Settings, check_name, parse_settings, settings_facts
from pbem.campaign.settings_text import NewSeat, settings_text
from pbem.chance.sealed import SealedDice, commitment, new_seed, phase_salt
from pbem.core.rules import Rules
from pbem.errors import CommandError
from pbem.phases.setup import deal
from pbem.rulebook.load import load_rules
from pbem.words import shortened


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
    files.make_folder(folder, parents=True)
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
