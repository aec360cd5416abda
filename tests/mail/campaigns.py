"""A campaign of six players with mail settings, and what its players write."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from pbem.campaign.creating import create
from pbem.campaign.decisions.publishing import publish
from pbem.campaign.folder import Campaign, at_work
from pbem.campaign.secret_words import secrets_text
from pbem.campaign.settings_text import NewSeat
from pbem.mail.case import Desk
from pbem.mail.intake import Arrived, Outcome, decide_waiting, store
from pbem.mail.settings import mail_settings

START = datetime(2026, 11, 1, 12, tzinfo=UTC)
LATER = START + timedelta(hours=1)
SEED = bytes(range(32))
NAMES = {"A": "Anna", "B": "Boris", "C": "Clara", "D": "Dmitri", "E": "Elena", "F": "Fedor"}
ZONES = {"A": "Europe/London", "B": "America/New_York", "E": "Asia/Tokyo"}
KEYS = {
    "A": "larch-otter-finch-42",
    "B": "maple-heron-ridge-17",
    "C": "coral-wren-thistle-63",
    "D": "amber-fox-lagoon-28",
    "E": "slate-plum-kestrel-91",
    "F": "pepper-stone-brook-55",
}
ADDRESS = "orders+volga@gm.example"
GAMESMASTER = "greta@gm.example"


def address(player: str) -> str:
    """The registered address of a player."""
    return f"{NAMES[player].lower()}@player.example"


def all_addresses() -> list[str]:
    """Every address there is."""
    return [ADDRESS, GAMESMASTER, *(address(player) for player in NAMES)]


def begin(
    folder: Path,
    *,
    mail: str = "",
    settings: Mapping[str, str] | None = None,
    players: str = "ABCDEF",
    at: datetime = START,
    picture: bool = False,
    seed: bytes = SEED,
    name: str = "volga",
    keys: Mapping[str, str] = KEYS,
    to: str = ADDRESS,
) -> Path:
    """A new campaign, its deal published. `mail`: lines under ``mail:``; `settings`: other lines of campaign.yaml.
    `picture`: whether reports come with the map, which takes long to draw. There are no pages of HTML."""
    seats = tuple(NewSeat(one, NAMES[one], address(one), ZONES.get(one, "")) for one in players)
    create(folder, name=name, seats=seats, now=at, zone="Europe/Berlin", seed=seed)
    (folder / "secrets.yaml").write_text(secrets_text(seed, {one: keys[one] for one in players}))
    (folder / "secrets.yaml").chmod(0o600)
    path = folder / "campaign.yaml"
    text = path.read_text()
    text = text.replace(
        'gamesmaster: {name: "", email: ""}', f'gamesmaster: {{name: "Greta", email: "{GAMESMASTER}"}}'
    )
    for old, new in {"report: {html: yes}": "report: {html: no}", **(settings or {})}.items():
        assert old in text, old
        text = text.replace(old, new)
    lines = [f"address: {to}", f"picture: {'yes' if picture else 'no'}", *mail.splitlines()]
    path.write_text(text + "\nmail:\n" + "".join(f"  {line}\n" for line in lines))
    with at_work(folder, command="test", now=at) as campaign:
        publish(campaign, at)
    return folder


def sheet(player: str, *, key: str | None = "", turn: int = 0, phase: str = "setup", body: str = "") -> str:
    """A sheet; `key` None: none at all, empty: the right one."""
    lines = ["campaign: volga", f"player: {player}", f"turn: {turn}", f"phase: {phase}"]
    if key is not None:
        lines.append(f"key: {key or KEYS[player]}")
    return "\n".join(lines) + "\n" + body


def marked(text: str) -> str:
    """A sheet between its marks."""
    return f"#ORDERS\n{text}#END\n"


def plain_mail(player: str, text: str, *, number: int = 1, **headers: str) -> bytes:
    """A mail as a simple program writes it; headers by name, hyphens as underscores."""
    mail = EmailMessage()
    mail["From"] = f"{NAMES[player]} <{address(player)}>"
    mail["To"] = ADDRESS
    mail["Subject"] = "Re: [volga] Set-up"
    mail["Message-ID"] = f"<{number}.{player}@player.example>"
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        if value:
            mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def take(folder: Path, *mails: bytes, at: datetime = START, now: datetime = LATER) -> list[Outcome]:
    """Store mails, received a second after one another, and decide them."""
    store(folder, [Arrived(raw, at + timedelta(seconds=index)) for index, raw in enumerate(mails)])
    return decide_waiting(folder, command="test", now=now)


def decision(folder: Path, raw: bytes, *, at: datetime = START, now: datetime = LATER) -> tuple[str, str]:
    """What becomes of one mail: the decision, and the code of its reason."""
    (outcome,) = take(folder, raw, at=at, now=now)
    return outcome.decided.verdict.decision, outcome.decided.verdict.code


def desk(folder: Path, now: datetime = LATER) -> Desk:
    """A desk that decides without a lock, for what writes nothing."""
    campaign = Campaign(folder)
    return Desk(campaign, mail_settings(campaign), now)
