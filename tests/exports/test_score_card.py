"""What a score card says (host_tools/exports/card.py), from the events in a database."""

from collections.abc import Iterator
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from carded import ARUN, ASHA, LUKASZ, Recorded, doubles_in_play, filled

from boardside.game import fold
from host_tools.exports import ExportError, scorecards
from host_tools.exports.card import NIL, OVERRIDE, Card, Header, Line, Played
from host_tools.exports.card_making import of_match
from host_tools.exports.output import Choice
from host_tools.laws import match_state
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.tournament.model.book import Book


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = filled(tmp_path_factory.mktemp("cards"))
    yield opened
    opened.close()


def card_of(store: Store, match: str) -> Card:
    [card] = scorecards.cards(store, Choice(match=match))
    return card


def columns(line: Line) -> list[str]:
    """Columns 2 to 7 of the form."""
    return [line.a.first, line.a.second, line.a.total, line.b.first, line.b.second, line.b.total]


def test_the_columns_of_the_form(store: Store) -> None:
    first, second, third = card_of(store, "M2").games
    assert [columns(line) for line in first.lines] == [
        ["3", "9", "12", NIL, NIL, "0"],
        [NIL, NIL, "12", "3", "5", "8"],
        ["3", "7", "20", NIL, NIL, "8"],
        ["3", "5", "25", NIL, NIL, "8"],
    ]
    assert first.score == (25, 8)  # 28, cut at 25 (D6)
    assert columns(second.lines[2]) == ["0", NIL, "0", NIL, "6", "25"]  # a's Queen, in a board that b won
    assert columns(third.lines[1]) == [NIL, NIL, "5", "3", "3", "6"]  # the Queen on the board: b's (53c)
    assert [line.breaker for line in first.lines] == [LUKASZ, ASHA, LUKASZ, ASHA]


def test_the_head(store: Store) -> None:
    card = card_of(store, "M2")
    assert (card.toss_won_by, card.choice) == (ASHA, "Side")
    assert (card.header.round, card.header.match, card.header.table) == ("Quarter-final", "M2", "3")
    assert card.header.event == "Men, match 2"
    assert (card.names, card.winner) == (((ASHA,), (LUKASZ,)), "a")
    assert card.result.startswith("2–1 (25–8, 0–25, ")
    assert card.result.endswith("conceded, Law 139")


def test_what_was_not_plain_play_is_marked_and_said(store: Store) -> None:
    card = card_of(store, "M2")
    marked = [line for game in card.games for line in game.lines if line.mark]
    assert [(line.number, line.mark, line.remark) for line in marked] == [
        ("3", OVERRIDE, "Override by the umpire (computed 10)")
    ]
    assert card.games[0].lines[0].remark == "Black slam"
    assert "A board was replayed (Law 137)." in card.remarks
    assert "1 entry undone and entered again by the umpire." in card.remarks
    assert f"{LUKASZ} conceded the match (Law 139)." in card.remarks
    protest = f"Protest 1 by {ASHA}, board 2 of game 2: overruled: Queen covered, but put back."
    assert protest in card.remarks
    assert not any("Fee" in remark for remark in card.remarks)
    with writing(store.engine) as connection:
        Book(connection).put_fee("M2", 1, "500 INR")
    assert "Fee of protest 1 (Law 145): forfeited, 500 INR." in card_of(store, "M2").remarks


def test_the_proof_is_that_of_the_confirmation(store: Store) -> None:
    proof = card_of(store, "M1").proof
    sealed = next(event for event in store.events() if event["kind"] == "confirm")["event"]
    assert proof is not None
    assert (proof.seal, proof.head) == ("sealed by the table's key", sealed["chain"])
    assert (proof.journal, proof.first_seq, proof.events) == ("0badcafe", 1, 8)


def test_a_match_in_play_has_lines_for_the_rest(store: Store) -> None:
    card = card_of(store, "D1")
    [game] = card.games
    assert [line.number for line in game.lines] == ["1", "2", "3", "4", "5", "6"]  # vkk: six boards
    assert columns(game.lines[4]) == [""] * 6
    assert (card.standing, card.result, game.score) == ("IN PLAY", "", ())
    assert card.teams == ("Civil", "Mechanical")


