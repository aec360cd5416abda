"""How the campaign's files are written."""

import json

from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.files import json_bytes

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


@given(VALUES)
def test_json_is_that_of_the_library_with_one_item_a_line(value: object) -> None:
    assert json_bytes(value) == (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
