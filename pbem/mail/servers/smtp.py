"""A session with the server that takes our mails. Hands over one mail at a time, and says exactly what became of it.

The last thing sent of a mail is the dot on a line of its own. Before it the server has nothing; after it nobody knows until
the answer comes. So `hand_over` gives its caller the moment before the dot, to write down that the mail is in doubt.
"""

import smtplib
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Literal, NamedTuple

from pbem.errors import MailServerError
from pbem.mail.servers.passwords import Credential
from pbem.mail.servers.words import said, server_error, tls_context
from pbem.mail.settings import OutgoingSettings

Ended = Literal["taken", "later", "refused", "in_doubt"]


class HandedOver(NamedTuple):
    """What became of a mail: taken; not now (`later`); refused for good; or not known (`in_doubt`)."""

    ended: Ended
    answer: str = ""
    """What the server said."""
    copied: bool = False
    """Whether the copy to ourselves was taken along."""


class Envelope(NamedTuple):
    """From whom and to whom; `copy_to` gets a copy where the server takes one. Empty: none."""

    sender: str
    recipient: str
    copy_to: str = ""


class Carrier:
    """An open session. `ended`: the server ended it, so that nothing more can be handed over."""

    def __init__(self, client: smtplib.SMTP) -> None:
        self._client = client
        self.ended = False

    def hand_over(self, mail: bytes, envelope: Envelope, *, before_dot: Callable[[bool], None]) -> HandedOver:
        """Hand over one mail. `before_dot` is called, with whether a copy goes along, when nothing but the dot is left."""
        try:
            found = self._ask(envelope)
            if isinstance(found, HandedOver):
                self._client.rset()
                return found
            self._client.send(_dotted(mail))
        except (OSError, smtplib.SMTPException) as problem:
            self.ended = True
            return HandedOver("later", _words(problem))
        try:
            before_dot(found)
        except BaseException:
            self._client.close()  # nothing may be said any more: the server takes every word for the mail's text
            self.ended = True
            raise
        try:
            self._client.send(b".\r\n")
            code, answer = self._client.getreply()
        except (OSError, smtplib.SMTPException) as problem:
            self.ended = True
            return HandedOver("in_doubt", _words(problem), found)
        if code == 421:
            self.ended = True
        return _taken(code, answer, copied=found)

    def _ask(self, envelope: Envelope) -> HandedOver | bool:
        """Sender, recipients, DATA: whether a copy goes along, or what the server objected to."""
        self._client.ehlo_or_helo_if_needed()
        for command, arguments in (
            (self._client.mail, (envelope.sender,)),
            (self._client.rcpt, (envelope.recipient,)),
        ):
            code, answer = command(*arguments)
            if code // 100 != 2:
                return _objection(code, answer)
        copied = bool(envelope.copy_to) and self._client.rcpt(envelope.copy_to)[0] // 100 == 2
        code, answer = self._client.docmd("DATA")
        return copied if code == 354 else _objection(code, answer)


def _taken(code: int, answer: bytes, *, copied: bool) -> HandedOver:
    if code // 100 == 2:
        return HandedOver("taken", f"{code} {said(answer)}", copied)
    if code // 100 in (4, 5):
        return _objection(code, answer)
    return HandedOver("in_doubt", f"the server answered {said(answer) or code}", copied)


def _objection(code: int, answer: bytes) -> HandedOver:
    """What the server will not do: for now (4xx, and whatever is no answer) or for good (5xx)."""
    return HandedOver("refused" if 500 <= code <= 599 and code != 503 else "later", f"{code} {said(answer)}")


def _words(problem: Exception) -> str:
    match problem:
        case TimeoutError():
            return "the server did not answer in time"
        case smtplib.SMTPServerDisconnected() | ConnectionError() | EOFError():
            return "the server ended the connection"
        case _:
            return said(str(problem)) or type(problem).__name__


def _dotted(mail: bytes) -> bytes:
    """The mail as it is sent: lines end with CRLF, a dot at the beginning of a line is doubled."""
    lines = mail.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\n").split(b"\n")
    return b"\r\n".join([b"." + line if line.startswith(b".") else line for line in lines]) + b"\r\n"


