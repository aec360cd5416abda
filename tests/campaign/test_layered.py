"""A mapping carried on entry by entry is what a dict would be, and leaves what was before as it was."""

from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.layered import Layered


@given(st.lists(st.tuples(st.sampled_from([f"k{number}" for number in range(60)]), st.integers()), max_size=150))
def test_like_a_dict(entries: list[tuple[str, int]]) -> None:
    meant: dict[str, int] = {}
    found: Layered[int] = Layered()
    for key, value in entries:
        before, length = found, len(meant)
        meant[key] = value
        found = found.having(key, value)
        assert len(before) == length
    assert list(found.items()) == list(meant.items())
    assert found == meant and len(found) == len(meant)
    assert all((f"k{number}" in found) == (f"k{number}" in meant) for number in range(60))
    assert found.get("none") is None
