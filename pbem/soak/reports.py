"""Reports written of the Phases, or of a sample of them: none may fail, whatever happened."""

import hashlib

from pbem.core.terms import Player
from pbem.soak.campaign import PlayedPhase
from pbem.soak.trying import Fault, broken


def report_faults(phase: PlayedPhase, share: float) -> tuple[int, list[Fault]]:
    """How many reports were written, and what went wrong; `share` of all Phases are taken, the same every time."""
    if phase.result is None or not _is_taken(phase.name, share):
        return 0, []
    try:
        return len(reports_of(phase)), []
    except Exception as problem:
        return 0, [broken("a report", problem)]


def _is_taken(name: str, share: float) -> bool:
    return hashlib.sha256(name.encode()).digest()[0] < 256 * share


def reports_of(phase: PlayedPhase) -> dict[Player, str]:
    """Every player's report of a Phase as plain text."""
    from pbem.report.material import Material, SeatFacts
    from pbem.report.text import text_reports

    trial, result, drawn = phase.trial, phase.result, phase.drawn
    assert result is not None
    seats = tuple(SeatFacts(player, f"Player {player}", "UTC") for player in drawn.players)
    material = Material(
        campaign=drawn.name,
        turn=trial.state.turn,
        phase=trial.state.phase,
        rules=phase.rules,
        seats=seats,
        before=trial.state,
        after=result.state,
        result=result,
        sheets=trial.sheets,
        salt=trial.salt.hex(),
    )
    return text_reports(material)
