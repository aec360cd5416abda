"""The five charts of a study."""

from collections.abc import Mapping, Sequence

from pbem.study import measures
from pbem.study.gather import Played
from pbem.study.measures import HOWS, Box
from pbem.study.plan import TURNS, USUAL
from pbem.study.svg import COLORS, WIDTH, Chart

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
NAMES = {
    "no_white_units": "no White unit left",
    "agreement": "agreement",
    "no_red_leaders": "no Red Leader left",
    "key_areas": "key areas",
    "turn_limit": "turn limit",
    "": "not decided",
}


def charts(played: Played, hands: Mapping[str, Box]) -> dict[str, str]:
    """By file name each chart. `hands`: by group how far apart the hands dealt were."""
    return {
        "endings-by-turn.svg": endings_by_turn(played),
        "endings-by-condition.svg": endings_by_condition(played),
        "deals.svg": deals(hands),
        "seats.svg": seats(played),
        "rulings.svg": rulings(played),
    }


def endings_by_turn(played: Played) -> str:
    """The share of campaigns that are over, by Game-Turn."""
    names = [f"players: {players}" for players in measures.numbers_of_players(played)]
    lines = {f"{name.partition(': ')[2]} players": played[name] for name in names}
    lines |= {"4, key areas": played["ending: key_areas"], "4, turn limit 8": played["ending: turn_limit"]}
    chart = Chart("Campaigns that are over, by Game-Turn")
    across, upward = chart.across(1, TURNS), chart.upward(0, 1)
    chart.left_axis(upward, SHARES, "share of campaigns", percent=True)
    marks = [turn for turn in range(1, TURNS + 1) if turn in (1, 5, 8) or turn % 5 == 0]
    chart.foot([(across.at(turn), str(turn)) for turn in marks], "Game-Turn (two Phases by mail each)")
    chart.legend(list(lines))
    for color, (name, ended) in zip(COLORS, lines.items(), strict=False):
        points = [
            (across.at(turn), upward.at(share))
            for turn, share in enumerate(measures.share_by_turn(ended), start=1)
        ]
        chart.line(points, color, width=2, dash="6 4" if "," in name else "")
    return chart.page()


def endings_by_condition(played: Played) -> str:
    """How campaigns ended, as stacked bars by number of players and by ending."""
    rows = [f"players: {players}" for players in measures.numbers_of_players(played)]
    rows += ["style: greedy", "style: bold", "style: random", "ending: key_areas", "ending: turn_limit"]
    chart = Chart("How campaigns ended", height=90 + 30 * len(rows), left=150)
    across = chart.across(0, 1)
    chart.legend([NAMES[how] for how in HOWS])
    for number, name in enumerate(row for row in rows if row in played):
        y, start = 70 + 30 * number, 0.0
        chart.text(chart.left - 8, y + 15, name.replace("_", " "), anchor="end")
        for how, share in measures.hows(played[name]).items():
            color = COLORS[HOWS.index(how)]
            x = across.at(start)
            chart.box(x, y, across.at(start + share) - x, 20, color, title=f"{NAMES[how]}: {share:.0%}")
            if share >= 0.08:
                chart.text(
                    (x + across.at(start + share)) / 2,
                    y + 15,
                    f"{share:.0%}",
                    anchor="middle",
                    color="#ffffff",
                )
            start += share
    return chart.page()


def deals(hands: Mapping[str, Box]) -> str:
    """How far apart the best and the worst hand are, by number of players and kind of deal."""
    chart = Chart("The best hand over the worst, in Leadership Value dealt")
    top = max(one.most for one in hands.values())
    upward = chart.upward(0, top)
    chart.left_axis(upward, [mark for mark in range(0, int(top) + 1, 5)], "Leadership Value")
    chart.legend(["dealt round", "three pots"])
    step = (WIDTH - chart.left - 24) / len(hands)
    for number, (_, one) in enumerate(hands.items()):
        x = chart.left + step * (number + 0.5)
        chart.line([(x, upward.at(one.least)), (x, upward.at(one.most))], "#222222")
        height = upward.at(one.low) - upward.at(one.high)
        chart.box(x - 18, upward.at(one.high), 36, height, COLORS[number % 2])
        chart.line([(x - 18, upward.at(one.middle)), (x + 18, upward.at(one.middle))], "#ffffff", width=2)
    players = [name.partition(": ")[2] for name in hands][::2]
    chart.foot(
        [(chart.left + step * (2 * place + 1), f"{one} players") for place, one in enumerate(players)],
        "the middle half of the deals, and nine tenths of them",
    )
    return chart.page()


def seats(played: Played) -> str:
    """The mean share of the points by seat, with both deals."""
    names = [f"players: {USUAL}", f"three pots: {USUAL}"]
    found = [measures.by_seat(played[name]) for name in names]
    top = max(1.5, *(mean + more for seat in found for mean, more in seat))
    chart = Chart(f"Points by seat, {USUAL} players (1 = the mean)")
    upward = chart.upward(0, top)
    chart.left_axis(upward, [0, 0.5, 1, 1.5], "share of the points")
    chart.legend(["dealt round", "three pots"])
    step = (WIDTH - chart.left - 24) / USUAL
    for kind, by_seat in enumerate(found):
        for place, (mean, more) in enumerate(by_seat):
            x = chart.left + step * (place + 0.5) + (36 * kind - 34)
            chart.box(
                x, upward.at(mean), 32, upward.at(0) - upward.at(mean), COLORS[kind], title=f"{mean:.2f}"
            )
            middle = x + 16
            chart.line(
                [(middle, upward.at(mean - more)), (middle, upward.at(mean + more))], "#222222", width=1.5
            )
    letters = [(chart.left + step * (place + 0.5), "ABCDEFGH"[place]) for place in range(USUAL)]
    chart.foot(letters, "seat; the lines show how uncertain the means are")
    return chart.page()


def rulings(played: Played) -> str:
    """How often another choice, with the same deals and dice, made another player the winner."""
    found: Sequence[measures.Change] = measures.changes(played)
    chart = Chart("Another reading, the same deals and dice", height=134 + 24 * len(found), left=240)
    across = chart.across(0, 1)
    chart.legend(["campaigns that went otherwise", "another winner"])
    for number, one in enumerate(found):
        y = 72 + 24 * number
        chart.text(chart.left - 8, y + 12, one.name.replace("_", " "), anchor="end")
        zero = across.at(0)
        chart.box(zero, y, across.at(one.touched) - zero, 8, COLORS[0], title=f"{one.touched:.0%}")
        chart.box(zero, y + 9, across.at(one.winner) - zero, 8, COLORS[1], title=f"{one.winner:.0%}")
    chart.foot([(across.at(share), f"{share:.0%}") for share in SHARES], "share of campaigns")
    return chart.page()