@contextmanager
def carrier(settings: OutgoingSettings, credential: Credential | None) -> Iterator[Carrier]:
    """Connect, start TLS, log in; say goodbye at the end. Raises MailServerError, CommandError."""
    with connection(settings) as client:
        log_in(client, settings, credential)
        yield Carrier(client)


@contextmanager
def connection(settings: OutgoingSettings) -> Iterator[smtplib.SMTP]:
    """A connection with TLS as settled. Raises MailServerError, CommandError for a `ca_file` that cannot be used."""
    context = tls_context(settings)
    timeout = float(settings.timeout)
    client: smtplib.SMTP | None = None
    try:
        with _translated(settings, "connecting"):
            if settings.security == "tls":
                client = smtplib.SMTP_SSL(settings.server, settings.number, timeout=timeout, context=context)
            else:
                client = smtplib.SMTP(settings.server, settings.number, timeout=timeout)
            if client.sock is not None:  # the end of a mail goes out by itself, and is not to wait for an answer to the rest
                client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if settings.security == "starttls":
            with _translated(settings, "starting TLS"):
                client.starttls(context=context)
        yield client
    finally:
        if client is not None:
            with suppress(OSError, smtplib.SMTPException):
                client.quit()
            client.close()


def log_in(client: smtplib.SMTP, settings: OutgoingSettings, credential: Credential | None) -> None:
    """Prove who we are. Raises MailServerError, which shows nothing of the password."""
    if credential is None:
        return
    try:
        with _translated(settings, "logging in"):
            client.ehlo_or_helo_if_needed()
            if not settings.user and not client.has_extn("auth"):
                return  # the user is that of the mailbox, and this server asks for none
            if credential.is_token:
                words = f"user={credential.user}\1auth=Bearer {credential.secret}\1\1"
                client.auth("XOAUTH2", lambda challenge=None: "" if challenge else words)
            else:
                client.login(credential.user, credential.secret)
    except MailServerError as problem:
        if not isinstance(problem.__cause__, smtplib.SMTPAuthenticationError):
            raise
        answer = said(problem.__cause__.smtp_error).replace(credential.secret, "…")
        raise MailServerError(
            f"{settings.server} does not let {credential.user} in: {answer}",
            cure=_CURE_TOKEN if credential.is_token else _CURE_PASSWORD,
        ) from None


_CURE_PASSWORD = (
    "Look whether user and password are right. Many providers want an app password in place of the usual one, or a token "
    "(token_command)."
)
_CURE_TOKEN = (
    "Look whether the server takes OAuth2 tokens (XOAUTH2), whether token_command prints a fresh one, and whether it is for "
    "this user."
)
_NOT_OFFERED = (
    (
        "it does not offer STARTTLS",
        "Perhaps this port wants `security: tls`; ports for programs are 587 (starttls) and 465 (tls).",
    ),
    (
        "it takes no user and password here",
        "Ports for programs that log in are 587 and 465. If the server wants no log-in, leave out `user:`.",
    ),
)


@contextmanager
def _translated(settings: OutgoingSettings, doing: str) -> Iterator[None]:
    try:
        yield
    except smtplib.SMTPResponseException as problem:
        answer = said(problem.smtp_error)
        answer = (
            f"{problem.smtp_code} {answer}"
            if problem.smtp_code > 0
            else f"it is no SMTP server, it says: {answer}"
        )
        raise MailServerError(
            f"{settings.server}, {doing}: {answer}",
            cure="Look whether server, port and `security` under `outgoing:` are right.",
        ) from problem
    except smtplib.SMTPNotSupportedError as problem:
        what, cure = _NOT_OFFERED[doing == "logging in"]
        raise MailServerError(
            f"{settings.server}, port {settings.number}, {doing}: {what}", cure=cure
        ) from problem
    except smtplib.SMTPServerDisconnected as problem:
        cause: Exception = TimeoutError() if "timed out" in str(problem) else ConnectionError()
        raise server_error(cause, settings, settings.number, doing=doing) from problem
    except (OSError, ValueError) as problem:
        raise server_error(problem, settings, settings.number, doing=doing) from problem
