"""Eight digits: every message legible, every part of the score page where the panel guide says it is."""

from table_kit import add, diff, digits

from boardside.table import texts
from boardside.table.core.clocks import Clocks
from boardside.table.menu import items
from boardside.table.ruling_digits import law_digits
from boardside.table.show.screens import Screen
from boardside.table.show.segments import GLYPHS, POINT, legible, render


def messages():
    """Every text for the digits that the table can show, but for those made of names of fields and values."""
    for table in (texts.REASONS, texts.NOTICES):
        for name in table:
            yield table[name][0]
    for name in dir(texts):
        value = getattr(texts, name)
        if name != name.upper() or name.startswith("_"):
            continue
        if isinstance(value, bytes):
            yield value.decode()
        elif isinstance(value, str):
            yield value
    for kind in texts.UNDONE:
        for word in ("Undo.", "rEdo."):
            yield word + texts.UNDONE[kind] + ("12" if kind == "board" else "")
    for item in items.ITEMS:
        yield item[0]


def test_every_message_has_its_glyphs_and_its_width():
    count = 0
    for message in messages():
        assert legible(message), message
        count += 1
    assert count > 60


def test_every_line_has_at_most_forty_characters():
    for table in (texts.REASONS, texts.NOTICES):
        for name in table:
            assert 0 < len(table[name][1]) <= texts.LINE_MAX, name
    for name in texts.EXPIRED:
        assert len(texts.EXPIRED[name][2]) <= texts.LINE_MAX, name
    for item in items.ITEMS:
        assert len(item[1]) <= texts.LINE_MAX


def test_letters_that_seven_segments_cannot_show_are_not_legible():
    for letter in "KMVWXZkmvwxz":
        assert not legible(letter)
    assert not legible("123456789")
    assert legible("1.2.3.4.5.6.7.8.")


def test_segments_are_those_of_the_data_sheet():
    # MAX7219 no-decode: D6 A (top), D5 B, D4 C, D3 D (bottom), D2 E, D1 F, D0 G (middle)
    assert GLYPHS["1"] == 0b0110000
    assert GLYPHS["7"] == 0b1110000
    assert GLYPHS["-"] == 0b0000001
    assert GLYPHS["_"] == 0b0001000
    assert GLYPHS["L"] == 0b0001110
    assert GLYPHS["F"] == 0b1000111
    assert GLYPHS["8"] == 0b1111111
    for letter in GLYPHS:
        assert 0 <= GLYPHS[letter] < POINT


def test_the_glyphs_that_have_a_meaning_look_different():
    seen = {}
    for letter in "0123456789-_~AbCdEFGHLPUnortq":
        assert GLYPHS[letter] not in seen, letter
        seen[GLYPHS[letter]] = letter


def score(**fields):
    screen = Screen(1)
    screen.page = screen.page_now = "score"
    screen.points_left, screen.points_right = 7, 24
    screen.games_left, screen.games_right = 0, 1
    for name in fields:
        setattr(screen, name, fields[name])
    return digits(screen)


def test_score_page():
    assert score() == " 7    24"
    assert score(clock_s=15) == " 7 15 24"
    assert score(clock_s=9) == " 7  9 24"
    assert score(points_left=36, mark="left") == "36_   24"
    assert score(mark="right") == " 7   _24"
    assert score(points_left=99) == "99    24"
    assert score(points_left=120) == "--    24"  # not a number that is not the score
    assert score(mark="left", mark_second=True) == " 7~   24"


def test_what_is_owed_takes_turns_with_the_points():
    for quarter in range(4):
        shown = score(seat=0, owes_right=2, mark="left", clock_s=13, quarter=quarter)
        assert shown == (" 7_13 d2" if quarter == 1 else " 7_13 24")
    assert score(seat=0, owes_left=10, owes_right=9, quarter=1) == "d-    d9"


