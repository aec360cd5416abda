"""A sheet from its text: every field, the forms it may have, and what each fault costs."""

from collections.abc import Callable

import pytest

from pbem.core.orders import (
    Assassination,
    Attack,
    Counterpurge,
    ExecuteCzar,
    Faulty,
    Goods,
    Move,
    PickUp,
    Press,
    Purge,
    RouteStep,
    Spoil,
    StackOrder,
    Steal,
    Subversion,
    Trade,
)
from pbem.core.rules import Rules
from pbem.sheets.findings import place_of
from pbem.sheets.read import Expected, ReadSheet, read_sheet

Read = Callable[..., ReadSheet]


def errors(read: ReadSheet) -> list[tuple[str, str]]:
    return [(found.path, found.code) for found in read.findings if found.grade == "error"]


def steps(*provinces: str) -> tuple[RouteStep, ...]:
    return tuple(RouteStep(province) for province in provinces)


# --- whole sheets ----------------------------------------------------------------------------------------------


def test_a_set_up_sheet(sheet: Read) -> None:
    read = sheet(
        "trades:\n  - give: {units: [155, 261], politburo: 1}\n    to: B\n    for: {units: [152]}\n"
        "stacks:\n  - [153, 160]\n  - Stalin, Budenny\n",
        "setup",
    )
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.trades == (Trade("A.trades[0]", Goods(1, 0, (155, 261)), "B", Goods(units=(152,))),)
    assert read.sheet.stacks == (StackOrder("A.stacks[0]", (153, 160)), StackOrder("A.stacks[1]", (155, 156)))


def test_a_first_phase_sheet(sheet: Read) -> None:
    read = sheet(
        """
salt: any words: you like
trades:
  - {give: {politburo: 1}, to: B, for: {assassin: 2}}
  - {give: {assassin: 1}, to: C}
  - {to: D, for: {assassin: 1}}
steal:
  - {leader: Kolchak, units: [UK 307]}
moves:
  - force: [Trotsky, 111, 112]
    route: RYAZ-TULA
  - force: [160]
    by: rail
    route:
      - TVER: {pick_up: [115, Czar]}
      - VLDM
      - NIZH: {drop: [115]}
  - force: [Frunze]
    route: [SMOL: {pick_up: [118], join: Stalin}]
  - force: Denikin, Czar
    route: [KUBA: {remove: [Czar]}]
assassinations:
  - {target: Trotsky, markers: 2}
  - {target: Tukhachevsky, markers: all}
purges:
  - committee: [A, B, C]
    participants: [A, B]
    target: D
    markers: 4
    spoils: [{to: A, take: Frunze}, {to: B, take: politburo}, {to: A, take: any}]
  - {committee: [A, B, C], markers: 3}
counterpurge:
  - {if_purged_by: [A, B], against: [A, B], take: [Frunze, politburo, any], rounds: 3}
  - {}
execute_czar: {committee: [A, B, C]}
if_ordered_to_execute_czar: refuse
comply_with_execution: true
press:
  - {to: [B, C], from: anonymous, text: "The Volga is lovely in spring."}
  - {to: all, text: "I have no designs on Tver."}
quit: yes
""".replace("salt: any words: you like", 'salt: "any words: you like"')
    )
    assert not read.findings
    orders = read.sheet
    assert orders is not None
    assert read.head.salt == orders.salt == "any words: you like"
    assert orders.trades == (
        Trade("A.trades[0]", Goods(politburo=1), "B", Goods(assassin=2)),
        Trade("A.trades[1]", Goods(assassin=1), "C", None),
        Trade("A.trades[2]", None, "D", Goods(assassin=1)),
    )
    assert orders.steals == (Steal("A.steal[0]", 252, (307,)),)
    assert orders.moves == (
        Move("A.moves[0]", (152, 111, 112), steps("RYAZ", "TULA")),
        Move(
            "A.moves[1]",
            (160,),
            (
                RouteStep("TVER", pick_up=(PickUp(115), PickUp(1))),
                RouteStep("VLDM"),
                RouteStep("NIZH", drop=((115,),)),
            ),
            "rail",
        ),
        Move("A.moves[2]", (154,), (RouteStep("SMOL", pick_up=(PickUp(118),), join=155),)),
        Move("A.moves[3]", (251, 1), (RouteStep("KUBA", remove=(1,)),)),
    )
    assert orders.assassinations == (
        Assassination("A.assassinations[0]", 152, 2),
        Assassination("A.assassinations[1]", 153, None),
    )
    spoils = (Spoil("A", 154), Spoil("B", "politburo"), Spoil("A", "any"))
    assert orders.purges == (
        Purge("A.purges[0]", ("A", "B", "C"), ("A", "B"), "D", 4, spoils),
        Purge("A.purges[1]", ("A", "B", "C"), markers=3),
    )
    assert orders.counterpurges == (
        Counterpurge("A.counterpurge[0]", ("A", "B"), ("A", "B"), (154, "politburo", "any"), 3),
        Counterpurge("A.counterpurge[1]"),
    )
    assert orders.execute_czar == ExecuteCzar("A.execute_czar", ("A", "B", "C"))
    assert (orders.if_ordered_to_execute_czar, orders.comply_with_execution, orders.quit) == (
        "refuse",
        True,
        True,
    )
    assert orders.press == (
        Press("A.press[0]", ("B", "C"), "anonymous", "The Volga is lovely in spring."),
        Press("A.press[1]", (), "", "I have no designs on Tver."),
    )


