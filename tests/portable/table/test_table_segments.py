"""The screen, and its eight digits: every message legible, every glyph what its segments make it. What each
state shows is in displays/digit_pages.txt.
"""

from portable import PERIOD
from table_kit import Umpire, with_match

from boardside.table import texts
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


def test_the_last_ruling_is_there_with_its_laws():
    umpire = with_match()
    umpire.result("a", 5, "a")
    screen = umpire.table.screen(umpire.now)
    assert screen.ruling[0][0] == "Board 1 to Asha: 5 + Queen 3 = 8"
    assert "53a" in screen.laws
    umpire.press("U")
    screen = umpire.table.screen(umpire.now)
    assert "board" in screen.ruling[0][0]


def test_link_and_its_age_come_from_outside():
    umpire = with_match()
    revision = umpire.table.revision
    umpire.table.set_link("stale", 12)
    assert umpire.table.revision != revision
    screen = umpire.table.screen(umpire.now)
    assert (screen.link, screen.link_age_s) == ("stale", 12)
    revision = umpire.table.revision
    umpire.table.set_link("stale", 12)
    assert umpire.table.revision == revision


def test_blinking_and_alternating_go_on_across_the_wrap():
    umpire = Umpire(start=PERIOD - 10_000)
    umpire.assign()
    seen = []
    for _ in range(20):
        umpire.wait(1_024, 64)
        seen.append(umpire.table.screen(umpire.now).page_now)
    first = 1
    while seen[first] == seen[first - 1]:
        first += 1
    for at in range(first, 20):
        assert (seen[at] != seen[at - 1]) == ((at - first) % 2 == 0), seen
