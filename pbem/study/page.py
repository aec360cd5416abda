"""The tables of a study as a page of Markdown, by the template study.md.j2."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from pbem.soak.tally import Ended
from pbem.study import measures
from pbem.study.charts import NAMES
from pbem.study.gather import Played
from pbem.study.measures import BY_TURNS, HOWS, Box


def tables(numbers: Mapping[str, Any]) -> str:
    """The page with the numbers of `facts` and the `command` that made it."""
    import jinja2

    from pbem.resources import templates_folder

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_folder()),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template("study.md.j2").render(numbers)


def facts(played: Played, hands: Mapping[str, Box]) -> dict[str, Any]:
    """All numbers the page shows, as plain data."""
    return {
        "campaigns": sum(len(ended) for ended in played.values()),
        "turns": BY_TURNS,
        "hows": [(how, NAMES[how]) for how in HOWS],
        "endings": [
            _ending(name, played) for name in played if name.startswith(("players", "style", "ending"))
        ],
        "deals": [_deal(name, one, played) for name, one in hands.items()],
        "together": [
            _together(name, [one for group, ended in played.items() if group.startswith(f"{start}: ") for one in ended])
            for name, start in (("dealt round", "players"), ("three pots", "three pots"))
        ],
        "seats": [
            {"name": name, "seats": [{"mean": mean, "more": more} for mean, more in measures.by_seat(ended)]}
            for name, ended in played.items()
            if name.startswith(("players", "three pots"))
        ],
        "changes": [one._asdict() for one in measures.changes(played)],
    }


def _ending(name: str, played: Played) -> dict[str, Any]:
    ended = played[name]
    by_turn = measures.share_by_turn(ended)
    return {
        "name": name,
        "campaigns": len(ended),
        "middle": measures.middle_turn(ended),
        "over": [by_turn[turn - 1] for turn in BY_TURNS],
        "hows": measures.hows(ended),
        "over_range": measures.share_range(by_turn[-1], len(ended)),
        "red": measures.red_share(ended),
        "red_range": measures.share_range(measures.red_share(ended), sum(1 for one in ended if one.side)),
    }


def _deal(name: str, hands: Box, played: Played) -> dict[str, Any]:
    ended = played[name]
    return {
        "name": name,
        "hands": hands._asdict(),
        "spread": measures.box([measures.spread(one) for one in ended])._asdict(),
        "spread_more": measures.uncertainty(_mean_spread, ended),
        "worth": measures.worth_of_the_deal(ended),
        "worth_more": measures.uncertainty(measures.worth_of_the_deal, ended),
        "first": measures.first_of_the_dealt(ended),
        "first_more": measures.uncertainty(measures.first_of_the_dealt, ended),
    }


def _together(name: str, ended: Sequence[Ended]) -> dict[str, Any]:
    """One kind of deal, whatever the number of players."""
    by_turn = measures.share_by_turn(ended)
    shares = [by_turn[turn - 1] for turn in BY_TURNS]
    return {
        "name": name,
        "campaigns": len(ended),
        "over": [(share, *measures.share_range(share, len(ended))) for share in shares],
        "spread": _mean_spread(ended),
        "spread_more": measures.uncertainty(_mean_spread, ended),
        "worth": measures.worth_of_the_deal(ended),
        "worth_more": measures.uncertainty(measures.worth_of_the_deal, ended),
        "first": measures.first_of_the_dealt(ended),
        "first_more": measures.uncertainty(measures.first_of_the_dealt, ended),
    }


def _mean_spread(ended: Sequence[Ended]) -> float:
    return fmean(measures.spread(one) for one in ended)
