"""Names that the host has drawn: taken when they fit exactly, shown, kept, dropped; anything else refused."""

import json
import os
import sys
from binascii import b2a_base64

sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/displays")
sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/table")

import paper_page
from table_kit import Umpire

from boardside.app import letters
from boardside.faces.paper import page29, page42
from boardside.game.carrom import CARROM
from boardside.game.state import Setup

ROOM = page42.LETTERS
NAME = "\u0906\u0936\u093e"


def base64(data):
    return b2a_base64(data).decode().strip()


def line(width=16, fill=0xFF, room=ROOM):
    return [width, base64(bytes([fill]) * (((width + 7) >> 3) * room[1]))]


def command(lines, side="a", match="M1", names=(NAME,), **fields):
    event = {"kind": "letters", "match": match, "side": side, "names": list(names), "lines": lines}
    event.update(fields)
    return event


class Hall:
    """A table with a match of a name that its font lacks, and its drawn names in a folder of their own."""

    def __init__(self, room=ROOM, **fields):
        self.said = []
        self.room = room
        letters.FILE = "letters-of-a-test"
        self.forget()
        self.umpire = Umpire(table=3)
        event = {"a": [NAME], "b": ["Bela"], "breaks": "b"}
        event.update(fields)
        assert self.umpire.assign("M1", **event)[0]
        self.restart()

    def restart(self):
        self.letters = letters.Letters(self.umpire.table, self.room, self.said.append)

    def forget(self):
        try:
            os.remove(letters.FILE)
        except OSError:
            pass

    def screen(self):
        return self.umpire.table.screen(self.umpire.now)

    def send(self, *arguments, **fields):
        return self.letters.command(command(*arguments, **fields), self.umpire.now)

    def is_kept(self):
        try:
            with open(letters.FILE) as file:
                return json.load(file)
        except OSError:
            return []


def test_a_name_that_the_font_lacks_is_the_tables_number_and_side_until_it_is_drawn():
    hall = Hall()
    assert hall.screen().names_left == "Table 3 A"
    assert hall.screen().drawn_left is None
    assert hall.send([line()])[:2] == (True, "ok")
    (drawn,) = hall.screen().drawn_left
    assert (drawn.width, drawn.height, len(drawn.data)) == (16, ROOM[1], 2 * ROOM[1])
    assert hall.screen().drawn_right is None
    assert hall.umpire.table.status(hall.umpire.now)["letters"] == ROOM


def test_the_latin_spelling_of_the_match_is_shown_without_a_drawing():
    hall = Hall(latin=[[NAME, "Asha"], ["Bela", "never"]])
    assert (hall.screen().names_left, hall.screen().names_right) == ("Asha", "Bela")
    for senseless in (5, "Asha", {NAME: "Asha"}, [[NAME]], [NAME, "Asha"], [[NAME, 5]], [[NAME, NAME]], [5]):
        assert Hall(latin=senseless).screen().names_left == "Table 3 A"


def test_a_pair_with_one_name_that_cannot_be_shown_is_the_number_and_the_seats():
    hall = Hall(doubles=True, a=["Asha", NAME], b=["Bela", "Carl"])
    assert hall.screen().names_left == "Table 3 A1 / A2"
    assert hall.send(["Asha", line()], names=["Asha", NAME])[0]
    first, second = hall.screen().drawn_left
    assert first == "Asha"
    assert second.width == 16


def test_what_does_not_fit_is_refused_and_changes_nothing():
    hall = Hall()
    good = line()
    for lines in (
        None, [], "x", [None], [5], [[]], [[16]], [[16, 5]], [["16", good[1]]], [[True, good[1]]], [[0, ""]],
        [[-8, good[1]]], [[17, good[1]]], [[24, good[1]]], [[8, good[1]]], [[16, good[1][:-4]]],
        [[16, "?" * 76]],
        [[16, good[1], 1]], [[ROOM[0] + 8, base64(bytes(25 * ROOM[1]))]], [good] * 4, ["x" * 201], [""],
    ):  # fmt: skip
        assert hall.send(lines)[:2] == (False, "malformed"), lines
    for fields in ({"side": "c"}, {"side": None}, {"match": 5}, {"match": None}):
        assert not hall.letters.command(command([good], **fields), 0)[0], fields
    assert hall.screen().drawn_left is None
    assert not hall.letters.tidy()
    assert hall.is_kept() == []


def test_a_corrected_name_is_not_covered_by_the_drawing_of_the_old_one():
    hall = Hall()
    hall.send([line()])
    assert hall.umpire.table.command({"kind": "names", "a": ["Asha"]}, hall.umpire.now)[0]
    assert hall.screen().drawn_left is None
    assert hall.screen().names_left == "Asha"


def test_they_outlive_a_power_cut_and_go_with_the_match():
    hall = Hall()
    hall.send([line()])
    assert hall.is_kept() == []  # in a pause, not at once
    assert hall.letters.tidy()
    assert not hall.letters.tidy()
    hall.restart()
    assert hall.screen().drawn_left[0].width == 16
    assert hall.send([line()])[:2] == (True, "already")
    assert not hall.letters.tidy()
    hall.send([line(8)], match="M2", side="b")
    assert hall.screen().drawn_left[0].width == 16
    assert hall.letters.tidy()
    assert [sent["match"] for sent in hall.is_kept()] == ["M1", "M2"]
    hall.umpire.table.record.state.setup = Setup(CARROM, "M2")
    assert hall.letters.tidy()
    assert [sent["match"] for sent in hall.is_kept()] == ["M2"]
    hall.umpire.table.record.state.setup = Setup(CARROM, "M3")
    assert hall.letters.tidy()
    assert hall.is_kept() == []


def test_a_damaged_file_is_no_more_than_a_lost_one():
    for text in ("", "[", "5", "[5]", '[{"match":"M1"}]', json.dumps([command([[16, "zz"]])])):
        hall = Hall()
        with open(letters.FILE, "w") as file:
            file.write(text)
        hall.restart()
        assert hall.screen().drawn_left is None, text
    hall.forget()


def test_the_drawing_is_on_the_page_black_on_white_and_white_on_black():
    for layout, upright, top in ((page42, False, 36), (page29, True, 22)):
        for breaks in ("b", "a"):
            hall = Hall(layout.LETTERS, breaks=breaks)
            hall.send([line(room=layout.LETTERS, fill=0b01010101)])
            screen = hall.screen()
            rows = paper_page.page(layout, screen, upright)
            size = layout.WIDTH // 8
            left = 8 if layout is page42 else 7
            for row in range(top, top + layout.LETTERS[1]):
                whole = int.from_bytes(rows[row * size : (row + 1) * size], "big")
                seen = whole >> (layout.WIDTH - left - 16) & 0xFFFF
                is_marked = screen.mark == "left"
                assert seen == (0x5555 if is_marked else 0xAAAA), (layout.WIDTH, breaks, row, hex(seen))
    hall.forget()
