"""Where a server's password comes from. It is asked for when it is needed, and never kept, shown or written anywhere."""

import os
import shlex
import stat
import subprocess
from pathlib import Path
from typing import NamedTuple

from pbem.errors import CommandError, how_to_install
from pbem.mail.settings import ServerSettings

USUAL = "PBEM_MAIL_PASSWORD"
"""The environment variable that is looked at where the settings name no place."""
SECONDS = 60


class Credential(NamedTuple):
    """What proves us to a server."""

    user: str
    secret: str
    is_token: bool = False
    """An OAuth2 token, sent by XOAUTH2."""

    def __repr__(self) -> str:
        return f"Credential({self.user!r}, …)"


def credential_for(server: ServerSettings, other: ServerSettings | None = None) -> Credential | None:
    """User and password for a server; where none is named, those of the `other` server; None where no user is named.

    Raises CommandError, which never shows the password.
    """
    user = server.user or (other.user if other else "")
    if not user:
        return None
    source = server if server.sources or other is None or not other.sources else other
    secret, is_token = _secret(source, user)
    if not secret:
        raise CommandError(
            f"the password of {user} is empty ({_place(source)})",
            cure="`pbem help mail` shows where it can be.",
        )
    if any(letter in secret for letter in "\r\n\0"):
        raise CommandError(
            f"the password of {user} has more than one line ({_place(source)})",
            cure="Keep it on a line of its own.",
        )
    return Credential(user, secret, is_token)


def _place(source: ServerSettings) -> str:
    """Where the password is looked for, in words."""
    for name in source.sources:
        return f"{name}: {getattr(source, name)}"
    return f"the environment variable {USUAL}"


def _secret(source: ServerSettings, user: str) -> tuple[str, bool]:
    if source.password_file:
        return _from_file(Path(source.password_file).expanduser()), False
    if source.password_keyring:
        return _from_keyring(source.password_keyring, user), False
    if source.password_command:
        return _from_command(source.password_command, "password_command"), False
    if source.token_command:
        return _from_command(source.token_command, "token_command"), True
    return _from_environment(source.password_env or USUAL, named=bool(source.password_env)), False


def _from_environment(name: str, *, named: bool) -> str:
    if name not in os.environ:
        settled = "" if named else ", and the settings name no other place of the password"
        raise CommandError(
            f"the environment variable {name} is not set{settled}",
            cure="Set it, or name a place in campaign.yaml: password_file, password_keyring, password_command or token_command.",
        )
    return os.environ[name]


def _from_file(path: Path) -> str:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if os.name != "nt" and mode & 0o077:
            raise CommandError(
                f"the password file {path} can be read by others (mode {mode:04o})",
                cure=f"Give the command: chmod 600 {shlex.quote(str(path))}",
            )
        return path.read_text("utf-8-sig").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        raise CommandError(
            f"the password file {path} cannot be read: {why}", cure="Look whether the name is right."
        ) from None


def _from_keyring(service: str, user: str) -> str:
    try:
        import keyring  # loaded only by who uses it
        from keyring.errors import KeyringError, NoKeyringError
    except ImportError:
        cure = f"Install it: {how_to_install('keyring')}"
        raise CommandError("the keyring is not installed", cure=cure) from None
    try:
        found = keyring.get_password(service, user)
    except NoKeyringError:
        raise CommandError(
            "this computer has no keyring", cure="Use password_file or password_command instead."
        ) from None
    except (KeyringError, RuntimeError) as problem:
        raise CommandError(
            f"the keyring gives no password: {type(problem).__name__}", cure="Unlock it, then try again."
        ) from None
    if found is None:
        raise CommandError(
            f"the keyring has no password of {user} under {service!r}",
            cure=f"Give the command: keyring set {shlex.quote(service)} {shlex.quote(user)}",
        )
    return found


def _from_command(command: str, key: str) -> str:
    """What a command prints. What it says on its error channel may hold anything, so it is not shown."""
    try:
        arguments = command if os.name == "nt" else shlex.split(command)
        done = subprocess.run(
            arguments, capture_output=True, timeout=SECONDS, check=True, stdin=subprocess.DEVNULL
        )
        return done.stdout.decode().rstrip("\r\n")
    except subprocess.CalledProcessError as problem:
        why = f"it ended with exit status {problem.returncode}"
    except subprocess.TimeoutExpired:
        why = f"it took more than {SECONDS} seconds"
    except UnicodeDecodeError:
        why = "it printed what is no text"
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
    raise CommandError(
        f"the command of {key} gives nothing: {why}", cure="Try it by itself, as the user that runs pbem."
    )