def test_a_second_phase_sheet(sheet: Read) -> None:
    read = sheet(
        """
subversion:
  - {with: [155, 158], against: BR 414, at: ARCH, min_odds: "2:1"}
attacks:
  - at: TVER
    with: [152, 160]
    against: 204
    min_odds: 2:1
    losses: [112, 111, 160]
    enemy_losses: [204]
    capture: [152]
  - {at: Tver, with: 152, against: 204, capture: none}
losses: [118, 111]
end_game: agree
standing: [losses, counterpurge]
""",
        "second",
    )
    assert not read.findings
    orders = read.sheet
    assert orders is not None
    assert orders.subversions == (Subversion("A.subversion[0]", (155, 158), 414, "ARCH", "2:1"),)
    assert orders.attacks == (
        Attack("A.attacks[0]", "TVER", (152, 160), 204, "2:1", (112, 111, 160), (204,), (152,)),
        Attack("A.attacks[1]", "TVER", (152,), 204, capture=("none",)),
    )
    assert (orders.losses, orders.end_game, orders.standing) == (
        (118, 111),
        "agree",
        ("losses", "counterpurge"),
    )


# --- forms that are forgiven -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "route",
    [
        "PETR-NOVG-TVER",
        "[PETR, NOVG, TVER]",
        "PETR, NOVG, TVER",
        "petr - novgorod - Tver",
        "PETR—NOVG–TVER",
        "PETR -> NOVG -> TVER",
        "[PETR-NOVG, TVER]",
        "[PETR: , NOVG, {TVER: {}}]",
        "{PETR: , NOVG: {}, TVER: }",
        "\n      - PETR\n      - NOVG:\n      - TVER",
        "PETR-NOVG-\n      TVER",
    ],
)
def test_ways_to_write_a_route(sheet: Read, route: str) -> None:
    read = sheet(f"moves:\n  - force: [160]\n    route: {route}\n")
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.moves == (Move("A.moves[0]", (160,), steps("PETR", "NOVG", "TVER")),)


@pytest.mark.parametrize(
    "force", ["[152, 111]", "152, 111", "Trotsky, 111", "{152, 111}", "\n      - 152\n      - '111'"]
)
def test_ways_to_write_a_force(sheet: Read, force: str) -> None:
    read = sheet(f"moves:\n  - force: {force}\n    route: TVER\n")
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.moves == (Move("A.moves[0]", (152, 111), steps("TVER")),)


def test_commas_without_brackets_within_braces(sheet: Read) -> None:
    read = sheet(
        "moves:\n- {force: 152, 111, Czar, route: TVER, VLDM}\npress:\n- {to: B, C, text: Well, well}\n"
    )
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.moves == (Move("A.moves[0]", (152, 111, 1), steps("TVER", "VLDM")),)
    assert read.sheet.press == (Press("A.press[0]", ("B", "C"), "", "Well, well"),)


