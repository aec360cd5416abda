"""The starting paths of all stacks, as counted by hand on the map (21.13, 21.2, S5–S8, S12)."""

import pytest

from pbem.chance.quick import QuickDice
from pbem.core.rules import Rules
from pbem.core.solitaire_events import PathSet
from pbem.solo.phases.paths import bearers, distances, shortest_paths, text
from pbem.solo.sequence import start

SHORT = {
    "[T]": "TERE-KUBA-DONC-VORO-RYAZ-TVER TERE-STAV-DONC-VORO-RYAZ-TVER",
    "[V]": "VYAT-KOST-VLDM-TVER VYAT-KOST-YARO-TVER VYAT-VOLO-NOVG-PETR VYAT-VOLO-NOVG-TVER VYAT-VOLO-YARO-TVER",
    "[S]": "SAMA-SARA-PENZ-RYAZ-TVER SAMA-SARA-VORO-RYAZ-TVER SAMA-SIMB-PENZ-RYAZ-TVER",
    "[C]": "CHER-MOHI-SMOL-TVER CHER-OREL-KALU-TVER CHER-OREL-SMOL-TVER CHER-OREL-TULA-TVER",
    "[L]": "LIVO-ESTO-PETR LIVO-PSKO-PETR LIVO-PSKO-TVER",
    "[I]": "VITE-PSKO-PETR VITE-PSKO-TVER VITE-SMOL-TVER",
}
"""Ends that several paths share."""

# where, its stacks top to bottom, provinces to the target, how many shortest paths, the paths, and by nationality the
# last province before the region ends, one for each if they differ
STARTS = """
ESTO | 254 219; 311 | 1 | 1 | ESTO-PETR | BA ESTO
FINL | 304 305 306 | 1 | 1 | FINL-PETR | FN PETR
ARCH | 262 220; 414; 418 | 2 | 1 | ARCH-OLON-PETR |
LIVO | 312 | 2 | 3 | [L] | BA ESTO/LIVO
COUR | 313 | 3 | 6 | COUR-[L] COUR-[I] | BA COUR/ESTO/LIVO
DONC | 251 212; 255 | 3 | 1 | DONC-VORO-RYAZ-TVER |
KHAR | 256 213; 308 | 3 | 1 | KHAR-VORO-RYAZ-TVER | UK VORO
MINS | 315 | 3 | 1 | MINS-MOHI-SMOL-TVER | BY MOHI
SARA | 266 257 208 | 3 | 2 | SARA-PENZ-RYAZ-TVER SARA-VORO-RYAZ-TVER |
KIEV | 307 | 4 | 4 | KIEV-[C] | UK CHER
KOVN | 314 | 4 | 9 | KOVN-COUR-[L] KOVN-COUR-[I] KOVN-VILN-[I] | BA COUR/ESTO/KOVN/LIVO
KUBA | 264 | 4 | 1 | KUBA-DONC-VORO-RYAZ-TVER |
POLA | 301 302 303 | 4 | 3 | POLA-VILN-[I] | PO PETR/TVER
POLT | 309 | 4 | 5 | POLT-[C] POLT-KHAR-VORO-RYAZ-TVER | UK CHER/VORO
SAMA | 270 204 | 4 | 3 | [S] |
STAV | 253 209 | 4 | 1 | STAV-DONC-VORO-RYAZ-TVER |
VOLH | 310 | 4 | 1 | VOLH-MINS-MOHI-SMOL-TVER | UK VOLH
KHER | 408 | 5 | 11 | KHER-KIEV-[C] KHER-POLT-[C] KHER-POLT-KHAR-VORO-RYAZ-TVER KHER-YEKA-DONC-VORO-RYAZ-TVER KHER-YEKA-KHAR-VORO-RYAZ-TVER |
OREN | 259 205 | 5 | 3 | OREN-[S] |
TAUR | 258 214; 409 | 5 | 2 | TAUR-YEKA-DONC-VORO-RYAZ-TVER TAUR-YEKA-KHAR-VORO-RYAZ-TVER |
TERE | 263 210 | 5 | 2 | [T] |
URLS | 267 206 | 5 | 3 | URLS-[S] |
CHEL | 410 | 6 | 13 | CHEL-EKAT-PERM-[V] CHEL-UFA-PERM-[V] CHEL-UFA-[S] | CZ CHEL/EKAT
KIRG | 269 207 | 6 | 6 | KIRG-OREN-[S] KIRG-URLS-[S] |
OMSK | 252 2 201 | 6 | 5 | OMSK-EKAT-PERM-[V] |
BAKU | 415 | 7 | 2 | BAKU-DAGH-[T] |
NOVO | 265 216; 411 | 7 | 5 | NOVO-OMSK-EKAT-PERM-[V] | CZ EKAT
BARN | 319 | 8 | 5 | BARN-NOVO-OMSK-EKAT-PERM-[V] | SB EKAT
YELI | 318 | 8 | 2 | YELI-BAKU-DAGH-[T] | TC DAGH
IRKU | 320; 412 | 9 | 5 | IRKU-KRAS-NOVO-OMSK-EKAT-PERM-[V] | SB EKAT; CZ EKAT
TIFL | 268 215 | 9 | 2 | TIFL-YELI-BAKU-DAGH-[T] |
CHIT | 260 217; 261 | 10 | 5 | CHIT-IRKU-KRAS-NOVO-OMSK-EKAT-PERM-[V] |
ERIV | 317 | 10 | 2 | ERIV-TIFL-YELI-BAKU-DAGH-[T] | TC DAGH
KUTA | 316; 416 | 10 | 2 | KUTA-TIFL-YELI-BAKU-DAGH-[T] | TC DAGH
SPAS | 420 | 13 | 5 | SPAS-MALI-MOGO-CHIT-IRKU-KRAS-NOVO-OMSK-EKAT-PERM-[V] | JA EKAT
VLAD | 413; 417; 419 | 14 | 10 | VLAD-HARB-TSIT-MANC-CHIT-IRKU-KRAS-NOVO-OMSK-EKAT-PERM-[V] VLAD-SPAS-MALI-MOGO-CHIT-IRKU-KRAS-NOVO-OMSK-EKAT-PERM-[V] | CZ EKAT; JA EKAT
"""
LINES = [[part.strip() for part in line.split("|")] for line in STARTS.strip().splitlines()]
WITHOUT = (202, 203, 211, 218, 401, 402, 403, 404, 405, 406, 407)
"""White units without a Leader, and Blue ones without a Control Marker."""


