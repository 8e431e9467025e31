"""One stroke: every row of the table, proper and improper, each with the Laws that it names.

Side a is in turn with six c/m on the board, three pocketed, unless said. The expectations are written out
here; none is read from the table under test.
"""

from stroke_desk import board, holds, rule

from boardside.game import strokes


def ruled(situation, stroke, **expected):
    expected["queen"] = expected.get("queen", "board")  # on the board, unless the test says where
    after, ruling = rule(situation, **stroke)
    for name in ("down", "right"):
        if name in expected:
            assert getattr(after, name) == expected.pop(name), name
    holds(ruling, **expected)
    if ruling.act == "stroke":  # a due for the striker (13), a penalty for the foul (14)
        holds(ruling, dues=int(stroke.get("striker", 0)), penalties=int(stroke.get("improper", 0)))
    return after


def stays(own=0, opponent=0):
    return {
        "stays": own,
        "opponent_stays": opponent,
        "back": 0,
        "charged": 0,
        "placing": (),
        "clock": "stroke",
    }


def out(back, charged, opponent=0):
    """So many own c/m come back, so many are charged; the opponent (seat 1) places them all."""
    return {
        "stays": 0,
        "opponent_stays": opponent,
        "back": back,
        "charged": charged,
        "placing": (("a", back + charged, 1),),
        "owes": (0, 0),
        "clock": "placing",
    }


COVERING = {"queen": "covering"}
BACK = {"queen": "board", "queen_move": "back"}
COVERED = {"queen": "a", "queen_move": "covered"}
TO_COVER = {"queen": "covering", "queen_move": "to cover"}
NINE = {"own": 9}
OWING = {"own": 9, "owes": 1}
OWED = {"charged": 1, "owes": (1, 0)}
ONE = (("a", 1, 1),)


