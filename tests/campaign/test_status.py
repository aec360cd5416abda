"""What `pbem status` says of a campaign that is over."""

import json
from pathlib import Path

import pytest

from pbem.cli import run
from tests.campaign.play import make_public
from tests.campaign.test_end import LATER, play_to_the_end


def test_who_won(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play_to_the_end(played)
    assert run(["status", str(played)]) == 0
    said = capsys.readouterr().out
    title, *lines = said.splitlines()
    ranks, draft = lines[:3], " ".join(" ".join(lines[3:]).split())
    assert title in ("volga: the campaign is over: a Red victory", "volga: the campaign is over: a White victory")
    assert ranks[0].split()[0] == "1." and {line.split()[1] for line in ranks} == set("ABC")
    assert all(line.endswith((" points", " point")) for line in ranks)
    assert "is a draft: `pbem publish" in draft
    make_public(played, now=LATER)
    capsys.readouterr()
    assert run(["status", str(played), "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["victory"]["side"] in title.lower() and found["missing"] == []
    assert sorted(player for rank in found["victory"]["ranking"] for player in rank) == ["A", "B", "C"]
