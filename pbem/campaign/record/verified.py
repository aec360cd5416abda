"""What verifying found: what was checked, what could not be, and the first difference."""

from dataclasses import dataclass, field


class Difference(Exception):
    """The first thing that is not as it should be; the text says what."""


@dataclass
class Verified:
    """What was checked and how it came out."""

    records: int = 0
    phases: int = 0
    rolls: int = 0
    rolled_by_hand: int = 0
    """Rolls that were made with real dice and cannot be checked."""
    rolls_ruled: int = 0
    """Rolls the gamesmaster set by a ruling."""
    files: int = 0
    """Sheets, positions and results that hold what the ledger holds."""
    reports: int = 0
    """Players' reports that are just as they were published, or as they are made again."""
    reports_renewed: int = 0
    """Reports that tell what the ledger holds in other words than when they were published."""
    reports_unread: int = 0
    """Reports that are there, but whose text was not looked at."""
    archive: bool = False
    """Whether it is an archive, unpacked or not, from which nothing can be made again."""
    commitment: bool = False
    """Whether the seed is known and is the one that was committed to."""
    unknown: dict[str, None] = field(default_factory=dict)
    """What could not be checked, in sentences."""
    difference: str = ""
