"""Teams on the public pages: who plays each match of a tie, once it is known, and on which players' pages the
match is shown.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from test_web_pages import Tags
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.demo.rehearsal_plans import entries
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.model import Fixture
from host_tools.web import create_app
from host_tools.web.live.results import Results
from host_tools.web.pages import brackets

NOW = 1_790_000_000_000
TIE = ("doubles 1", "doubles 2", "singles")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Two teams of five; their tie is drawn and nothing of it called."""
    store = Store.open(f"sqlite:///{tmp_path / 'teams.sqlite3'}")
    desk = Desk(store, lambda: NOW)
    event = desk.do(
        AddEvent(key="tt", name="Teams", kind="team", ruleset="vaishali"),
        desk.do(NewTournament(key="open", name="Open", ruleset="vaishali"), None),
    ).event
    desk.add_entries(event, entries("team", 2))
    desk.do(Draw(seed="teams"), event)
    yield desk
    store.close()


def shown(desk: Desk, path: str) -> str:
    app = create_app(Hub(), FakeStore(), now_ms=lambda: NOW, results=Results(desk.store))
    with TestClient(app) as client:
        answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return " ".join(Tags(answer.text).text.split())


def change(desk: Desk, part: str, **more: object) -> Fixture:
    fixture = next(fixture for fixture in desk.fixtures() if fixture.part == part)
    changed = replace(fixture, **more)  # type: ignore[arg-type]
    with writing(desk.store.engine) as connection:
        Book(connection).put_fixture(changed)
    return changed


def test_nobody_is_named_while_the_teams_may_still_choose(desk: Desk) -> None:
    page = shown(desk, "/events/tt")
    assert page.count("North 1") >= len(TIE)
    assert "Asha Kulkarni" not in page


def test_who_was_called_stands_beside_the_team(desk: Desk) -> None:
    change(desk, "singles", state="called", table=4, called_at=NOW)
    page = shown(desk, "/events/tt")
    line = page.split("Final, singles")[1].split("called to")[0]
    assert re.search(r"(North|South) 1 \w+ \w+ ?– ?(North|South) 1 \w+ \w+", line), line
    assert " / " not in line


def test_a_player_has_the_matches_that_are_his(desk: Desk) -> None:
    team = desk.entries(desk.competition(desk.tournament("open"), "tt"))[0]
    first, last = team.players[0].number, team.players[4].number
    for part in TIE:
        change(desk, part, state="called", table=4, called_at=NOW)
    assert [part for part in TIE if part in shown(desk, f"/players/{first}")] == ["doubles 1"]
    assert [part for part in TIE if part in shown(desk, f"/players/{last}")] == ["singles"]
    side = "a" if next(iter(desk.fixtures())).a == team.id else "b"
    change(desk, "singles", state="ready", table=None, line_up={side: [team.players[0].id]})
    assert [part for part in TIE if part in shown(desk, f"/players/{first}")] == ["doubles 1", "singles"]
    assert "singles" not in shown(desk, f"/players/{last}")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Kamal Kulkarni / Lata Fernandes", True),
        ("Winner of Pre-quarter-final 1", True),
        ("W" * 30, False),
        ("இளவழகி சந்திரசேகரன் / Jyothi Kandasamy", False),
    ],
)
def test_a_name_in_a_bracket_is_cut_where_its_room_ends(name: str, kept: bool) -> None:
    cut = brackets._cut(name, brackets.NAME_PX)
    assert (cut == name) is kept
    for own, whole in zip(cut.split(" / "), name.split(" / "), strict=True):
        assert own == whole or (own.endswith("…") and whole.startswith(own[:-1]))
    assert sum(map(brackets._width, cut)) <= brackets.NAME_PX
