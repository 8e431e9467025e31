"""The digits read back by a reader who knows the rules on the lid only (lid_reader.py): every frame of every
state has exactly one reading, which is true; and it says what a spectator must be told.
"""

import lid_reader
from displays_kit import lines, screen
from lid_reader import readings
from paper_states import PAIRS, STATES, carrom, crokinole, later_board, settled, stroke, strokes_begun

from boardside.faces.back import Turned
from boardside.table.show import segments, segments_four, segments_line

STEP = 256  # ms: four frames in every half of a blink, eight in every page's turn
FRAMES = 33  # a full round of pages and blinking

_SAME = {"S": "5", "O": "0", "I": "1", "y": "Y"}


# Situations that the e-paper's states do not have.


def long_match():
    """Ten games of crokinole with four and more won."""
    umpire = crokinole(stage="round")
    for _ in range(9):
        umpire.table.commit({"kind": "forfeit", "side": "b", "what": "game"}, umpire.now)
    return settled(umpire)


def board_ten():
    umpire = settled(carrom(stage="final"))
    for number in range(9):
        umpire.result("ab"[number % 2], 1, "ba"[number % 2])
    return settled(umpire)


def large_gain():
    umpire = later_board()
    umpire.press("O" + "B" * 9 + "QO")
    return umpire


def pressed_all():
    umpire = strokes_begun()
    umpire.press("CWWBQSF")
    return umpire


def second_left():
    """The turn of the second player of the left pair."""
    umpire = strokes_begun(**PAIRS)
    for _ in range(2):
        stroke(umpire)
    return umpire


def second_right():
    return stroke(second_left())


def second_places():
    """The second player of the right pair places what the left pair owes."""
    return stroke(stroke(second_left(), "WW"), "S")


def board_set():
    """The c/m on the board, as stroke by stroke begins in the middle of a board."""
    from boardside.table.menu.by_hand import SetBoard

    umpire = strokes_begun()
    umpire.press("CWC")
    umpire.wait(2_000)
    panel = umpire.table.panel
    panel.open(SetBoard(umpire.state, panel.sport.situation(umpire.state), None))
    umpire.table.touch()
    return umpire


def queen_of_the_other():
    """Left has the Queen, the turn has passed, nobody has won a game."""
    umpire = strokes_begun()
    for keys in ("W", "Q", "W", ""):
        stroke(umpire, keys)
    return umpire


def crokinole_outcome():
    umpire = crokinole()
    umpire.press("OW+QW")
    return umpire


def crokinole_level():
    umpire = crokinole()
    umpire.press("OQ+WQ")
    return umpire


def crokinole_game_over():
    umpire = crokinole()
    umpire.press("OW+OO OW+OO OW+OO")
    return settled(umpire)


def crokinole_totals():
    umpire = crokinole_game_over()
    umpire.press("S")
    return umpire


def crokinole_hundreds():
    umpire = crokinole()
    umpire.press("OW" + "Q" * 7 + "B" + "Q" * 5 + "S")
    return umpire


def crokinole_unchosen():
    """The entry of a round whose 20s were counted in play, before a side is chosen."""
    umpire = crokinole()
    umpire.press("C")
    umpire.press("QCQCO")
    return umpire


def crokinole_twenties_set():
    from boardside.table.crokinole.items import Twenties

    umpire = crokinole()
    umpire.table.panel.open(Twenties(umpire.state, None))
    umpire.table.touch()
    umpire.press("BQQ")
    return umpire


MORE = (
    long_match, board_ten, large_gain, pressed_all, second_left, second_right, second_places,
    board_set, queen_of_the_other, crokinole_outcome, crokinole_level, crokinole_game_over,
    crokinole_totals, crokinole_hundreds, crokinole_unchosen, crokinole_twenties_set,
)  # fmt: skip


def fitting(number):
    """A number of a page as the reader must find it."""
    return number if number < 100 else "dashes"


def clock(show, claims):
    """What a clock of two digits must say, but for its turns of darkness."""
    if show.clock_s > 99:
        claims["minutes"] = (show.clock_s + 59) // 60
    elif show.clock_s >= 0:
        claims["seconds"] = show.clock_s
    if show.expired or show.time_is_up:
        claims["time is up"] = True


