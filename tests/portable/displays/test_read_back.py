"""The digits read back by a reader who knows the rules on the lid only (lid_reader.py): every frame of every
state has exactly one reading, which is true; and it says what a spectator must be told.
"""

import lid_reader
import paper_states
from displays_kit import lines, screen
from lid_reader import readings
from paper_states import PAIRS, STATES, carrom, crokinole, later_board, settled, stroke, strokes_begun

from boardside.faces.back import Turned
from boardside.table.show import segments, segments_four, segments_four_alone, segments_line

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


def games(number):
    """Games as the bars tell them."""
    return number if number < 4 else "many"


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
    mark = show.mark if show.blink_on or show.blink != "centre" else ""
    if mark:
        claims["arrow"], claims["seat"] = mark, "second" if show.mark_second else "first"
    for side in ("left", "right"):
        if mark != side:
            claims["games_" + side] = games(getattr(show, "games_" + side))
        if show.blink_on and getattr(show, "owes_" + side):
            claims["due_" + side] = True
        if not show.blink_on and show.blink == "points_" + side:
            del claims[side]
    if show.queen in ("left", "right") and (show.blink_on or not show.queen_to_cover):
        claims["queen"] = show.queen
    if not (show.paused and not show.expired and not show.blink_on and show.clock_s >= 0):
        clock(show, claims)
    if show.clock_s < 0:
        letters = show.centre.decode()
        kind = (lid_reader.MIDDLES.get(letters) or lid_reader.MIDDLES[letters[0]])[1]
        if kind:
            claims["letters"] = kind
        if letters[0] in "br" and letters != "br":
            claims["number"] = int(letters[1]) if letters[1] != "-" else "dashes"
    claims["what"] = "points"
    return claims


def stroke_of(show):
    claims = {"arrow": show.turn, "queen": show.turn if show.down_queen else None}
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
    at_side = show.queen in ("left", "right")
    lit = at_side and (show.blink_on or not show.queen_to_cover)
    claims = {"arrow": show.turn, "c/m left": show.men_left, "c/m right": show.men_right}
    claims["queen"] = show.queen if lit else None
    claims["the Queen"] = "" if at_side else "on the board"
    return claims


def entry_of(show):
    at_side = show.entry_queen in ("left", "right")
    claims = {"arrow": show.entry_queen if at_side else None, "queen": None}
    held = {"": "", "asked": "asked", "board": "on the board"}
    claims["the Queen"] = "held" if at_side else held[show.entry_queen]
    loser = "left" if show.entry_left >= 0 else "right"
    claims["c/m " + loser] = getattr(show, "entry_" + loser)
    if show.entry_demand:
        claims["demand " + ("right" if loser == "left" else "left")] = show.entry_demand
    return claims


def proposal_of(show):
    claims = {"left": fitting(show.after_left), "right": fitting(show.after_right)}
    if show.page_now == "message":  # crokinole's
        claims["gain"] = max(show.round_left, show.round_right)
        both = show.round_left == show.round_right != 0
        claims["gets"] = "both" if both else "left" if show.round_left else "right"
        claims["by"] = "table"
        return claims
    if show.blink_on:
        claims["gain"] = show.gain
    claims["gets"] = "left" if show.gain_left else "right"
    claims["by"] = "umpire" if show.gain_overridden else "table"
    return claims


