"""The example's sheets, clicked together on the desks of the example's reports: the same orders, the same findings."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.campaign.demonstrating import copy_example, play_example
from pbem.campaign.folder import Campaign
from pbem.campaign.making import material_of
from pbem.checker import check, errors
from pbem.core.orders import Sheet
from pbem.core.terms import Player
from pbem.report.html import html_report
from pbem.report.material import Material
from pbem.resources import examples_folder
from pbem.sheets.findings import Finding
from pbem.sheets.read import Expected, ReadSheet, read_sheet
from tests.browser.clicking import Desk, meaning, said
from tests.browser.conftest import PHONE, OpenPage


class Written(NamedTuple):
    """A sheet of the example, the report its writer had before him, and what a check says of it."""

    name: str
    player: Player
    material: Material
    read: ReadSheet
    findings: tuple[Finding, ...]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Material]:
    """By Phase the material of the report that came before it."""
    folder = tmp_path_factory.mktemp("example")
    source = copy_example("volga", folder)
    settings = source / "example.yaml"
    play_example(source, folder / "volga", lambda step: None)
    assert settings.exists()
    campaign = Campaign(folder / "volga")
    course = campaign.course
    keys = ("deal", *sorted(course.used))
    found = {}
    for key in keys:
        material = material_of(campaign, course, key)
        found[f"{material.after.turn:02}-{material.after.phase}"] = material
    shutil.rmtree(folder)
    return found


def sheets() -> list[Path]:
    """The sheets as files; of one player's versions each."""
    return sorted((examples_folder() / "volga" / "sheets").glob("*/*.yaml"))


def kinds(sheet: Sheet) -> frozenset[str]:
    """What kinds of things the sheet orders."""
    found = set()
    for name in Sheet.__slots__:
        value = getattr(sheet, name)
        for order in value if isinstance(value, tuple) else ():
            found.add(name)
            for key in getattr(type(order), "__slots__", ()):
                if key not in ("ref", "force", "units", "at", "to", "text") and getattr(order, key) not in (
                    None,
                    (),
                    "overland",
                    "",
                ):
                    found.add(f"{name}.{key}")
            for step in getattr(order, "route", ()):
                found |= {
                    f"step.{key}" for key in ("pick_up", "drop", "remove", "join") if getattr(step, key)
                }
        if value and not isinstance(value, tuple) and name != "player":
            found.add(name)
    return frozenset(found)


def written(example: dict[str, Material]) -> Iterator[Written]:
    """The sheets without errors, as few as hold all kinds of orders there are."""
    readable = []
    for path in sheets():
        material = example.get(path.parent.name)
        if material is None:
            continue
        state = material.after
        expected = Expected(material.campaign, state.turn, state.phase, players=state.players)
        read = read_sheet(path.read_bytes(), expected, rules=material.rules)
        findings = check(state, read, material.rules)
        if read.sheet is not None and not errors(findings):
            readable.append(
                Written(f"{path.parent.name}/{path.name}", read.sheet.player, material, read, findings)
            )
    wanted = frozenset[str]().union(*(kinds(one.read.sheet) for one in readable if one.read.sheet))
    while wanted:
        best = max(readable, key=lambda one: len(kinds(one.read.sheet) & wanted))  # type: ignore[arg-type]
        assert best.read.sheet is not None
        wanted -= kinds(best.read.sheet)
        yield best


def test_sheets_of_the_example_can_be_clicked_together(
    example: dict[str, Material], open_page: OpenPage
) -> None:
    count = 0
    for one in written(example):
        count += 1
        rules, state = one.material.rules, one.material.after
        page = open_page(html_report(one.material, one.player), width=PHONE)
        desk = Desk(page, rules)
        assert one.read.sheet is not None
        try:
            desk.enter(one.read.sheet, str(one.read.head.key or ""))
        except AssertionError as problem:
            raise AssertionError(f"{one.name}: {problem}\n{one.read.text}") from problem
        text = desk.text()
        expected = Expected(
            one.material.campaign, state.turn, state.phase, player=one.player, players=state.players
        )
        again = read_sheet(text.encode(), expected, rules=rules)
        assert again.sheet is not None, text
        assert meaning(again.sheet, state) == meaning(one.read.sheet, state), (
            f"{one.name}\n{one.read.text}\n{text}"
        )
        assert said(check(state, again, rules)) == said(one.findings), one.name
    assert count >= 4