@pytest.mark.parametrize(
    ("written", "pick_ups"),
    [
        ("[115, Czar]", (PickUp(115), PickUp(1))),
        ("115, Czar", (PickUp(115), PickUp(1))),
        ("{Trotsky: [115, 116]}", (PickUp(115, 152), PickUp(116, 152))),
        ("{160: 115, Trotsky: 116}", (PickUp(115, 160), PickUp(116, 152))),
        ("[115, {Trotsky: [116]}]", (PickUp(115), PickUp(116, 152))),
    ],
)
def test_ways_to_write_a_pick_up(sheet: Read, written: str, pick_ups: tuple[PickUp, ...]) -> None:
    read = sheet(f"moves: [{{force: [152, 160], route: [TVER: {{pick_up: {written}}}]}}]\n")
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.moves[0].route == (RouteStep("TVER", pick_up=pick_ups),)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("written", "drops"),
    [
        ("[113, 115]", ((113, 115),)),
        ("113", ((113,),)),
        ("[[113], [115]]", ((113,), (115,))),
        ("[[113, 115]]", ((113, 115),)),
    ],
)
def test_ways_to_write_a_drop(sheet: Read, written: str, drops: tuple[tuple[int, ...], ...]) -> None:
    read = sheet(f"moves: [{{force: [152], route: [TVER: {{drop: {written}}}]}}]\n")
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.moves[0].route == (RouteStep("TVER", drop=drops),)  # type: ignore[union-attr]


def test_actions_beside_the_province(sheet: Read) -> None:
    read = sheet("moves:\n- force: 152\n  route:\n  - TVER:\n    pick_up: 115\n  - {at: VLDM, drop: 115}\n")
    assert read.sheet is not None
    assert read.sheet.moves[0].route == (  # type: ignore[union-attr]
        RouteStep("TVER", pick_up=(PickUp(115),)),
        RouteStep("VLDM", drop=((115,),)),
    )


@pytest.mark.parametrize(
    "written", ["[A, B, C]", "A, B, C", "A B C", "A+B+C", "ABC", "a, b and c", "Player A, B, C"]
)
def test_ways_to_write_players(sheet: Read, written: str) -> None:
    read = sheet(f"execute_czar: {{committee: {written}}}\n")
    assert read.sheet is not None
    assert read.sheet.execute_czar == ExecuteCzar("A.execute_czar", ("A", "B", "C")), read.findings


@pytest.mark.parametrize("written", ["2:1", '"2:1"', "“2:1”", "2-1", "2/1", "2 to 1", '"2 : 1"'])
def test_ways_to_write_odds(sheet: Read, written: str) -> None:
    read = sheet(f"attacks: [{{at: TVER, with: 152, against: 204, min_odds: {written}}}]\n", "second")
    assert read.sheet is not None
    assert read.sheet.attacks[0].min_odds == "2:1"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("yes", True), ("True", True), ("on", True), ("no", False), ("off", False), ("n", False)],
)
def test_ways_to_say_yes_and_no(sheet: Read, written: str, meant: bool) -> None:
    read = sheet(f"comply_with_execution: {written}\n")
    assert read.sheet is not None
    assert read.sheet.comply_with_execution is meant


def test_keys_in_any_case_and_with_hyphens(sheet: Read) -> None:
    read = sheet("Moves:\n- {Force: 152, ROUTE: [TVER: {Pick-up: 115}]}\nExecute Czar: [A, B]\n")
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.moves[0].route == (RouteStep("TVER", pick_up=(PickUp(115),)),)  # type: ignore[union-attr]
    assert read.sheet.execute_czar == ExecuteCzar("A.execute_czar", ("A", "B"))


def test_one_order_without_a_list_and_no_orders(sheet: Read) -> None:
    read = sheet("moves: {force: 152, route: TVER}\nassassinations: none\npurges:\npress: []\n")
    assert not read.findings
    assert read.sheet is not None
    assert len(read.sheet.moves) == 1


def test_a_force_without_a_route_restacks_in_place(sheet: Read) -> None:
    read = sheet("moves:\n- force: [152, 118]\n- {force: 160, route: }\n")
    assert read.sheet is not None
    assert read.sheet.moves == (Move("A.moves[0]", (152, 118), ()), Move("A.moves[1]", (160,), ()))


def test_standing_orders_are_cancelled_by_an_empty_list_or_no(sheet: Read) -> None:
    read = sheet(
        "losses: []\ncounterpurge: no\nif_ordered_to_execute_czar: no\nend_game: no\nstanding: no\n", "second"
    )
    assert not read.findings
    assert read.sheet is not None
    assert read.sheet.cancelled == ("losses", "counterpurge", "if_ordered_to_execute_czar", "end_game")
    assert (read.sheet.losses, read.sheet.counterpurges, read.sheet.end_game, read.sheet.standing) == (
        (),
        (),
        None,
        (),
    )


