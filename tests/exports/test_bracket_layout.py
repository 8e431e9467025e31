"""The picture of a knockout as boxes and lines (host_tools/exports/bracket.py)."""

from itertools import combinations

from host_tools.exports import bracket
from host_tools.tournament.model.model import BYE, DRAWN, Fixture, Result, Source

NAMES = {1: "Asha", 2: "Bela", 3: "Chitra", 4: "Dev"}
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


def _boxes(*fixtures: Fixture) -> dict[str, bracket.Box]:
    return {box.fixture: box for box in bracket.layout(fixtures, NAMES).boxes}


def test_a_match_stands_between_those_its_sides_come_from() -> None:
    boxes = _boxes(SEMI_1, SEMI_2, FINAL)
    assert boxes["S1"].y < boxes["F"].y < boxes["S2"].y
    assert 2 * boxes["F"].y == boxes["S1"].y + boxes["S2"].y
    assert boxes["F"].x > boxes["S1"].x + boxes["S1"].width


def test_the_match_for_the_third_place_stands_under_the_final() -> None:
    boxes = _boxes(SEMI_1, SEMI_2, FINAL, THIRD)
    assert boxes["T"].x == boxes["F"].x
    assert boxes["T"].y >= boxes["F"].y + boxes["F"].height
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
    layout = bracket.layout(fixtures, {})
    assert len(layout.boxes) == 63
    assert len(layout.lines) == 62
    for box, other in combinations(layout.boxes, 2):
        assert box.x != other.x or abs(box.y - other.y) >= box.height
    assert [head.text for head in layout.heads][-1] == "Final"


def test_rows_say_name_score_and_who_won() -> None:
    box = _boxes(SEMI_1, SEMI_2, FINAL)["S1"]
    assert (box.a.name, box.a.score, box.a.won) == ("Asha", "2", True)
    assert (box.b.name, box.b.score, box.b.won) == ("Bela", "1", False)


def test_a_side_that_is_not_known_is_worded_by_whoever_draws() -> None:
    layout = bracket.layout([SEMI_1, SEMI_2, FINAL], NAMES, lambda source: f"winner of {source.fixture}")
    final = layout.boxes[-1]
    assert (final.a.name, final.b.name) == ("Asha", "winner of S2")


def test_a_single_game_shows_its_points_and_a_walk_over_is_one() -> None:
    fixture = Fixture("A", 1, 1, 1, "final", a=1, b=2, result=Result("b", "played", ((9, 25),), (0, 1)))
    other = Fixture("B", 1, 1, 1, "final", a=1, b=2, result=Result("b", "walk_over"))
    assert [_boxes(fixture)["A"].a.score, _boxes(fixture)["A"].b.score] == ["9", "25"]
    assert [_boxes(other)["B"].a.score, _boxes(other)["B"].b.score] == ["", "w.o."]


def test_rounds_drawn_one_by_one_stand_beside_each_other() -> None:
    first = [Fixture(f"1-{n}", 1, 1, n, "round", source_a=DRAWN, source_b=BYE) for n in (1, 2, 3)]
    second = [Fixture("2-1", 1, 2, 1, "round")]
    boxes = {box.fixture: box for box in bracket.layout([*first, *second], {}).boxes}
    assert boxes["1-1"].y == boxes["2-1"].y == bracket.HEAD_HEIGHT
    assert boxes["1-3"].y > boxes["1-2"].y > boxes["1-1"].y


def test_nothing_to_draw() -> None:
    assert bracket.layout([], {}) == bracket.Layout(0, 0, (), (), ())
