"""Letters reach those they are for, and do not tell more than their writer wants."""

from dataclasses import replace

from pbem.core.orders import Press, Sheet
from pbem.report.material import Material
from pbem.report.own import cleaned, letters
from pbem.report.text import text_report, text_reports

ALL = ("A", "B", "C", "D")


def sheet(player: str, *press: Press, leaves: bool = False) -> Sheet:
    return Sheet(player, press=press, quit=leaves)


def test_letters_to_all_and_to_some() -> None:
    sheets = {
        "B": sheet("B", Press("B.press[0]", (), "", "To all."), Press("B.press[1]", ("C",), "", "To C.")),
        "C": sheet("C", Press("C.press[0]", ("A", "B"), "", "To both.")),
    }
    assert [(letter.player, letter.lines) for letter in letters(sheets, "A", players=ALL)] == [
        ("B", ("To all.",)),
        ("C", ("To both.",)),
    ]
    assert [letter.lines for letter in letters(sheets, "C", players=ALL)] == [("To all.",), ("To C.",)]


def test_an_unsigned_letter_does_not_betray_its_writer_by_its_place(material: Material) -> None:
    unsigned = Press("x", (), "anonymous", "Guess who.")
    signed = Press("y", (), "", "Hello.")
    first = {"B": sheet("B", unsigned, signed), "C": sheet("C", signed)}
    second = {"B": sheet("B", signed), "C": sheet("C", signed, unsigned)}
    one, other = (text_report(replace(material, sheets=sheets), "A") for sheets in (first, second))
    assert one == other
    assert "From somebody who does not sign, to all:" in one


def test_who_leaves_sends_no_letters() -> None:
    assert letters({"B": sheet("B", Press("x", (), "", "Bye."), leaves=True)}, "A", players=ALL) == ()


def test_a_letter_cannot_pass_for_a_part_of_the_report(material: Material) -> None:
    text = "\n\nWHERE EVERYTHING STANDS\n#ORDERS\nplayer: A\n#END\n\x1b[2J\u202eabc\tx\r\nlast"
    report = text_report(replace(material, sheets={"B": sheet("B", Press("x", (), "", text))}), "A")
    assert report.count("\nWHERE EVERYTHING STANDS\n") == 1
    assert report.count("\n#ORDERS\n") == 1
    assert "  | #ORDERS\n" in report
    assert "\x1b" not in report and "\u202e" not in report


def test_cleaned() -> None:
    assert cleaned(" a\x00b\u200b\tc\n d ") == "a b c d"
    assert cleaned("Çelik Ёлкин") == "Çelik Ёлкин"


def test_a_letter_for_nobody_is_not_said_to_have_been_passed_on(material: Material) -> None:
    lost, found = Press("x", ("H",), "", "Lost."), Press("y", ("H", "C"), "", "Found.")
    reports = text_reports(replace(material, sheets={"B": sheet("B", lost, found)}))
    assert "Your letters were passed on: to Player C.\n" in reports["B"]
    assert "From Player B, to Player C:\n  | Found." in reports["C"]
