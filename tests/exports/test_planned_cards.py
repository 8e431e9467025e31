"""Score cards of a tournament's matches: to be filled in, and what the tournament adds to a played one."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from carded import Recorded, opened
from drawn import CLOCK_MS, desk_of, won
from drawn import with_groups as make

from host_tools.care import forgetting
from host_tools.exports import ExportError, scorecards, words
from host_tools.exports.output import Choice
from host_tools.store import Store


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


def test_what_was_played_is_not_yet_to_be_played(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    desk.enter_result(fixture, won("a", 7), "on paper")
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
    desk.take_report(report.number, "it was played there")
    desk.enter_result(fixture, won("b", 7), "boards swapped")
    [card] = scorecards.cards(store, Choice(event="ms"))
    assert card.header.event == "Men's Singles"
    assert card.names == (("Asha",), ("Zoë",))  # as they stood at the table
    [remark] = [remark for remark in card.remarks if "boards swapped" in remark]
    assert remark.startswith("Result changed by the organiser (command line) from ")
    assert remark.endswith(" to 7-25: boards swapped")
    assert card.standing == ""


def test_a_walk_over_of_the_desk_is_no_longer_in_play(store: Store) -> None:
    desk = desk_of(store)
    fixture = next(fixture for fixture in desk.fixtures() if fixture.state == "ready")
    table = Recorded(3)
    table.add("match", fixture.id, ruleset="vkk", stage="round", a=["Asha"], b=["Zoë"])
    table.store_all(store)
    assert scorecards.cards(store, Choice(event="ms"))[0].standing == "IN PLAY"
    desk.walk_over(desk.fixture(fixture.id), "b", early=True)
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
    assert words.say(caught.value) == f"{day} is no day; a day is written as 2026-03-12."


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
    assert words.say(caught.value) == says
    assert (tmp_path / "cards.pdf").read_bytes() == b"old"
    with pytest.raises(ExportError, match="not_writable"):
        scorecards.write(tmp_path / "new.pdf", b"%PDF")
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".sqlite3"] == ["cards.pdf"]
