"""The ledger: chained, closed against every changed byte, whole or not there."""

import json
from pathlib import Path

import pytest

from pbem.campaign import ledger
from pbem.campaign.ledger import Entry, Tip
from pbem.campaign.record.verifying import verify
from pbem.errors import LedgerError
from tests.campaign.play import submit


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "ledger.jsonl"
    records = ledger.sealed(
        Tip(), "2026-12-01T12:00:00Z", [Entry("noted", {"text": "Привет"}), Entry("noted", {}, {"b": 2})]
    )
    ledger.write(path, records)
    return path


def test_records_come_back_as_they_were_written(small: Path) -> None:
    first, second = ledger.read_all(small)
    assert (first.number, first.facts, first.private, first.more) == (1, {"text": "Привет"}, None, 1)
    assert second.private is not None and second.private["b"] == 2 and second.previous == first.hash
    place = len(ledger.line_of(first))
    assert ledger.read_at(small, place) == second


def test_the_private_part_can_be_left_out_and_its_hash_tells_nothing(small: Path) -> None:
    records = list(ledger.read_all(small))
    small.write_bytes(b"".join(ledger.line_of(record, with_private=False) for record in records))
    _, second = ledger.read_all(small)
    assert second.private is None and second.hash == records[1].hash
    again = ledger.seal(Tip(), "2026-12-01T12:00:00Z", Entry("noted", {}, {"b": 2}))
    assert again.private_hash != second.private_hash


def test_every_changed_byte_is_found_and_its_line_named(volga: Path) -> None:
    submit(volga, "A", salt="Привет")
    path = volga / "ledger.jsonl"
    content = path.read_bytes()
    tip = Tip()
    for record in list(ledger.read_all(path)):
        line = ledger.line_of(record)
        for place, byte in enumerate(line[:-1]):
            with pytest.raises(LedgerError) as caught:
                ledger.read_line(line[:place] + bytes([byte ^ 1]) + line[place + 1 :], path=path, tip=tip)
            assert caught.value.line == record.number, place
        end = tip.size + len(line)
        path.write_bytes(content[: end - 1] + b"x" + content[end:])
        with pytest.raises(LedgerError) as caught:
            list(ledger.read_all(path, strict=True))
        assert caught.value.line == record.number
        tip = Tip(record.number, end, record.hash)
    assert tip.size == len(content)


def test_verify_names_the_changed_line(volga: Path) -> None:
    path = volga / "ledger.jsonl"
    content = path.read_bytes()
    for place in (3, content.index(b"\n"), content.index(b"\n") + 50, len(content) - 30, len(content) - 1):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert verify(volga).difference.startswith(f"ledger.jsonl:{content[:place].count(10) + 1}: "), place
    path.write_bytes(content)
    assert not verify(volga).difference


def test_lines_left_out_put_in_or_exchanged_are_found(volga: Path) -> None:
    path = volga / "ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for wrong in (
        [*lines[:1], *lines[2:]],
        [lines[0], lines[0], *lines[1:]],
        [lines[1], lines[0], *lines[2:]],
    ):
        path.write_bytes(b"".join(wrong))
        assert verify(volga).difference.startswith("ledger.jsonl:")


def test_a_record_in_another_form_is_refused(small: Path) -> None:
    first, *rest = small.read_bytes().splitlines(keepends=True)
    for text in (json.dumps(json.loads(first)) + "\n", "[]\n", "{}\n", "x\n", "\n"):
        small.write_bytes(text.encode() + b"".join(rest))
        with pytest.raises(LedgerError) as caught:
            list(ledger.read_all(small))
        assert caught.value.line == 1


def test_a_last_line_that_was_written_over_is_not_taken_for_a_crash(small: Path) -> None:
    content = small.read_bytes()
    small.write_bytes(content[:-1] + b"x")
    with pytest.raises(LedgerError):
        ledger.mend(small)
    assert small.read_bytes() == content[:-1] + b"x"
