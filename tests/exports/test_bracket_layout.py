"""The picture of a knockout as boxes and lines (host_tools/exports/bracket.py), and their texts."""

from itertools import combinations

from host_tools.exports import bracket
from host_tools.exports.bracket import SIZES, Box, Layout, Placed
from host_tools.exports.event_report import EventReport
from host_tools.tournament.model.model import (
    BYE,
    DRAWN,
    Competition,
    Entry,
    Fixture,
    Result,
    Source,
    Tournament,
)

NAMES = {1: "Asha", 2: "Bela", 3: "Chitra", 4: "Dev"}
REPORT = EventReport(
    Tournament(1, "open", "Open", "icf"),
    Competition(1, "ms", "Men's Singles", "singles", "icf"),
    {number: Entry(number, (), name) for number, name in NAMES.items()},
    (),
)
SEMI_1 = Fixture(
    "S1",
    1,
    1,
    1,
    "semi_final",
    a=1,
    b=2,
    state="done",
    result=Result("a", "played", ((25, 10), (12, 25), (25, 3)), (2, 1)),
)
SEMI_2 = Fixture("S2", 1, 1, 2, "semi_final", a=3, b=4, state="ready")
FINAL = Fixture("F", 1, 2, 1, "final", a=1, source_a=Source("winner", "S1"), source_b=Source("winner", "S2"))
THIRD = Fixture("T", 1, 2, 2, "final", source_a=Source("loser", "S1"), source_b=Source("loser", "S2"))


def _drawn(*fixtures: Fixture) -> list[Box]:
    return bracket.picture(REPORT, "", fixtures)["boxes"]


def _boxes(*fixtures: Fixture) -> dict[str, Placed]:
    return {box.fixture.id: box for box in bracket.layout(fixtures, SIZES).boxes}


def test_a_match_stands_between_those_its_sides_come_from() -> None:
    boxes = _boxes(SEMI_1, SEMI_2, FINAL)
    assert boxes["S1"].y < boxes["F"].y < boxes["S2"].y
    assert 2 * boxes["F"].y == boxes["S1"].y + boxes["S2"].y
    assert boxes["F"].x > boxes["S1"].x + SIZES.box_width


def test_the_match_for_the_third_place_stands_under_the_final() -> None:
    boxes = _boxes(SEMI_1, SEMI_2, FINAL, THIRD)
    assert boxes["T"].x == boxes["F"].x
    assert boxes["T"].y >= boxes["F"].y + SIZES.box_height
    assert boxes["T"].is_third_place


def test_no_two_boxes_overlap_in_a_draw_of_sixty_four() -> None:
    fixtures = [Fixture(f"1-{n}", 1, 1, n, "round") for n in range(1, 33)]
    before = fixtures
    for number in range(2, 7):
        pairs = zip(before[::2], before[1::2], strict=True)
        before = [
            Fixture(
                f"{number}-{n}",
                1,
                number,
                n,
                "final" if number == 6 else "round",
                source_a=Source("winner", a.id),
                source_b=Source("winner", b.id),
            )
            for n, (a, b) in enumerate(pairs, 1)
        ]
        fixtures = fixtures + before
    layout = bracket.layout(fixtures, SIZES)
    assert len(layout.boxes) == 63
    assert len(layout.lines) == 62
    for box, other in combinations(layout.boxes, 2):
        assert box.x != other.x or abs(box.y - other.y) >= SIZES.box_height
    assert bracket.picture(REPORT, "", fixtures)["heads"][-1]["text"] == "Final"


def test_rows_say_name_score_and_who_won() -> None:
    semi, other, final = _drawn(SEMI_1, SEMI_2, FINAL)
    a, b = semi["rows"]
    assert (a["name"], a["score"], a["has_won"]) == ("Asha", "2", True)
    assert (b["name"], b["score"], b["has_won"]) == ("Bela", "1", False)
    assert [row["score"] for row in other["rows"]] == ["", ""]
    assert [(row["name"], row["is_known"]) for row in final["rows"]] == [("Asha", True), ("", False)]


def test_a_side_that_is_not_known_says_where_it_comes_from() -> None:
    third = _drawn(SEMI_1, SEMI_2, FINAL, THIRD)[-1]
    assert third["title"]
    assert all(row["name"] and not row["is_known"] for row in third["rows"])
    [box] = _drawn(Fixture("Q", 1, 1, 1, "final", source_a=Source("place", group=2, place=1), source_b=DRAWN))
    assert box["rows"][0]["name"] == "Group B, place 1"


def test_a_single_game_shows_its_points_and_a_walk_over_is_one() -> None:
    results = (Result("b", "played", ((9, 25),), (0, 1)), Result("b", "walk_over"))
    boxes = _drawn(
        *(Fixture(str(n), 1, 1, n, "semi_final", a=1, b=2, result=each) for n, each in enumerate(results, 1))
    )
    assert [[row["score"] for row in box["rows"]] for box in boxes] == [["9", "25"], ["", "w.o."]]


def test_a_bye_has_only_who_goes_on() -> None:
    for sides in ({"a": 1, "source_b": BYE}, {"b": 1, "source_a": BYE}):
        [box] = _drawn(Fixture("B", 1, 1, 1, "round", state="bye", **sides))  # type: ignore[arg-type]
        assert box["is_bye"]
        assert [row["name"] for row in box["rows"]] == ["Asha"]


def test_rounds_drawn_one_by_one_stand_beside_each_other() -> None:
    first = [Fixture(f"1-{n}", 1, 1, n, "round", source_a=DRAWN, source_b=BYE) for n in (1, 2, 3)]
    second = [Fixture("2-1", 1, 2, 1, "round")]
    boxes = _boxes(*first, *second)
    assert boxes["1-1"].y == boxes["2-1"].y == SIZES.top
    assert boxes["1-3"].y > boxes["1-2"].y > boxes["1-1"].y


def test_nothing_to_draw() -> None:
    assert bracket.layout([], SIZES) == Layout(0, 0, (), (), ())
