"""Whether the address a mail says it is from is proved; the other proof, the secret word, is campaign/secret_words.py's."""

from pbem.mail.reading.message import Message
from pbem.mail.settings import MailSettings


def address_is_proved(message: Message, raw: bytes, settings: MailSettings) -> bool:
    """Whether the From address is proved: by the receiving server's word, or by a DKIM signature of its domain."""
    domain = message.sender.rpartition("@")[2]
    if not domain:
        return False
    if settings.authserv_id and _server_says_so(message, settings.authserv_id, domain):
        return True
    return settings.dkim and _signed_by(raw, domain)


# --- the receiving server's word ---------------------------------------------------------------------------------


def _server_says_so(message: Message, authserv_id: str, domain: str) -> bool:
    """RFC 8601: only the topmost header of that server is believed; those below may have come with the mail."""
    for value in message.all("authentication-results"):
        parts = [part.strip() for part in _without_comments(value).split(";")]
        name = parts[0].split()[0].lower() if parts[0] else ""
        if name == authserv_id.lower():
            return any(_passes(part, domain) for part in parts[1:])
    return False


def _without_comments(value: str) -> str:
    """The value without comments in parentheses, in which anything may stand."""
    found, depth, quoted = [], 0, False
    for letter in value:
        if letter == '"' and not depth:
            quoted = not quoted
        elif letter == "(" and not quoted:
            depth += 1
        elif letter == ")" and depth and not quoted:
            depth -= 1
            continue
        if not depth:
            found.append(letter)
    return "".join(found)


def _passes(result: str, domain: str) -> bool:
    """Whether a result is a pass of DKIM or DMARC for the domain of the From address."""
    words = result.lower().split()
    if not words:
        return False
    if words[0] == "dmarc=pass":
        return f"header.from={domain}" in words
    if words[0] != "dkim=pass":
        return False
    for word in words[1:]:
        key, _, value = word.partition("=")
        if key in ("header.d", "header.i") and aligned(value.strip('"').rpartition("@")[2], domain):
            return True
    return False


def aligned(signer: str, domain: str) -> bool:
    """Whether a signing domain speaks for the domain of the address: the same, or one above it."""
    signer, domain = signer.lower().rstrip("."), domain.lower().rstrip(".")
    return bool(signer) and "." in signer and (signer == domain or domain.endswith(f".{signer}"))


# --- DKIM --------------------------------------------------------------------------------------------------------


def _signed_by(raw: bytes, domain: str) -> bool:
    """Whether a valid DKIM signature over the whole text speaks for the domain. Never raises."""
    try:
        import dkim  # type: ignore[import-untyped]  # an extra of the installation; brings a good deal with it
    except ImportError:
        return False
    try:
        signed = dkim.DKIM(raw)
        for number in range(
            min(5, sum(1 for name, _ in signed.headers if name.lower() == b"dkim-signature"))
        ):
            if (
                signed.verify(idx=number)
                and _whole(signed.signature_fields)
                and aligned(signed.domain.decode("ascii"), domain)
            ):
                return True
    except Exception:  # a signature may be anything; what cannot be verified proves nothing
        return False
    return False


def _whole(fields: dict[bytes, bytes]) -> bool:
    """Whether a signature covers the whole text and the From header: with `l=` anything may be added."""
    names = [name.strip().lower() for name in fields.get(b"h", b"").split(b":")]
    return b"l" not in fields and b"from" in names
