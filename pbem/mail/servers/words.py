"""What is wrong with a mail server, in words: from the exceptions of sockets, TLS and protocols to one error that helps."""

import re
import socket
import ssl
from functools import lru_cache
from pathlib import Path

from pbem.errors import CommandError, MailServerError
from pbem.mail.settings import ServerSettings

_BYTES = re.compile(r"\bb(['\"])(.*)\1")
"""How a library shows what a server said."""


def tls_context(server: ServerSettings) -> ssl.SSLContext:
    """What TLS connections must satisfy: a certificate for that name, from an authority of the system or of `ca_file`."""
    path = Path(server.ca_file).expanduser() if server.ca_file else None
    try:
        return _context(path, path.stat().st_mtime_ns if path else 0)
    except (OSError, ssl.SSLError) as problem:
        raise CommandError(
            f"ca_file {path} cannot be used: {problem.strerror or problem}",
            cure="It must hold certificates in PEM.",
        ) from None


@lru_cache(maxsize=8)
def _context(ca_file: Path | None, changed: int) -> ssl.SSLContext:
    """Made once while `ca_file` stays as it is: to read the authorities of the system takes longer than most connections."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca_file:
        context.load_verify_locations(ca_file)
    return context


def server_error(problem: Exception, server: ServerSettings, port: int, *, doing: str) -> MailServerError:
    """The error for what a server did, or did not do, while `doing` something."""
    what, cure = _explained(problem, server)
    usual = _USUAL.get(port, server.security)
    if (
        isinstance(problem, (ssl.SSLError, TimeoutError, ConnectionError, EOFError))
        and usual != server.security
    ):
        cure = f"Port {port} usually wants `security: {usual}`."
    return MailServerError(f"{server.server}, port {port}, {doing}: {what}", cure=cure)


_USUAL = {993: "tls", 465: "tls", 143: "starttls", 587: "starttls"}
"""What servers usually want at a port."""


def _explained(problem: Exception, server: ServerSettings) -> tuple[str, str]:
    """What happened, and what to do about it."""
    match problem:
        case ssl.SSLCertVerificationError():
            return (
                f"its certificate is not trusted: {problem.verify_message or 'it does not fit'}",
                "Look whether the server's name is written as its provider writes it. For a server of your own, let `ca_file` "
                "name the file with its certificate.",
            )
        case ssl.SSLError():
            other = "starttls" if server.security == "tls" else "tls"
            return "it does not speak TLS as expected", f"Perhaps this port wants `security: {other}`."
        case socket.gaierror():
            return "no server of that name is found", "Look whether the name is right and the network is up."
        case TimeoutError():
            return (
                f"it did not answer within {server.timeout} second{'' if server.timeout == '1' else 's'}",
                "Try again later; look whether name, port and `security` fit together.",
            )
        case ConnectionRefusedError():
            return "nobody answers at that port", "Look whether name, port and `security` fit together."
        case EOFError() | ConnectionError():
            return (
                "it ended the connection",
                "Try again later; look whether name, port and `security` fit together.",
            )
        case OSError() if problem.errno is not None:
            return f"it cannot be reached: {problem.strerror or problem}", "Look whether the network is up."
        case _:
            return said(str(problem)) or "it did not answer as it should", "Try again later."


def said(answer: bytes | str) -> str:
    """A server's words on one line, cut where they are long, without control characters."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    text = _BYTES.sub(r"\2", text)
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return text if len(text) <= 300 else text[:299] + "…"
