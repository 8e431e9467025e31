"""What a tournament needs of a sport: the worth of a match, the tie-breaks, the possible results.

Carrom and crokinole are one object each, found by the name of the sport in the rules of the match.
"""

from collections.abc import Callable
from dataclasses import dataclass

from boardside.game import rules as game_rules
from boardside.game import rulesets
from host_tools.live_values import Event, Rules
from host_tools.reasons import Cause
from host_tools.tournament.model.model import Result, StageKind
from host_tools.tournament.standings import possible_points, tally, tie_breaks
from host_tools.tournament.standings.possible_points import ExtraBoard
from host_tools.tournament.standings.tie_breaks import Step


@dataclass(frozen=True, slots=True)
class Sport:
    """A sport at the desk."""

    #: Standing points of side 0 or 1 of a match.
    points: Callable[[Result, int], int]
    #: The steps that separate the entries of a stage, before any shoot-out.
    steps: Callable[[StageKind], tuple[Step, ...]]
    #: Why no game ever has these points; why play cannot have ended a game with them (possible_points.py).
    slip: Callable[[Rules, int, int], Cause | None]
    unfinished: Callable[[Rules, str, int, int], Cause | None]
    #: Whether a game that can have ended at these points can also have been broken off there.
    may_be_broken_off: Callable[[Rules, int, int], bool]
    #: Whether a game with these points had an extra board, as far as that is certain.
    extra_board: Callable[[Rules, str, int, int], ExtraBoard]
    #: The event with which this side loses the match because it did not report.
    no_show: Callable[[str], Event]
    #: The changes to the rules with which a shoot-out is played as a match at a table.
    shoot_out: Rules
    #: Whether 20s are counted: lists show them in place of net points.
    has_twenties: bool


CARROM = Sport(
    points=tally.by_wins,
    steps=tie_breaks.of_carrom,
    slip=possible_points.slip_of_boards,
    unfinished=possible_points.unfinished_boards,
    may_be_broken_off=possible_points.is_short,
    extra_board=possible_points.extra_board,
    no_show=lambda side: {"kind": "lost", "side": side, "law": "143i"},
    shoot_out={"games": 1, "board_limit": 1, "draws": False},  # level after it, another board decides
    has_twenties=False,
)
CROKINOLE = Sport(
    points=tally.by_rounds,
    steps=tie_breaks.of_crokinole,
    slip=possible_points.slip_of_rounds,
    unfinished=possible_points.unfinished_rounds,
    may_be_broken_off=lambda rules, a, b: False,
    extra_board=lambda rules, stage, a, b: "no",
    no_show=lambda side: {"kind": "forfeit", "side": side, "what": "match"},
    # 12 shots of a side (Shoot-Out Procedure); level after them, the table goes on with a shoot-out (D466).
    shoot_out={
        "games": 1,
        "rounds": 1,
        "all_games": False,
        "draws": False,
        "decider": "shoot_out",
        "discs_singles": 12,
        "discs_doubles": 6,
    },
    has_twenties=True,
)
_BY_NAME = {"carrom": CARROM, "crokinole": CROKINOLE}


def of_rules(rules: Rules) -> Sport:
    """The sport of these rules: of a ruleset, or of a match (`State.rules`)."""
    return _BY_NAME[game_rules.sport_of(rules).name]


def of_ruleset(ruleset: str) -> Sport:
    """The sport of a ruleset. Raises GameError for one that Boardside does not know."""
    return of_rules(rulesets.load(ruleset))