def score_of(show):
    """What a reader must have found on the score page, all of it."""
    claims = {"left": fitting(show.points_left), "right": fitting(show.points_right)}
    if show.mark:
        claims["arrow"], claims["seat"] = show.mark, "second" if show.mark_second else "first"
    for side in ("left", "right"):
        owed = getattr(show, "owes_" + side)
        if owed and show.seat >= 0 and show.quarter == 1:
            claims["owes_" + side] = owed
            del claims[side]
        elif not show.blink_on and show.blink == "points_" + side:
            del claims[side]
    if show.seat >= 0 and show.queen in ("left", "right") and (show.blink_on or not show.queen_to_cover):
        claims["queen"] = show.queen
    if not (show.paused and not show.expired and not show.blink_on and show.clock_s >= 0):
        clock(show, claims)
    if show.clock_s < 0:
        letters = show.centre.decode().strip()
        if letters:
            claims["letters"] = (lid_reader.MIDDLES.get(letters) or lid_reader.MIDDLES[letters[0]])[1]
            if letters[0] in "br" and letters != "br":
                claims["number"] = int(letters[1])
    claims["what"] = "points"
    return claims


def stroke_of(show):
    claims = {"arrow": show.turn}
    if show.down_queen:
        claims["queen"] = show.turn
    for side in ("left", "right"):
        if getattr(show, "down_" + side):
            claims["c/m " + side] = getattr(show, "down_" + side)
    also = ["", "striker", "foul", "striker and foul"]
    claims["also"] = also[int(show.down_striker) + 2 * int(show.down_improper)]
    return claims


def placing_of(show):
    side, count, by, second = show.placing[show.placing_at]
    claims = {"of": side, "count": count, "by": by, "seat": "second" if second else "first"}
    if not (show.paused and not show.blink_on):
        clock(show, claims)
    return claims


def men_of(show):
    claims = {"arrow": show.turn, "c/m left": show.men_left, "c/m right": show.men_right}
    if show.queen in ("left", "right") and (show.blink_on or not show.queen_to_cover):
        claims["queen"] = show.queen
    return claims


def entry_of(show):
    claims = {}
    loser = "left" if show.entry_left >= 0 else "right"
    claims["c/m " + loser] = getattr(show, "entry_" + loser)
    if show.entry_queen == "asked" and not show.entry_demand:
        claims["asked"] = True
    if show.entry_queen in ("left", "right"):
        claims["queen"] = show.entry_queen
    if show.entry_demand:
        claims["demand " + ("right" if loser == "left" else "left")] = show.entry_demand
    return claims


def proposal_of(show):
    claims = {"left": fitting(show.after_left), "right": fitting(show.after_right)}
    claims["gain"] = show.gain
    claims["by"] = "umpire" if show.gain_overridden else "table"
    return claims


def gain_of(show):
    both = show.round_left == show.round_right >= 0
    return {
        "gets": "both" if both else "left" if show.gain_left else "right",
        "gain": show.gain,
        "by": "umpire" if show.gain_overridden else "table",
    }


