"""How mail programs write a text: every encoding, wrapping and way of quoting a sheet may come in.

A style takes the text of a sheet (without marks) and gives the bytes of a mail, or None where it cannot write that text.
"""

import base64
import html
import io
import quopri
import re
import textwrap
import zipfile
from collections.abc import Callable
from email.charset import QP, Charset
from email.message import EmailMessage, Message
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

Style = Callable[[str], bytes | None]

HEAD = "From: Anna <anna@player.example>\r\nTo: orders+volga@gm.example\r\nSubject: Re: [volga] orders\r\n"
REPORT = (
    "volga - Russian Civil War by mail\nFirst special report\n\n#ORDERS\ncampaign: volga\nplayer: A\nturn: 0\nphase: setup\n"
    "key: your-secret-word  # your own\nmoves:\n- {force: [Trotsky, 111], route: RYAZ-...}\n#END\n"
)
"""What is quoted: one of our reports with its blank sheet."""


def _marked(text: str) -> str:
    return f"#ORDERS\n{text.rstrip(chr(10))}\n#END\n"


def _whole(text: str) -> str:
    return f"Hello Greta,\n\nhere are my orders.\n\n{_marked(text)}\nBest,\nAnna\n"


def _quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def _simple(body: str | bytes, content_type: str, encoding: str = "8bit") -> bytes:
    raw = body.encode() if isinstance(body, str) else body
    head = f"{HEAD}MIME-Version: 1.0\r\nContent-Type: {content_type}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + re.sub(rb"\r?\n", b"\r\n", raw)


# --- plain text ----------------------------------------------------------------------------------------------------


def eight_bit(text: str) -> bytes:
    """UTF-8 as it is."""
    return _simple(_whole(text), "text/plain; charset=utf-8")


def quoted_printable(text: str) -> bytes:
    """Quoted-printable, with soft line breaks."""
    return _simple(quopri.encodestring(_whole(text).encode()), "text/plain; charset=utf-8", "quoted-printable")


def in_base64(text: str) -> bytes:
    """Base64."""
    return _simple(base64.encodebytes(_whole(text).encode()), "text/plain; charset=utf-8", "base64")


def with_bom(text: str) -> bytes:
    """With a byte order mark."""
    return _simple(b"\xef\xbb\xbf" + _whole(text).encode(), "text/plain; charset=utf-8")


def no_charset(text: str) -> bytes:
    """UTF-8 of which nothing is said."""
    return _simple(_whole(text), "text/plain")


def no_mime(text: str) -> bytes:
    """No MIME headers at all."""
    return (HEAD + "\r\n").encode() + _whole(text).encode()


def named_wrongly(text: str) -> bytes:
    """UTF-8 that is called Latin-1."""
    return _simple(_whole(text), "text/plain; charset=iso-8859-1")


def in_charset(name: str) -> Style:
    """In an older charset."""

    def style(text: str) -> bytes | None:
        try:
            return _simple(base64.encodebytes(_whole(text).encode(name)), f"text/plain; charset={name}", "base64")
        except UnicodeEncodeError:
            return None

    style.__name__ = f"in_{name}"
    return style


def no_break_spaces(text: str) -> bytes:
    """Indents of no-break spaces, as some editors make them."""
    body = re.sub(r"(?m)^ +", lambda found: "\xa0" * len(found[0]), _whole(text))
    return _simple(body, "text/plain; charset=utf-8")


def zero_width(text: str) -> bytes:
    """A zero-width space before the marks."""
    return _simple(_whole(text).replace("#ORDERS", "\u200b#ORDERS").replace("#END", "#END\u200b"), "text/plain; charset=utf-8")


def crlf_only(text: str) -> bytes:
    """Lines ended by carriage returns alone."""
    return (HEAD.replace("\r\n", "\r") + "\r" + _whole(text).replace("\n", "\r")).encode()


def small_marks(text: str) -> bytes:
    """Marks as an autocorrection writes them."""
    body = _whole(text).replace("\n#ORDERS\n", "\n# Orders:\n").replace("\n#END\n", "\n  #end \n")
    return _simple(body, "text/plain; charset=utf-8")


# --- flowed and wrapped --------------------------------------------------------------------------------------------


def _flow(text: str, width: int = 72, *, delsp: bool = False) -> str:
    """format=flowed as RFC 3676 says: soft breaks end with a blank; lines that begin with a blank are stuffed."""
    found: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip(" ")
        while len(line) > width:
            cut = line.rfind(" ", 1, width)
            if cut <= 0 or not line[cut:].strip():
                break
            head, line = line[: cut + 1], line[cut + 1 :]
            found.append(_stuffed(head + (" " if delsp else "")))
        found.append(_stuffed(line))
    return "\n".join(found)


def _stuffed(line: str) -> str:
    return f" {line}" if line.startswith((" ", ">", "From ")) else line