def test_the_queen_s_point_stands_behind_the_points_of_her_side():
    assert score(seat=0, queen="left", mark="right", clock_s=13) == " 7. 13_24"
    assert score(seat=0, queen="left", mark="left", clock_s=13) == " 7._13 24"
    assert score(seat=0, queen="right", mark="left", clock_s=13) == " 7_13 24."
    blink = {"queen_to_cover": True, "blink_on": False}
    assert score(seat=0, queen="left", mark="right", clock_s=13, **blink) == " 7 13_24"


def test_expired_paused_and_minutes_on_the_score_page():
    assert score(clock_s=0, expired=True) == " 7  .0. 24"
    assert score(clock_s=12, paused=True, blink_on=True) == " 7 12 24"
    assert score(clock_s=12, paused=True, blink_on=False) == " 7    24"
    assert score(clock_s=99) == " 7 99 24"
    assert score(clock_s=100) == " 7  2. 24"
    assert score(clock_s=600) == " 7 10. 24"
    assert score(clock_s=541) == " 7 10. 24"


def test_what_blinks_goes_dark():
    assert score(blink="points_left", blink_on=False) == "      24"
    assert score(blink="games_left", blink_on=False) == "GA   -1 "
    for part in ("points_left", "points_right"):
        assert score(blink=part, mark="right", blink_on=False)[5] == "_"
    assert score(blink="games_right", blink_on=False) == "GA  0-  "
    assert score(blink="points_right", blink_on=False) == " 7      "


def say(message, with_clock=False, seconds=-1, **fields):
    screen = Screen(1)
    screen.say(message, "", with_clock=with_clock)
    screen.advance(Clocks(diff, add), 0)
    screen.clock_s = seconds
    for name in fields:
        setattr(screen, name, fields[name])
    return digits(screen)


def test_message_page():
    assert say("PLAY") == "PLAY    "
    assert say("Undo.bd 4") == "Undo.bd 4"
    assert say("rE5t", True, 599) == "rE5t 9.59"
    assert say("rE5t", True, 600) == "rE5t10.00"
    assert say("rE5t", True, 0) == "rE5t 0.00"
    assert say("rE5t", True, 5, paused=True, blink_on=False) == "rE5t    "
    assert say("12345678.") == "12345678."


def test_entry_page():
    def entry(left=-1, right=-1, queen="", demand=0, blink_on=True):
        screen = Screen(1)
        screen.page_now, screen.blink_on = "entry", blink_on
        screen.entry_left, screen.entry_right = left, right
        screen.entry_queen, screen.entry_demand = queen, demand
        return digits(screen)

    assert entry(left=5, queen="asked") == "C5 qUEEn"
    assert entry(right=9, queen="left", demand=2) == "P2. on C9"
    assert entry(right=0, queen="right") == "   on C0."
    assert entry(left=3, queen="board", demand=1) == "C3 on P1"


def test_proposal_page():
    def proposal(**fields):
        screen = Screen(1)
        screen.page_now, screen.after_left, screen.after_right = "proposal", 20, 12
        for name in fields:
            setattr(screen, name, fields[name])
        return digits(screen)

    assert proposal(gain=8, gain_left=True) == "20 P8 12"
    assert proposal(gain=12) == "20P12 12"
    assert proposal(gain=3, gain_overridden=True) == "20 U3 12"
    assert proposal(gain=8, gain_left=True, quarter=1) == "LEFt P 8"
    assert proposal(gain=12, quarter=3) == "rGHt P12"
    assert proposal(gain=3, gain_overridden=True, quarter=1) == "rGHt U 3"


def test_render_overwrites_all_eight_bytes():
    for page in ("score", "message", "entry", "proposal"):
        screen = Screen(1)
        screen.page_now = page
        first, two = bytearray(8), bytearray(b"\xff" * 8)
        render(screen, first)
        render(screen, two)
        assert first == two, page


def test_a_law_stands_behind_its_letter_in_the_middle():
    for law, shown in (
        ("48", "   L48"),
        ("100b", "  L100b"),
        ("V4", "  L U4"),
        ("R9.2a", " L r9.2A"),
        ("D13", "  L d13"),
    ):
        assert law_digits((law,)) == shown
    assert law_digits(()) == ""