def test_what_is_not_written_cancels_nothing(sheet: Read) -> None:
    read = sheet("losses:\ncounterpurge:\nend_game:\nstanding:\n", "second")
    assert read.sheet is not None
    assert (read.sheet.cancelled, read.sheet.losses, read.sheet.standing) == ((), None, None)


@pytest.mark.parametrize(
    "tabs", ["moves:\n\t- force: 152\n\t  route: TVER\n", "moves:\n\t- force: 152\n\t\troute: TVER\n"]
)
def test_tabs_are_understood_and_reported(sheet: Read, tabs: str) -> None:
    read = sheet(tabs)
    assert read.sheet is not None
    assert read.sheet.moves == (Move("A.moves[0]", (152,), steps("TVER")),)
    assert [(found.grade, found.code, found.line) for found in read.findings] == [("note", "tab_indent", 7)]


def test_tabs_of_eight_among_spaces(sheet: Read) -> None:
    read = sheet("moves:\n        - force: 152\n\t  route: TVER\n")
    assert read.sheet is not None
    assert len(read.sheet.moves) == 1


# --- faults, and what they cost --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "path", "code", "suggestion"),
    [
        ("{force: 152, ruote: TVER}", "moves[0].ruote", "unknown_key", "route"),
        ("{force:152, route: TVER}", "moves[0]", "syntax_no_space", "force: 152"),
        ("{route: TVER}", "moves[0]", "missing_key", ""),
        ("{force: 152, by: rial, route: TVER}", "moves[0].by", "no_such_word", "rail"),
        ("{force: {152: 111}, route: TVER}", "moves[0].force", "no_list", ""),
        ("{force: [[152]], route: TVER}", "moves[0].force[0]", "no_name", ""),
        ("{force: 152, route: [[TVER]]}", "moves[0].route[0]", "no_step", ""),
        ("{force: 152, route: [TVER: {joint: 155}]}", "moves[0].route[0].joint", "unknown_key", "join"),
        ("{force: 152, route: [TVER: pick up 115]}", "moves[0].route[0].TVER", "no_action", ""),
        ("{force: 152, route: [TVER: {drop: [113, [115]]}]}", "moves[0].route[0].drop", "mixed_drop", ""),
        ("{force: 152, force: 160}", "moves[0].force", "repeated_key", ""),
        ("{force: 152, [a]: b}", "moves[0]", "key_no_word", ""),
        ("Trotsky to Tver", "moves[0]", "order_no_keys", ""),
        ("", "moves[0]", "empty_order", ""),
    ],
)
def test_a_fault_voids_its_order_alone(
    sheet: Read, order: str, path: str, code: str, suggestion: str
) -> None:
    read = sheet(f"moves:\n- {order}\n- {{force: 160, route: TVER}}\n")
    assert read.sheet is not None
    assert isinstance(read.sheet.moves[0], Faulty)
    assert read.sheet.moves[1] == Move("A.moves[1]", (160,), steps("TVER"))
    found = next(found for found in read.findings if found.code == code)
    assert (found.grade, found.path, found.line, found.suggestion) == ("error", path, 7, suggestion)
    assert read.sheet.moves[0].text in [other.sentence for other in read.findings]


@pytest.mark.parametrize(
    "number", ["012", "1e3", "1_0", "-1", "+2", "2.0", "two", "12:30", "٣", "99999", "[1, 2]"]
)
def test_numbers_are_strict(sheet: Read, number: str) -> None:
    read = sheet(f"assassinations: [{{target: 152, markers: {number}}}]\n")
    assert read.sheet is not None
    assert isinstance(read.sheet.assassinations[0], Faulty)


def test_all_faults_of_an_order_are_told(sheet: Read) -> None:
    read = sheet("purges:\n- {commitee: ABC, target: Z, markers: many, spoils: [{to: A}]}\n")
    assert [code for _, code in errors(read)] == ["unknown_key", "no_player", "no_number", "missing_key"]


