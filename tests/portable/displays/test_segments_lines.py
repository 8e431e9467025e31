"""What two lines of eight digits and a clock of four show, page by page: pure, on both interpreters."""

from displays_kit import four, lines, screen, text
from locked_heap import heap_locked

from boardside.table.show import segments_four, segments_line
from boardside.table.show.screens import Screen
from boardside.table.show.segments import legible


def test_every_word_of_the_line_is_legible_and_four_digits_wide():
    for words in (segments_line.CLOCK_WORDS, segments_line.PHASE_WORDS):
        for name in words:
            assert len(words[name]) == 4
            assert legible(words[name].decode()), words[name]
    assert legible(segments_line.DUE_WORD.decode())


def test_each_clock_has_its_word_and_is_at_the_right():
    for name, word in (("stroke", "PLAY"), ("placing", "PLAC"), ("round", "rnd "), ("report", "CALL")):
        assert lines(screen(clock_name=name, clock_s=75))[1] == word + " 1.15"
    assert lines(screen(clock_name="hall", clock_s=3599))[1] == "HALL59.59"


def test_tenths_come_in_the_last_ten_seconds():
    assert lines(screen(clock_name="stroke", clock_s=10, clock_tenths=-1))[1] == "PLAY 0.10"
    assert lines(screen(clock_name="stroke", clock_s=10, clock_tenths=99))[1] == "PLAY  9.9"
    assert lines(screen(clock_name="stroke", clock_s=1, clock_tenths=3))[1] == "PLAY  0.3"


def test_a_stopped_clock_blinks_and_zero_is_0_00():
    for state in ("paused", "expired"):
        fields = {state: True, "clock_name": "stroke", "clock_s": 0 if state == "expired" else 12}
        wanted = " 0.00" if state == "expired" else " 0.12"
        assert lines(screen(**fields))[1] == "PLAY" + wanted
        fields["blink_on"] = False
        assert lines(screen(**fields))[1] == "PLAY    "


def test_a_free_table_shows_its_number_and_the_line_is_dark_or_has_the_hall_s_clock():
    show = screen(phase="idle", page_now="message", message_codes=b"tbL    3", table=3)
    assert lines(show) == ("tbL    3", "        ")
    show = screen(phase="idle", page_now="message", message_codes=b"HALL", message_clock=True, clock_s=61)
    show.table = 123
    assert lines(show) == ("tbL  123", "HALL 1.01")
    show = screen(phase="idle", page_now="message", message_codes=b"tbL  Err", notice_on=True)
    assert lines(show)[1] == "tbL  Err", "a notice is shown, whatever it begins with"


def test_minutes_from_100_on_are_dashes():
    assert four(screen(clock_s=5_999)) == "99:59"
    assert four(screen(clock_s=7_199)) == "--:59"
    assert lines(screen(clock_s=7_199, clock_name="hall"))[1] == "HALL--.59"


def test_points_from_100_on_are_dashes():
    assert four(screen(points_left=7, points_right=100)) == "7 --"
    assert four(screen(points_left=100, points_right=24)) == "L --"


def test_every_page_is_drawn_without_allocating():
    pages = ("score", "message", "entry", "proposal", "stroke", "men")
    shows = [screen(page_now=page, message_codes=b"no PLAY", clock_s=9, clock_tenths=88) for page in pages]
    for page in pages:
        shows.append(screen(page_now=page, phase="idle", message_codes=b"tbL", owes_left=1, table=456))
    both, clock = bytearray(16), bytearray(4)

    def work():
        for show in shows:
            segments_line.render(show, both)
            segments_four.render(show, clock)

    heap_locked(work)
    assert isinstance(shows[0], Screen)
    assert text(both)
