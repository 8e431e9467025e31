"""What e-paper shows of rulings: whole, in every situation, with the longest names."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from match_player import Player
from match_session import Session, refusal
from paper_kit import STATES, paper_page, paper_states

from boardside.faces.paper import page42
from boardside.faces.paper.fonts import TALL
from boardside.faces.paper.sheet import HEADING, IS_CUT, NAMES, NUMBER, SIZE, TEXT, Sheet
from boardside.game.rulesets import IDS
from boardside.table.ruling_words import two_lines
from boardside.table.show import views
from host_tools.laws.rulings import REASONS

LONGEST = ("Venkataraghavan Subramaniam / Mohammed Ghulam Ansari", "Rashmi Kumari / Kajal Kumari")
SAMPLES: dict[str, Any] = {
    **{
        "side": "a",
        "winner": "b",
        "clock": "side_change",
        "breach": "technical foul",
        "law": "143d",
        "seat": 3,
    },
    **{
        "colour": "white",
        "kind": "last_shot",
        "a": 25,
        "b": 24,
        "number": 2,
        "next": 9,
        "most": 12,
        "seq": 3100,
    },
    **{"points": 12, "left": 9, "queen": 3, "demand": 2, "computed": 12, "count": 9, "seconds": 899},
    **{"games": 10, "seq": 3100, "boards": 8, "rounds": 4, "discs": 12, "board": 8},
}


def lines(clauses: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    named = dict(zip("ab", LONGEST, strict=True))
    return two_lines(
        clauses,
        named.__getitem__,
        lambda seat: named["ab"[seat & 1]].split(" / ")[seat >> 1],
        {"a": "Left", "b": "Right"}.__getitem__,
    )


class Page:
    """The part of the 4.2 inch page that has the last ruling."""

    def __init__(self) -> None:
        umpire = STATES["ruling"]()
        self.screen = umpire.table.screen(umpire.now)
        self.sheet = Sheet(len(page42.PARTS))
        self.sheet.kind = 0

    def marks(self, *parts: Any) -> Iterator[tuple[int, ...]]:
        for part in parts:
            number = page42.PARTS.index(part)
            self.sheet.begin(number)
            part(self.sheet, self.screen)
            marks = self.sheet.marks[number]
            yield from (tuple(marks[at : at + SIZE]) for at in range(0, len(marks), SIZE) if marks[at])

    def is_whole(self, clauses: Any, laws: tuple[str, ...]) -> bool:
        self.screen.ruling, self.screen.laws = lines(clauses), laws
        marks = list(self.marks(page42.laws, page42.ruling, page42.announcement))
        assert marks, clauses
        return not any(mark[6] & IS_CUT for mark in marks)


def rulings(ruleset: str) -> Iterator[Any]:
    for seed in range(12):
        player = Player(seed)
        session = Session(player.begin(ruleset, seed % 2 == 1))
        for _ in range(250):
            event = player.next(session.state)
            if event.get("kind") == "undo":
                session.undo()
            else:
                refusal(session, event, is_compared=False)
        yield from session.rulings


@pytest.mark.parametrize("ruleset", IDS)
def test_no_ruling_of_a_random_match_is_cut(ruleset: str) -> None:
    made = {(ruling.clauses, ruling.laws) for ruling in rulings(ruleset) if ruling.clauses}
    assert len(made) > 30
    page = Page()
    assert [each for each in made if not page.is_whole(*each)] == []


def test_no_reason_is_cut() -> None:
    page = Page()
    every = [(reason, *(SAMPLES[name] for name in names)) for reason, names in REASONS.items()]
    assert [clause for clause in every if not page.is_whole((clause,), ("R9.2a",))] == []


def test_a_foul_is_announced_with_who_places_and_who_plays() -> None:
    happened, announced = lines((("foul", "a"), ("penalty", 1), ("places", "b", 1, 1), ("turn", "b")))
    for word in ("Foul", "One penalty", "Rashmi Kumari to place", "to play"):
        assert word in announced[0]
    assert "Right to place" in announced[-1]
    assert LONGEST[0] in happened[0]
    assert "Left" in happened[-1]


def test_13_14_72b_due_and_penalty_are_announced_by_their_names() -> None:
    for clauses, words in (
        ((("stroke", "a"), ("due", 1), ("turn", "b")), "One due."),
        ((("stroke", "a"), ("due", 1), ("penalty", 1), ("turn", "b")), "Due and foul."),
        ((("stroke", "a"), ("penalty", 5), ("turn", "b")), "Foul. Five penalties."),
    ):
        assert lines(clauses)[1][0].startswith(words)


@pytest.mark.parametrize(
    "names", [*LONGEST, LONGEST[0].split(" / ")[0], "Ananya Chatterjee", "A. Rao / Ben Kofi"]
)
def test_names_are_read_from_one_metre_and_points_from_three(names: str) -> None:
    """Height is distance / 160; 400 pixels are 84.8 mm."""
    page = Page()
    page.screen.names_left, page.screen.short_left = names, views._short(names)
    sides = (page42.box_left, page42.names_left, page42.names_left_below)
    texts = [mark for mark in page.marks(*sides) if mark[0] & 0xFF not in (1, 2, 3)]
    assert len(texts) == 2
    assert all(mark[0] & 0xFF == NAMES and not mark[6] & IS_CUT for mark in texts)
    assert (TALL.rows - 1) * 84.8 / 400 * 160 >= 1000
    assert all(
        mark[4] * 84.8 / 400 * 160 >= 3000 for mark in page.marks(page42.left) if mark[0] & 0xFF == NUMBER
    )


MATCHES: tuple[dict[str, Any], ...] = tuple(
    {"ruleset": ruleset, "stage": stage, "strokes": strokes, "doubles": doubles}
    for ruleset, stage in (
        ("icf", "final"),
        ("vkk", "group"),
        ("spandan", "round"),
        ("vaishali", "round"),
        ("wcc", "final"),
    )
    for strokes in (0, 1)
    for doubles in (False, True)
)
KEYS = "WWBBQSFDCCCCPUOOOOO"


@pytest.mark.parametrize("fields", MATCHES, ids=lambda fields: " ".join(map(str, fields.values())))
def test_no_line_or_name_of_a_page_is_cut_whatever_is_pressed(fields: dict[str, Any]) -> None:
    names = [side.split(" / ") for side in LONGEST]
    a, b = names if fields["doubles"] else [side[:1] for side in names]
    umpire = paper_states.carrom(a=a, b=b, title="Final", **fields)
    chance, seen = Random(str(fields)), set()
    for _ in range(300):
        umpire.press(chance.choice(KEYS) + ("+" if chance.random() < 0.12 else ""))
        umpire.wait(chance.choice((0, 300, 2_000, 5_100, 16_000)), 100)
        screen = umpire.table.screen(umpire.now)
        if screen.line in seen:
            continue
        seen.add(screen.line)
        assert not screen.line.endswith("..")
        sheet = paper_page.laid(page42, screen)
        cut = [
            sheet.texts[part][at // SIZE]
            for part, marks in enumerate(sheet.marks)
            for at in range(0, len(marks), SIZE)
            if marks[at] & 0xFF in (TEXT, HEADING, NAMES) and marks[at + 6] & IS_CUT
        ]
        assert not cut
    assert len(seen) > 30


def test_partners_with_one_surname_keep_their_initials() -> None:
    page = Page()
    names = "Venkataraghavan Subramaniam / Lakshminarayana Subramaniam"
    page.screen.names_left, page.screen.short_left = names, views._short(names)
    sides = (page42.box_left, page42.names_left, page42.names_left_below)
    for part in sides:
        list(page.marks(part))
    texts = []
    for part in sides[1:]:
        number = page42.PARTS.index(part)
        mark, text = page.sheet.marks[number], page.sheet.texts[number][0]
        texts.append(text[mark[5] : mark[5] + mark[6]].replace("\xa0", " "))
    assert texts == ["V. Subramaniam", "L. Subramaniam"]
