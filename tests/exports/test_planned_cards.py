"""Score cards of a tournament's matches: to be filled in, and what the tournament adds to a played one."""

import errno
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from carded import Recorded, opened
from drawn import CLOCK_MS, by_hand, desk_of, won
from drawn import with_groups as make
from pypdf import PdfReader

from host_tools.backup import forgetting
from host_tools.exports import ExportError, card_sheet, scorecards, sheets
from host_tools.exports.output import Choice
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.acts.entries import Edit
from host_tools.tournament.acts.matches import ClearResult, WalkOver
from host_tools.tournament.acts.rulings import DecideReport
from tests.refusals import refused

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = opened(tmp_path)
    make(made, play=False)
    yield made
    made.close()


def test_cards_to_fill_in_have_everything_that_is_known(store: Store) -> None:
    cards = scorecards.cards(store, Choice(event="ms", planned=True))
    assert len(cards) == 12 + 4  # groups; the knockout's sides are not known yet
    card = cards[0]
    assert (card.header.tournament, card.header.event) == ("Open 2026", "Men's Singles")
    assert card.header.round == "Group A, round 1"
    assert card.header.match.startswith("open-2026-ms-1-")
    assert (len(card.names[0]), len(card.names[1])) == (1, 1)
    assert [len(game.lines) for game in card.games] == [6]  # vkk: one game of six boards
    assert (card.standing, card.proof) == ("", None)
    final = next(card for card in cards if card.header.round == "Final")
    assert final.names == ((), ())


def test_a_match_is_named_as_the_desk_names_it(store: Store) -> None:
    first = scorecards.cards(store, Choice(event="ms", planned=True))[0].header.match
    by_id = scorecards.cards(store, Choice(match=first))
    for name in ("MS 1", "ms1"):
        assert scorecards.cards(store, Choice(match=name)) == by_id
    with refused("no_match", ExportError):
        scorecards.cards(store, Choice(match="MS 99"))


