"""Reports as pages: the view of a Phase filled into templates/, one file each with everything in it.

Nothing of a page is fetched from elsewhere. All that comes from players is text: escaped, and kept from turning the
text around it.
"""

import base64
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from pbem.core.board import Board
from pbem.core.terms import Player
from pbem.report import desk
from pbem.report.chances import chances_of
from pbem.report.folding import SHEET_BEGINS, SHEET_ENDS
from pbem.report.happenings import Happening
from pbem.report.map import Look, material_map, neighbors_table, own_style
from pbem.report.material import Material
from pbem.report.shared import Shared, whole
from pbem.report.telling import lines_of
from pbem.report.templates import Templates
from pbem.report.view import OwnView, Views
from pbem.rulebook.shapes import Shapes, load_shapes

REPORT = "report.html.j2"
PUBLIC = ("ending", "hands", "happened", "sheets", "positions", "standings", "dice", "neighbors")
"""The parts that are the same for all players: templates/parts/….html.j2."""
SCRIPTS = ("tables.js", "desk.js")
"""The scripts of a page; the last is for those who have a desk."""

_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
_TURNING = re.compile(f'[{_RIGHT_TO_LEFT}](?:[^a-zA-Z0-9"]*[{_RIGHT_TO_LEFT}])*')
"""A run of letters that are written from right to left."""
_CASES = re.compile(r"\[(?:17/)?[RS]?\d[0-9RSb./, ]*\]")
"""Cases of the rulebook as sentences cite them: ``[5.27, 17/5.0, R7]``."""


def html_report(
    material: Material,
    player: Player,
    *,
    templates: Path | None = None,
    shapes: Shapes | None = None,
) -> str:
    """A player's report. `templates`: the campaign's own folder, whose files stand in the place of those of the same
    name; `shapes`: the drawing of the map, the usual one where it is None. Raises errors.Fault for a template that
    cannot be used, with its file and line."""
    return html_reports(material, (player,), templates=templates, shapes=shapes)[player]


def html_reports(
    material: Material,
    players: Iterable[Player] | None = None,
    *,
    templates: Path | None = None,
    shapes: Shapes | None = None,
) -> dict[Player, str]:
    """The reports of several players, of all seats where `players` is None; what is public is made once."""
    pages = html_pages(Views(material), players, templates=templates, shapes=shapes)
    return {player: page.decode() for player, page in pages.items()}


def html_pages(
    views: Views,
    players: Iterable[Player] | None = None,
    *,
    templates: Path | None = None,
    shapes: Shapes | None = None,
) -> dict[Player, bytes]:
    """The same as the bytes of files, made of views that may have served the texts already."""
    if players is None:
        players = [seat.player for seat in views.material.seats]
    press = Press(templates, views, shapes or load_shapes())
    return {player: press.report(player) for player in players}


