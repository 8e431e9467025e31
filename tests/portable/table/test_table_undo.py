"""Undo and redo by keys alone: back to the start, over games and matches, and what a hold lists."""

from table_kit import item, with_match

from boardside.game import dicts


def three_games(umpire):
    """A match of three games by keys, confirmed."""
    for winner, lefts in (("a", (9, 9, 4)), ("b", (9, 9, 4)), ("a", (9, 9))):
        for left in lefts:
            umpire.press("C")
            if umpire.state.phase == "ready":
                umpire.press("C")
            high = umpire.state.points[winner] > 21
            umpire.result(winner, left, None if high else winner)
        if umpire.state.phase != "over":
            umpire.press("C")
    umpire.press("C")
    if umpire.state.phase == "ready":
        umpire.press("C")
    umpire.result("a", 4, None)
    umpire.press("O")


def test_undo_goes_back_to_the_start_and_redo_brings_everything_back():
    umpire = with_match()
    umpire.wait(500)
    start = dicts.to_dict(umpire.state)
    three_games(umpire)
    assert umpire.state.phase == "confirmed"
    assert umpire.state.games == {"a": 2, "b": 1}
    end = dicts.to_dict(umpire.state)
    steps = 0
    while umpire.table.record.undoable is not None:
        umpire.press("U")
        assert umpire.table.screen(umpire.now).message.startswith("Undo.")
        umpire.press("F")  # any key in between, so that the next UNDO is another one
        umpire.wait(1_100)  # it is refused: an UNDO at once would be for that key
        steps += 1
    assert steps > 15
    assert dicts.to_dict(umpire.state) == start
    umpire.press("U")
    assert umpire.shows("At StArt")
    assert umpire.is_fold()
    for _ in range(steps):
        item(umpire, "Take the last undo back")
        assert umpire.table.screen(umpire.now).message.startswith("rEdo.")
    assert dicts.to_dict(umpire.state) == end
    item(umpire, "Take the last undo back")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.is_fold()


def test_undo_crosses_game_and_match_and_shows_what_it_took():
    umpire = with_match()
    three_games(umpire)
    shown = []
    while umpire.state.game != 1 or umpire.state.phase != "board":
        umpire.press("U")
        shown.append(umpire.table.screen(umpire.now).message)
    assert shown[:4] == ["Undo.ConF", "Undo.bd 3", "Undo.PLAY", "Undo.SidE"]
    assert shown[-2:] == ["Undo.SidE", "Undo.bd 3"]
    assert umpire.state.points == {"a": 24, "b": 0}


def test_something_new_after_an_undo_ends_the_redo():
    umpire = with_match()
    umpire.result("a", 5, "a")
    umpire.press("U")
    umpire.result("b", 5, "b")
    item(umpire, "Take the last undo back")
    assert umpire.sounds[-1] == "refuse"
    assert umpire.state.points == {"a": 0, "b": 8}
    umpire.wait(1_600)
    umpire.press("UU")  # out of the menu; then the board
    assert umpire.state.points == {"a": 0, "b": 0}
    item(umpire, "Take the last undo back")
    assert umpire.state.points == {"a": 0, "b": 8}


def test_undo_held_lists_the_events_and_offers_the_redo():
    umpire = with_match()
    umpire.result("a", 5, "a")
    umpire.press("U+")
    assert umpire.state.points["a"] == 8
    assert umpire.shows("1 bd  L5")
    umpire.press("OO")
    assert umpire.state.points["a"] == 0
    umpire.press("O+ B O")
    assert umpire.state.points["a"] == 8
