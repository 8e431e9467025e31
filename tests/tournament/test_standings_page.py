"""docs/organiser/standings.md: its examples are what the software makes of them."""

import re
from pathlib import Path

from tournament_values import match, result, rounds

from host_tools.tournament import draw_order, groups, knockout, sports, standings
from host_tools.tournament.model import Entry, Fixture, Place, Player, Source
from host_tools.words import places as place_words

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "organiser" / "standings.md").read_text(
    encoding="utf-8"
)
NAMES = {"Asha": 1, "Bela": 2, "Chitra": 3, "Devi": 4, "Esha": 5, "Farah": 6}


def tables(heading: str) -> list[list[list[str]]]:
    """The cells of all tables with this heading line, without heading and rule."""
    blocks = []
    for block in re.findall(rf"^{re.escape(heading)}\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE):
        blocks.append([[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()])
    assert blocks, heading
    return blocks


def people() -> list[Entry]:
    (rows,) = tables("| entry | name | club | seeding | lot begins with |")
    entries = []
    for number, name, club, seeding, _ in rows:
        player = Player(int(number), int(number), name, club)
        entries.append(Entry(player.id, (player,), seeding=int(seeding) if seeding else None))
    return entries


def test_the_order_and_the_lots_of_the_example() -> None:
    assert "gives the order 6, 4, 3, 1, 2, 5." in PAGE
    assert draw_order.order("K7QM-3XWD", range(1, 7)) == [6, 4, 3, 1, 2, 5]
    (rows,) = tables("| entry | name | club | seeding | lot begins with |")
    for number, *_, begins in rows:
        assert draw_order.lot("K7QM-3XWD", int(number)).startswith(begins)


def test_the_draw_of_the_example_before_and_after_the_exchange() -> None:
    by_name = {number: name for name, number in NAMES.items()}
    shown = tables("| match | a | b |")[0]
    drawn = knockout.draw(people(), "K7QM-3XWD", prefix="ms")[:4]
    assert [[f.id, by_name.get(f.a or 0, "bye"), by_name.get(f.b or 0, "bye")] for f in drawn] == shown
    before = knockout.draw(people(), "K7QM-3XWD", prefix="ms", avoid_clubs=False)[1]
    assert (before.a, before.b) == (NAMES["Farah"], NAMES["Devi"])


def test_the_knockout_from_four_groups() -> None:
    def words(source: Source) -> str:
        return f"{('1st', '2nd')[source.place - 1]} of group {source.group}"

    drawn = knockout.from_places(4, 2, stage=2, prefix="ms")[:4]
    assert [[f.id, words(f.source_a), words(f.source_b)] for f in drawn] == tables("| match | a | b |")[1]


def test_the_circle_of_four() -> None:
    sentence = re.search(r"Four entries play (.*): the first two", " ".join(PAGE.split()))
    assert sentence
    rounds_told = [re.findall(r"(\d)-(\d)", part) for part in sentence[1].split("then")]
    assert [[(int(a), int(b)) for a, b in pairs] for pairs in rounds_told] == groups.circle([1, 2, 3, 4])


def test_the_group_under_vkk() -> None:
    (games,) = tables("| match | result | net points of the first |")
    fixtures = []
    for pair, score, net in games:
        a, b = (int(points) for points in score.split("-"))
        assert a - b == int(net)
        fixtures.append(_match(pair, result("a" if a > b else "b", a - b)))
    places = standings.standing("vkk", "groups", [1, 2, 3, 4], fixtures)
    (shown,) = tables("| place | name | points | won | net | why |")
    assert [[*_begin(p), str(p.points), str(p.won), str(p.net), place_words.why(p)] for p in places] == shown


def test_the_round_robin_that_goes_back_to_step_1() -> None:
    (games,) = tables("| match | result |")
    fixtures = []
    for pair, score in games:
        a, a20, b, b20 = (int(figure) for figure in re.findall(r"\d+", score))
        fixtures.append(_match(pair, rounds(a, b, a20, b20)))
    places = standings.standing("wcc", "round_robin", [1, 2, 3, 4], fixtures)
    (shown,) = tables("| place | name | points | 20s | why |")
    assert [[*_begin(p), str(p.points), str(p.twenties), place_words.why(p)] for p in places] == shown


def test_the_steps_are_those_of_the_code() -> None:
    rows = {row[0]: row[1].split("; ") for row in tables("| ruleset, stage | compared in this order |")[0]}
    assert len(rows["`vkk` groups, round robin"]) == len(sports.of_ruleset("vkk").steps("groups")) + 1
    assert len(rows["`wcc` preliminary"]) == len(sports.of_ruleset("wcc").steps("preliminary")) + 1
    assert len(rows["`wcc` round robin, groups"]) == len(sports.of_ruleset("wcc").steps("groups")) + 1


def _match(pair: str, decided: object) -> Fixture:
    a, b = (NAMES[name] for name in pair.split(" - "))
    return match(a, b, decided)  # type: ignore[arg-type]


def _begin(place: Place) -> tuple[str, str]:
    name = next(name for name, number in NAMES.items() if number == place.entry)
    return str(place.place), name
