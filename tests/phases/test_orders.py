"""What an order knows of itself."""

from dataclasses import replace

import pytest

from pbem.core.orders import Move, PickUp, RouteStep


@pytest.mark.parametrize(
    "done",
    [{"pick_up": (PickUp(111),)}, {"drop": ((111,),)}, {"remove": (413,)}, {"join": 152}, {"join": "Rasputin"}],
)
def test_a_step_knows_whether_something_is_done_there(done: dict[str, object]) -> None:
    step = RouteStep("TVER", **done)  # type: ignore[arg-type]
    move = Move("A.moves[0]", (152,), (RouteStep("YARO"), step))
    assert (step.acts, move.only_travels, move.picks_up) == (True, False, "pick_up" in done)


def test_a_move_of_steps_at_which_nothing_is_done_only_travels() -> None:
    move = Move("A.moves[0]", (152,), (RouteStep("YARO"), RouteStep("TVER")))
    assert (move.route[0].acts, move.only_travels, move.picks_up) == (False, True, False)
    assert replace(move, route=(replace(move.route[0], join=155),)).only_travels is False


def test_what_follows_from_the_rest_is_not_shown() -> None:
    move = Move("A.moves[0]", (152,), (RouteStep("YARO"),))
    assert not [name for name in ("acts", "only_travels", "picks_up") if name in repr(move)]
    with pytest.raises(TypeError):
        Move("A.moves[0]", (152,), (), "rail", True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        RouteStep("YARO", (), (), (), None, True)  # type: ignore[call-arg]