def totals_of(show):
    claims = {"left": show.total_left, "right": show.total_right}
    claims["arrow"] = show.counting or "either"
    return claims


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
    "totals": totals_of,
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
    assert kind == page or (page == "message" and kind in ("words", "totals", "proposal")), (
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
    every = {"score", "stroke", "placing", "men", "entry", "proposal", "pair", "totals", "words"}
    assert every <= kinds, every - kinds


def test_the_entry_of_a_round_says_whose_discs_are_counted():
    umpire = crokinole_unchosen()
    said = []
    for key in "WB":
        said.append(readings(eight(umpire.table.screen(umpire.now))))
        umpire.press(key)
    said.append(readings(eight(umpire.table.screen(umpire.now))))
    assert [[reading.get("arrow") for reading in possible] for possible in said] == [
        ["either"],
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


def check_four_alone(states=STATES + MORE):
    """Four digits that are the only display: one reading, which is true; the states that were told of, and
    whose result.
    """
    messages, won = {}, {}
    for state in states:
        for show, _ in frames(state):
            four = bytearray(4)
            segments_four_alone.render(show, four)
            possible = readings(four)
            assert len(possible) == 1, (state.__name__, [hex(value) for value in four], possible)
            claims = possible[0]
            if claims["page"] == "clock":
                assert claims["seconds"] == max(show.clock_s, 0), state.__name__
            elif claims["page"] == "points":
                for side in ("left", "right"):
                    if side in claims:
                        assert claims[side] == fitting(getattr(show, "points_" + side)), state.__name__
            elif claims["page"] == "told":
                message = "".join([_SAME.get(letter, letter) for letter in show.message if letter != "."])
                assert show.page_now == "message", state.__name__
                assert claims["text"].strip() in message, (state.__name__, claims, message)
                if claims["text"] not in messages.setdefault(state.__name__, []):
                    messages[state.__name__].append(claims["text"])
            elif claims["page"] == "result":
                assert show.confirmed, state.__name__
                assert claims["winner"] == show.mark, state.__name__
                won[state.__name__] = claims["winner"]
    return messages, won


def test_four_digits_alone_tell_toss_refusal_and_result_by_turns():
    messages, won = check_four_alone()
    assert messages["toss"] == ["to55"]
    assert messages["over"] == ["ConF"]
    assert messages["refused"][:2] == ["FoUL", "  no"], messages["refused"]
    assert messages["change"] == ["5idE"]
    assert won["confirmed"] in ("left", "right")


def test_the_menu_of_a_free_table_is_told_on_four_digits_alone():
    umpire = paper_states.idle()
    four = bytearray(4)
    segments_four_alone.render(umpire.table.screen(umpire.now), four)
    assert readings(four)[0]["page"] == "table"
    umpire.press("O")
    segments_four_alone.render(umpire.table.screen(umpire.now), four)
    assert readings(four)[0]["text"] in ("5tAr", "t   ")


def test_a_refusal_on_four_digits_begins_with_its_first_half():
    for late in range(0, 2_048, 128):
        umpire = settled(carrom())
        umpire.wait(late, 32)
        umpire.press("CF")
        seen = []
        for _ in range(90):
            four = bytearray(4)
            segments_four_alone.render(umpire.table.screen(umpire.now), four)
            text = readings(four)[0].get("text")
            if text and (not seen or seen[-1] != text):
                seen.append(text)
            umpire.wait(32, 32)
        assert seen[:2] == ["FoUL", "  no"], (late, seen)


EXTREMES = [
    {"games_left": 4, "games_right": 20},
    {"games_left": 3, "games_right": 2, "mark": "left"},
    {"points_left": 99, "points_right": 100},
    {"points_left": 250, "points_right": 0, "clock_s": 9},
    {"clock_s": 99},
    {"clock_s": 100},
    {"clock_s": 5_940},
    {"clock_s": 0, "expired": True},
    {"clock_s": 12, "paused": True, "blink_on": False},
    {"clock_s": 14, "queen": "left", "games_left": 1, "seat": 0},
    {"clock_s": 14, "queen": "left", "mark": "left", "seat": 1},
    {"clock_s": 14, "queen": "right", "queen_to_cover": True, "blink_on": True, "seat": 1},
    {"clock_s": 14, "owes_left": 1, "owes_right": 2, "blink_on": True, "seat": 1, "points_left": 11},
    {"centre": b"Eb"},
    {"centre": b"b-", "mark": "right"},
    {"centre": b"Er", "mark": "right", "mark_second": True},
    {"centre": b"b1", "mark": "left", "mark_second": True, "time_is_up": True},
    {"centre": b"Ed", "blink": "points_left", "blink_on": False, "mark": "right"},
    {"centre": b"br", "blink": "centre", "blink_on": False, "mark": "right"},
    {"centre": b"Pr", "blink": "centre", "blink_on": False, "mark": "left"},
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
                for blink_on in (False, True):
                    show = screen(page_now="proposal", gain=gain, gain_left=gain_left, blink_on=blink_on)
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


def _no_arrow(buffer, side, second):
    pass


def _low_arrows(buffer, side, second):
    if side:
        buffer[2 if side == "left" else 5] = 0x0D if side == "left" else 0x19


def _clamped(buffer, at, number):
    number = min(number, 99)
    buffer[at] = segments.BY_CODE[48 + number // 10] if number > 9 else 0
    buffer[at + 1] = segments.BY_CODE[48 + number % 10]


def _both_beside_each_other(show, buffer):
    segments.two(buffer, 0, show.points_left)
    segments.two(buffer, 2, show.points_right)


FAULTS = (
    ("_arrow", _no_arrow),
    ("_arrow", _low_arrows),  # who of a pair
    ("_CROWN", 0),  # a lamp alone before a number
    ("_BARS", bytes([segments.GLYPHS[letter] for letter in "01234"])),  # numbers side by side
    ("_BARS", bytes([0, 0x08, 0x09, 0x49, 0])),  # a fourth game looks like none
    ("two", _clamped),  # 99 for all that is more
)


def test_a_design_without_one_of_its_signs_is_found_out():
    for name, fault in FAULTS:
        assert with_fault(segments, name, fault, lambda: (check_extremes(), check_all())), (name, fault)
    assert with_fault(segments, "_UMPIRES", segments.GLYPHS["P"], test_all_proposals_are_read_as_they_are)
    assert with_fault(segments, "_P", 0, test_all_proposals_are_read_as_they_are)
    four = test_four_digits_have_one_reading_and_it_is_true
    assert with_fault(segments_four, "_points", _both_beside_each_other, four)
    assert with_fault(segments_four, "_TO_LEFT", 0, four)


def test_a_reader_who_lacks_a_rule_is_found_out():
    for letters in ("b", "r", "Pr", "Fi", "Ed", "--", "tY", "G", "AL"):
        rule = lid_reader.MIDDLES.pop(letters)
        try:
            assert found_out(check_all), letters
        finally:
            lid_reader.MIDDLES[letters] = rule
    for value in tuple(lid_reader.ARROWS):
        rule = lid_reader.ARROWS.pop(value)
        try:
            assert found_out(check_all), value
        finally:
            lid_reader.ARROWS[value] = rule
    for form in tuple(lid_reader.FORMS):
        if form is lid_reader.dark:
            continue
        at = lid_reader.FORMS.index(form)
        lid_reader.FORMS.pop(at)
        try:
            assert found_out(check_all), form
        finally:
            lid_reader.FORMS.insert(at, form)


def test_a_c_among_the_letters_would_give_a_second_reading():
    """Why no message has a c: `PL[14 d1` would be a word."""
    shapes = lid_reader.SHAPES
    shapes[0x0D] = "c"
    try:
        assert found_out(check_all)
    finally:
        del shapes[0x0D]
    assert not segments.legible("c")
