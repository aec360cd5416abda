"""Text signed by PGP within the mail: the frame is taken away, and what it did to lines that begin with a hyphen undone."""

from collections.abc import Sequence

from pbem.mail.reading.flowed import Line

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_SIGNATURE_ENDS = "-----END PGP SIGNATURE-----"
_ENCRYPTED = "-----BEGIN PGP MESSAGE-----"


def is_encrypted(lines: Sequence[Line]) -> bool:
    """Whether the writer's own words are encrypted."""
    return any(line.text.rstrip() == _ENCRYPTED and not line.depth for line in lines)


def unarmored(lines: Sequence[Line]) -> list[Line]:
    """The lines without a signature's frame."""
    if not any(line.text.startswith(_SIGNED) for line in lines):
        return list(lines)
    found: list[Line] = []
    part = "outside"
    for line in lines:
        text = line.text.rstrip()
        if text == _SIGNED:
            part = "head"
        elif text == _SIGNATURE:
            part = "signature"
        elif part == "signature":
            part = "outside" if text == _SIGNATURE_ENDS else part
        elif part == "head":
            part = "head" if text else "signed"
        else:
            undone = part == "signed" and line.text.startswith("- ")
            found.append(line._replace(text=line.text[2:]) if undone else line)
    return found