ROWS = (
    # The Laws named; the board; own and opponent's c/m that go down, and Q(ueen), S(triker), I(mproper);
    # whose turn it is then, and what else is ruled.
    ("48", {}, 0, 0, "", "b", dict(stays(), down=(3, 3), queen_move=None)),
    ("64a", {}, 0, 0, "I", "b", out(0, 1)),
    ("48", {}, 2, 0, "", "a", dict(stays(2), down=(5, 3))),
    ("77a", {}, 2, 0, "I", "b", dict(out(2, 1), down=(5, 3))),
    ("48 125", {}, 0, 1, "", "b", dict(stays(0, 1), down=(3, 4))),
    ("48 125", {}, 0, 2, "", "b", dict(stays(0, 2), down=(3, 5))),
    ("48 125", {}, 0, 3, "", "b", dict(stays(0, 3), down=(3, 6))),
    ("76", {}, 0, 1, "I", "b", dict(out(0, 1, 1), down=(3, 4))),
    ("48", {}, 1, 2, "", "a", dict(stays(1, 2), down=(4, 5))),
    ("64b 76 77a", {}, 1, 2, "I", "b", dict(out(1, 1, 2), down=(4, 5))),
    ("72a", {}, 0, 0, "S", "b", out(0, 1)),
    ("72b", {}, 0, 0, "SI", "b", out(0, 2)),
    ("73", {}, 1, 0, "S", "a", out(1, 1)),
    ("77b", {}, 1, 0, "SI", "b", out(1, 2)),
    ("74", {}, 0, 1, "S", "b", out(0, 1, 1)),
    ("72b 76", {}, 0, 1, "SI", "b", out(0, 2, 1)),
    ("75", {}, 2, 1, "S", "a", out(2, 1, 1)),
    ("76 77b", {}, 2, 1, "SI", "b", out(2, 2, 1)),
    # The Queen goes down.
    ("48 15", {}, 0, 0, "Q", "a", dict(stays(), **TO_COVER)),
    ("64b", {}, 0, 0, "QI", "b", dict(out(0, 1), **BACK)),
    ("95a", NINE, 0, 0, "Q", "b", dict(stays(), **BACK)),
    ("95b", {"own": 9, "owes": 1, "right": True}, 0, 0, "Q", "b", dict(BACK, owes=(1, 0))),
    ("64b 72c", NINE, 0, 0, "QI", "b", OWED),
    ("97a", {}, 1, 0, "Q", "a", dict(stays(1), **COVERED)),
    ("64b", {}, 1, 0, "QI", "b", dict(out(1, 1), **BACK)),
    ("97b", NINE, 1, 0, "Q", "a", dict(stays(1), **TO_COVER)),
    ("97b", NINE, 2, 0, "Q", "a", dict(stays(2), **COVERED)),
    ("98a", {}, 1, 0, "QS", "a", dict(out(1, 1), **BACK)),
    ("98b", {}, 1, 0, "QSI", "b", dict(out(1, 2), **BACK)),
    ("99a", {}, 0, 0, "QS", "a", dict(out(0, 1), **BACK)),
    ("95d 72c", {"own": 9, "right": False}, 0, 0, "QS", "b", dict(OWED, **BACK)),
    ("95d 72c", {"own": 9, "right": True}, 0, 0, "QS", "b", dict(OWED, **BACK)),  # dues brought them back
    ("99b", {}, 0, 0, "QSI", "b", dict(out(0, 2), **BACK)),
    ("D1", {}, 0, 1, "Q", "a", dict(stays(0, 1), queen="covering")),
    ("D2 74", {}, 0, 1, "QS", "b", dict(out(0, 1, 1), **BACK)),
    ("D2 99b 76", {}, 0, 1, "QSI", "b", dict(out(0, 2, 1), **BACK)),
    ("95b D11 78a", OWING, 2, 0, "Q", "b", dict(BACK, stays=2, placing=ONE, clock="placing", owes=(0, 0))),
    # She is being covered.
    ("100a", COVERING, 0, 0, "S", "b", dict(out(0, 1), **BACK)),
    ("100b", COVERING, 0, 0, "SI", "b", out(0, 2)),
    ("101b", COVERING, 1, 0, "SI", "b", dict(out(1, 2), **BACK)),
    ("96", COVERING, 0, 0, "", "b", dict(stays(), **BACK)),
    ("96 64a", COVERING, 0, 0, "I", "b", dict(out(0, 1), **BACK)),
    ("15", COVERING, 1, 0, "", "a", dict(stays(1), **COVERED)),
    ("77a 96", COVERING, 1, 0, "I", "b", dict(out(1, 1), **BACK)),
    # Several kinds at once, which the table names only by its parts.
    ("97a", {}, 1, 1, "Q", "a", dict(stays(1, 1), **COVERED)),
    ("97b", NINE, 1, 1, "Q", "a", dict(stays(1, 1), **TO_COVER)),
    ("64b 76", {}, 1, 1, "QI", "b", out(1, 1, 1)),
    ("98a 75", {}, 1, 1, "QS", "a", out(1, 1, 1)),
    ("98b 76", {}, 1, 1, "QSI", "b", out(1, 2, 1)),
    ("98a 72c", NINE, 1, 0, "QS", "a", dict(OWED, back=1, placing=ONE)),
    ("96 125", COVERING, 0, 1, "", "b", dict(stays(0, 1), **BACK)),
    ("96 76", COVERING, 0, 1, "I", "b", out(0, 1, 1)),
    ("15", COVERING, 1, 1, "", "a", dict(stays(1, 1), **COVERED)),
    ("77a 76 96", COVERING, 1, 1, "I", "b", out(1, 1, 1)),
    ("96 74", COVERING, 0, 1, "S", "b", dict(out(0, 1, 1), **BACK)),
    ("96 72b 76", COVERING, 0, 1, "SI", "b", dict(out(0, 2, 1), **BACK)),
    ("101a 75", COVERING, 1, 1, "S", "a", dict(out(1, 1, 1), queen="covering")),
    ("101b 76", COVERING, 1, 1, "SI", "b", out(1, 2, 1)),
    ("95a 125", NINE, 0, 1, "Q", "b", dict(BACK, opponent_stays=1)),
    ("95b 125", {"own": 9, "owes": 2}, 0, 1, "Q", "b", BACK),
    ("D2 74 72c", NINE, 0, 1, "QS", "b", {"charged": 1, "opponent_stays": 1}),
    ("98a 95b D42 72c", OWING, 1, 0, "QS", "b", dict(BACK, back=1, charged=1, placing=ONE, owes=(2, 0))),
    ("98a 75 95b D42 72c", OWING, 1, 1, "QS", "b", {"back": 1}),
    ("95b", {"owes": 1}, 0, 0, "Q", "b", BACK),
    ("95b D42 78a", {"owes": 1}, 0, 0, "QS", "b", {}),
    ("95b D11 78a", OWING, 1, 1, "Q", "b", {"stays": 1, "opponent_stays": 1}),
    ("D2 74 72c", OWING, 0, 1, "QS", "b", {"opponent_stays": 1, "charged": 1}),
)


