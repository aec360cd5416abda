"""The part `mail:` of campaign.yaml: which mailbox, which server, whose word is believed, what the host does by itself.

No password stands in it; it says where one is to be found. Every fault is named by line.
"""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from pbem.campaign.folder import Campaign
from pbem.campaign.settings import YesNo, read_model
from pbem.errors import Fault, FaultyFile

PORTS = {("imap", "tls"): 993, ("imap", "starttls"): 143, ("imap", "none"): 143}
PORTS |= {("smtp", "tls"): 465, ("smtp", "starttls"): 587, ("smtp", "none"): 25}
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def _address(text: str) -> str:
    if not re.fullmatch(
        r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*", text
    ):
        raise ValueError("an address is written like orders+volga@example.org")
    return text


def _domain(text: str) -> str:
    if text and not re.fullmatch(r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*", text):
        raise ValueError("a domain is written like example.org")
    return text.lower()


def _afterwards(text: str) -> str:
    if text not in ("seen", "keep", "delete") and not re.fullmatch(r"move: *\S.{0,100}", text):
        raise ValueError("what is done with a mail on the server is seen, keep, delete or `move: FOLDER`")
    return text


Port = Annotated[str, Field(pattern=r"^$|^[1-9][0-9]{0,4}$")]
Address = Annotated[str, AfterValidator(_address)]
Domain = Annotated[str, AfterValidator(_domain)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class ServerSettings(_Model):
    """How to reach a server, and where the password is. At most one place of it is named."""

    server: str = Field(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:-]+$")
    port: Port = ""
    security: Literal["tls", "starttls", "none"] = "tls"
    ca_file: str = ""
    """Certificates to trust beside those of the system, for a server of one's own."""
    user: str = ""
    password_env: str = ""
    """The name of an environment variable."""
    password_file: str = ""
    """A file with mode 0600 that holds nothing else."""
    password_keyring: str = ""
    """The name of a service in the system's keyring."""
    password_command: str = ""
    """A command that prints it."""
    token_command: str = ""
    """A command that prints an OAuth2 token, for servers that take no passwords (XOAUTH2)."""
    timeout: Port = "60"
    """Seconds to wait for the server."""

    @model_validator(mode="after")
    def _one_source(self) -> "ServerSettings":
        if len(self.sources) > 1:
            raise ValueError(
                f"name one place of the password, not {len(self.sources)}: {', '.join(self.sources)}"
            )
        if self.security == "none" and self.server not in LOOPBACK:
            raise ValueError(
                "`security: none` would send mails and password in the open; it is for 127.0.0.1 alone"
            )
        return self

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys that say where the password is."""
        named = ("password_env", "password_file", "password_keyring", "password_command", "token_command")
        return tuple(name for name in named if getattr(self, name))


class IncomingSettings(ServerSettings):
    """The mailbox to which sheets are sent."""

    folder: str = Field(default="INBOX", min_length=1, max_length=200)
    afterwards: Annotated[str, AfterValidator(_afterwards)] = "seen"
    """What is done with a mail on the server once it is stored here: seen, keep (nothing), delete, `move: FOLDER`."""

    @property
    def number(self) -> int:
        """The port."""
        return int(self.port) if self.port else PORTS["imap", self.security]


class OutgoingSettings(ServerSettings):
    """The server that takes our mails. User and password are those of the mailbox where none are named."""

    security: Literal["tls", "starttls", "none"] = "starttls"

    @property
    def number(self) -> int:
        """The port."""
        return int(self.port) if self.port else PORTS["smtp", self.security]


class HostSettings(_Model):
    """What `pbem host` does by itself."""

    adjudicate: Literal["when_complete", "at_deadline", "by_hand"] = "when_complete"
    """when_complete: as soon as all sheets are in, or at the deadline; at_deadline: never before it."""
    publish: Literal["at_once", "by_hand"] = "at_once"
    wait_for_held: YesNo = True
    """Whether a mail that waits for the gamesmaster holds up the adjudication."""


class MailSettings(_Model):
    """`mail:`."""

    address: Address
    """Where sheets are sent to, and from where our mails come."""
    domain: Domain = ""
    """The campaign's own domain, for Message-IDs; empty: that of the address."""
    incoming: IncomingSettings | None = None
    outgoing: OutgoingSettings | None = None
    trust: Literal["key", "address"] = "key"
    """address: a sheet without its key is taken from a registered address that is proved."""
    authserv_id: str = Field(default="", max_length=253, pattern=r"^[A-Za-z0-9._:/-]*$")
    """The name under which the receiving server writes Authentication-Results; empty: they are not believed."""
    dkim: YesNo = False
    """Whether DKIM signatures are looked up here (needs the package dkimpy)."""
    copy_to_self: YesNo = True
    """Whether each of our mails goes to our own mailbox, too: the proof that the server took it."""
    picture: YesNo = True
    """Whether reports come with a picture of the map (needs the package resvg-py)."""
    answers_a_day: Port = "10"
    """So many answers a seat gets a day at most."""
    tell_gamesmaster: YesNo = True
    """Whether the gamesmaster is mailed what waits for him."""
    host: HostSettings = HostSettings()

    @property
    def own_domain(self) -> str:
        """The domain of Message-IDs."""
        return self.domain or self.address.rpartition("@")[2].lower()


class _Campaign(BaseModel):
    """campaign.yaml, of which only this part is looked at here."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    mail: MailSettings | None = None


def mail_settings(campaign: Campaign) -> MailSettings:
    """The campaign's mail settings. Raises FaultyFile, also where there are none; FileError."""
    found = read_model(_Campaign, campaign.settings_path).mail
    if found is None:
        raise no_settings(campaign.settings_path)
    return found


def no_settings(path: Path) -> FaultyFile:
    """The error for a campaign without mail settings."""
    return FaultyFile(
        [
            Fault(
                "the campaign has no mail settings",
                path=path,
                line=1,
                cure="Add a part `mail:` with at least its address; `pbem help mail` shows one.",
            )
        ]
    )
