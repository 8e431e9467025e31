"""Lines name the players, as short as the line has room for; digits and status keep their signs."""

import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0] + "/displays")

import paper_states
from paper_states import PAIRS, STATES, carrom, crokinole_entry, settled, stroke, strokes_begun
from table_kit import Umpire

from boardside.table.show.called import line_of, seat_name, side_name
from boardside.table.texts import PAGE_MAX


def shown(screen):
    """All texts that the last ruling may be shown with."""
    return [text for texts in screen.ruling for text in texts]


def state_of(a, b, doubles=False, **fields):
    return carrom(a=a, b=b, doubles=doubles, **fields).state


def names_a_letter(line):
    """Whether a side's letter stands in a line as a word of its own."""
    for word in (" " + line + " ").replace(";", " ").replace(":", " ").replace("'", " ").split(" "):
        if word.strip(".,") in ("A", "B", "b", "A1", "A2", "B1", "B2"):
            return True
    return False


def test_no_page_has_the_letter_of_a_side_that_has_a_name():
    for state in STATES:
        umpire = state()
        screen = umpire.table.screen(umpire.now)
        assert not names_a_letter(screen.line), (state.__name__, screen.line)
        assert not any(map(names_a_letter, shown(screen))), (state.__name__, screen.ruling)


def test_after_any_keys_no_line_has_the_letter_of_a_side_that_has_a_name():
    state = 5
    for umpire in (strokes_begun(**PAIRS), paper_states.crokinole(), strokes_begun(ruleset="vaishali")):
        for _ in range(200):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            key = "WBQSFDCPUOCCOO"[(state >> 8) % 14]
            umpire.press(key + "+" if (state >> 20) % 6 == 0 else key)
            if (state >> 16) % 5 == 0:
                umpire.wait(2_000, 200)
            screen = umpire.table.screen(umpire.now)
            line = screen.line.replace("A round", "a round").replace("A side", "a side")
            assert not names_a_letter(line), screen.line
            assert not any(map(names_a_letter, shown(screen))), screen.ruling
            assert len(screen.line) <= PAGE_MAX


def test_a_name_is_whole_then_its_last_word_then_the_side():
    state = state_of(["Ananya Chatterjee"], ["Bo Lindqvist"])
    assert side_name(state, "a", 17) == "Ananya Chatterjee"
    assert side_name(state, "a", 16) == "Chatterjee"
    assert [side_name(state, side, 8) for side in "ab"] == ["Left", "Right"]
    assert [seat_name(state, seat, room) for seat, room in ((1, 10), (1, 40), (0, 9))] == [
        "Lindqvist",
        "Bo Lindqvist",
        "Left",
    ]


def test_a_pair_has_both_last_words_or_the_side():
    state = state_of(["Asha Rao", "Émile Möller"], ["Björn Åkesson", "Chiara Nuñez"], doubles=True)
    assert side_name(state, "a", 30) == "Asha Rao / Émile Möller"
    assert side_name(state, "a", 12) == "Rao/Möller"
    assert side_name(state, "b", 12) == "Right"
    assert [seat_name(state, seat, 8) for seat in range(4)] == ["Asha Rao", "Åkesson", "Möller", "Nuñez"]
    assert [seat_name(state, seat, 2) for seat in range(4)] == ["Left 1", "Right 1", "Left 2", "Right 2"]


def test_namesakes_and_initials_keep_the_whole_name():
    state = state_of(["Meena Kumar"], ["Ravi Kumar"])
    assert [side_name(state, "b", room) for room in (10, 9)] == ["Ravi Kumar", "Right"]
    state = state_of(["Venkataraman S."], ["Subramaniam K"])
    assert [side_name(state, "a", room) for room in (15, 14)] == ["Venkataraman S.", "Left"]


def test_a_name_outside_the_fonts_is_its_spelling_or_the_side():
    umpire = Umpire()
    names = {"a": ["ரவி குமார்"], "b": ["李娜"]}
    assert umpire.assign(ruleset="icf", breaks="a", latin=[["ரவி குமார்", "Ravi Kumar"]], **names)[0]
    assert side_name(umpire.state, "a", 20) == "Ravi Kumar"
    assert side_name(umpire.state, "a", 8) == "Kumar"
    assert side_name(umpire.state, "b", 20) == "Right"
    assert side_name(Umpire().state, "a", 20) == "Left"


def test_a_line_shares_its_room_among_its_names():
    state = state_of(["Ananya Chatterjee"], ["Wilhelmina Featherstonehaugh"])
    words = "%s 40 (0 20s), %s 55 (2 20s): OK"
    assert line_of(state, words, ("a", "b")) == "Left 40 (0 20s), Right 55 (2 20s): OK"
    assert line_of(state, "100%% %s", ("a",)) == "100% Ananya Chatterjee"


def test_a_sign_of_formatting_in_a_name_is_a_letter_like_any_other():
    umpire = settled(carrom(a=["Pa%s d"], b=["%d"]))
    umpire.press("CO" + "BBQ")
    assert umpire.table.screen(umpire.now).line == "To Pa%s d: 2 black left, Queen Pa%s d"
    umpire.press("OO")
    assert shown(umpire.table.screen(umpire.now))[0].startswith("Board 1 to Pa%s d")


def test_the_stroke_line_uses_the_room_that_is_free():
    umpire = strokes_begun()
    assert umpire.table.screen(umpire.now).line == "Ananya Chatterjee breaks"
    stroke(umpire)
    stroke(umpire)
    assert umpire.table.screen(umpire.now).line == "Ananya Chatterjee strikes, W9 B9"


def test_the_status_and_digits_keep_their_signs():
    umpire = strokes_begun()
    stroke(umpire)
    screen = umpire.table.screen(umpire.now)
    assert [texts[0] for texts in screen.ruling] == [
        "Ananya Chatterjee: nothing down",
        "Bo Lindqvist to play.",
    ]
    status = umpire.table.status(umpire.now)
    assert status["ruling"]["text"] == "A: nothing down; B's turn"
    assert status["ruling"]["clauses"][0] == ("stroke", "a")
    umpire = crokinole_entry()
    assert umpire.shows("40 on_55")


def test_names_that_are_corrected_are_in_the_next_ruling():
    umpire = strokes_begun()
    stroke(umpire)
    event = {"kind": "names", "match": umpire.state.setup.match, "a": ["Asha Rao"], "b": ["Bo Lindqvist"]}
    assert umpire.table.command(event, umpire.now)[0]
    settled(umpire)
    stroke(umpire)
    assert "Asha Rao to play." in shown(umpire.table.screen(umpire.now))
