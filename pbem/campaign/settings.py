"""campaign.yaml: what the gamesmaster settled; and secrets.yaml: the seed and the players' keys.

Every fault is named by file, line and column.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args
from zoneinfo import ZoneInfo

import yaml
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from pbem.campaign.files import read
from pbem.campaign.ledger import Facts
from pbem.campaign.settings_text import NewSeat, text_mark
from pbem.campaign.times import duration
from pbem.errors import CommandError, Fault, FaultyFile, FileError, nearest
from pbem.words import shortened

FORMAT = 1
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_M = TypeVar("_M", bound=BaseModel)


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        raise ValueError("a time zone is written like Europe/London or America/New_York") from None
    return name


def _letter(text: str) -> str:
    if not re.fullmatch(r"[A-H]", text):
        raise ValueError("a player's letter is one of A to H")
    return text


def check_name(text: str) -> str:
    """A campaign's name. Raises ValueError."""
    if not re.fullmatch(r"[^\W_][\w.-]{0,39}", text):
        raise ValueError("it is up to 40 letters, digits, dots and hyphens, without blanks")
    return text


def _duration(text: str) -> str:
    duration(text)
    return text


def _address(text: str) -> str:
    if text and not re.fullmatch(r"[^@\s]+@[^@\s]+", text):
        raise ValueError("an address is written like anna@example.org")
    return text


def _one_line(text: str) -> str:
    if not text.isprintable() or text != text.strip():
        raise ValueError("a name is a line of letters")
    return text


def _time_of_day(text: str) -> str:
    if text and not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", text):
        raise ValueError("a time of day is written like 20:00")
    return text


Zone = Annotated[str, AfterValidator(_zone)]
Letter = Annotated[str, AfterValidator(_letter)]
Duration = Annotated[str, AfterValidator(_duration)]
YesNo = Annotated[
    bool,
    BeforeValidator(lambda text: {"yes": True, "no": False, "true": True, "false": False}.get(text, text)),
]


def _empty_mapping(value: object) -> object:
    """``rulings:`` with nothing behind it holds nothing."""
    return {} if value == "" else value


