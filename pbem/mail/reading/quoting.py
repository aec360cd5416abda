"""Where in the lines of a mail the writer's own words end and what he answers or forwards begins."""

import re
from collections.abc import Sequence

from pbem.mail.reading.flowed import Line

_BETWEEN_DASHES = re.compile(r"\s*[-_=]{3,}\s?(?=[^-_=\s]).{3,60}?[-_=]{3,}\s*")
"""``-----Original Message-----``, ``---------- Forwarded message ---------``, in any language."""
_FORWARDED = re.compile(
    r"(?i)\s*(begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail)|"
    r"début du (message|e-mail) (transféré|réexpédié)|inicio del mensaje reenviado|inizio messaggio inoltrato|"
    r"begin doorgestuurd bericht|начало переадресованного сообщения|vidarebefordrat brev)\s*:?\s*"
)
_WROTE = re.compile(
    r"(?i).*\b(wrote|schrieb( am)?|a écrit|escribió|escreveu|ha scritto|scrisse|schreef|napisał(\(a\))?|skrev|kirjoitti|"
    r"пишет|писал|написал(\(а\)|а)?|írta|napsal(\(a\))?)\b.{0,120}:\s*"
)
_HEAD_BEGINS = re.compile(
    r"(?i)\s*\*?(from|von|de|da|van|från|fra|lähettäjä|od|от|кому|expéditeur|remitente)\s?:\*?\s.*"
)
_HEAD_GOES_ON = re.compile(
    r"(?i)\s*\*?(sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|objet|à|enviado|para|asunto|fecha|inviato|data|a|"
    r"oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|wysłano|do|temat|дата|отправлено|кому|тема)\s?:\*?\s.*"
)
_HEAD_LINES = 2
"""So many further lines of a head must follow the first within a few lines."""


def quoted_from(lines: Sequence[Line]) -> int:
    """The index of the first line after which all is quoted though no line is marked; their number where there is none."""
    for index, line in enumerate(lines):
        if line.depth == 0 and _begins_quote(lines, index):
            return index
    return len(lines)


def _begins_quote(lines: Sequence[Line], index: int) -> bool:
    text = lines[index].text.replace("\xa0", " ").strip()
    if not text or len(text) > 300:
        return False
    if text[0] in "-_=":
        return _BETWEEN_DASHES.fullmatch(text) is not None
    if ":" not in text:
        return _FORWARDED.fullmatch(text) is not None
    if text[-1] == ":" and (_FORWARDED.fullmatch(text) or _WROTE.fullmatch(text)):
        return _FORWARDED.fullmatch(text) is not None or _goes_on_unmarked(lines, index)
    if not _HEAD_BEGINS.fullmatch(text + " "):
        return False
    following = [
        line.text.replace("\xa0", " ") + " " for line in lines[index + 1 : index + 7] if line.depth == 0
    ]
    return sum(1 for one in following if _HEAD_GOES_ON.fullmatch(one)) >= _HEAD_LINES


def _goes_on_unmarked(lines: Sequence[Line], index: int) -> bool:
    """Whether what follows an introduction is not marked as quoted, so that only the introduction tells."""
    return next((line.depth == 0 for line in lines[index + 1 :] if line.text.strip()), False)
