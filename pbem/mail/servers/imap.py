"""A session with the mailbox. Reads without marking anything, and tells the server what became of a mail only when asked.

Bodies are fetched with BODY.PEEK, large ones in pieces, so that no mail needs more memory than a piece.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.errors import CommandError, MailServerError
from pbem.mail.servers.passwords import Credential
from pbem.mail.servers.words import said, server_error, tls_context
from pbem.mail.settings import IncomingSettings

if TYPE_CHECKING:
    from imapclient import IMAPClient  # type: ignore[import-untyped]

MOST_FOLDERS = 30
"""Folders of a mailbox that are named."""
PIECE = 1024 * 1024
"""Bytes fetched at once."""


class Listed(NamedTuple):
    """A mail in the mailbox, as it is listed."""

    uid: int
    size: int
    received: datetime
    """The server's INTERNALDATE, UTC."""
    message_id: str


class Mailbox:
    """An open mailbox."""

    def __init__(self, client: "IMAPClient", settings: IncomingSettings) -> None:
        self._client = client
        self._settings = settings
        self.validity = 0
        """UIDVALIDITY: with another one all UIDs mean other mails."""

    def select(self) -> None:
        """Open the folder. Raises MailServerError."""
        keeps = self._settings.afterwards == "keep"
        try:
            with self._answering(f"opening the folder {self._settings.folder}"):
                found = self._client.select_folder(self._settings.folder, readonly=keeps)
                self.validity = int(found[b"UIDVALIDITY"])
        except _Answered as problem:
            raise MailServerError(problem.what, cure=self._folders_there()) from None

    def _folders_there(self) -> str:
        """The folders that could be meant, in words."""
        with self._answering("listing the folders"):
            names = sorted(str(name) for _, _, name in self._client.list_folders())[:MOST_FOLDERS]
        return f"`folder:` must be one of the mailbox's folders: {', '.join(names)}."

    def listed(self, after: int) -> list[Listed]:
        """The mails with a UID above `after`, in that order. Raises MailServerError."""
        with self._answering("listing the mails"):
            uids = self._client.search(["UID", f"{after + 1}:*"]) if after else self._client.search(["ALL"])
            found: list[Listed] = []
            # A server answers `n:*` with the last mail even where its UID is below n.
            wanted = sorted(uid for uid in uids if uid > after)
            for begin in range(0, len(wanted), 500):
                found += self._listed(wanted[begin : begin + 500])
            return found

    def _listed(self, uids: Sequence[int]) -> list[Listed]:
        head = "BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]"
        answers: dict[int, dict[bytes, Any]] = self._client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE", head])
        return [
            Listed(
                uid,
                int(answers[uid][b"RFC822.SIZE"]),
                _time(answers[uid][b"INTERNALDATE"]),
                _message_id(answers[uid]),
            )
            for uid in uids
            if b"RFC822.SIZE" in answers.get(uid, {})  # else it was removed since
        ]

    def pieces(self, mail: Listed, *, only_head: bool = False) -> Iterator[bytes]:
        """The bytes of a mail, piece by piece. Raises MailServerError."""
        with self._answering("fetching a mail"):
            if only_head:
                yield self._body(mail.uid, "BODY.PEEK[HEADER]")
                return
            if mail.size <= PIECE:
                yield self._body(mail.uid, "BODY.PEEK[]")
                return
            start = 0
            while piece := self._body(mail.uid, f"BODY.PEEK[]<{start}.{PIECE}>"):
                yield piece
                start += len(piece)

    def _body(self, uid: int, what: str) -> bytes:
        answer: dict[bytes, Any] = self._client.fetch([uid], [what]).get(uid, {})
        bodies = [value for key, value in answer.items() if key.startswith(b"BODY[")]
        if not bodies:
            raise MailServerError("the server gave no text for a mail it had listed", cure="Try again later.")
        return bytes(bodies[0] or b"")

    def tell(self, uids: Sequence[int]) -> None:
        """Do with these mails what the settings say. Raises MailServerError."""
        afterwards = self._settings.afterwards
        if not uids or afterwards == "keep":
            return
        with self._answering("marking mails"):
            if afterwards == "seen":
                self._client.add_flags(uids, [rb"\Seen"], silent=True)
            elif afterwards == "delete":
                self._remove(uids)
            else:
                self._move(uids, afterwards.partition(":")[2].strip())

    def _move(self, uids: Sequence[int], folder: str) -> None:
        if self._client.has_capability("MOVE"):
            self._client.move(uids, folder)
            return
        self._client.copy(uids, folder)
        self._remove(uids)

    def _remove(self, uids: Sequence[int]) -> None:
        self._client.delete_messages(uids, silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)
        # Without UIDPLUS an expunge would remove what others have marked, too: the mark has to do.

    @contextmanager
    def _answering(self, doing: str) -> Iterator[None]:
        """Turn whatever goes wrong within into a MailServerError."""
        with _translated(self._settings, doing):
            yield


