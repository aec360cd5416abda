"""The game of examples/solo, played from its sheets to its end."""

from pathlib import Path

from pbem.checker import check, errors
from pbem.resources import examples_folder
from pbem.solo.folder.files import make_files
from pbem.solo.folder.game import Game, create
from pbem.solo.judging import judge
from tests.solo.conftest import NOW

EXAMPLE = examples_folder() / "solo"


def test_the_whole_game(tmp_path: Path) -> None:
    """Every sheet is for the Phase that waits and without error; Red wins in the last Game-Turn."""
    seed = bytes.fromhex((EXAMPLE / "seed.txt").read_text().strip())
    game, step = create(tmp_path / "game", name="kronstadt", rulings={}, now=NOW, seed=seed)
    make_files(game, step)
    sheets = sorted((EXAMPLE / "sheets").glob("*.yaml"), key=_order)
    for path in sheets:
        assert path.stem == f"{game.state.turn}-{game.state.phase}"
        read = game.read(path.read_bytes())
        assert read.sheet is not None
        assert not errors(check(game.state, read, game.rules, judges=judge))
        make_files(game, game.play(read, NOW))
    victory = game.state.victory
    assert victory is not None
    assert (victory.side, victory.level, victory.case) == ("red", "marginal", "28.12")
    again = Game(game.folder)
    assert again.state == game.state
    assert again.verify() > 100
    assert len(list((game.folder / "reports").glob("*.txt"))) == len(sheets) + 1
    assert not (game.folder / "sheet.yaml").exists()


def _order(path: Path) -> tuple[str, bool]:
    return path.stem[0], "combat" in path.stem
