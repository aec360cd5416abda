"""What is wrong with a mail server, in words: from the exceptions of sockets, TLS and protocols to one error that helps."""

import socket
import ssl
from pathlib import Path

from pbem.errors import CommandError, MailServerError
from pbem.mail.settings import ServerSettings


def tls_context(server: ServerSettings) -> ssl.SSLContext:
    """What TLS connections must satisfy: a certificate for that name, from an authority of the system or of `ca_file`."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if server.ca_file:
        path = Path(server.ca_file).expanduser()
        try:
            context.load_verify_locations(path)
        except (OSError, ssl.SSLError) as problem:
            raise CommandError(
                f"ca_file {path} cannot be used: {problem.strerror or problem}",
                cure="It must hold certificates in PEM.",
            ) from None
    return context


def server_error(problem: Exception, server: ServerSettings, port: int, *, doing: str) -> MailServerError:
    """The error for what a server did, or did not do, while `doing` something."""
    what, cure = _explained(problem, server, port)
    return MailServerError(f"{server.server}, port {port}, {doing}: {what}", cure=cure)


def _explained(problem: Exception, server: ServerSettings, port: int) -> tuple[str, str]:
    """What happened, and what to do about it."""
    match problem:
        case ssl.SSLCertVerificationError():
            return (
                f"its certificate is not trusted: {problem.verify_message or 'it does not fit'}",
                "Look whether the server's name is written as its provider writes it. For a server of your own name its "
                "authority in ca_file.",
            )
        case ssl.SSLError():
            other = "starttls" if server.security == "tls" else "tls"
            return "it does not speak TLS as expected", f"Perhaps this port wants `security: {other}`."
        case socket.gaierror():
            return "there is no server of that name", "Look whether the name is right and the network is up."
        case TimeoutError():
            return (
                f"it did not answer within {server.timeout} seconds",
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
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return text if len(text) <= 300 else text[:299] + "…"
