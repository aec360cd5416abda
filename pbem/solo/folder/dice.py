"""The dice of a game, Phase by Phase: sealed, rolled by hand, or as they stand on record."""

from pbem.campaign.dice_by_hand import AskedDice
from pbem.campaign.ledger import Record
from pbem.chance.listed import ListedDice
from pbem.chance.sealed import SEED_LENGTH, SealedDice, phase_salt
from pbem.core.dice import DiceWithChoices
from pbem.core.terms import RED, PhaseName
from pbem.solo.folder import course

Rolls = dict[tuple[int, PhaseName], dict[str, object]]
"""What was rolled, by Game-Turn and Phase, and by label."""


def by_hand(rolled: DiceWithChoices, before: Rolls | None = None) -> course.DiceOf:
    """Dice rolled by hand, the same for every Phase: a label comes up once between two sheets.

    `before`: what was rolled before a step was taken back; it is not asked for again.
    """

    def dice(turn: int, phase: PhaseName, salt: str | None) -> DiceWithChoices:
        if isinstance(rolled, AskedDice):
            rolled.keep((before or {}).get((turn, phase), {}))
        return rolled

    return dice


def rolls_of(record: Record) -> Rolls:
    """What was rolled in a step."""
    found: Rolls = {}
    for one in record.facts[
        "phases"
    ]:  # Red Leader Determination may stand there twice, before and after the sheet
        found.setdefault((one["turn"], one["phase"]), {}).update(
            {roll["label"]: roll["value"] for roll in one["rolls"]}
        )
    return found


def recorded(record: Record) -> course.DiceOf:
    """The dice of a step as its record has them."""
    rolls = rolls_of(record)
    return lambda turn, phase, salt: ListedDice(rolls.get((turn, phase), {}))


def dice_of(name: str, seed: bytes) -> course.DiceOf:
    """The sealed dice of each Phase of a game."""
    assert len(seed) == SEED_LENGTH

    def dice(turn: int, phase: PhaseName, salt: str | None) -> SealedDice:
        return SealedDice(seed, salt_of(name, turn, phase, salt))

    return dice


def salt_of(name: str, turn: int, phase: PhaseName, salt: str | None) -> bytes:
    """The salt of a Phase; a Phase without a sheet has no line for it, nor has Red Leader Determination."""
    return phase_salt(name, turn, phase, {} if salt is None else {RED: salt})
