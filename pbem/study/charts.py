"""The charts of a study."""

from collections.abc import Mapping, Sequence

from pbem.study import measures
from pbem.study.gather import Played
from pbem.study.measures import HOWS, Box
from pbem.study.plan import TURN_LIMIT, TURNS, USUAL
from pbem.study.svg import COLORS, GRID, INK, PALE, WIDTH, Chart, Scale

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
NAMES = {
    "no_white_units": "no White unit left",
    "agreement": "agreement",
    "no_red_leaders": "no Red Leader left",
    "key_areas": "key areas",
    "turn_limit": "turn limit",
    "": "not decided",
}
HOW_COLORS = (*COLORS[:5], PALE)
SEATS = "ABCDEFGH"


def charts(played: Played, hands: Mapping[str, Box]) -> dict[str, str]:
    """By file name each chart. `hands`: by group how far apart the hands dealt were."""
    return {
        "endings-by-turn.svg": endings_by_turn(played),
        "endings-by-condition.svg": endings_by_condition(played),
        "deals.svg": deals(hands),
        "spreads.svg": spreads(played),
        "seats.svg": seats(played),
        "rulings.svg": rulings(played),
    }


def endings_by_turn(played: Played) -> str:
    """The share of campaigns that are over, by Game-Turn."""
    names = [f"players: {players}" for players in measures.numbers_of_players(played)]
    lines = {f"{name.partition(': ')[2]} players": played[name] for name in names}
    limit = f"{USUAL}, limit {TURN_LIMIT}"
    lines |= {f"{USUAL}, key areas": played["ending: key_areas"], limit: played["ending: turn_limit"]}
    chart = Chart("Campaigns that are over, by Game-Turn", right=100)
    across, upward = chart.across(1, TURNS), chart.upward(0, 1)
    chart.left_axis(upward, SHARES, "share of campaigns", percent=True)
    marks = [turn for turn in range(1, TURNS + 1) if turn in (1, 5, 8) or turn % 5 == 0]
    chart.foot([(across.at(turn), str(turn)) for turn in marks], "Game-Turn (two Phases by mail each)")
    ends: list[tuple[float, str, str]] = []
    for color, (name, ended) in zip(COLORS, lines.items(), strict=False):
        points = [
            (across.at(turn), upward.at(share))
            for turn, share in enumerate(measures.share_by_turn(ended), start=1)
        ]
        chart.line(points, color, width=2, dash="6 4" if "," in name else "")
        ends.append((points[-1][1], name, color))
    chart.labels(ends)
    return chart.page()


def endings_by_condition(played: Played) -> str:
    """How campaigns ended, as stacked bars by number of players and by ending."""
    rows = [f"players: {players}" for players in measures.numbers_of_players(played)]
    rows += ["style: greedy", "style: bold", "style: random", "ending: key_areas", "ending: turn_limit"]
    chart = Chart("How campaigns ended", height=90 + 30 * len(rows), left=150)
    across = chart.across(0, 1)
    chart.legend([NAMES[how] for how in HOWS], HOW_COLORS)
    for number, name in enumerate(row for row in rows if row in played):
        y, start = 70 + 30 * number, 0.0
        chart.text(chart.left - 8, y + 15, name.replace("_", " "), anchor="end")
        for how, share in measures.hows(played[name]).items():
            color = HOW_COLORS[HOWS.index(how)]
            x, end = across.at(start), across.at(start + share)
            chart.box(x, y, end - x, 20, color, title=f"{NAMES[how]}: {share:.0%}")
            if share >= 0.06:
                ink = INK if color == PALE else "#ffffff"
                chart.text((x + end) / 2, y + 15, f"{share:.0%}", anchor="middle", color=ink)
            start += share
    return chart.page()