class Press:
    """The templates set for the reports of one Phase."""

    def __init__(self, folder: Path | None, views: Views, shapes: Shapes) -> None:
        self._templates = templates = Templates(folder)
        self._views = views
        self._material = material = views.material
        self._public = public = views.public
        self._teller = views.teller(folder)
        self._look = Look(inline=True, templates=folder)
        self._map = Shared("map", material_map(material, shapes, look=self._look))
        """The same for all; a rule of style makes a player's own stand out."""
        self._scripts = [script_of(whole_script(templates, name)) for name in SCRIPTS]
        self._style = Shared("style", templates.text("report.css"))
        self._facts: dict[str, Any] = {
            "w": views.names,
            "public": public,
            "tell": self._tell,
            "told": told,
            "isolated": isolated,
            "chances": chances_of(material.rules).of,
            "neighbors": neighbors_table,
            "rules": material.rules,
            "sheet_begins": SHEET_BEGINS,
            "sheet_ends": SHEET_ENDS,
            "style": self._style,
            "script_hashes": " ".join(script_hash(script) for script in self._scripts),
        }

    def report(self, player: Player) -> bytes:
        """One player's report."""
        own = self._views.own(player)
        desk_data = self._desk(own)
        facts = {
            **self._facts,
            "own": own,
            "parts": self._parts,
            "map": self._map,
            "map_style": Markup(own_style(player, self._look)),
            "desk": desk_data,
            "scripts": self._scripts if desk_data else self._scripts[:-1],
        }
        shared = [*self._parts.values(), self._map, self._style, *self._scripts]
        return whole(self._templates.render(REPORT, facts), [*shared, self._board] if desk_data else shared)

    def page(self, template: str, **facts: Any) -> str:
        """A page about the Phase with only what everybody may see: the parts of PUBLIC, and further facts."""
        parts = {name: Markup(str(part)) for name, part in self._parts.items()}
        shown = {"parts": parts, "map": Markup(str(self._map)), "style": Markup(str(self._style))}
        return self._templates.render(template, {**self._facts, **shown, **facts})

    @cached_property
    def _parts(self) -> dict[str, Shared]:
        """The parts that are the same for all players."""
        return {name: Shared(f"part_{name}", self._part(name)) for name in PUBLIC}

    def _part(self, name: str) -> str:
        """One of them; the neighbors, which no Phase changes, are kept if no template of the campaign's own may."""
        board = self._material.rules.board
        if name == "neighbors" and self._look.templates is None:
            for known, text in _neighbors:
                if known is board:
                    return text
            _neighbors[:] = [(board, self._rendered(name)), *_neighbors[:3]]
            return _neighbors[0][1]
        return self._rendered(name)

    def _rendered(self, name: str) -> str:
        return self._templates.render(f"parts/{name}.html.j2", self._facts)

    @cached_property
    def _board(self) -> Shared:
        """What all order desks share, as JSON."""
        material = self._material
        names = {player.player: player.name for player in self._public.players}
        return Shared("board", script_json(desk.board_data(material.after, material.rules, names=names)))

    def _desk(self, own: OwnView) -> Mapping[str, str] | None:
        """What the order desk knows, for a player who may still order something."""
        if not own.sheet:
            return None
        material = self._material
        data = desk.player_data(material.after, own.player, material.rules, campaign=self._public.campaign)
        return {"board": self._board, "own": Markup(script_json(data))}

    def _tell(self, happening: Happening) -> Markup:
        return _lines(self._teller.lines(happening))


_neighbors: list[tuple[Board, str]] = []

# --- text on a page ----------------------------------------------------------------------------------------------


def isolated(text: str) -> Markup:
    """A text from outside on one line, escaped, its right-to-left runs kept apart from the text around them."""
    if text.isascii() and text.isprintable():
        return escape(text)
    safe = str(escape(_shown(text)))
    return Markup(_TURNING.sub(lambda found: f"<bdi>{found[0]}</bdi>", safe))


def _shown(text: str) -> str:
    """The text without control characters; what joins the parts of one emoji stays."""
    kept = [
        letter if letter.isprintable() or letter in "\u200d\ufe0f" else " "
        for letter in unicodedata.normalize("NFC", text)
    ]
    return " ".join("".join(kept).split())


def told(text: str) -> Markup:
    """A sentence, its cases set apart."""
    return Markup(_CASES.sub(lambda found: f'<span class="case">{found[0]}</span>', isolated(text)))


def told_lines(text: str) -> Markup:
    """What a macro tells of a happening."""
    return _lines(lines_of(text))


def _lines(lines: Iterable[str]) -> Markup:
    return Markup("<br>").join([told(line) for line in lines])


def script_json(data: object) -> str:
    """Data that can stand in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def whole_script(templates: Templates, name: str) -> str:
    """A script of the templates with all its parts. Raises Fault."""
    return _PART.sub(lambda found: templates.text(found[1]), templates.text(name))


_PART = re.compile(r"^[ \t]*// PART (\S+)$", re.MULTILINE)
"""A line of a script that stands for another file of the templates."""


@lru_cache(maxsize=16)
def script_of(text: str) -> Shared:
    """A script as it stands in a page: without the lines that only explain it, and not moved in."""
    lines = (line.strip() for line in _EXPLAINING.sub("", text).split("\n"))
    plain = "\n".join(line for line in lines if line and not line.startswith("//"))
    name = hashlib.sha256(plain.encode()).hexdigest()
    return Shared(f"script_{name}", plain)


_EXPLAINING = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)


@lru_cache(maxsize=16)
def script_hash(script: str) -> str:
    """What allows a script to run in the page, and no other."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
