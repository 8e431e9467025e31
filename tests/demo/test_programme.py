"""The demonstration's tournament is one that can happen: drawn round by round, and played to its end."""

from pathlib import Path

import pytest

from host_tools.demo.programme import DOUBLES, MATCHES, OPEN, ROUNDS, Programme
from host_tools.demo.recorded import RecordedMatch
from host_tools.store import Store
from host_tools.tournament.acts.matches import EnterResult
from host_tools.tournament.desk.desk import Desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The desk after all matches of the programme, each with its sheet's result."""
    folder: Path = tmp_path_factory.mktemp("demo")
    desk = Desk(Store.open(f"sqlite:///{folder / 'hall.sqlite3'}"))
    programme = Programme(desk, "robot")
    while True:
        ready = desk.fixtures(state="ready")
        for fixture in ready:
            sheet = programme.sheets[fixture.id]
            if isinstance(sheet, RecordedMatch):
                games, twenties = [sheet.added_up], None
            else:
                games = [(game.a.total, game.b.total) for game in sheet.games]
                twenties = "{}-{}".format(*sheet.published_twenties)
            points = [f"{a}-{b}" for a, b in games]
            desk.do(EnterResult(games=points, twenties=twenties, reason="as on the sheet"), fixture)
        if not programme.draw_round() and not desk.fixtures(state="ready"):
            break
    assert len(programme.sheets) == len({id(sheet) for sheet in programme.sheets.values()}) == MATCHES
    return desk


def test_every_event_ends(desk: Desk) -> None:
    events = desk.competitions(desk.tournament())
    assert {event.state for event in events} == {"done"}
    assert all(fixture.state in ("done", "bye") for event in events for fixture in desk.fixtures(event))


def test_nobody_meets_twice_in_the_swiss_and_its_leaders_have_met_or_lost(desk: Desk) -> None:
    swiss = desk.competition(desk.tournament(), OPEN)
    pairs = [frozenset((each.a, each.b)) for each in desk.fixtures(swiss)]
    assert len(pairs) == len(set(pairs)) == 8 * ROUNDS
    unbeaten = [place for place in desk.standings(swiss)[0] if place.won == ROUNDS]
    assert len(unbeaten) <= 1


def test_the_bracket_has_a_winner_and_everybody_a_club(desk: Desk) -> None:
    doubles = desk.competition(desk.tournament(), DOUBLES)
    final = desk.fixtures(doubles)[-1]
    assert final.result is not None
    assert final.result.winner in ("a", "b")
    assert all(player.club for entry in desk.entries(doubles) for player in entry.players)
