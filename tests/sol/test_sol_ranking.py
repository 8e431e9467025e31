"""SoL's rounds are ranked as SoL ranks them, place by place, or not at all."""

import json
from pathlib import Path
from typing import Any

import pytest
from desk_hall import Hall, desk_of
from desk_line import Line
from sol_exports import match, shared, tourney

from host_tools.demo import recorded
from host_tools.integrations.sol import importing, reading
from host_tools.store import Store
from host_tools.tournament.acts.matches import EnterResult
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Competition, Fixture, Result, Stage
from host_tools.tournament.standings import stage_standings, standings

#: (player, points, Buchholz, net points, points scored) of `Tourney.computeRanking` of SoL 5.26.
RANKED_BY_SOL = {
    3: "1 6 9 45 66, 3 6 3 66 75, 7 6 2 59 75, 4 6 1 46 72, 11 4 12 -7 50, 6 4 11 -10 37, 16 4 5 27 55, "
    "15 3 5 15 56, 2 3 3 13 60, 5 2 15 -34 31, 8 2 8 -3 45, 10 1 15 -19 48, 9 1 13 -7 36, 13 0 18 -75 0, "
    "14 0 15 -56 19, 12 0 9 -60 15",
    5: "1 10 13 95 116, 4 10 9 95 122, 3 10 6 116 125, 11 8 35 27 100, 16 8 15 45 88, 7 8 13 54 114, "
    "2 7 5 63 110, 8 6 13 22 91, 6 4 37 -44 45, 10 3 38 0 92, 15 3 16 -33 58, 5 2 43 -67 39, "
    "9 1 37 -42 47, 13 0 45 -125 0, 14 0 41 -96 29, 12 0 34 -110 15",
}
#: Five players; the phantom's opponent has 25-0.
FIRST = [match(1, 1, 2, score=(25, 10)), match(2, 3, 4, score=(20, 20)), match(3, 5, None, score=(25, 0))]
SECOND = [match(1, 1, 5, 2, (25, 7)), match(2, 3, 2, 2, (9, 25)), match(3, 4, None, 2, (25, 0))]


@pytest.mark.parametrize("rounds", RANKED_BY_SOL)
def test_the_recorded_championship_has_sols_places(rounds: int) -> None:
    number_of = {recorded.player_name(number): number for number in range(1, 17)}
    fixtures = []
    for sheet in recorded.championship():
        if sheet.turn <= rounds:
            a, b = (number_of[player] for player in sheet.players)
            result = importing._result(sheet.official)
            fixtures.append(
                Fixture(sheet.id, 1, sheet.turn, sheet.table, "group", a=a, b=b, state="done", result=result)
            )
    places = standings.standing("icf", "external", standings.entries_of(fixtures), fixtures)
    assert [f"{line.entry} {line.points} {line.buchholz} {line.net}" for line in places] == [
        line.rpartition(" ")[0] for line in RANKED_BY_SOL[rounds].split(", ")
    ]
    assert [line.place for line in places] == list(range(1, 17))


def export(turn: int, matches: list[dict[str, Any]], **values: Any) -> reading.SolRound:
    return reading.parse(json.dumps([shared(), {**tourney(turn, matches), **values}]).encode())


def taken(desk: Desk, sol_round: reading.SolRound) -> Competition:
    tournament = next(iter(desk.tournaments()), None) or desk.do(
        NewTournament(key="open", name="Open 2026"), None
    )
    event = importing.event_for(desk, tournament, "sol", sol_round)
    importing.take(desk, event, sol_round)
    return event


def placed(desk: Desk, event: Competition) -> list[tuple[int, str, int, int | None, int]]:
    names = {entry.id: entry.title for entry in desk.entries(event)}
    return [
        (line.place, names[line.entry], line.points, line.buchholz, line.net)
        for lines in desk.standings(event).values()
        for line in lines
    ]


def test_rounds_that_are_not_here_come_with_the_present_one_and_count(store: Store) -> None:
    desk = desk_of(Hall(store))
    event = taken(desk, export(2, [*FIRST, *SECOND], rankedturn=1))
    assert {fixture.round for fixture in desk.fixtures(event)} == {1, 2}
    assert placed(desk, event) == [
        (1, "Asha Rao", 4, 4, 33),
        (2, "Dev Patel", 3, 1, 25),
        (3, "Bela Nair", 2, 5, 1),
        (4, "Esha Das", 2, 4, 7),
        (5, "Chitra Sen", 1, 5, -16),
    ]
    third = [match(1, 1, 4, 3), match(2, 5, 2, 3), match(3, 3, None, 3, (25, 0))]
    taken(desk, export(3, [*FIRST, *SECOND, *third], rankedturn=2))
    assert placed(desk, event)[0] == (1, "Asha Rao", 4, 4, 33)  # until the round is decided


def test_where_sol_has_other_results_there_is_no_standing(store: Store, tmp_path: Path) -> None:
    desk = desk_of(Hall(store))
    event = taken(desk, export(1, FIRST))
    desk.do(EnterResult(games=["25-8"], reason="the umpire's card"), desk.fixtures(event)[0])
    both = [*FIRST, *SECOND]
    later = export(2, both, rankedturn=1)
    assert importing.differing(desk, event, later) == ["sol-01234567-1-1"]
    taken(desk, later)
    assert placed(desk, event) == []
    file = tmp_path / "open.sol"
    file.write_text(json.dumps([shared(), {**tourney(2, both), "rankedturn": 1}]))
    line = Line(tmp_path)
    line.url = str(store.engine.url)
    assert "other results of sol-01234567-1-1" in line.ok("sol", str(file), "--no-call")
    assert "SoL has other results" in line.ok("standings", "sol")
    both[0]["score2"] = 8
    taken(desk, export(2, both, rankedturn=1))
    assert placed(desk, event)[0][1:3] == ("Asha Rao", 4)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"matcheskind": "bestof3"}, "best_of_three"),
        ({"system": "knockout"}, "knockout"),
        (
            {
                "retirements": "trend",
                "competitors": [{"players": [n], "retired": n == 2} for n in range(1, 6)],
            },
            "retirements",
        ),
        ({"retirements": "trend"}, None),
        ({"retirements": "none"}, None),
    ],
)
def test_what_sol_ranks_by_other_figures_has_none(values: dict[str, Any], why: str | None) -> None:
    assert export(1, FIRST, **values).unranked == why


def test_a_round_that_is_missing_and_a_bye_of_before() -> None:
    stage = Stage(1, 1, 1, "external", state="drawn")
    second = Fixture("s-2-1", 1, 2, 1, "group", a=1, b=2, state="done", result=Result("a", "entered"))
    assert stage_standings.unranked(stage, [second]) == "rounds_missing"
    bye = Fixture("s-1-1", 1, 1, 1, "group", a=1, state="bye")
    assert stage_standings.unranked(stage, [bye, second]) is None
    [counted, _] = stage_standings._as_sol_counts([bye, second])
    assert counted.result is not None
    assert counted.result.games == ((25, 0),)
