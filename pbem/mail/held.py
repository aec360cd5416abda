"""The gamesmaster's decisions on mails that are held: a sheet counts after all, or it does not. Recorded with the reason."""

from datetime import datetime

from pbem.campaign.awaited import played_already, undoing
from pbem.campaign.folder import Campaign
from pbem.campaign.ledger import Entry
from pbem.campaign.receiving import Looked, refuse_if_over
from pbem.campaign.sealing import refuse_second_thoughts
from pbem.errors import CommandError, Refused, as_typed
from pbem.mail import outbox
from pbem.mail.case import Case, Desk, Verdict
from pbem.mail.decide import Decided, counts, settled
from pbem.mail.intake import case_of
from pbem.mail.questions.whose import owner_of
from pbem.mail.settings import mail_settings


def find_id(campaign: Campaign, written: str) -> str:
    """The id of a mail, also by its first letters. Raises CommandError."""
    known = [name for name in campaign.course.mail.seen if name.startswith(written.lower())]
    if len(known) == 1 and written:
        return known[0]
    what = (
        f"{len(known)} mails have an id that begins with {written!r}"
        if known
        else f"there is no mail {written!r}"
    )
    raise CommandError(what, cure="`pbem mail list` shows the ids.")


def accept(
    campaign: Campaign,
    now: datetime,
    mail_id: str,
    *,
    why: str,
    sheet: int | None = None,
    supersede: bool = False,
) -> Decided:
    """Let the sheet in a held mail count; a held mail without one is then read and done with.

    `sheet`: which of several, from 1. `supersede`: although a sheet received later is on file. Raises Refused, CommandError.
    """
    refuse_if_over(campaign)
    case = _held(campaign, now, mail_id)
    sheets = case.search.sheets or case.search.quoted
    if not sheets:
        return _recorded(case, Verdict("ignored", "mail_read_by_gamesmaster", {}, _seat(case)), why=why)
    if len(sheets) > 1:
        if sheet is None or not 1 <= sheet <= len(sheets):
            raise CommandError(
                f"there are {len(sheets)} different sheets in this mail",
                cure=f"Say which counts: --sheet 1 to --sheet {len(sheets)}, from the top.",
            )
        sheets = sheets[sheet - 1 : sheet]
    return _counting(case.of_sheets(sheets), why=why, supersede=supersede)


def _counting(case: Case, *, why: str, supersede: bool) -> Decided:
    looked = case.looked  # raises Refused for a player who has left
    if looked.player is None:
        _refuse_after_its_phase(case, looked)
        first = next((one.sentence for one in looked.findings if one.grade == "error"), "it cannot be read")
        raise Refused(
            f"the sheet is refused as a whole: {first}", cure="`pbem mail reject` tells the player."
        )
    refuse_second_thoughts(case.desk.course, looked.player)
    before = case.desk.course.on_file(looked.player)
    if before and before.time > f"{case.received:%Y-%m-%dT%H:%M:%SZ}" and not supersede:
        raise Refused(
            f"version {before.version} of player {looked.player}'s sheet was received later and counts",
            cure="To let this one take its place all the same, give the command with --supersede.",
        )
    verdict = counts(case)
    if verdict.code != "mail_counts_again":
        verdict = verdict._replace(code="mail_taken_by_gamesmaster")
    return _recorded(case, verdict, why=why)


def _refuse_after_its_phase(case: Case, looked: Looked) -> None:
    """Raises Refused, with the way back, for a sheet whose Phase was played already."""
    head, campaign = looked.read.head, case.desk.campaign
    moment = played_already(case.desk.course, head.turn, head.phase)
    if moment is None:
        return
    folder = as_typed(campaign.folder)
    raise Refused(
        f"the sheet is for {moment.words}, which is adjudicated already",
        cure=f"To play that Phase with it: `{undoing(campaign, moment)}`, accept the mail, then "
        f"`pbem adjudicate {folder}` again. Else `pbem mail reject` tells the player.",
    )


def reject(campaign: Campaign, now: datetime, mail_id: str, *, why: str, answer: bool = True) -> Decided:
    """Decide that a held mail does not count. The player is told, with the reason, unless `answer` is False.

    Raises CommandError.
    """
    case = _held(campaign, now, mail_id)
    found = case.sheet
    player = _seat(case)
    verdict = Verdict(
        "refused",
        "mail_by_gamesmaster",
        {},
        player,
        answer="refused" if answer and player else "",
        found=found,
    )
    return _recorded(case, verdict, why=why)


def _held(campaign: Campaign, now: datetime, mail_id: str) -> Case:
    name = find_id(campaign, mail_id)
    if name not in campaign.course.held:
        decision = campaign.course.mail.seen[name].decision
        raise CommandError(
            f"mail {name} is not held: it was decided as {decision}",
            cure=f"Nothing was changed. {_cure_of_decided(campaign, name)}".strip(),
        )
    return stored_case(Desk(campaign, mail_settings(campaign), now), name)


def _cure_of_decided(campaign: Campaign, name: str) -> str:
    """How a sheet in a mail that is decided already can be made to count."""
    if campaign.course.mail.seen[name].decision == "counts":
        return "Another sheet takes the place of one that counts: by mail, or by `pbem submit`."
    folder = as_typed(campaign.folder)
    return (
        f"If there are orders in it that should count: `pbem mail show {folder} {name}` prints it; write them into a "
        f"file and give the command `pbem submit {folder} FILE`, with --received for when they came."
    )


def stored_case(desk: Desk, name: str) -> Case:
    """A mail that was decided, as it came. Raises CommandError where its file is gone."""
    case = case_of(desk, name)
    if case is None:
        raise CommandError(
            f"the text of mail {name} is gone from {desk.campaign.folder / 'mail' / 'in'}",
            cure="Put its file back from a copy. To play on without it: "
            f"`pbem adjudicate {as_typed(desk.campaign.folder)} --despite-held`.",
        )
    return case


def _seat(case: Case) -> str:
    """Whose seat a held mail concerns: as was said when it was held, else of its sheet or address."""
    return case.desk.course.held.get(case.id, "") or owner_of(case) or case.from_seat


def _recorded(case: Case, verdict: Verdict, *, why: str) -> Decided:
    decided = settled(case, verdict, why=why, by_gamesmaster=True)
    campaign = case.desk.campaign
    with campaign.gathered():
        campaign.record(case.desk.now, *(entry for entry in decided.entries if entry.kind != "mail_out"))
        if decided.answer:
            campaign.record(case.desk.now, *_withdrawn(case))
            outbox.put(campaign, case.desk.now, [decided.answer])
    return decided


def _withdrawn(case: Case) -> list[Entry]:
    """Records of answers to this mail that were not sent yet: that it waits is out of date once it is decided."""
    return [
        outbox.withdrawn(name, out)
        for name in (f"held.{case.id}", f"warning.{case.id}")
        if (out := case.desk.course.mail.out.get(name)) is not None and out.state == "waiting"
    ]
