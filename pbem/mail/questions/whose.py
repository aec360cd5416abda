"""Is it proved whose sheet it is? By the secret word on it, or where the campaign says so by the address it came from."""

from pbem.mail.case import Case, Verdict
from pbem.mail.proof import address_is_proved


def ask(case: Case) -> Verdict | None:
    """Without proof it is held, and the registered address of the seat it names is told."""
    found = case.sheet
    assert found is not None
    head = found.read.head
    player = head.player if head.player and case.desk.course.seat(head.player) else ""
    if head.key:
        return _of_key(case, player, head.key)
    if not player:
        player = case.from_seat
    if case.desk.settings.trust == "address" and player in case.from_seats and _proved(case):
        return None
    code = "mail_no_key" if player in case.from_seats else "mail_no_key_no_address"
    return Verdict(
        "held", code, {"player": player or None}, player, answer="warning" if player else "", found=found
    )


def _of_key(case: Case, player: str, key: str) -> Verdict | None:
    """The key on the sheet against that of the seat it names; a sheet that names no seat is that of the key's owner."""
    if player and case.desk.is_key_of(player, key):
        return None
    owner = case.desk.owner_of_key(key)
    if owner and not player:
        return None
    if owner:
        facts = {"player": player, "player_owner": owner}
        return Verdict("held", "mail_key_of_another", facts, owner, answer="held", found=case.sheet)
    return Verdict(
        "held",
        "mail_wrong_key",
        {"player": player or None},
        player,
        answer="warning" if player else "",
        found=case.sheet,
    )


def _proved(case: Case) -> bool:
    return address_is_proved(case.message, case.raw, case.desk.settings)


def owner_of(case: Case) -> str:
    """Whose sheet it is, where that is proved: the seat it names, or that of its key or address."""
    found = case.sheet
    if found is None:
        return ""
    head = found.read.head
    if head.player and case.desk.course.seat(head.player):
        return head.player
    return (case.desk.owner_of_key(head.key) if head.key else "") or case.from_seat
