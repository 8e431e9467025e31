"""From one stroke to its ruling: checks what went down, applies the rulebook, and carries out its verdict."""

from ..errors import GameError
from . import dues, icf, vaishali
from .ruling import StrokeRuling
from .situation import MEN, SIDES, Situation, add, put
from .turns import check_going, check_placed, close, pass_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .situation import Result

# `strokes` in the ruleset names the rulebook for a stroke.
RULEBOOKS = {"icf": icf.rule, "vaishali": vaishali.rule}


def stroke(
    situation: Situation,
    own: int = 0,
    opponent: int = 0,
    queen: bool = False,
    striker: bool = False,
    improper: bool = False,
    touched: bool = True,
    before_play: bool = False,
) -> "tuple[Situation, StrokeRuling]":
    """The side in turn has made a stroke; the situation after it, and the ruling.

    own, opponent: how many c/m went down, seen from the side in turn. queen, striker: whether they did.
    improper: the stroke was contrary to the Laws. touched: at the break, whether the striker touched any c/m
    (44), ignored later. before_play: the break was made before the umpire called "Play" (47).
    Raises GameError: "impossible" for more c/m than there are, "not_now" when no stroke can be.
    """
    _check(situation, own, opponent, queen, touched, before_play)
    if situation.tries and not touched:
        return _no_break(situation, striker, improper or before_play)
    improper = bool(improper or before_play)
    rulebook = RULEBOOKS[situation.rules.get("strokes", "icf")]
    verdict = rulebook(situation, own, opponent, bool(queen), bool(striker), improper)
    seat = situation.seat
    index = seat & 1
    after = situation.copy()
    after.tries = after.passes = 0
    if own or opponent:
        after.down = down = add(add(after.down, index, own), 1 - index, opponent - verdict.centre)
        right = after.right
        after.right = (right[0] or down[0] > 0, right[1] or down[1] > 0)
    laws = "47 " + verdict.laws if before_play else verdict.laws
    if situation.tries and improper and not before_play:
        laws += " D41"
    if verdict.board:
        laws += _end(after, verdict.board, verdict.back, index)
    else:
        if verdict.queen:
            after.queen = SIDES[index] if verdict.queen == "covered" else verdict.queen
        charged = verdict.dues + verdict.back
        if charged or situation.owes != (0, 0):
            laws += dues.settle(situation, after, seat, index, charged)
        if verdict.own_share:
            dues.share(after, index, seat, verdict.own_share)
        if verdict.goes_on:
            after.fresh = False
        else:
            pass_turn(after)
    ruling = StrokeRuling("stroke", situation.turn, situation, after, laws)
    if own or opponent:
        ruling.stays = own - verdict.back
        ruling.opponent_stays = opponent - verdict.centre
        ruling.back = verdict.back
    if verdict.dues:
        ruling.dues = verdict.dues
    if verdict.centre:
        ruling.centre = put((0, 0), 1 - index, verdict.centre)
    if queen and after.queen == "board":
        ruling.queen_move = "back"
    return after, ruling


def _end(after: Situation, board: "Result", back: int, index: int) -> str:
    """The board is over: put back the c/m that the striker or the improper stroke brings back."""
    after.end(board)
    after.down = add(after.down, index, -back)
    after.queen = board["queen"]
    close(after)
    return " " + " ".join(board["laws"])


def _no_break(situation: Situation, striker: bool, improper: bool) -> "tuple[Situation, StrokeRuling]":
    """No c/m was touched: another try, or the turn is lost; no due and no penalty (45)."""
    after = situation.copy()
    after.passes = 0
    if striker or improper:
        laws = "45c"
    else:
        after.tries -= 1
        laws = "45a" if after.tries else "45b"
    if laws == "45a":
        after.fresh = False
    else:
        after.tries = after.rules["tries"]
        pass_turn(after)
    return after, StrokeRuling("no break", situation.turn, situation, after, laws)


def _check(
    situation: Situation, own: int, opponent: int, queen: bool, touched: bool, before_play: bool
) -> None:
    if situation.over or situation.placing:
        check_going(situation, "stroke")
        check_placed(situation, "stroke")
    index = situation.seat & 1
    # Written out: a call for each takes longer than what it looks at.
    if type(own) is not int or not 0 <= own <= MEN - situation.down[index]:
        _refuse_count("own", own, situation, index)
    if type(opponent) is not int or not 0 <= opponent <= MEN - situation.down[1 - index]:
        _refuse_count("opponent", opponent, situation, 1 - index)
    if queen and situation.queen != "board":
        _refuse_queen(situation)
    if situation.tries:
        if not touched and (own or opponent or queen):
            raise GameError("impossible", "untouched_but_down")
    elif before_play:
        raise GameError("not_now", "break_made")


def _refuse_count(name: str, value: int, situation: Situation, index: int) -> None:
    most = MEN - situation.down[index]
    if type(value) is not int:
        raise GameError("malformed", "not_whole", field=name, value=value, low=0, high=most)
    raise GameError("impossible", "more_than_on_board", field=name, value=value, side=SIDES[index], most=most)


def _refuse_queen(situation: Situation) -> None:
    if situation.queen == "covering":
        raise GameError("impossible", "queen_to_be_covered")
    raise GameError("impossible", "queen_covered", side=situation.queen)
