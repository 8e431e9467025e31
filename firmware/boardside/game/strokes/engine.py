"""From one stroke to its ruling: checks what went down, applies the rulebook, and carries out its verdict."""

from ..errors import GameError
from . import dues, icf
from .ruling import StrokeRuling, queen_move, ruled, unique
from .situation import MEN, SIDES, Situation, add, put
from .turns import check_going, check_placed, close, pass_turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .situation import Result


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
    _check(situation, own, opponent, queen)
    if situation.tries:
        if not touched and (own or opponent or queen):
            raise GameError("impossible", "untouched_but_down")
    elif before_play:
        raise GameError("not_now", "break_made")
    untouched = situation.tries and not touched
    is_vaishali = situation.rules.get("strokes") == "vaishali"
    improper = bool(improper or before_play)
    if untouched and not (is_vaishali and (striker or improper)):  # there it is a foul as any other (D16)
        return _no_break(situation, striker, improper)
    rulebook = icf.rule
    if is_vaishali:
        from . import vaishali  # few matches are played by it

        rulebook = vaishali.rule
    back, due, penalties, held, goes_on, laws, board, own_share, centre = rulebook(
        situation, own, opponent, bool(queen), bool(striker), improper
    )
    seat = situation.seat
    index = seat & 1
    after = situation.copy()
    after.passes = 0
    if not untouched:
        after.tries = 0
    if own or opponent:
        of_a, of_b = after.down
        kept = opponent - centre
        after.down = down = (of_a + kept, of_b + own) if index else (of_a + own, of_b + kept)
        right = after.right
        if (down[0] and not right[0]) or (down[1] and not right[1]):
            after.right = (right[0] or down[0] > 0, right[1] or down[1] > 0)
    if before_play:
        laws = "47 " + laws
    if untouched:
        laws += " D16"
    elif situation.tries and improper and not before_play:
        laws += " D41"
    if board:
        laws += _end(after, board, back, index)
    else:
        if held:
            after.queen = SIDES[index] if held == "covered" else held
        if due or penalties or back or situation.owes != (0, 0):
            laws += dues.settle(situation, after, seat, index, due + penalties + back)
        if own_share:
            dues.share(after, index, seat, own_share)
        if goes_on:
            after.fresh = False
        else:
            pass_turn(after)
    return after, StrokeRuling(
        "no break" if untouched else "stroke",
        situation.turn,
        after,
        after.seat == seat,
        queen_move(situation, after, queen),
        unique(laws),
        due,
        penalties,
        put((0, 0), 1 - index, centre) if centre else (0, 0),
        own - back,
        opponent - centre,
        back,
    )


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
    return after, ruled("no break", situation.turn, situation, after, laws)


def _check(situation: Situation, own: int, opponent: int, queen: bool) -> None:
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


def _refuse_count(name: str, value: int, situation: Situation, index: int) -> None:
    most = MEN - situation.down[index]
    if type(value) is not int:
        raise GameError("malformed", "not_whole", field=name, value=value, low=0, high=most)
    raise GameError("impossible", "more_than_on_board", field=name, value=value, side=SIDES[index], most=most)


def _refuse_queen(situation: Situation) -> None:
    if situation.queen == "covering":
        raise GameError("impossible", "queen_to_be_covered")
    raise GameError("impossible", "queen_covered", side=situation.queen)
