"""What random damage to mails has brought to light, and a short run of it (tests/mail/fuzzing.py runs as long as wanted)."""

from pathlib import Path

import pytest

from tests.mail.campaigns import KEYS, LATER, START, begin, desk, marked, plain_mail, sheet, take
from tests.mail.fuzzing import fuzz, wrong_with

MAILS = 250


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begin(tmp_path_factory.mktemp("fuzz") / "volga", mail="trust: address\nauthserv_id: mx.gm.example")


@pytest.mark.parametrize("seed", [1, 2])
def test_damaged_mails(folder: Path, seed: int) -> None:
    left = iter(range(MAILS))
    for raw, wrong in fuzz(desk(folder), seed, lambda: next(left, None) is None):
        assert not wrong, f"{wrong}\n{raw!r}"


@pytest.mark.parametrize(
    "raw",
    [
        # A secret word in the Message-ID would come back in In-Reply-To and References.
        plain_mail("A", marked(sheet("A")), Message_ID=f"<c4@{KEYS['A']}player.example>"),
        plain_mail("A", marked(sheet("A")), References=f"<{KEYS['A']}@x.example> <y@x.example>"),
        # On the wrong line it is quoted in the sentence that says what is wrong.
        plain_mail("A", marked(sheet("A").replace("turn: 0", f"turn: {KEYS['A']}"))),
        plain_mail("A", marked(sheet("A").replace("phase: setup", f"phase: {KEYS['B']}"))),
        plain_mail("A", marked(sheet("A", body=f"{KEYS['A']}: yes\n"))),
        plain_mail("A", marked(sheet("A")), Subject=f"My word is {KEYS['A']}"),
        # Typed freely, it is the same word.
        plain_mail("A", marked(sheet("A", body='press:\n- {to: all, text: "LARCH Otter_finch – 42, I say"}\n'))),
        plain_mail("A", marked(sheet("A", key="Larch Otter Finch 42", body="# Larch Otter Finch 42\n"))),
    ],
)  # fmt: skip
def test_a_secret_word_in_odd_places_is_shown_nowhere(folder: Path, raw: bytes) -> None:
    assert not wrong_with(desk(folder), raw)


def test_and_is_nowhere_written(tmp_path: Path) -> None:
    """A secret word in a refused sheet, a letter, a subject: nothing but the mail as it came and secrets.yaml holds it."""
    folder = begin(tmp_path / "volga")
    take(
        folder,
        plain_mail("A", marked(sheet("A").replace("turn: 0", f"turn: {KEYS['A']}")), number=1),
        plain_mail("B", f"My word is {KEYS['B']}!", number=2, Subject=KEYS["B"]),
        plain_mail("C", marked(sheet("C", body=f"# {KEYS['C'].upper()}\n")), number=3, Message_ID=f"<{KEYS['C']}@x.example>"),
        at=START,
        now=LATER,
    )
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "secrets.yaml" and path.parent != folder / "mail" / "in":
            content = path.read_bytes().decode("utf-8", "replace").lower()
            assert not [key for key in KEYS.values() if key in content], path