def test_what_was_played_is_not_yet_to_be_played(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    desk.do(by_hand(won("a", 7), "on paper"), fixture)
    cards = scorecards.cards(store, Choice(planned=True))
    assert fixture.id not in {card.header.match for card in cards}


def test_a_played_match_has_event_umpire_and_corrections(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    table = Recorded(3)
    table.play(fixture.id)
    table.store_all(store)
    desk.settle()
    (report,) = desk.reports()
    desk.do(DecideReport(decision="take", reason="it was played there"), report)
    desk.do(by_hand(won("b", 7), "boards swapped"), fixture)
    [card] = scorecards.cards(store, Choice(event="ms"))
    assert card.header.event == "Men's Singles"
    assert card.names == (("Asha",), ("Zoë",))  # as they stood at the table
    [remark] = [remark for remark in card.remarks if "boards swapped" in remark]
    assert remark.startswith("Result changed by the organiser (command line) from ")
    assert remark.endswith(" to 7-25: boards swapped")
    assert card.standing == ""
    assert (card.winner, card.result, card.decided) == ("b", "25–7", "Corrected by the organiser")
    assert card.table_had == "Asha 25–0"
    assert card.games[0].score == (25, 0)  # as written at the table
    [page] = texts(card_sheet.render([card], NOON)[0])
    for words_on_paper in (
        "Official result: corrected by the organiser",
        "25–7",
        "The table had, as written below",
        "Asha 25–0",
    ):
        assert words_on_paper in page
    assert "Loser's signature: Asha" in page
    assert "Signature: Zoë" in page


def test_a_result_by_hand_and_a_walk_over_have_cards(store: Store) -> None:
    desk = desk_of(store)
    entered, walk_over, *_ = [fixture for fixture in desk.fixtures() if fixture.state == "ready"]
    desk.do(by_hand(won("b", 7), "on paper"), entered)
    desk.do(WalkOver(winner="a", early=True), walk_over)
    first, second = scorecards.cards(store, Choice(event="ms"))
    assert (first.winner, first.result, first.decided) == ("b", "25–7", "Entered by the organiser")
    assert (first.games[0].lines, first.games[0].score) == ((), (7, 25))
    assert first.remarks == ("Result 7-25 entered by the organiser (command line): on paper",)
    assert (second.winner, second.result, second.decided) == ("a", "25–0 walk-over", "Walk-over")
    assert second.remarks[-1].startswith("Walk-over given at the organiser's desk: won by ")
    [card] = scorecards.cards(store, Choice(match=entered.id))
    assert card == first


def test_a_result_that_was_cleared_is_not_on_the_card(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    table = Recorded(3)
    table.play(fixture.id)
    table.store_all(store)
    desk.settle()
    desk.do(by_hand(won("b", 7), "on paper"), desk.fixture(fixture.id))
    desk.do(ClearResult(reason="wrong match"), desk.fixture(fixture.id))
    [card] = scorecards.cards(store, Choice(match=fixture.id))
    assert (card.winner, card.result, card.table_had) == ("", "", "Asha 25–0")
    assert card.standing == "THIS TABLE'S RESULT DOES NOT COUNT"
    with reading(store.engine) as connection:
        [sheet] = sheets.read(connection, ["matches"], Choice())
        row = next(row for row in sheet.rows if row["match"] == fixture.id)  # type: ignore[typeddict-item]
    assert (row["winner"], row["games"], row["state"]) == (None, "", "ready")  # type: ignore[typeddict-item]
    assert (row["match_number"], row["unconfirmed"]) == ("MS 1", False)  # type: ignore[typeddict-item]


def test_a_match_has_a_number_for_people_and_its_players_a_team(store: Store) -> None:
    cards = scorecards.cards(store, Choice(event="ms", planned=True))
    assert [card.header.number for card in cards] == [f"MS {number}" for number in range(1, 17)]
    assert cards[1].teams == ("Århus", "Pune")
    [page] = texts(card_sheet.render([cards[1]], NOON)[0])
    assert "MS 2" in page
    assert page.count(cards[1].header.match) == 1  # in small print at the foot, for `boardside verify`


def test_a_name_that_was_corrected_since_is_on_the_card(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    event = desk.event_of(fixture)
    entry = desk.entry(event, fixture.a or 0)
    table = Recorded(3)
    table.add("match", fixture.id, ruleset="vkk", stage="group", a=[entry.title], b=["Zoë"], cmd="1")
    table.store_all(store)
    desk.do(Edit(player=str(entry.players[0].number), name="Asha Rao-Patil"), entry)
    [card] = scorecards.cards(store, Choice(event="ms"))
    assert card.names[0] == ("Asha Rao-Patil",)


def test_a_walk_over_of_the_desk_is_no_longer_in_play(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    table = Recorded(3)
    table.add("match", fixture.id, ruleset="vkk", stage="round", a=["Asha"], b=["Zoë"])
    table.store_all(store)
    assert scorecards.cards(store, Choice(event="ms"))[0].standing == "IN PLAY"
    desk.do(WalkOver(winner="b", early=True), desk.fixture(fixture.id))
    [card] = scorecards.cards(store, Choice(event="ms"))
    assert card.standing == "DECIDED BY THE ORGANISER, NOT AT THE TABLE"
    assert (card.winner, card.result) == ("b", "25–0 walk-over")
    assert card.remarks[-1] == "Walk-over given at the organiser's desk: won by Zoë (Law 143i)."


def test_who_was_forgotten_is_a_number(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    table = Recorded(3)
    table.play(fixture.id)
    table.store_all(store)
    forgetting.forget(store, "Asha", CLOCK_MS, "test")
    [card] = scorecards.cards(store, Choice(match=fixture.id))
    [entry] = [
        entry for entry in desk.entries(desk.competition(desk.tournament(), "ms")) if entry.id == fixture.a
    ]
    assert card.names == ((entry.players[0].name,), ("Zoë",))


@pytest.mark.parametrize("day", ["12.03.2026", "2026-13-45", "20260312", ""])
def test_a_day_is_written_in_one_way(store: Store, day: str) -> None:
    with pytest.raises(ExportError) as caught:
        scorecards.cards(store, Choice(day=day))
    assert str(caught.value) == f"{day} is no day; a day is written as 2026-03-12."


def test_nothing_is_written_over_a_database(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    Store.open(f"sqlite:///{path}").close()
    before = path.read_bytes()
    with pytest.raises(ExportError) as caught:
        scorecards.write(path, b"%PDF")
    assert (caught.value.reason, caught.value.facts) == ("is_database", {"file": str(path)})
    assert path.read_bytes() == before
    scorecards.write(tmp_path / "new.pdf", b"old")
    scorecards.write(tmp_path / "new.pdf", b"%PDF")
    assert (tmp_path / "new.pdf").read_bytes() == b"%PDF"


def test_a_full_disk_leaves_the_file_that_was_there_and_no_part_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cards.pdf").write_bytes(b"old")
    whole = Path.write_bytes

    def fills_up(path: Path, content: bytes) -> int:
        whole(path, content[:2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fills_up)
    with pytest.raises(ExportError) as caught:
        scorecards.write(tmp_path / "cards.pdf", b"%PDF")
    says = f"{tmp_path / 'cards.pdf'} cannot be written: No space left on device."
    assert str(caught.value) == says
    assert (tmp_path / "cards.pdf").read_bytes() == b"old"
    with refused("not_writable", ExportError):
        scorecards.write(tmp_path / "new.pdf", b"%PDF")
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".sqlite3"] == ["cards.pdf"]