def flowed(text: str) -> bytes:
    """Thunderbird."""
    return _simple(_flow(_whole(text)), "text/plain; charset=utf-8; format=flowed")


def flowed_delsp(text: str) -> bytes:
    """Apple Mail."""
    return _simple(
        quopri.encodestring(_flow(_whole(text), 66, delsp=True).encode()),
        "text/plain; charset=utf-8; format=flowed; delsp=yes",
        "quoted-printable",
    )


def flowed_in_name(text: str) -> bytes:
    """Called flowed, but written line by line: blanks at line ends are the writer's own."""
    body = "\n".join(_stuffed(line) for line in _whole(text).split("\n"))
    return _simple(body, "text/plain; charset=utf-8; format=flowed")


def wrapped(width: int) -> Style:
    """Long lines broken at a width, with nothing that tells."""

    def style(text: str) -> bytes:
        lines: list[str] = []
        for line in _whole(text).split("\n"):
            lines += textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
        return _simple("\n".join(lines), "text/plain; charset=utf-8")

    style.__name__ = f"wrapped_{width}"
    return style


# --- quoting -------------------------------------------------------------------------------------------------------


def above_quote(text: str) -> bytes:
    """A reply above the quoted report."""
    body = f"{_whole(text)}\nOn 1 Nov 2026, volga wrote:\n{_quoted(REPORT)}"
    return _simple(body, "text/plain; charset=utf-8")


def below_quote(text: str) -> bytes:
    """A reply below the quoted report."""
    return _simple(f"On 1 Nov 2026, volga wrote:\n{_quoted(REPORT)}\n{_whole(text)}", "text/plain; charset=utf-8")


def between_quotes(text: str) -> bytes:
    """A reply between two quoted pieces, the quote marks without blanks."""
    first, second = REPORT[:80], REPORT[80:]
    body = f"{_quoted(first, '>')}\n{_whole(text)}\n{_quoted(second, '>')}"
    return _simple(body, "text/plain; charset=utf-8")


def above_original(text: str) -> bytes:
    """A reply above the report as Outlook quotes it: without marks."""
    head = "-----Original Message-----\nFrom: volga <orders+volga@gm.example>\nSent: Sunday, November 1, 2026\nTo: Anna\nSubject: report\n\n"
    return _simple(f"{_whole(text)}\n{head}{REPORT}", "text/plain; charset=utf-8")


def above_twice_quoted(text: str) -> bytes:
    """A reply above a reply."""
    old = _quoted(f"Older:\n{_quoted(REPORT)}")
    return _simple(f"{_whole(text)}\n{old}", "text/plain; charset=utf-8")


def signed_by_pgp(text: str) -> bytes:
    """PGP in the text, which changes lines that begin with a hyphen."""
    body = "".join(f"- {line}\n" if line.startswith("-") else f"{line}\n" for line in _whole(text).splitlines())
    frame = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{body}-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
    return _simple(frame, "text/plain; charset=utf-8")


# --- HTML ----------------------------------------------------------------------------------------------------------


def _spaces(line: str) -> str:
    """Blanks so that HTML keeps them: at the beginning, and of several all but the last."""
    kept = re.sub(r"^ +| {2,}", lambda found: "&nbsp;" * (len(found[0]) - 1) + " " if found.start() else "&nbsp;" * len(found[0]), line)
    return kept


def _page_lines(text: str) -> list[str]:
    return [_spaces(html.escape(line, quote=False)) for line in text.split("\n")]


def gmail_html(text: str) -> bytes:
    """A line is a div, an empty one holds a br; the report below is quoted."""
    lines = "".join(f"<div>{line or '<br>'}</div>" for line in _page_lines(_whole(text)))
    quote = "<br>".join(_page_lines(REPORT))
    body = f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div dir="ltr">On Sun, volga wrote:<br></div><blockquote>{quote}</blockquote></div>'
    return _simple(body, "text/html; charset=utf-8")


def outlook_html(text: str) -> bytes:
    """A line is a paragraph of class MsoNormal; the report follows without quote marks."""
    lines = "".join(f"<p class=MsoNormal>{line or '&nbsp;'}<o:p></o:p></p>\r\n" for line in _page_lines(_whole(text)))
    old = "".join(f"<p class=MsoNormal>{line or '&nbsp;'}<o:p></o:p></p>\r\n" for line in _page_lines(REPORT))
    head = "<div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b> volga<br><b>Sent:</b> Sunday<br><b>To:</b> Anna<br><b>Subject:</b> report</p></div>"
    page = f"<html xmlns:o='urn:o'><head><style>p.MsoNormal {{margin:0}}</style></head><body lang=EN-GB><div class=WordSection1>{lines}{head}{old}</div></body></html>"
    return _simple(quopri.encodestring(page.encode()), 'text/html; charset="utf-8"', "quoted-printable")


def pre_html(text: str) -> bytes:
    """The text as it is, in <pre>."""
    return _simple(f"<html><body><pre>{html.escape(_whole(text))}</pre></body></html>", "text/html; charset=utf-8")


