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


def test_the_score_stays_while_a_message_is_on_the_line():
    show = screen(message_codes=b"SidE", page_now="message", message_clock=True, clock_s=95)
    assert lines(show) == (" 7 95 24", "5idE 1.35")


def test_a_message_that_alternates_with_the_score_stays_on_the_line():
    show = screen(message_codes=b"CALL", page_now="score", alternate=True, message_clock=True, clock_s=600)
    assert lines(show)[1] == "CALL10.00"


def test_a_wide_message_takes_the_whole_line():
    show = screen(message_codes=b"no PLAY1", page_now="message", clock_s=8, message_clock=True)
    assert lines(show)[1] == "no PLAY1"
    show = screen(message_codes=b"CALL143.i", page_now="message")
    assert lines(show)[1] == "CALL143.i"


def test_a_notice_leaves_the_score_where_it_is():
    show = screen(message_codes=b"FoUL  no", page_now="message", notice_on=True, centre=b"--")
    assert lines(show) == (" 7 -- 24", "FoUL  no")


def test_words_say_what_goes_on():
    assert lines(screen())[1] == "PLAY    "
    assert lines(screen(phase="ready"))[1] == "rEdY    "
    assert lines(screen(phase="toss"))[1] == "to55    "
    assert lines(screen(phase="confirmed"))[1] == "End     "
    assert lines(screen(phase="over"))[1] == "        "
    assert lines(screen(phase="ready", change_due=True))[1] == "5idE    "


def test_dues_are_shown_while_a_board_is_played():
    assert lines(screen(owes_left=2))[1] == "duE2    "
    assert lines(screen(owes_left=1, owes_right=2, clock_s=14, clock_name="stroke"))[1] == "duE3 0.14"
    assert lines(screen(phase="ready", owes_left=2))[1] == "rEdY    "


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


def test_entries_stay_on_the_first_line_beside_the_clock():
    show = screen(page_now="entry", entry_left=4, entry_queen="right", clock_s=42, clock_name="stroke")
    assert lines(show) == ("C4 on   .", "PLAY 0.42")


def test_four_digits_show_the_clock_first():
    assert four(screen(clock_s=125)) == " 2:05"
    assert four(screen(clock_s=14)) == " 0:14"
    assert four(screen(clock_s=10, clock_tenths=97)) == " 0:10"
    assert four(screen(clock_s=0, expired=True)) == " 0:00"
    assert four(screen(clock_s=0, expired=True, blink_on=False)) == "    "
    assert four(screen(clock_s=75, paused=True, blink_on=False)) == "    "


def test_four_digits_show_the_points_when_no_clock_runs():
    assert four(screen()) == "7 24"
    assert four(screen(points_left=12, points_right=3)) == "12 3"
    assert four(screen(points_left=0, points_right=0)) == "0  0"
    assert four(screen(points_left=25, points_right=19)) == "L 25"
    assert four(screen(points_left=25, points_right=19, quarter=1)) == "r 19"


def test_four_digits_show_a_free_table_s_number():
    assert four(screen(phase="idle", page_now="message", table=3)) == "t  3"
    assert four(screen(phase="idle", page_now="message", table=12)) == "t 12"
    assert four(screen(phase="idle", page_now="message", table=105)) == "t105"


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