def test_of_a_pair_the_one_who_broke_is_named(store: Store) -> None:
    [game] = card_of(store, "D1").games
    assert [line.breaker for line in game.lines[:4]] == [
        ARUN,
        "Søren",
        "Priya",
        "Maximiliane von und zu Hohenschwangau-Lichtenstein",
    ]


def test_a_seat_that_does_not_fit_the_record_is_not_told(store: Store) -> None:
    table = Recorded(9)
    doubles_in_play(table)
    held = [event["event"] for event in store.events(table=4)]
    assert match_state.breaking(held) == {1: [0, 1, 2, 3]}
    state = fold.fold(held.__iter__).state
    card = of_match(Played(state, held, seats={1: [0, 1]}), Header())
    assert card.games[0].lines[0].breaker == f"{ARUN} / Priya"


def test_crokinole_has_twenties_discs_and_points(store: Store) -> None:
    card = card_of(store, "C1")
    game = card.games[0]
    assert card.sport == "crokinole"
    assert columns(game.lines[0]) == ["2", "85", "2", "1", "60", "0"]
    assert columns(game.lines[3]) == ["0", "", "5", "3", "", "3"]
    assert (game.score, game.twenties) == ((5, 3), (6, 6))


def test_times_are_the_halls(store: Store) -> None:
    india = timezone(timedelta(hours=5, minutes=30))
    [card] = scorecards.cards(store, Choice(match="M1"), india)
    assert (card.header.date, card.started, card.finished) == ("2023-11-15", "03:43", "03:43")


def test_cards_are_chosen(store: Store) -> None:
    def ids(**choice: object) -> list[str]:
        return [card.header.match for card in scorecards.cards(store, Choice(**choice))]  # type: ignore[arg-type]

    assert ids() == ["M1", "M2", "D1", "C1"]
    assert ids(table=3) == ["M1", "M2"]
    assert ids(day="2023-11-14", table=4) == ["D1"]
    last = scorecards.card_at_table(store, 3)
    assert last is not None
    assert last.header.match == "M2"
    assert scorecards.card_at_table(store, 17) is None


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        (Choice(match="M9"), "There is no match M9"),
        (Choice(event="ms"), "There is no event ms. No event was made yet."),
        (Choice(day="2001-01-01"), "No match was begun that fits"),
        (Choice(planned=True), "No match is yet to be played"),
    ],
)
def test_nothing_to_print_is_said(store: Store, choice: Choice, says: str) -> None:
    with pytest.raises(ExportError) as caught:
        scorecards.cards(store, choice)
    assert str(caught.value).startswith(says)


def test_blank_cards() -> None:
    [icf, _] = scorecards.blank(2)
    assert [len(game.lines) for game in icf.games] == [8, 8, 8]
    assert icf.names == ((), ())
    [wcc] = scorecards.blank(1, "wcc", "final")
    assert [len(game.lines) for game in wcc.games] == [4, 4, 4]
    with pytest.raises(ExportError) as caught:
        scorecards.blank(1, "chess")
    says = '--ruleset chess: ruleset: "chess" is not known; allowed: icf'
    assert str(caught.value).startswith(says)


def test_an_event_that_the_rules_do_not_take_is_left_out_and_named(tmp_path: Path) -> None:
    from audited import Recorded, opened

    table = Recorded(3)
    table.add("match", ruleset="icf", stage="round", rules={"games": 1}, breaks="a")
    table.add("board", winner="a", left=3, queen=None)
    table.add("board", winner="a", left=4, queen="a")
    store = opened(tmp_path)
    table.store_all(store)
    card = card_of(store, "M1")
    store.close()
    assert columns(card.games[0].lines[0]) == ["3", "4", "7", NIL, NIL, "0"]
    assert [text for text in card.remarks if text.startswith("Event 2 (board) is left out: ")]


def test_d296_a_match_ended_by_the_desk_s_word_has_its_boards_and_says_so(tmp_path: Path) -> None:
    from audited import Recorded, opened

    table = Recorded(3)
    table.add("match", ruleset="icf", stage="round", breaks="a")
    table.add("board", winner="a", left=3, queen="a")
    table.add("decided", winner="b")
    table.add("ended", winner="b")
    table.add("confirm")
    store = opened(tmp_path)
    table.store_all(store)
    card = card_of(store, "M1")
    store.close()
    assert columns(card.games[0].lines[0])[2] == "6"
    assert card.winner == "b"
    assert card.remarks == ("Ended as it stood: the organiser had decided the match (D296).",)
