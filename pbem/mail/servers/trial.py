"""Trying both servers, step by step, and saying in words what goes well and what is wrong. Changes nothing on them."""

import ssl
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbem.errors import PbemError
from pbem.mail.servers import imap, smtp
from pbem.mail.servers.passwords import USUAL, credential_for
from pbem.mail.settings import MailSettings, ServerSettings


class Step(NamedTuple):
    """One step of the trial."""

    name: str
    well: bool
    said: str
    cure: str = ""
    settled: bool = True
    """False: there is nothing to try, since no such server is settled."""


def trial(settings: MailSettings) -> Iterator[Step]:
    """The steps, each made when it is asked for; after one that fails those that need it are left out."""
    if settings.incoming is None:
        yield Step(
            "mailbox", True, "none is settled (`incoming:`); mails are read from files alone", settled=False
        )
    else:
        yield from _trying("mailbox", settings.incoming, None, lambda: _look_into_mailbox(settings))
    if settings.outgoing is None:
        yield Step("sending", True, "no server is settled (`outgoing:`); nothing is sent", settled=False)
    else:
        yield from _trying("sending", settings.outgoing, settings.incoming, lambda: _greet_server(settings))


def _trying(
    name: str, server: ServerSettings, other: ServerSettings | None, look: Callable[[], Iterator[str]]
) -> Iterator[Step]:
    said = f"{server.server}, port {getattr(server, 'number', 0)}, {_security(server)}"
    try:
        credential = credential_for(server, other)
        place = ", ".join(
            (server.sources or (other.sources if other else ())) or (f"the environment variable {USUAL}",)
        )
        yield Step(
            f"{name}: password",
            True,
            f"for {credential.user}, from {place}" if credential else "none is asked for",
        )
        for line in look():
            yield Step(name, True, f"{said}: {line}")
    except PbemError as problem:
        yield Step(name, False, problem.what, problem.cure)


def _security(server: ServerSettings) -> str:
    return {"tls": "TLS", "starttls": "STARTTLS", "none": "not encrypted, on this computer"}[server.security]


def _look_into_mailbox(settings: MailSettings) -> Iterator[str]:
    server = settings.incoming
    assert server is not None
    with imap.connection(server) as client:
        yield f"connected{_tls_words(client.socket())}"
        imap.log_in(client, server, credential_for(server))
        yield "logged in"
        found = imap.Mailbox(client, server)
        found.select()
        yield f"the folder {server.folder} is open (UIDVALIDITY {found.validity})"


def _greet_server(settings: MailSettings) -> Iterator[str]:
    server = settings.outgoing
    assert server is not None
    with smtp.connection(server) as client:
        yield f"connected{_tls_words(client.sock)}"
        smtp.log_in(client, server, credential_for(server, settings.incoming))
        yield (
            "logged in"
            if server.user or (settings.incoming and settings.incoming.user)
            else "takes mails without a user"
        )


def _tls_words(socket: object) -> str:
    if not isinstance(socket, ssl.SSLSocket):
        return ""
    return f", {socket.version()}, certificate trusted"