@contextmanager
def mailbox(settings: IncomingSettings, credential: Credential | None) -> Iterator[Mailbox]:
    """Connect, log in, open the folder; log out at the end. Raises MailServerError."""
    with connection(settings) as client:
        log_in(client, settings, credential)
        found = Mailbox(client, settings)
        found.select()
        yield found


@contextmanager
def connection(settings: IncomingSettings) -> Iterator["IMAPClient"]:
    """A connection with TLS as settled. Raises MailServerError, CommandError for a `ca_file` that cannot be used."""
    from imapclient import IMAPClient  # half of what a check may take to load

    context = tls_context(settings)
    with _translated(settings, "connecting"):
        client = IMAPClient(
            settings.server,
            port=settings.number,
            ssl=settings.security == "tls",
            ssl_context=context,
            timeout=float(settings.timeout),
        )
        client.normalise_times = False
    try:
        if settings.security == "starttls":
            with _translated(settings, "starting TLS"):
                client.starttls(context)
        yield client
    finally:
        with suppress(Exception):  # the work is done, or an error is on its way already
            client.logout()


def log_in(client: "IMAPClient", settings: IncomingSettings, credential: Credential | None) -> None:
    """Prove who we are. Raises MailServerError, which shows nothing of the password."""
    if credential is None:
        raise CommandError(
            f"no user of the mailbox at {settings.server} is named", cure="Add `user:` under `incoming:`."
        )
    from imapclient.exceptions import LoginError  # type: ignore[import-untyped]

    try:
        with _translated(settings, "logging in"):
            if credential.is_token:
                client.oauth2_login(credential.user, credential.secret)
            elif credential.secret.isascii():
                client.login(credential.user, credential.secret)
            else:  # LOGIN knows no other letters
                client.plain_login(credential.user, credential.secret)
    except _Answered as problem:
        if not isinstance(problem.__cause__, LoginError):
            raise
        raise MailServerError(
            f"{settings.server} does not let {credential.user} in: {_without(problem.answer, credential.secret)}",
            cure=_CURE_TOKEN if credential.is_token else _CURE_PASSWORD,
        ) from None


_CURE_PASSWORD = (
    "Look whether user and password are right. Many providers want an app password in place of the usual one, and IMAP to be "
    "allowed in the mailbox's settings."
)
_CURE_TOKEN = (
    "Look whether the server takes OAuth2 tokens (XOAUTH2), whether token_command prints a fresh one, and whether it is for "
    "this user."
)


class _Answered(MailServerError):
    """The server answered with an error; `answer` is what it said."""

    answer = ""


@contextmanager
def _translated(settings: IncomingSettings, doing: str) -> Iterator[None]:
    from imapclient.exceptions import IMAPClientError

    try:
        yield
    except IMAPClientError as problem:
        answer = said(str(problem)).removeprefix("unexpected response: ")
        what = f"it is no IMAP server, it says: {answer}" if answer[:3] in ("220", "+OK") else answer
        found = _Answered(
            f"{settings.server}, {doing}: {what}",
            cure="Look whether server, port and `security` under `incoming:` are right.",
        )
        found.answer = answer
        raise found from problem
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, AssertionError) as problem:
        raise server_error(problem, settings, settings.number, doing=doing) from problem


def _without(text: str, secret: str) -> str:
    return text.replace(secret, "…") if secret else text


def _time(value: object) -> datetime:
    """INTERNALDATE as UTC."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise ValueError("no INTERNALDATE")
    return value.astimezone(UTC)


def _message_id(answer: dict[bytes, Any]) -> str:
    head = next((value for key, value in answer.items() if key.startswith(b"BODY[HEADER")), b"") or b""
    return " ".join(head.decode("ascii", "replace").partition(":")[2].split())