def br_html(text: str) -> bytes:
    """Lines ended by br, the source itself wrapped."""
    return _simple(f"<body>{f'<br>{chr(10)}'.join(_page_lines(_whole(text)))}</body>", "text/html; charset=utf-8")


def table_html(text: str) -> bytes:
    """A line is the row of a table."""
    rows = "".join(f"<tr><td>{line or '&nbsp;'}</td></tr>\n" for line in _page_lines(_whole(text)))
    return _simple(f"<table>\n{rows}</table>", "text/html; charset=utf-8")


def collapsed_html(text: str) -> bytes:
    """A program that lets HTML swallow the blanks at the beginning of lines."""
    lines = "".join(f"<div>{html.escape(line, quote=False) or '<br>'}</div>\n" for line in _whole(text).split("\n"))
    return _simple(f"<body>{lines}</body>", "text/html; charset=utf-8")


# --- several parts -------------------------------------------------------------------------------------------------


def _several(*parts: Message, kind: str = "mixed") -> bytes:
    mail = MIMEMultipart(kind)
    for part in parts:
        mail.attach(part)
    return HEAD.encode() + mail.as_bytes()


def _text_part(text: str, sub: str = "plain", charset: str = "utf-8") -> MIMEText:
    coded = Charset(charset)
    coded.body_encoding = QP
    part = MIMEText("", sub, charset)
    del part["Content-Transfer-Encoding"]
    part.set_payload(text, coded)
    return part


def alternative(text: str) -> bytes:
    """Text and page."""
    lines = "".join(f"<div>{line or '<br>'}</div>" for line in _page_lines(_whole(text)))
    return _several(_text_part(_whole(text)), _text_part(lines, "html"), kind="alternative")


def alternative_told_off(text: str) -> bytes:
    """A page, and a text that only says so."""
    lines = "".join(f"<div>{line or '<br>'}</div>" for line in _page_lines(_whole(text)))
    return _several(_text_part("Your mail program cannot show this mail."), _text_part(lines, "html"), kind="alternative")


def _attached(text: str, name: str, content_type: str, charset: str = "utf-8") -> bytes:
    mail = EmailMessage()
    mail.set_content("Orders attached.\n")
    main, _, sub = content_type.partition("/")
    mail.add_attachment(text.encode(charset), main, sub, filename=name)
    return HEAD.encode() + mail.as_bytes()


def attached_yaml(text: str) -> bytes:
    """Attached as .yaml, called just bytes."""
    return _attached(text, "orders.yaml", "application/octet-stream")


def attached_txt(text: str) -> bytes:
    """Attached as .txt."""
    return _attached(text, "Меine Befehle.txt", "application/x-text")


def attached_marked(text: str) -> bytes:
    """Attached, with the marks in the file."""
    return _attached(_whole(text), "orders.yml", "text/x-yaml")


def attached_zip(text: str) -> bytes:
    """Attached in a zip file."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders/orders.yaml", text)
    mail = EmailMessage()
    mail.set_content("Orders attached.\n")
    mail.add_attachment(raw.getvalue(), "application", "zip", filename="orders.zip")
    return HEAD.encode() + mail.as_bytes()


def attached_and_quoted(text: str) -> bytes:
    """Attached, the report quoted below a line of text."""
    mail = EmailMessage()
    mail.set_content(f"Orders attached.\n\n{_quoted(REPORT)}")
    mail.add_attachment(text.encode(), "text", "yaml", filename="orders.yaml")
    return HEAD.encode() + mail.as_bytes()


def forwarded_report_attached(text: str) -> bytes:
    """The sheet in the text, our report attached as a mail of its own."""
    old = EmailMessage()
    old["Subject"] = "[volga] The deal: report"
    old.set_content(REPORT)
    mail = EmailMessage()
    mail.set_content(_whole(text))
    mail.add_attachment(old)
    return HEAD.encode() + mail.as_bytes()


STYLES: tuple[Style, ...] = (
    eight_bit,
    quoted_printable,
    in_base64,
    with_bom,
    no_charset,
    no_mime,
    named_wrongly,
    *(in_charset(name) for name in ("iso-8859-1", "windows-1252", "iso-8859-15", "koi8-r", "windows-1251", "utf-16", "utf-7", "iso-2022-jp", "gb18030")),
    no_break_spaces,
    zero_width,
    crlf_only,
    small_marks,
    flowed,
    flowed_delsp,
    flowed_in_name,
    *(wrapped(width) for width in (72, 76, 78)),
    above_quote,
    below_quote,
    between_quotes,
    above_original,
    above_twice_quoted,
    signed_by_pgp,
    gmail_html,
    outlook_html,
    pre_html,
    br_html,
    table_html,
    collapsed_html,
    alternative,
    alternative_told_off,
    attached_yaml,
    attached_txt,
    attached_marked,
    attached_zip,
    attached_and_quoted,
    forwarded_report_attached,
)
