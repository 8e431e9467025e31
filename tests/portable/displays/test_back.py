"""A display that faces the other way: everything with sides is swapped, and nothing is left out."""

import sys

from displays_kit import lines, screen, text
from locked_heap import heap_locked

from boardside.faces.back import Back, Turned
from boardside.table.show import segments, segments_line
from boardside.table.show.screens import Screen

sys.path.append("tests/portable/table")
from table_kit import Umpire

WITHOUT_SIDES = """alternate aside aside_now battery blink_on board centre change_due clock_hidden
clock_name clock_s clock_state clock_tenths composed confirmed dark down_improper
down_queen down_striker entry_demand expired flash_ms gain gain_overridden game half
laws line line_is_notice link link_age_s match_games menu_item menu_value message
message_clock message_codes notice_on own_line page page_now paused phase placing_at
provisional quarter queen_to_cover said seat shows_lines stage table time_is_up title
tries"""
WITH_SIDES = """after discs down drawn entry games men names owes points round short total twenties"""
SIDES = """mark turn white queen entry_queen counting blink gain_left placing gains results mark_second
turn_second turn_name ruling"""


def eight(show):
    buffer = bytearray(8)
    segments.render(show, buffer)
    return text(buffer)


def turned(show):
    back = Turned()
    back.take(show)
    return back


def test_every_field_of_a_screen_is_known_to_have_sides_or_not():
    known = set(WITHOUT_SIDES.split()) | set(SIDES.split())
    for name in WITH_SIDES.split():
        known.add(name + "_left")
        known.add(name + "_right")
    fields = {name for name in Screen(1).__dict__ if name[0] != "_"}
    assert fields <= known, ("say in faces/back.py whether it has sides", sorted(fields - known))


def test_the_discs_of_a_round_change_sides():
    back = turned(screen(total_left=40, total_right=55, counting="right", round_left=-1, round_right=-1))
    assert (back.total_left, back.total_right, back.counting) == (55, 40, "left")
    back = turned(screen(round_left=0, round_right=2))
    assert (back.round_left, back.round_right) == (2, 0)


def test_points_games_names_and_the_mark_change_sides():
    show = screen(mark="right", names_left="Asha", names_right="Bo", clock_s=12)
    assert eight(show) == " 7 12_24"
    back = turned(show)
    assert eight(back) == "24_12  7"
    assert (back.names_left, back.names_right) == ("Bo", "Asha")
    assert eight(turned(back)) == eight(show)


def test_everything_of_a_stroke_changes_sides():
    show = screen(
        seat=1, turn="left", mark="left", mark_second=True, queen="right", owes_left=1, white="right"
    )
    show.queen_to_cover = True
    back = turned(show)
    assert (back.turn, back.mark, back.queen, back.white) == ("right", "right", "left", "left")
    assert (back.owes_left, back.owes_right) == (0, 1)
    assert back.mark_second
    assert eight(back) == "24.   ~ 7"
    show = screen(page_now="stroke", turn="right", down_left=2, down_queen=True)
    assert eight(turned(show)) == "  ._in C2"


def test_entry_and_proposal_change_sides():
    show = screen(page_now="entry", entry_left=4, entry_queen="left", entry_demand=1)
    assert eight(turned(show)) == "P1 on C4."
    show = screen(page_now="proposal", after_left=7, after_right=12, gain=5, gain_left=False)
    assert eight(show) == " 7 P5 12"
    assert eight(turned(show)) == "12 P5  7"


def test_what_blinks_changes_sides():
    for name, other in (("points_left", "points_right"), ("games_right", "games_left"), ("centre", "centre")):
        assert turned(screen(blink=name)).blink == other


def test_what_is_to_be_placed_changes_sides():
    show = screen(page_now="placing", placing=(("left", 1, "right", True), ("right", 2, "left", False)))
    back = turned(show)
    assert back.placing == (("right", 1, "left", True), ("left", 2, "right", False))
    show.placing_at = 1
    back.take(show)
    assert eight(back)[:2] == "d2"


def test_the_scores_of_boards_and_games_change_sides():
    back = turned(screen(gains=b"\x05\x00\x00\x07", results=b"\x19\x0c"))
    assert (back.gains, back.results) == (b"\x00\x05\x07\x00", b"\x0c\x19")


def test_messages_to_the_umpire_give_way_to_the_score():
    show = screen(page_now="message", message_codes=b"br  toSS", phase="toss", line="WHITE = left")
    show.page, show.own_line = "message", show.line
    assert eight(show) == "br  to55"
    back = turned(show)
    assert eight(back) == "24     7"
    assert back.line == back.own_line == ""
    assert back.page == "score"
    assert lines(back)[1] == "to55    "
    show = screen(page_now="message", message_codes=b"LAtEr", notice_on=True, message_clock=True)
    assert eight(turned(show)) == "24     7"


def test_a_message_of_a_clock_and_the_number_of_a_free_table_are_for_all():
    show = screen(page_now="message", message_codes=b"SidE", message_clock=True, clock_s=95, phase="change")
    assert eight(turned(show)) == "5idE 1.35"
    assert lines(turned(show)) == ("24 95  7", "5idE 1.35")
    show = screen(page_now="message", message_codes=b"tbL    3", phase="idle")
    assert eight(turned(show)) == "tbL    3"


class Shown:
    """A face that keeps the screen it is shown, and what else it is told."""

    answers = True

    has_steps = True

    def __init__(self):
        self.calls = []
        self.picture = bytearray(16)

    def show(self, show, now):
        segments_line.render(show, self.picture)

    def tick(self, now):
        self.calls.append("tick")

    def brightness(self, level):
        self.calls.append(level)

    def test(self, is_on):
        self.calls.append(is_on)

    def heal(self):
        self.calls.append("heal")


def test_every_call_reaches_the_face_behind():
    face = Shown()
    back = Back(face)
    back.tick(1)
    back.brightness(9)
    back.test(True)
    back.heal()
    assert face.calls == ["tick", 9, True, "heal"]
    assert back.answers


def test_a_running_match_is_shown_to_both_sides_without_allocating():
    umpire = Umpire()
    umpire.assign(a=["Asha"], b=["Bo"])
    umpire.press("C")
    umpire.press("C")
    umpire.result("a", 3)
    umpire.press("C")
    front, back = Shown(), Back(Shown())
    front.show(umpire.table.screen(umpire.now), umpire.now)
    back.show(umpire.table.screen(umpire.now), umpire.now)
    assert text(front.picture[:2]) == text(back._face.picture[6:8])
    table, now = umpire.table, umpire.now

    def run():
        for passed in range(0, 14_000, 10):
            table.tick(now + passed)
            back.show(table.screen(now + passed), now + passed)

    heap_locked(run)
    show = table.screen(now + 13_990)
    front.show(show, 0)
    assert text(front.picture[8:]) == text(back._face.picture[8:])


def test_a_ruling_names_left_and_right_as_its_readers_sit():
    show = screen(ruling=(("Asha Rao: foul", "Left: foul"), ("Right to place.",)))
    turned = Turned()
    turned.take(show)
    assert turned.ruling == (("Asha Rao: foul", "Right: foul"), ("Right to place.",))
