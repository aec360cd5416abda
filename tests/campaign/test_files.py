"""How the campaign's files are written."""

from pbem.campaign.files import json_bytes


def test_json_has_one_item_a_line_and_letters_as_they_are() -> None:
    value = {"b": [1, 2.5, None, True], "a": {"Волга": "ч\n"}, "nothing": []}
    assert json_bytes(value).decode() == (
        '{\n "b": [\n  1,\n  2.5,\n  null,\n  true\n ],\n "a": {\n  "Волга": "ч\\n"\n },\n "nothing": []\n}\n'
    )
