"""What the portable tests of strokes share: boards set up at will, and rulings held against expectations."""

from boardside.game import strokes
from boardside.game.rulesets.icf import RULES

VAISHALI = {"points": 29, "queen": 5, "queen_until": 23, "most": 14, "tries": 3, "strokes": "vaishali"}


def board(
    own=6,
    opponent=6,
    queen="board",
    owes=0,
    opponent_owes=0,
    points=0,
    opponent_points=0,
    right=None,
    fresh=True,
    seat=0,
    doubles=False,
    rules=RULES,
):
    """A board in the middle, with side a (seat 0) in turn unless said; own and opponent are seen from it."""
    mine = seat & 1
    score = {"ab"[mine]: points, "ba"[mine]: opponent_points}
    start = strokes.begin(rules, "a", doubles, None, score)
    return strokes.set_up(
        start,
        seat,
        _pair(mine, own, opponent),
        queen,
        _pair(mine, owes, opponent_owes),
        None if right is None else _pair(mine, right, False),
        fresh,
    )


def _pair(mine, own, opponent):
    return (opponent, own) if mine else (own, opponent)


def holds(ruling, **expected):
    """Every named field is as expected; `laws`: a text, parted by spaces; `charged`: dues and penalties."""
    for name in expected:
        value = expected[name]
        if name == "laws":
            value = tuple(value.split())
        value_there = ruling.dues + ruling.penalties if name == "charged" else getattr(ruling, name)
        assert value_there == value, "%s is %r, not %r (%s)" % (name, value_there, value, ruling.clauses)


def rule(situation, **stroke):
    """The stroke described by `stroke`, made in `situation`."""
    return strokes.stroke(situation, **stroke)


def result(ruling):
    """A finished board as (winner, points, points with all on demand, left, Queen)."""
    board = ruling.board
    assert board is not None, "the board goes on: %r" % (ruling.clauses,)
    return (board["winner"], board["points"], board["most"], board["left"], board["queen"])
