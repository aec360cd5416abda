"""The folder of a game: made by `pbem solo new`, read, and added to by `pbem solo play` and `undo`.

The ledger is the truth, chained like a campaign's; all other files are made from it. The seed of the dice lies beside
it, readable by its owner alone; when the game is over the ledger reveals it. A game whose dice are rolled by hand has
no seed: its ledger holds what came up. What was taken back stays in the ledger, and its dice come up again.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from pbem import __version__
from pbem.campaign import ledger
from pbem.campaign.dice_by_hand import unused_rolls
from pbem.campaign.files import canonical, read, write_new
from pbem.campaign.ledger import Entry, Record, Tip
from pbem.campaign.lock import locked
from pbem.chance.sealed import commitment, new_seed
from pbem.core.dice import DiceWithChoices, Roll
from pbem.core.orders import Sheet
from pbem.core.rules import Rules
from pbem.core.terms import RED, PhaseName
from pbem.errors import CommandError, FileError, LedgerError, Refused, as_typed
from pbem.rulebook import load_rules
from pbem.sheets.read import Expected, ReadSheet, read_sheet
from pbem.solo.folder import course
from pbem.solo.folder.course import Played
from pbem.solo.folder.dice import Rolls, by_hand, dice_of, recorded, rolls_of, salt_of
from pbem.solo.folder.sheets import head_lines
from pbem.solo.position import RULES, solo_json, solo_state
from pbem.solo.state import PHASES, SoloState

LEDGER = "ledger.jsonl"
SEED = "seed.txt"
CREATED, PLAYED, UNDONE = "solo-created", "solo-played", "solo-undone"
SEALED, BY_HAND = "sealed", "manual"
"""Where the dice of a game come from."""


class Step(NamedTuple):
    """What one command did: the Phases it played, and the text of the sheet it played them with."""

    played: list[Played]
    sheet: str | None

    @property
    def state(self) -> SoloState:
        """The position it came to."""
        return self.played[-1].result.state


class Game:
    """An open game."""

    def __init__(self, folder: Path) -> None:
        """Open a folder. Raises FileError for one that holds no game, LedgerError."""
        self.folder = folder
        path = folder / LEDGER
        self.records: list[Record] = list(ledger.read_all(path)) if path.is_file() else []
        """All that is in the ledger."""
        if len(self.records) < 2 or self.records[0].kind != CREATED:
            raise FileError(
                "this folder holds no solitaire game", path=folder, cure="`pbem solo new` makes one."
            )
        facts = self.records[0].facts
        self.name: str = facts["name"]
        self.rulings: Mapping[str, Any] = facts["rulings"]
        self.by_hand: bool = facts.get("dice", SEALED) == BY_HAND
        self.commitment: str = facts.get("commitment", "")
        self.rules: Rules = load_rules(RULES, rulings=self.rulings)
        self.steps: list[Record] = []
        """The records of the steps that count, the set-up first."""
        self.gone: list[Record] = []
        """Those of the steps that were taken back, in the order in which they were."""
        self._count(self.records[1:])
        self.state: SoloState = solo_state(self.steps[-1].facts["position"], path=path)

    def _count(self, records: list[Record]) -> None:
        """What new records add to the steps that count, or take away. Raises LedgerError."""
        for record in records:
            if record.kind != UNDONE:
                self.steps.append(record)
            elif len(self.steps) > 1 and self.steps[-1].number == record.facts["record"]:
                self.gone.append(self.steps.pop())
            else:
                raise LedgerError(
                    self.folder / LEDGER, record.number, "it takes back what is not the last step"
                )

    @property
    def is_last(self) -> bool:
        """Whether no other command has played on since this game was opened."""
        path, end = self.folder / LEDGER, self.records[-1].hash
        if ledger.ends_with(path, end):
            return True
        *_, last = ledger.read_all(path)  # there may be a record that was never finished
        return last.hash == end

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.victory is not None

    @property
    def seed(self) -> bytes:
        """The seed of the dice. Raises FileError where it is lost or another one."""
        for record in reversed(self.records):  # revealed by the end of the game, even if that was taken back
            if "seed" in record.facts:
                return bytes.fromhex(record.facts["seed"])
        path = self.folder / SEED
        if not path.is_file():
            raise FileError(
                "the seed of the dice is gone, and without it the game cannot go on",
                path=path,
                cure="Put it back.",
            )
        try:
            seed = bytes.fromhex(read(path).decode("ascii").strip())
        except ValueError:
            seed = b""
        if commitment(seed) != self.commitment:
            raise FileError("this is not the seed with which the game began", path=path)
        return seed

    def read(self, raw: bytes) -> ReadSheet:
        """A sheet for the Phase that waits. Never raises for anything in it."""
        expected = Expected(self.name, self.state.turn, self.state.phase, RED, (RED,))
        return read_sheet(raw, expected, rules=self.rules)

    def play(self, sheet: ReadSheet | None, now: datetime, *, rolled: DiceWithChoices | None = None) -> Step:
        """Play the Phase that waits with the sheet, and all that follow it; None orders nothing (S40).

        `rolled`: the dice of a game that are rolled by hand; else None. Raises Refused when the game is over or a roll
        is given that was not needed, CommandError, CampaignBusy; then nothing was written.
        """
        if self.over:
            raise is_over(self.folder)
        orders, text = (sheet.sheet, sheet.text) if sheet is not None else (None, None)
        with locked(self.folder, command="pbem solo play", since=_stamp(now)):
            played = course.go_on(self.state, orders, self.rules, self._dice(rolled))
            _refuse_unused(rolled)
            step = Step(played, text)
            self._record(now, _entry(step, self.name, self.rulings, None if self.by_hand else self.seed))
        self.state = step.state
        return step

    def undo(self, now: datetime) -> PhaseName:
        """Take back the last sheet and all that was played with it; says which Phase waits again.

        It stays in the ledger. Its dice stay as they are: a sealed roll depends on nothing but its name, and what was
        rolled by hand is known. Raises Refused where no sheet was played, CampaignBusy.
        """
        if len(self.steps) < 2:
            raise Refused("nothing was played yet that could be taken back")
        with locked(self.folder, command="pbem solo undo", since=_stamp(now)):
            self._record(now, Entry(UNDONE, {"step": len(self.steps), "record": self.steps[-1].number}))
        self.state = solo_state(self.steps[-1].facts["position"], path=self.folder / LEDGER)
        return self.state.phase

    def _record(self, now: datetime, entry: Entry) -> None:
        """Add to the ledger, which is locked. Raises Refused where another command was faster."""
        path = self.folder / LEDGER
        ledger.mend(path)
        if not self.is_last:
            raise Refused("another command has played on meanwhile", cure="Give the command again.")
        tip = Tip(self.records[-1].number, path.stat().st_size, self.records[-1].hash)
        new = ledger.sealed(tip, _stamp(now), [entry])
        ledger.write(path, new)
        self.records += new
        self._count(new)

    @property
    def sheet_taken_back(self) -> str:
        """The text of the sheet that the last command took back; empty where it took none back, or one that held no more
        than its head."""
        text = (self.gone[-1].facts["sheet"] or "") if self.records[-1].kind == UNDONE else ""
        return "" if text.splitlines() == head_lines(self.state, self.name) else text

    @property
    def rolled_before(self) -> Rolls:
        """The rolls of steps that were taken back, of the Phase that waits and of later ones; the last ones count."""
        now = self.state.turn, PHASES.index(self.state.phase)
        found: Rolls = {}
        for record in sorted(self.gone):
            for at, rolls in rolls_of(record).items():
                if at[1] in PHASES and (at[0], PHASES.index(at[1])) >= now:
                    found.setdefault(at, {}).update(rolls)
        return found

    def _dice(self, rolled: DiceWithChoices | None) -> course.DiceOf:
        """The dice with which the game goes on."""
        if rolled is None and self.by_hand:
            raise CommandError(
                "this game's dice are rolled by hand", cure="Give them with --dice, or play at a terminal."
            )
        if rolled is not None and not self.by_hand:
            cure = "Real dice are for games begun with `pbem solo new --dice manual`."
            raise CommandError("this game's dice are sealed", cure=cure)
        return dice_of(self.name, self.seed) if rolled is None else by_hand(rolled, self.rolled_before)

    def replay(self, *, anew: bool = False) -> Iterator[tuple[Step, Record]]:
        """The whole game once more, from its sheets and the rolls on record, each step beside its record.

        `anew`: sealed dice are rolled once more, from the seed, and what was taken back is played, too.
        """
        sealed = dice_of(self.name, self.seed) if anew and not self.by_hand else None
        states: list[SoloState] = []
        for record in self.records[1:] if anew else self.steps:
            if record.kind == UNDONE:
                states.pop()
                continue
            step = self._step_again(record, states[-1] if states else None, sealed or recorded(record))
            yield step, record
            states.append(step.state)

    def _step_again(self, record: Record, state: SoloState | None, dice: course.DiceOf) -> Step:
        """A step on record once more; `state` is the position before it, None for the set-up."""
        if state is None:
            return Step(course.begin(self.rules, dice), None)
        text = record.facts["sheet"]
        expected = Expected(self.name, state.turn, state.phase, RED, (RED,))
        sheet = text and read_sheet(text.encode(), expected, rules=self.rules).sheet
        return Step(course.go_on(state, sheet or None, self.rules, dice), text)

    def verify(self) -> int:
        """Play the whole game once more and compare every roll and every position with the ledger.

        Says how many rolls there were. Raises LedgerError for the first step that comes out otherwise.
        """
        rolls = 0
        for step, record in self.replay(anew=True):
            entry = _entry(step, self.name, self.rulings, None if self.by_hand else self.seed)
            for key in ("phases", "position"):
                if canonical(entry.facts[key]) != canonical(record.facts[key]):
                    what = "its rolls" if key == "phases" else "its position"
                    raise LedgerError(self.folder / LEDGER, record.number, f"{what} come out otherwise")
            rolls += sum(len(played.result.rolls) for played in step.played)
        return rolls


def create(
    folder: Path,
    *,
    name: str,
    rulings: Mapping[str, Any],
    now: datetime,
    seed: bytes | None = None,
    rolled: DiceWithChoices | None = None,
) -> tuple[Game, Step]:
    """Make the folder of a new game and play it to the first Phase that waits.

    `seed`: that of its dice, a new one where it is None; `rolled`: dice that are rolled by hand instead. Raises
    CommandError for a folder that is not empty, UnknownRuling, FileError.
    """
    _refuse_folder(folder)
    if not name.strip() or not name.isprintable():
        raise CommandError("the name of a game is a text on one line", cure="Name it with --name.")
    rules = load_rules(RULES, rulings=rulings)
    seed = None if rolled is not None else seed or new_seed()
    dice = by_hand(rolled) if rolled is not None else dice_of(name, seed or b"")
    step = Step(course.begin(rules, dice), None)
    _refuse_unused(rolled)
    of_dice = {"dice": BY_HAND} if seed is None else {"commitment": commitment(seed)}
    created = Entry(CREATED, {"name": name, "rules": RULES, "rulings": dict(rulings), **of_dice})
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SEED).unlink(missing_ok=True)
        if seed is not None:
            write_new(folder / SEED, f"{seed.hex()}\n".encode(), mode=0o600)
    except OSError as error:
        raise FileError(f"the folder cannot be made: {error.strerror or error}", path=folder) from None
    entries = [created, _entry(step, name, rulings, seed)]
    ledger.write(folder / LEDGER, ledger.sealed(Tip(), _stamp(now), entries))
    return Game(folder), step


def is_over(folder: Path) -> Refused:
    """What is said where a game that has ended is to go on."""
    name = as_typed(folder)
    cure = f"`pbem solo report {name}` shows how it ended; `pbem solo undo {name}` takes the last sheet back."
    return Refused("the game is over", cure=cure)


def _refuse_folder(folder: Path) -> None:
    """Raises CommandError for what is no folder, or not an empty one; a seed alone is what a killed command left."""
    if folder.exists() and (not folder.is_dir() or any(one.name != SEED for one in folder.iterdir())):
        what = "folder" if folder.is_dir() else "file"
        raise CommandError(
            f"the {what} {folder} is {'not empty' if folder.is_dir() else 'no folder'}",
            cure="Name a folder that is empty or not there yet.",
        )


def _refuse_unused(rolled: DiceWithChoices | None) -> None:
    """Raises Refused where rolls are given that no Phase had a use for."""
    unused = unused_rolls(rolled)
    if unused:
        cure = "Look whether their labels are right. Nothing was changed."
        raise Refused(f"rolls are given that were not needed: {', '.join(unused)}", cure=cure)


def _entry(step: Step, name: str, rulings: Mapping[str, Any], seed: bytes | None) -> Entry:
    """The record of what one command did; of the last one with the seed. None: the dice are rolled by hand."""
    facts: dict[str, Any] = {
        "program": __version__,
        "sheet": step.sheet,
        "phases": [
            {
                "turn": played.turn,
                "phase": played.phase,
                "salt": salt_of(name, played.turn, played.phase, _salt(played)).hex() if seed else "",
                "rolls": [{"label": roll.label, "value": _value(roll)} for roll in played.result.rolls],
            }
            for played in step.played
        ],
        "position": solo_json(step.state, campaign=name, rulings=rulings),
    }
    if step.state.victory is not None and seed is not None:
        facts["seed"] = seed.hex()
    return Entry(PLAYED, facts)


def _salt(played: Played) -> str | None:
    """What the sheet adds to the dice of the Phase."""
    sheet: Sheet | None = played.sheet
    return sheet.salt if sheet is not None and played.phase != "red-leaders" else None


def _value(roll: Roll) -> object:
    return list(roll.value) if isinstance(roll.value, tuple) else roll.value


def _stamp(now: datetime) -> str:
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