def stroke(own, opponent, kinds):
    return {
        "own": own,
        "opponent": opponent,
        "queen": "Q" in kinds,
        "striker": "S" in kinds,
        "improper": "I" in kinds,
    }


def test_every_row_of_the_table():
    for row in ROWS:
        laws, fields, own, opponent, kinds, turn, expected = row
        try:
            ruled(board(**fields), stroke(own, opponent, kinds), turn=turn, laws=laws, **expected)
        except AssertionError as error:
            raise AssertionError("%r: %s" % (row, error)) from error


def test_95c_right_kept_after_dues_bring_all_nine_back():
    situation = board(own=8)
    after = ruled(situation, {"striker": True}, turn="b", laws="72a", placing=(("a", 1, 1),))
    after, _ = strokes.place(after)
    after, _ = rule(after)  # b misses: a's turn again
    assert after.left("a") == 9
    ruled(after, {"queen": True}, turn="a", laws="48 15 95c", queen="covering", queen_move="to cover")


def test_97b_at_the_break():
    start = strokes.begin(board().rules, "a")
    ruled(start, {"queen": True, "own": 1}, turn="a", laws="97b", queen="covering", **stays(1))
    ruled(start, {"queen": True, "own": 2}, turn="a", laws="97b", queen="a", **stays(2))


def test_101a_covering_striker_and_own_proper():
    stroke = {"striker": True, "own": 1}
    situation = board(queen="covering")
    after = ruled(situation, stroke, turn="a", laws="101a", queen="covering", queen_move=None, **out(1, 1))
    after, _ = strokes.place(after)
    ruled(after, {}, turn="b", laws="96", queen="board", queen_move="back")
    ruled(after, {"own": 1}, turn="a", laws="15", queen="a", queen_move="covered")


def test_d40_the_right_comes_with_a_c_m_that_the_opponent_pocketed():
    start = strokes.begin(board().rules, "a")
    situation, _ = rule(start, opponent=1)
    ruled(situation, {"queen": True}, turn="b", queen="covering", laws="48 15")


def test_92_no_right_before_any_own_c_m():
    start = strokes.begin(board().rules, "a")
    ruled(start, {"queen": True}, turn="b", queen="board", queen_move="back", laws="95a")


def test_64b_improper_strokes_with_the_queen():
    """Whatever the right to the Queen: she comes out, own c/m come out, the turn passes."""
    for own_left, owes in ((6, 0), (9, 0), (9, 1)):
        situation = board(own=own_left, owes=owes)
        outstanding = " 72c" if own_left == 9 else ""
        for stroke, laws in (
            ({}, "64b"),
            ({"opponent": 1}, "64b 76"),
            ({"own": 1}, "64b"),
            ({"own": 1, "opponent": 1}, "64b 76"),
            ({"own": 1, "striker": True}, "98b"),
            ({"own": 1, "opponent": 1, "striker": True}, "98b 76"),
            ({"striker": True}, "99b"),
            ({"opponent": 1, "striker": True}, "D2 99b 76"),
        ):
            own = stroke.get("own", 0)
            charged = 2 if stroke.get("striker") else 1
            ruled(
                situation,
                dict(stroke, queen=True, improper=True),
                turn="b",
                queen="board",
                queen_move="back",
                stays=0,
                back=own,
                opponent_stays=stroke.get("opponent", 0),
                charged=charged,
                laws=laws + outstanding,
            )


def test_a_covered_queen_stays_covered():
    for queen in ("a", "b"):
        for stroke in ({}, {"own": 1}, {"opponent": 1}, {"own": 1, "opponent": 1}):
            for striker in (False, True):
                for improper in (False, True):
                    more = dict(stroke, striker=striker, improper=improper)
                    ruled(board(queen=queen), more, queen=queen, queen_move=None)