def test_unknown_names_cost_no_order(sheet: Read) -> None:
    read = sheet("moves:\n- {force: [Trotsky, Trtsky, 999], route: TVER-TVRE-VLDM}\n")
    assert read.sheet is not None
    assert read.sheet.moves == (Move("A.moves[0]", (152, "Trtsky", "999"), steps("TVER", "TVRE", "VLDM")),)
    assert [(f.path, f.code, f.column, f.text, f.suggestion, f.cases) for f in read.findings] == [
        ("moves[0].force[1]", "unknown_unit", 21, "Trtsky", "Trotsky", ("R10",)),
        ("moves[0].force[2]", "unknown_unit", 29, "999", "", ("R10",)),
        ("moves[0].route[1]", "unknown_province", 47, "TVRE", "TVER", ("R9",)),
    ]


def test_missing_commas_and_hyphens_are_suggested(sheet: Read) -> None:
    read = sheet("moves:\n- {force: Trotsky 111, route: PETR NOVG}\n")
    assert [found.suggestion for found in read.findings] == ["Trotsky, 111", "PETR-NOVG"]


def test_a_wrapped_line_keeps_its_places(sheet: Read) -> None:
    read = sheet("moves:\n- {force: [152, 111,\n    Trtsky], route: TVER-\n  TVRE}\n")
    assert [(found.line, found.column) for found in read.findings] == [(8, 5), (9, 3)]


@pytest.mark.parametrize(
    ("body", "phase", "path", "code"),
    [
        ("move: []\n", "first", "move", "unknown_part"),
        ("moves: []\n", "second", "moves", "other_phase"),
        ("attacks: []\n", "first", "attacks", "other_phase"),
        ("stacks: []\n", "first", "stacks", "other_phase"),
        ("moves: []\n", "setup", "moves", "other_phase"),
        ("losses: [111]\n", "first", "losses", "only_to_keep"),
        ("moves: Trotsky goes to Tver\n", "first", "moves", "no_orders"),
        ("moves: []\nmoves: []\n", "first", "moves", "repeated_part"),
        ("quit: perhaps\n", "first", "quit", "no_yes_or_no"),
        ("standing: [looses]\n", "second", "standing[0]", "no_standing"),
        ("if_ordered_to_execute_czar: maybe\n", "first", "if_ordered_to_execute_czar", "no_such_word"),
        ("press: [{to: all, from: B, text: x}]\n", "first", "press[0].from", "press_from_another"),
        ("[a, b]: c\n", "first", "", "key_no_word"),
    ],
)
def test_a_part_that_cannot_be_read_costs_that_part(
    sheet: Read, body: str, phase: str, path: str, code: str
) -> None:
    read = sheet(body + "execute_czar: [A]\n" if phase != "setup" else body, phase)
    assert read.sheet is not None
    assert (path, code) in errors(read)
    if phase != "setup":
        assert read.sheet.execute_czar is not None


def test_losses_on_a_first_phase_sheet_may_be_kept_for_later(sheet: Read) -> None:
    read = sheet("losses: [111]\nstanding: losses\n")
    assert not read.findings


# --- the head --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        (Expected("moscow"), "other_campaign"),
        (Expected(turn=4), "other_turn"),
        (Expected(phase="second"), "other_phase_of_sheet"),
        (Expected(player="B"), "other_player"),
        (Expected(players=("B", "C")), "no_seat"),
    ],
)
def test_a_sheet_for_something_else_is_refused_as_a_whole(sheet: Read, expected: Expected, code: str) -> None:
    read = sheet("moves: []\n", expected=expected)
    assert read.sheet is None
    assert [other for _, other in errors(read)] == [code]


def test_a_sheet_for_this_is_not(sheet: Read) -> None:
    assert sheet("", expected=Expected("Volga", 3, "first", "A", ("A", "B"))).sheet is not None


@pytest.mark.parametrize("missing", ["player", "turn", "phase"])
def test_a_head_without(rules: Rules, missing: str) -> None:
    head = {"campaign": "volga", "player": "A", "turn": "3", "phase": "first"}
    text = "".join(f"{key}: {value}\n" for key, value in head.items() if key != missing)
    read = read_sheet(text.encode(), rules=rules)
    assert read.sheet is None
    assert errors(read) == [("", "head_missing")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("turn: three", "no_number"),
        ("turn: 03", "no_number"),
        ("phase: third", "no_such_word"),
        ("player: X", "no_player"),
        ("player: [A, B]", "no_single_value"),
    ],
)
def test_a_head_that_cannot_be_read(rules: Rules, line: str, code: str) -> None:
    head = {"player": "A", "turn": "3", "phase": "first"} | dict([line.split(": ")])
    read = read_sheet("".join(f"{key}: {value}\n" for key, value in head.items()).encode(), rules=rules)
    assert read.sheet is None
    assert [other for _, other in errors(read)] == [code]


