"""Mails as real programs write them, each with its decision: tests/mail/corpus/, expected.yaml."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.playing import sheet_text
from pbem.campaign.secret_words import NOT_KEPT
from pbem.mail.due import put_due
from pbem.mail.intake import Outcome, decide_waiting, store
from pbem.mail.sources import from_files
from pbem.rulebook import load_rules
from pbem.sheets.read import read_sheet
from tests.mail.campaigns import KEYS, START, begin, desk

CORPUS = Path(__file__).parent / "corpus"
EXPECTED: dict[str, Any] = yaml.safe_load((CORPUS / "expected.yaml").read_text("utf-8"))
MAILS: dict[str, dict[str, Any]] = EXPECTED["mails"]
NOW = datetime(2026, 11, 8, 14, tzinfo=UTC)
NEVER_ANSWERED = ("ignored",)


@pytest.fixture(scope="session")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose reports lie in the outbox."""
    folder = begin(tmp_path_factory.mktemp("corpus") / "volga")
    with at_work(folder, command="test", now=START) as campaign:
        found = desk(folder, START)
        found.campaign = campaign
        put_due(found)
    return folder


@pytest.fixture
def folder(tmp_path: Path, _begun: Path) -> Path:
    shutil.copytree(_begun, tmp_path / "volga")
    return tmp_path / "volga"


def read(folder: Path, *names: str) -> list[Outcome]:
    store(folder, from_files([CORPUS / f"{name}.eml" for name in names], NOW))
    return decide_waiting(folder, command="test", now=NOW)


def with_mail_settings(folder: Path, more: str) -> None:
    path = folder / "campaign.yaml"
    lines = "".join(f"  {line.strip()}\n" for line in more.split(","))
    path.write_text(path.read_text() + lines)


def test_the_corpus_is_whole() -> None:
    assert {path.stem for path in CORPUS.glob("*.eml")} == set(MAILS)
    assert len(MAILS) >= 60


@pytest.mark.parametrize("name", sorted(MAILS))
def test_mail(name: str, folder: Path) -> None:
    expected = MAILS[name]
    if "mail" in expected:
        with_mail_settings(folder, expected["mail"])
    if "after" in expected:
        read(folder, *expected["after"])
    before = set(Campaign(folder).course.mail.out)
    (outcome,) = read(folder, name)
    verdict = outcome.decided.verdict
    assert (verdict.decision, verdict.code, verdict.player) == (
        expected["decision"],
        expected["code"],
        expected.get("player", ""),
    ), outcome.decided.reason
    answers = set(Campaign(folder).course.mail.out) - before
    assert len(answers) <= 1
    if verdict.decision in NEVER_ANSWERED or not verdict.player:
        assert not answers
    if "sheet" in expected:
        assert_same_orders(folder, verdict.player, EXPECTED["sheets"][expected["sheet"]])
    assert_no_key_was_kept(folder)


def assert_same_orders(folder: Path, player: str, text: str) -> None:
    campaign = Campaign(folder)
    on_file = campaign.course.on_file(player)
    assert on_file is not None
    rules = load_rules()
    kept = read_sheet(sheet_text(campaign, on_file).encode(), None, rules=rules)
    meant = read_sheet(text.encode(), None, rules=rules)
    assert kept.sheet == meant.sheet
    assert kept.head.key in (None, NOT_KEPT)


def assert_no_key_was_kept(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "secrets.yaml" and path.parent != folder / "mail" / "in":
            content = path.read_bytes()
            assert not [key for key in KEYS.values() if key.encode() in content], path


def test_all_in_one_batch(folder: Path) -> None:
    """No mail stops the others, and reading the same folder again changes nothing."""
    first = read(folder, *sorted(MAILS))
    assert len(first) == len(MAILS)
    ledger = (folder / "ledger.jsonl").read_bytes()
    assert read(folder, *sorted(MAILS)) == []
    assert (folder / "ledger.jsonl").read_bytes() == ledger
    assert {one.decided.verdict.code for one in first} >= {"mail_counts", "mail_late", "mail_bounce"}
    assert "mail_fault" not in {one.decided.verdict.code for one in first}
