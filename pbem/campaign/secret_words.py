"""secrets.yaml: the seed, and for each player a secret word that proves a mailed sheet is his."""

import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import yaml

from pbem.campaign.files import read, remove, write_new
from pbem.campaign.settings_text import with_part
from pbem.core.terms import Player
from pbem.errors import FileError
from pbem.resources import templates_folder

SECRETS = "secrets.yaml"
NOT_KEPT = "(not kept)"
"""What stands in a text in the place of a player's secret word."""
SHORTEST = 8
"""Letters of a secret word that is looked for everywhere; a shorter one may be any word."""
_BETWEEN = r"[^\S\r\n]*[-_\u2010-\u2015\u2212 \xa0][^\S\r\n]*"
_HYPHENS = re.compile(r"[\s\-_\u2010-\u2015\u2212]+")
_Loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class Secrets(NamedTuple):
    """secrets.yaml: mode 0600, never copied anywhere."""

    seed: str
    """64 hexadecimal digits."""
    keys: Mapping[Player, str]


def read_secrets(path: Path) -> Secrets:
    """The seed and the secret words. Raises FileError, which shows nothing of them."""
    if not path.exists():
        raise FileError(
            "the file is missing, and the seed of the dice and the secret words are nowhere else",
            path=path,
            cure="Put it back from a copy.",
        )
    try:
        tree = yaml.load(read(path).decode("utf-8-sig"), _Loader)
        seed, keys = tree["seed"], tree.get("keys") or {}
        if re.fullmatch(r"[0-9a-f]{64}", seed) and all(isinstance(key, str) for key in keys.values()):
            return Secrets(seed, keys)
    except (UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError, AttributeError):
        pass
    raise FileError(
        "the file does not hold a seed of 64 hexadecimal digits and `keys` with a word for each player",
        path=path,
        cure="Put it back from a copy.",
    )


def new_key() -> str:
    """A secret word a person can type: three words and a number, some 27 bits."""
    words = (templates_folder() / "secret-words.txt").read_text("utf-8").split()
    return "-".join([*(secrets.choice(words) for _ in range(3)), str(10 + secrets.randbelow(90))])


def folded_secret(text: str) -> bytes:
    """A secret word as it is compared: small or large letters, kinds of hyphens and quotes around it do not matter."""
    plain = unicodedata.normalize("NFKC", text).casefold().strip(" \t\"'`.,;<>*_\u2018-\u201f\u00ab\u00bb")
    return sha256(_HYPHENS.sub("-", plain).encode("utf-8", "surrogatepass")).digest()


def is_secret(written: str, secret: str) -> bool:
    """Whether what was written is this secret word, on a sheet by mail or any other; takes the same time whatever was
    written."""
    return bool(secret.strip()) and hmac.compare_digest(folded_secret(written), folded_secret(secret))


def secrets_text(seed: bytes, keys: Mapping[Player, str]) -> str:
    """The first secrets.yaml."""
    lines = [
        "# The seed of the dice and the players' secret words. Never show this file to a player.",
        f"seed: {seed.hex()}",
        "keys:",
        *(f"  {player}: {key}" for player, key in keys.items()),
    ]
    return "\n".join(lines) + "\n"


def without_secrets(text: str, words: Iterable[str]) -> str:
    """The text without these secret words, however a person may have typed them: large or small, with blanks for hyphens."""
    small = text.lower()
    for word in words:
        if len(word.strip()) >= SHORTEST and _parts(word.strip())[0].lower() in small:
            text = _as_typed(word.strip()).sub(NOT_KEPT, text)
    return text


def hidden(text: str, words: Iterable[str], instead: str) -> str:
    """The text for showing, with `instead` in the place of these secret words also where a mail program, or somebody who
    meant to, took them apart: across lines and marks of quoting, with invisible letters, or in letters of another form."""
    text = without_secrets(text, words).replace(NOT_KEPT, instead)
    letters, places = _bare(text)
    found: list[tuple[int, int]] = []
    for word in words:
        bare = _bare(word)[0]
        at = letters.find(bare) if len(bare) >= SHORTEST else -1
        while at >= 0:
            found.append((places[at], places[at + len(bare) - 1] + 1))
            at = letters.find(bare, at + 1)
    for begin, end in sorted(found, reverse=True):
        if end - begin <= _FURTHEST:
            text = text[:begin] + instead + text[end:]
    return text


_FURTHEST = 600
"""Letters over which a secret word taken apart may be spread."""


def _bare(text: str) -> tuple[str, list[int]]:
    """The letters and digits of a text without their accents, small, and for each its place in the text."""
    letters: list[str] = []
    places: list[int] = []
    for place, one in enumerate(text):
        plain = _plain(one)
        letters.append(plain)
        places += [place] * len(plain)
    return "".join(letters), places


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", letter).casefold())
    return "".join(one for one in folded if one.isalnum())


@lru_cache(maxsize=64)
def _parts(word: str) -> list[str]:
    """The words of which a secret word is made."""
    return [part for part in re.split(_BETWEEN, word) if part] or [word]


@lru_cache(maxsize=64)
def _as_typed(word: str) -> re.Pattern[str]:
    """All ways to type a secret word."""
    return re.compile(_BETWEEN.join(re.escape(part) for part in _parts(word)), re.IGNORECASE)


WAITING = ".word-"
"""How the name of a file begins that holds a new secret word until the record that gives it is in the ledger."""


def lay_down(folder: Path, player: Player) -> str:
    """Make a new secret word and lay it down in a file of its own, which counts for nothing until `put_in`; gives the mark
    by which the record names it. What an interrupted command left there goes. Raises FileError where secrets.yaml cannot
    be read or cannot take a word."""
    key = new_key()
    read_secrets(folder / SECRETS)  # raises, and shows nothing of it, where it is no secrets.yaml
    with_key(_text_of(folder), player, key, folder / SECRETS)
    for stray in folder.glob(f"{WAITING}*"):
        remove(stray)
    mark = secrets.token_hex(8)
    write_new(folder / f"{WAITING}{mark}", key.encode(), mode=0o600)
    return mark


def put_in(folder: Path, player: Player, mark: str) -> None:
    """Put the word of a mark into secrets.yaml, if that was not done yet. Raises FileError."""
    waiting = folder / f"{WAITING}{mark}"
    if not mark or not waiting.is_file():
        return
    path = folder / SECRETS
    read_secrets(path)
    write_new(path, with_key(_text_of(folder), player, read(waiting).decode(), path).encode(), mode=0o600)
    remove(waiting)


def _text_of(folder: Path) -> str:
    try:
        return read(folder / SECRETS).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError("the file is not UTF-8 text", path=folder / SECRETS) from None


def with_key(text: str, player: Player, key: str, path: Path) -> str:
    """secrets.yaml with another secret word for a player. Raises FileError where it cannot be written in."""
    return with_part(text, ("keys", player), [f"{player}: {key}"], path=path)