def test_two_players_in_one_head(rules: Rules) -> None:
    read = read_sheet(b"player: A\nplayer: B\nturn: 3\nphase: first\n", rules=rules)
    assert read.sheet is None
    assert errors(read) == [("player", "head_repeated")]


def test_the_placeholder_marks_a_blank_sheet(rules: Rules) -> None:
    read = read_sheet(b"player: A\nturn: 3\nphase: first\nkey: your-secret-word\n", rules=rules)
    assert read.blank
    assert [(found.grade, found.code) for found in read.findings] == [("warning", "key_is_placeholder")]


@pytest.mark.parametrize("key", ["larch-otter-42", "[larch-otter-42]", "{larch-otter-42: x}"])
def test_the_key_is_in_no_finding(rules: Rules, key: str) -> None:
    read = read_sheet(f"player: A\nturn: 3\nphase: first\nkey: {key}\n".encode(), rules=rules)
    assert not any("larch" in str(part) for found in read.findings for part in found)
    assert not any("larch" in place.text for place in read.places.values())


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_marks(rules: Rules, end: str, charset: str) -> None:
    text = end.join(
        ["player: A", "turn: 3", "phase: first", "moves:", "- {force: 152, route: TVER-TVRE}", ""]
    )
    read = read_sheet(text.encode(charset), rules=rules)
    assert [(found.line, found.column) for found in read.findings] == [(5, 28)]


def test_the_longest_known_path_gives_the_place(sheet: Read) -> None:
    places = sheet("moves:\n- {force: [152], route: TVER-VLDM}\n").places
    assert place_of(places, "moves[0].route[1]").column == 30
    assert place_of(places, "moves[0].route[1].drop[2]").path == "moves[0].route[1]"
    assert place_of(places, "moves[0].by").path == "moves[0]"
    assert place_of(places, "purges[3]").path == ""


# --- forms a player may think of -------------------------------------------------------------------------------


def test_what_is_done_at_the_end_of_a_hyphened_stretch_is_done_in_its_last_province(sheet: Read) -> None:
    read = sheet(
        "moves:\n- force: 152\n  route:\n  - TVER\n  - NOVG-PETR: {pick_up: [115]}\n"
        "- force: 153\n  route: [Don Cossacks-Foo: {drop: 115}]\n"
    )
    assert read.sheet is not None
    assert read.sheet.moves == (
        Move("A.moves[0]", (152,), (*steps("TVER", "NOVG"), RouteStep("PETR", pick_up=(PickUp(115),)))),
        Move("A.moves[1]", (153,), (RouteStep("DONC"), RouteStep("Foo", drop=((115,),)))),
    )
    assert errors(read) == [("moves[1].route[1]", "unknown_province")]
    assert read.places["moves[0].route[2]"][1:] == (10, 10, "PETR")


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("- force: 152\n  route: TVER - NOVG: {drop: 5}", 21),
        ("- {force: 152, route: TVER-NOVG: {drop: 5}}", 32),
    ],
)
def test_a_route_with_actions_lacks_its_brackets(sheet: Read, line: str, column: int) -> None:
    read = sheet(f"moves:\n{line}\n")
    assert read.sheet is None
    (found,) = read.findings
    assert (found.code, found.column) == ("syntax_route", column)
    assert "`route: [TVER, NOVG: {…}]`" in found.sentence


def test_a_single_spoil_needs_no_list(sheet: Read) -> None:
    read = sheet("purges: [{committee: [A, B], target: D, spoils: {to: A, take: any}}]\n")
    assert read.sheet is not None and not read.findings
    (purge,) = read.sheet.purges
    assert isinstance(purge, Purge) and purge.spoils == (Spoil("A", "any"),)


@pytest.mark.parametrize(
    ("order", "suggestion"),
    [
        ("{force: Tuk, route: TVER}", "Tukachevsky"),
        ("{force: Kor, route: TVER}", "Kork"),
        ("{force: 152, route: TVER / NOVG}", "TVER-NOVG"),
        ("{force: 152, route: TVER to NOVG}", "TVER-NOVG"),
    ],
)
def test_what_was_probably_meant(sheet: Read, order: str, suggestion: str) -> None:
    (found,) = sheet(f"moves:\n- {order}\n").findings
    assert found.suggestion == suggestion