def expanded(paths: str) -> list[str]:
    """The paths with the ends they share written out, sorted."""
    found: list[str] = []
    for path in paths.split():
        head, bracket, key = path.partition("[")
        found += [head + end for end in SHORT[f"[{key}"].split()] if bracket else [path]
    return sorted(found)


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_shortest_paths(line: list[str], rules: Rules) -> None:
    at, _, provinces, number, paths, _ = line
    distance = distances(rules.board.rails, rules.solitaire.targets)
    found = shortest_paths(at, rules.board, distance)
    assert [text(path) for path in found] == expanded(paths)
    assert len(found) == int(number)
    assert {len(path) - 1 for path in found} == {int(provinces)}


@pytest.mark.parametrize(
    "line", [line for line in LINES if line[5]], ids=[line[0] for line in LINES if line[5]]
)
def test_where_a_region_ends(line: list[str], rules: Rules) -> None:
    for ends in line[5].split(";"):
        nationality, last = ends.split()
        allowed = rules.entry[nationality]
        found = set()
        for path in expanded(line[4]):
            provinces = path.split("-")
            inside = next((i for i, code in enumerate(provinces) if code not in allowed), len(provinces))
            found.add(provinces[inside - 1])
        assert sorted(found) == last.split("/")


def test_every_stack_has_its_lot(rules: Rules) -> None:
    """Of 48 stacks 34 have a lot, drawn by rising number; all others have the one path there is."""
    result = start(QuickDice(7), rules)
    stacks = {units for line in LINES for units in line[1].split("; ")}
    here = {" ".join(map(str, stack.units)): stack for stack in result.state.stacks}
    assert stacks <= here.keys()
    told = [event for event in result.events if isinstance(event, PathSet)]
    assert len(told) == len(stacks) == 48
    lots = [roll.label for roll in result.rolls]
    assert len(lots) == 34
    assert lots == sorted(lots, key=lambda label: int(label.removeprefix("path/")))
    by_stack = {line[0]: expanded(line[4]) for line in LINES}
    for name in stacks:
        stack = here[name]
        paths = {text(result.state.paths[unit]) for unit in bearers(stack.units, rules)}
        assert len(paths) == 1
        assert paths.pop() in by_stack[stack.at]
    assert not [unit for unit in WITHOUT if unit in result.state.paths]