def deals(hands: Mapping[str, Box]) -> str:
    """How far apart the best and the worst hand are, by number of players and kind of deal."""
    chart = Chart("The best hand over the worst, in Leadership Value dealt")
    top = 5 * -(-max(one.most for one in hands.values()) // 5)
    upward = chart.upward(0, top)
    chart.left_axis(upward, [mark for mark in range(0, int(top) + 1, 5)], "Leadership Value")
    _boxes(chart, upward, hands, "deals")
    return chart.page()


def spreads(played: Played) -> str:
    """How far the best player is ahead at the end, by number of players and kind of deal."""
    found = {
        f"{deal}: {players}": measures.box([measures.spread(one) for one in played[f"{deal}: {players}"]])
        for players in measures.numbers_of_players(played)
        for deal in ("players", "three pots")
    }
    chart = Chart("The best player's points at the end (1 = what all would have alike)")
    top = 0.5 * -(-max(one.most for one in found.values()) // 0.5)
    upward = chart.upward(1, top)
    chart.left_axis(upward, [1 + mark / 2 for mark in range(int(2 * top) - 1)], "share of the points")
    _boxes(chart, upward, found, "campaigns")
    return chart.page()


def _boxes(chart: Chart, upward: Scale, found: Mapping[str, Box], things: str) -> None:
    """Boxes by number of players, those dealt round and those from three pots by turns."""
    chart.legend(["dealt round", "three pots"])
    step = (WIDTH - chart.left - 24) / len(found)
    for number, one in enumerate(found.values()):
        x = chart.left + step * (number + 0.5) + (9 if number % 2 == 0 else -9)
        chart.line([(x, upward.at(one.least)), (x, upward.at(one.most))], INK)
        height = upward.at(one.low) - upward.at(one.high)
        chart.box(x - 18, upward.at(one.high), 36, max(height, 2), COLORS[number % 2])
        chart.line([(x - 18, upward.at(one.middle)), (x + 18, upward.at(one.middle))], INK, width=2)
    players = [name.partition(": ")[2] for name in found][::2]
    chart.foot(
        [(chart.left + step * (2 * place + 1), f"{one} players") for place, one in enumerate(players)],
        f"boxes: the middle half of the {things}, with the middle one; lines: nine tenths of them",
    )


def seats(played: Played) -> str:
    """The mean share of the points by seat, for each number of players, with both deals."""
    numbers = measures.numbers_of_players(played)
    chart = Chart("Points by seat (1 = what all would have alike)")
    upward = chart.upward(0.6, 1.4)
    chart.left_axis(upward, [0.6, 0.8, 1.0, 1.2, 1.4], "share of the points")
    chart.line([(chart.left, upward.at(1)), (chart.right, upward.at(1))], INK)
    chart.legend(["dealt round", "three pots"])
    step = (WIDTH - chart.left - 24) / (sum(numbers) + len(numbers))
    letters: list[tuple[float, str]] = []
    x = chart.left + step
    for players in numbers:
        for kind, name in enumerate((f"players: {players}", f"three pots: {players}")):
            for place, (mean, more) in enumerate(measures.by_seat(played[name])):
                middle = x + step * place + 8 * kind - 4
                ends = [min(max(value, 0.6), 1.4) for value in (mean - more, mean + more)]
                chart.line([(middle, upward.at(end)) for end in ends], COLORS[kind], width=1.5)
                title = f"{players} players, {SEATS[place]}: {mean:.2f} \u00b1 {more:.2f}"
                chart.dot(middle, upward.at(min(max(mean, 0.6), 1.4)), COLORS[kind], title=title)
        letters += [(x + step * place, SEATS[place]) for place in range(players)]
        chart.text(x + step * (players - 1) / 2, upward.at(1.4) + 14, f"{players} players", anchor="middle")
        x += step * (players + 1)
        if players != numbers[-1]:
            chart.line([(x - step, upward.at(0.6)), (x - step, upward.at(1.4))], GRID)
    chart.foot(letters, "seat; the lines show within what the true means very probably lie")
    return chart.page()


def rulings(played: Played) -> str:
    """How often another choice, with the same deals and dice, made another player the winner."""
    found: Sequence[measures.Change] = measures.changes(played)
    chart = Chart("Another reading, the same deals and dice", height=134 + 24 * len(found), left=190)
    across = chart.across(0, 1)
    chart.legend(["campaigns that went otherwise", "another winner, and how uncertain that is"])
    for share in SHARES:
        chart.line([(across.at(share), 64), (across.at(share), 70 + 24 * len(found))], GRID)
    for number, one in enumerate(found):
        y, chosen = 72 + 24 * number, one.name != "other dice"
        weight = "normal" if chosen else "bold"
        chart.text(chart.left - 8, y + 12, one.name.replace("_", " "), anchor="end", weight=weight)
        zero = across.at(0)
        chart.box(zero, y, across.at(one.touched) - zero, 8, COLORS[0], title=f"{one.touched:.0%}")
        chart.box(zero, y + 9, across.at(one.winner) - zero, 8, COLORS[1], title=f"{one.winner:.0%}")
        ends = [across.at(min(max(share, 0), 1)) for share in one.winner_range]
        chart.line([(end, y + 13) for end in ends], INK, width=1.5)
    chart.foot([(across.at(share), f"{share:.0%}") for share in SHARES], "share of campaigns")
    return chart.page()