Choices = Annotated[dict[str, Any], BeforeValidator(_empty_mapping)]
MaybeLetter = Annotated[Letter | None, BeforeValidator(lambda text: text or None)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerSettings(_Model):
    """One seat."""

    name: Annotated[str, AfterValidator(_one_line)] = Field(min_length=1, max_length=80)
    email: Annotated[str, AfterValidator(_address)] = Field(default="", max_length=200)
    zone: Zone | None = None


class GamesmasterSettings(_Model):
    """Who runs the campaign; shown in reports and mails."""

    name: Annotated[str, AfterValidator(_one_line)] = ""
    email: Annotated[str, AfterValidator(_address)] = ""


class DeadlineSettings(_Model):
    """When orders are due, counted from the publication of the report before."""

    first: Duration = "7d"
    second: Duration = "7d"
    setup: Duration = "7d"
    at: Annotated[str, AfterValidator(_time_of_day)] = ""
    """The time of day the deadline is put off to, in the campaign's zone; empty: none."""
    grace: Duration = "0h"
    remind: Duration = "24h"


class ReportSettings(_Model):
    """How reports are made."""

    html: YesNo = True
    """Whether every player gets a page with map and order desk beside the plain text."""


class Settings(_Model):
    """campaign.yaml. `mail` is read by the mail commands only."""

    format: Literal["1"] = "1"
    name: Annotated[str, AfterValidator(check_name)]
    rules: str = "rcw"
    zone: Zone = "UTC"
    gamesmaster: GamesmasterSettings = GamesmasterSettings()
    players: dict[Letter, PlayerSettings] = Field(min_length=2, max_length=8)
    deadlines: DeadlineSettings = DeadlineSettings()
    correct_within: Duration = "0h"
    """How long after publication players may point out mistakes before the next Phase is adjudicated."""
    dice: Literal["sealed", "manual"] = "sealed"
    """manual: the gamesmaster rolls real dice."""
    rulings: Choices = Field(default_factory=dict)
    playing_gamesmaster: MaybeLetter = None
    """The letter of a gamesmaster who also plays: his sheet is sealed before he sees another."""
    report: ReportSettings = ReportSettings()
    press: Literal["report", "at_once"] = "report"
    mail: Choices = Field(default_factory=dict)


def read_settings(path: Path) -> Settings:
    """The campaign's settings. Raises FaultyFile or FileError."""
    return parse_settings(_text(path), path)


def parse_settings(text: str, path: Path) -> Settings:
    """The settings of a text; `path` is for messages. Raises FaultyFile or FileError."""
    tree, node = _parse(text, path)
    if (
        isinstance(tree, dict)
        and str(tree.get("format", "1")).isdigit()
        and int(tree.get("format", "1")) > FORMAT
    ):
        raise FileError(
            f"the file was written for a newer pbem (format {tree['format']}, this one knows {FORMAT})",
            path=path,
            cure="Install the newer pbem and give the command again.",
        )
    return _validated(Settings, tree, node, path)


def settings_facts(settings: Settings, text: bytes) -> tuple[Facts, Facts]:
    """campaign.yaml for the ledger: what is public of it, and the rest."""
    public = {
        "zone": settings.zone,
        "gamesmaster": settings.gamesmaster.name,
        "playing_gamesmaster": settings.playing_gamesmaster or "",
        "dice": settings.dice,
        "html": settings.report.html,
        "correct_within": settings.correct_within,
        "deadlines": settings.deadlines.model_dump(),
        "players": [
            {"player": player, "name": seat.name, "zone": seat.zone or ""}
            for player, seat in sorted(settings.players.items())
        ],
    }
    private = {
        "emails": {player: seat.email for player, seat in sorted(settings.players.items())},
        "settings": text_mark(text),
        "file": text.decode(),
    }
    return public, private


def read_model(model: type[_M], path: Path) -> _M:
    """A YAML file of any shape. Raises FaultyFile or FileError."""
    tree, node = _parse(_text(path), path)
    return _validated(model, tree, node, path)


def check_seat(seat: NewSeat) -> None:
    """Raises CommandError for a name, address or zone that cannot stand in campaign.yaml, or hardly is one."""
    try:
        PlayerSettings.model_validate({"name": seat.name, "email": seat.email, "zone": seat.zone or None})
    except ValidationError as problem:
        first = problem.errors()[0]
        what = f"the {first['loc'][0]} {shortened(repr(first['input']))} of player {seat.player}"
        raise CommandError(f"{what}: {_plain_words(first)}") from None
    if seat.email and not _WHOLE_ADDRESS.fullmatch(seat.email):
        raise CommandError(
            f"the email {shortened(repr(seat.email))} of player {seat.player}: an address is written like anna@example.org"
        )
    if "@" in seat.name:
        raise CommandError(
            f"the name {shortened(repr(seat.name))} of player {seat.player} holds an address, and everybody reads the name",
            cure="Write the address apart from the name; it is shown to nobody.",
        )


_WHOLE_ADDRESS = re.compile(r"[^@\s,;<>()]+@(?:[^@\s,;<>().]+(?:\.[^@\s,;<>().]+)+|localhost)")


def place_in(path: Path, *place: str) -> tuple[int, int]:
    """Line and column of a key of a settings file, or of the longest part of its place that stands there."""
    return _place(_parse(_text(path), path)[1], place)


def _text(path: Path) -> str:
    try:
        return read(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        what = f"the file is not UTF-8 text: {problem.reason}"
        raise FaultyFile([Fault(what, path=path, line=1)]) from None


def _parse(text: str, path: Path) -> tuple[Any, yaml.Node | None]:
    try:
        _refuse_aliases(text, path)
        node = yaml.compose(text, _Loader)
        repeated = _repeated_key(node)
        if repeated is not None:
            mark = repeated.start_mark
            what = f"the key {repeated.value!r} stands here a second time"
            raise FaultyFile([Fault(what, path=path, line=mark.line + 1, column=mark.column + 1)])
        return yaml.load(text, _Loader), node
    except yaml.MarkedYAMLError as problem:
        at = problem.problem_mark
        line, column = (at.line + 1, at.column + 1) if at else (1, 1)
        what = f"this cannot be read as YAML: {problem.problem}"
        cure = _cure_of_yaml(text.split("\n")[line - 1 : line], column, str(problem.problem))
        raise FaultyFile([Fault(what, path=path, line=line, column=column, cure=cure)]) from None
    except yaml.YAMLError as problem:  # a character that YAML does not allow
        cure = "Save the file as plain text."
        fault = Fault(f"this cannot be read as YAML: {problem}".split("\n")[0], path=path, line=1, cure=cure)
        raise FaultyFile([fault]) from None


def _cure_of_yaml(lines: list[str], column: int, problem: str) -> str:
    """What to do about a fault that the parser of YAML names, where it can be guessed."""
    if "tab" in problem or any(line[column - 1 : column] == "\t" for line in lines):
        return "Write blanks instead of tabs."
    if "did not find expected" in problem or "mapping values" in problem:
        return "A text with a colon, a comma or brackets in it stands in quotes; every bracket is closed."
    return ""


def _refuse_aliases(text: str, path: Path) -> None:
    """A few lines of aliases to aliases would grow without end."""
    if "&" not in text or "*" not in text:
        return
    for event in yaml.parse(text, _Loader):
        if isinstance(event, yaml.AliasEvent):
            mark = event.start_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            what = f"`*{event.anchor}` stands for what is written elsewhere, which this file may not do"
            cure = "Write it out, or put the text in quotes."
            raise FaultyFile([Fault(what, path=path, line=line, column=column, cure=cure)])


def _repeated_key(node: yaml.Node | None) -> yaml.Node | None:
    """The first key that stands twice in one mapping; YAML itself would take the last in silence."""
    if isinstance(node, yaml.MappingNode):
        seen: list[Any] = []
        for key, value in node.value:
            if key.value in seen:
                found: yaml.Node | None = key
            else:
                found = _repeated_key(value)
            if found is not None:
                return found
            seen.append(key.value)
    return None


def _validated(model: type[_M], tree: object, node: yaml.Node | None, path: Path) -> _M:
    """The tree as a model; every fault with its place in the text."""
    if not isinstance(tree, dict):
        raise FaultyFile([Fault("the file must hold `key: value` lines", path=path, line=1)])
    try:
        return model.model_validate(tree)
    except ValidationError as problem:
        faults = [_fault(error, model, node, path) for error in problem.errors()]
        raise FaultyFile(faults) from None


def _fault(error: Mapping[str, Any], model: type[BaseModel], node: yaml.Node | None, path: Path) -> Fault:
    place = tuple(part for part in error["loc"] if part != "[key]")
    line, column = _place(node, place)
    where = ".".join(str(part) for part in place)
    if error["type"] == "extra_forbidden":
        cure = nearest(str(place[-1]), _known_keys(model, place[:-1]))
        return Fault(
            f"the key {place[-1]!r} is not known here", path=path, line=line, column=column, cure=cure
        )
    if error["type"] == "missing":
        return Fault(f"the key {where!r} is missing", path=path, line=line, column=column)
    what = _plain_words(error)
    if isinstance(error["input"], dict):  # which may be long, and hold what nobody else should read
        return Fault(f"{where}: {what}", path=path, line=line, column=column)
    shown = shortened(repr(error["input"]))
    return Fault(f"{where} is {shown}: {what}", path=path, line=line, column=column)


_WORDS = {
    "literal_error": "it may be {expected}",
    "bool_parsing": "it is yes or no",
    "bool_type": "it is yes or no",
    "model_type": "here stand further keys, like `{{key: value}}`",
    "dict_type": "here stand further keys, like `{{key: value}}`",
    "string_type": "here stands a single text",
    "string_too_short": "it must not be empty",
    "string_too_long": "it may have up to {max_length} letters",
}
"""What is wrong with a value, by the name the validation has for it."""


def _plain_words(error: Mapping[str, Any]) -> str:
    """What is wrong with a value, for people."""
    words = _WORDS.get(str(error["type"]))
    return words.format(**error.get("ctx", {})) if words else str(error["msg"]).removeprefix("Value error, ")


def _known_keys(model: type[BaseModel], place: tuple[Any, ...]) -> list[str]:
    """The keys that may stand at a place of the settings, for a suggestion."""
    for part in place:
        field = model.model_fields.get(str(part))
        inner = None if field is None else _model_in(field.annotation)
        model = inner or model
    return [field.alias or name for name, field in model.model_fields.items()]


def _model_in(kind: object) -> type[BaseModel] | None:
    """The model of a field, also within a list or mapping."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    return next((found for inner in get_args(kind) if (found := _model_in(inner))), None)


def _place(node: yaml.Node | None, place: tuple[Any, ...]) -> tuple[int, int]:
    """Line and column of the longest part of a place that stands in the text; of a last key, the key itself."""
    at = node
    mark = node.start_mark if node is not None else None
    for part in place:
        if isinstance(at, yaml.SequenceNode) and isinstance(part, int) and part < len(at.value):
            at = at.value[part]
            mark = at.start_mark
            continue
        if not isinstance(at, yaml.MappingNode):
            break
        pair = next(((key, value) for key, value in at.value if key.value == str(part)), None)
        if pair is None:
            break
        mark, at = pair[0].start_mark, pair[1]
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
