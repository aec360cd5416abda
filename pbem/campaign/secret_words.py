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

from pbem.campaign.files import read
from pbem.campaign.settings_text import with_part
from pbem.core.terms import Player
from pbem.errors import FileError
from pbem.resources import templates_folder

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


@lru_cache(maxsize=64)
def _parts(word: str) -> list[str]:
    """The words of which a secret word is made."""
    return [part for part in re.split(_BETWEEN, word) if part] or [word]


@lru_cache(maxsize=64)
def _as_typed(word: str) -> re.Pattern[str]:
    """All ways to type a secret word."""
    return re.compile(_BETWEEN.join(re.escape(part) for part in _parts(word)), re.IGNORECASE)


def with_key(text: str, player: Player, key: str, path: Path) -> str:
    """secrets.yaml with another secret word for a player. Raises FileError where it cannot be written in."""
    return with_part(text, ("keys", player), [f"{player}: {key}"], path=path)