def words_of(show):
    """The message, and in its right half the clock that belongs to it."""
    text = ""
    for letter in show.message_codes.decode():
        text += _SAME.get(letter, letter)
    lit = show.message_clock and show.clock_s >= 0 and (show.blink_on or not show.paused)
    if lit:
        shown = "%2d.%02d" % (show.clock_s // 60, show.clock_s % 60)
        text = cells(text)[: _width(cells(text), 4)] + shown
    return {"text": cells(text)}


def _width(text, digits):
    """How many characters the first `digits` digits have; a point belongs to the digit before it."""
    at = 0
    while at < len(text) and digits:
        at += 1
        digits -= 1
        if at < len(text) and text[at] == ".":
            at += 1
    return at


def cells(text):
    """`text` on eight digits."""
    count = len(text) - text.count(".")
    if text[:1] == ".":
        count += 1
    return text + " " * (8 - count)


EXPECTED = {
    "score": score_of,
    "stroke": stroke_of,
    "placing": placing_of,
    "men": men_of,
    "entry": entry_of,
    "proposal": proposal_of,
    "gain": gain_of,
    "words": words_of,
}


def pair_of(show, umpire, meaning):
    """The numbers of a page with a word, from the match itself."""
    left = umpire.state.left_side
    both = {"games": ("games_left", "games_right"), "20s": ("twenties_left", "twenties_right")}
    if meaning == "discs left":
        return {"left": show.discs_left, "right": show.discs_right}
    if umpire is not None and meaning == "games":
        numbers = umpire.state.games
        own = isinstance(show, Turned)
        sides = (left, "b" if left == "a" else "a")
        if own:
            sides = (sides[1], sides[0])
        return {"left": fitting(numbers[sides[0]]), "right": fitting(numbers[sides[1]])}
    return {
        "left": fitting(getattr(show, both[meaning][0])),
        "right": fitting(getattr(show, both[meaning][1])),
    }


def check(shown, show, umpire, where, page=None):
    """One frame of eight digits: one reading, and true."""
    possible = readings(shown)
    assert len(possible) == 1, (where, page, [hex(value) for value in shown], possible)
    claims = dict(possible[0])
    kind = claims.pop("page")
    meaning = claims.get("what")
    if kind == "dark":
        return kind
    if kind == "pair":
        arrow = claims.pop("arrow", None)
        if arrow is not None:  # 20s that are being set
            return kind
        del claims["what"]
        assert claims == pair_of(show, umpire, meaning), (where, claims)
        return kind
    if kind == "score" and meaning != "points":
        _other_numbers(claims, meaning, show, umpire, where)
        return kind
    if kind == "gain":
        page = {"proposal": "gain"}.get(page, page)
    assert kind == page or (page == "message" and kind == "words"), (
        where,
        kind,
        page,
    )
    wanted = EXPECTED[kind](show)
    assert claims == wanted, (where, kind, claims, wanted)
    return kind


def _other_numbers(claims, meaning, show, umpire, where):
    """Numbers of crokinole that stand where the points are, under a word in the middle."""
    left = umpire.state.left_side
    right = "b" if left == "a" else "a"
    if meaning == "20s":
        discs = umpire.table.panel.mode.discs
        numbers = discs[left][0], discs[right][0]
    elif meaning == "points on the board":
        assert claims["arrow"] == (show.counting or "both"), where
        numbers = show.total_left, show.total_right
    elif meaning == "points of a game":
        last = umpire.state.history[-1].points
        numbers = last[left], last[right]
    else:
        from boardside.game.crokinole.flow import total

        points = total(umpire.state)
        numbers = points[left], points[right]
    assert (claims["left"], claims["right"]) == numbers, (where, meaning, claims)


def frames(state):
    """The screen of a state as time goes on: (screen, umpire) for each frame."""
    umpire = state()
    for _ in range(FRAMES):
        yield umpire.table.screen(umpire.now), umpire
        umpire.wait(STEP, 32)


def page_of(show):
    return show.page_now if not show.aside_now else "pair"


def eight(show):
    buffer = bytearray(8)
    segments.render(show, buffer)
    return buffer


def check_all(states=STATES + MORE):
    """All states on eight digits; the kinds of pages that were read."""
    kinds = set()
    for state in states:
        for show, umpire in frames(state):
            kinds.add(check(eight(show), show, umpire, state.__name__, page_of(show)))
    return kinds


def test_every_frame_of_every_state_has_one_reading_and_it_is_true():
    assert len(STATES + MORE) >= 70
    kinds = check_all()
    every = {"score", "stroke", "placing", "men", "entry", "proposal", "gain", "pair", "words"}
    assert every <= kinds, every - kinds


def test_the_entry_of_a_round_says_whose_discs_are_counted():
    umpire = crokinole_unchosen()
    said = []
    for key in "WB":
        said.append(readings(eight(umpire.table.screen(umpire.now))))
        umpire.press(key)
    said.append(readings(eight(umpire.table.screen(umpire.now))))
    assert [[reading.get("arrow") for reading in possible] for possible in said] == [
        ["both"],
        ["left"],
        ["right"],
    ]


def test_so_has_the_display_from_behind():
    back = Turned()
    for state in STATES + MORE:
        for show, umpire in frames(state):
            if show.page_now == "message" and show.phase != "idle":
                continue  # the messages are the umpire's: it shows the score, or dark digits
            back.take(show)
            check(eight(back), back, umpire, state.__name__, page_of(back))


def test_two_lines_have_one_reading_each():
    both = bytearray(16)
    for state in STATES + MORE:
        for show, umpire in frames(state):
            segments_line.render(show, both)
            first, second = readings(both[:8]), lid_reader.line(both[8:])
            assert len(first) == 1, (state.__name__, [hex(value) for value in both[:8]], first)
            assert len(second) == 1, (state.__name__, lines(show)[1], second)
            claims = second[0]
            if "seconds" in claims:
                assert claims["seconds"] == max(show.clock_s, 0), (state.__name__, claims)
            if "tenths" in claims:
                assert claims["tenths"] == show.clock_tenths, (state.__name__, claims)
            if first[0]["page"] == "score" and first[0]["what"] == "points" and show.page_now == "score":
                check(both[:8], show, umpire, state.__name__, "score")


def test_four_digits_have_one_reading_and_it_is_true():
    for state in STATES + MORE:
        sides = set()
        for show, _ in frames(state):
            four = bytearray(4)
            segments_four.render(show, four)
            possible = readings(four)
            assert len(possible) == 1, (state.__name__, [hex(value) for value in four], possible)
            claims = possible[0]
            if claims["page"] == "clock":
                assert claims["seconds"] == max(show.clock_s, 0), state.__name__
            elif claims["page"] == "table":
                assert claims["number"] == show.table
            elif claims["page"] == "points":
                for side in ("left", "right"):
                    if side in claims:
                        sides.add(side)
                        assert claims[side] == fitting(getattr(show, "points_" + side)), state.__name__
            else:
                assert show.paused or show.expired, state.__name__
                assert not show.blink_on, state.__name__
        assert sides in (set(), {"left", "right"}), state.__name__


EXTREMES = [
    {"points_left": 99, "points_right": 100},
    {"points_left": 250, "points_right": 0, "clock_s": 9},
    {"clock_s": 99, "mark": "left"},
    {"clock_s": 100, "mark": "right"},
    {"clock_s": 5_940},
    {"clock_s": 0, "expired": True, "mark": "right"},
    {"clock_s": 12, "paused": True, "blink_on": False},
    {"clock_s": 14, "queen": "left", "mark": "right", "seat": 0},
    {"clock_s": 14, "queen": "left", "mark": "left", "seat": 1},
    {"clock_s": 14, "queen": "right", "queen_to_cover": True, "blink_on": True, "seat": 1},
    {"clock_s": 14, "owes_left": 1, "owes_right": 2, "quarter": 1, "seat": 1, "queen": "left"},
    {"clock_s": 14, "owes_right": 2, "quarter": 1, "seat": 1, "points_left": 11},
    {"centre": b"b1", "mark": "left", "mark_second": True, "time_is_up": True},
    {"centre": b"Ed", "blink": "points_left", "blink_on": False, "mark": "right"},
    {"centre": b"br", "mark": "right"},
]


def check_extremes():
    """Every extreme of the score page, with points of one and of two digits."""
    for fields in EXTREMES:
        for left, right in ((7, 24), (0, 0), (88, 9), (11, 11)):
            made = {"points_left": left, "points_right": right}
            made.update(fields)
            show = screen(**made)
            check(eight(show), show, None, fields, "score")


def test_extremes_of_the_score_page_are_read_as_they_are():
    check_extremes()


def test_all_proposals_are_read_as_they_are():
    for gain in range(1, 30):
        for gain_left in (False, True):
            for by_umpire in (False, True):
                for quarter in range(4):
                    show = screen(page_now="proposal", gain=gain, gain_left=gain_left, quarter=quarter)
                    show.gain_overridden, show.after_left, show.after_right = by_umpire, 11, 3
                    check(eight(show), show, None, gain, "proposal")


# Mutations: a design or a reader with one fault must be found out.


def found_out(work):
    try:
        work()
    except AssertionError:
        return True
    return False


def with_fault(module, name, fault, work):
    """Whether `work` finds out that `name` of `module` is `fault`."""
    whole = getattr(module, name)
    setattr(module, name, fault)
    try:
        return found_out(work)
    finally:
        setattr(module, name, whole)


def _no_turn(buffer, side, second):
    pass


def _low_bars(buffer, side, second):
    buffer[2 if side == "left" else 5] = 0x08


def _no_queen(buffer, side):
    pass


def _clamped(buffer, at, number):
    number = min(number, 99)
    buffer[at] = segments.BY_CODE[48 + number // 10] if number > 9 else 0
    buffer[at + 1] = segments.BY_CODE[48 + number % 10]


def _both_beside_each_other(show, buffer):
    segments.two(buffer, 0, show.points_left)
    segments.two(buffer, 2, show.points_right)


FAULTS = (
    ("_turn", _no_turn),
    ("_turn", _low_bars),  # who of a pair
    ("_queen", _no_queen),
    ("_DUE", 0),
    ("two", _clamped),  # 99 for all that is more
)


def test_a_design_without_one_of_its_signs_is_found_out():
    for name, fault in FAULTS:
        assert with_fault(segments, name, fault, lambda: (check_extremes(), check_all())), (name, fault)
    assert with_fault(segments, "_UMPIRES", segments.GLYPHS["P"], test_all_proposals_are_read_as_they_are)
    assert with_fault(segments, "_P", 0, test_all_proposals_are_read_as_they_are)
    four = test_four_digits_have_one_reading_and_it_is_true
    assert with_fault(segments_four, "_points", _both_beside_each_other, four)
    assert with_fault(segments_four, "_LEFT", 0, four)


def test_a_reader_who_lacks_a_rule_is_found_out():
    for letters in ("b", "r", "Ed", "tY", "G", "AL"):
        rule = lid_reader.MIDDLES.pop(letters)
        try:
            assert found_out(check_all), letters
        finally:
            lid_reader.MIDDLES[letters] = rule
    for value in tuple(lid_reader.TURNS):
        rule = lid_reader.TURNS.pop(value)
        try:
            assert found_out(check_all), value
        finally:
            lid_reader.TURNS[value] = rule
    for form in tuple(lid_reader.FORMS):
        if form is lid_reader.dark:
            continue
        at = lid_reader.FORMS.index(form)
        lid_reader.FORMS.pop(at)
        try:
            assert found_out(check_all), form
        finally:
            lid_reader.FORMS.insert(at, form)
