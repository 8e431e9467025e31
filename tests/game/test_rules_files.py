"""An organiser's own rules: files that are good, and what is said of the others."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_rules import random_match
from typer.testing import CliRunner

from boardside.game import match, rule_fields, rules, rulesets
from boardside.game.terms import STAGES
from host_tools import cli
from host_tools.rules import files
from host_tools.rules import files as rules_idle

DOCS = Path(__file__).resolve().parents[2] / "docs" / "organiser"
EXAMPLES = sorted((DOCS / "rulesets").glob("*.json"))
PAGE = (DOCS / "rulesets.md").read_text(encoding="utf-8")


def test_there_is_an_example_for_each_variation() -> None:
    assert len(EXAMPLES) == 15


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_match_can_be_played_by_each_example(path: Path) -> None:
    own = files.read(path)
    event = {"kind": "match", "match": "M", "ruleset": own.base, "rules": own.changes, "variant": own.name}
    state, _ = match.apply(match.new(), {**event, "stage": "group", "breaks": "a"})
    assert state.setup.tournament["variant"] == own.name
    assert state.phase == "ready"
    assert path.name in PAGE


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_example_is_checked_and_played_at_random(path: Path) -> None:
    own = files.read(path)
    files.check(own, path.name)
    for seed, stage in enumerate(STAGES):
        for doubles in (False, True):
            state = random_match(Random(seed), own.base, own.changes, stage, doubles)
            assert state.phase == "confirmed"
            assert "board" not in state.setup.sport.phases or is_by_hand(state), (stage, doubles)


def is_by_hand(state: Any) -> bool:
    """Whether each game of a match has the points and the winner that its boards add up to."""
    rules = state.setup.rules
    for game in state.history:
        sums = {"a": 0, "b": 0}
        for done in game.boards:
            queen = (
                rules["queen"]
                if done.queen == done.winner and sums[done.winner] <= rules["queen_until"]
                else 0
            )
            sums[done.winner] += min(done.left + queen, rules["most"])
        most = rules["points"]
        if game.points != {side: min(total, most) for side, total in sums.items()}:
            return False
        if game.winner != (None if sums["a"] == sums["b"] else max(sums, key=lambda side: sums[side])):
            return False
    return True


def test_the_examples_do_what_they_are_called() -> None:
    rules = {path.stem: files.read(path).resolved() for path in EXAMPLES}
    assert (rules["club_23_points"]["points"], rules["club_23_points"]["board_limit"]["final"]) == (23, 4)
    assert rules["ten_second_stroke"]["clocks"]["stroke"] == 10_000
    assert rules["ten_second_stroke"]["clocks"]["placing"] == 15_000
    assert rules["queen_2_at_any_score"]["queen_until"] >= 99
    assert (rules["to_29_with_queen_5"]["points"], rules["to_29_with_queen_5"]["queen"]) == (29, 5)
    assert rules["crokinole_by_the_clock"]["clocks"]["round"] == 720_000
    assert rules["crokinole_level_stands"]["draws"]["final"] is True


def played(name: str, *results: dict[str, object]) -> Any:
    """The state after these boards or rounds by the example `name`; sides change when they have to."""
    own = files.read(DOCS / "rulesets" / f"{name}.json")
    event = {"kind": "match", "match": "M", "ruleset": own.base, "rules": own.changes, "variant": own.name}
    state, _ = match.apply(match.new(), {**event, "stage": "final", "breaks": "a"})
    for result in results:
        if state.change_due:
            state, _ = match.apply(state, {"kind": "sides"})
        state, _ = match.apply(state, result)
    return state


def board(winner: str, left: int, queen: str) -> dict[str, object]:
    return {"kind": "board", "winner": winner, "left": left, "queen": queen}


def test_23_points_or_four_boards() -> None:
    state = played("club_23_points", board("a", 9, "a"), board("a", 9, "a"))
    assert (state.phase, state.winner, match.official(state)["games"]) == ("over", "a", [[23, 0]])
    by_ones = [board("a", 2, "b"), board("b", 1, "a"), board("a", 1, "b"), board("b", 1, "a")]
    assert played("club_23_points", *by_ones).winner == "a"
    assert played("club_23_points", *by_ones[:3]).phase == "ready"


def test_the_queen_worth_2_at_any_score() -> None:
    state = played("queen_2_at_any_score", board("a", 9, "a"), board("a", 9, "a"))
    assert state.points["a"] == 22
    state, _ = match.apply(state, board("a", 1, "a"))
    assert [(game.points, game.boards[-1].points) for game in state.history] == [({"a": 25, "b": 0}, 3)]


def test_29_points_with_the_queen_at_5() -> None:
    state = played("to_29_with_queen_5", board("a", 9, "a"), board("a", 9, "a"))
    assert (state.phase, state.points["a"]) == ("ready", 28)
    assert match.apply(state, board("a", 1, "b"))[0].winner == "a"


def test_usca_25_points_or_the_lead_after_eight_boards() -> None:
    twelve = board("a", 9, "a")
    state = played("usca", twelve, twelve, board("b", 8, "b"), board("a", 1, "a"))
    assert (state.phase, match.official(state)["games"]) == ("over", [[25, 11]])
    eight = [board("ab"[at % 2], 2 - at % 2, "ba"[at % 2]) for at in range(8)]
    assert played("usca", *eight[:7]).phase == "ready"
    state = played("usca", *eight)
    assert (state.phase, state.winner, match.official(state)["games"]) == ("over", "a", [[8, 4]])


def test_sri_lanka_best_of_three_to_25_however_many_boards() -> None:
    small = [board("ab"[at % 2], 1, "ba"[at % 2]) for at in range(12)]
    state = played("sri_lanka_25_points", *small)
    assert (state.phase, state.points, state.board) == ("ready", {"a": 6, "b": 6}, 13)
    game = [board("a", 9, "a"), board("a", 9, "a"), board("a", 9, "b")]
    state = played("sri_lanka_25_points", *game)
    assert (state.game, match.official(state)["games"]) == (2, [[25, 0]])
    state = played("sri_lanka_25_points", *game, *game)
    assert (state.phase, match.official(state)["games"]) == ("over", [[25, 0], [25, 0]])


def test_mahamandal_chicago_four_boards_or_the_board_in_which_time_is_called() -> None:
    state = played("mahamandal_chicago", board("a", 9, "a"), board("b", 9, "b"), board("a", 9, "a"))
    assert (state.phase, state.points) == ("ready", {"a": 28, "b": 14})
    after, _ = match.apply(state, board("b", 5, "b"))
    assert (after.phase, after.winner, match.official(after)["games"]) == ("over", "a", [[28, 24]])
    three = [board("a", 9, "a"), board("b", 5, "a"), board("a", 9, "a")]
    decided = played("mahamandal_chicago", *three)  # by 23, and the fourth board gives at most 14
    assert (decided.phase, decided.winner, match.official(decided)["games"]) == ("over", "a", [[28, 5]])
    two = played("mahamandal_chicago", board("a", 9, "a"), {"kind": "play"}, {"kind": "time"})
    assert two.phase == "board"
    two, _ = match.apply(two, board("b", 3, "b"))
    assert (two.phase, two.winner, two.how, match.official(two)["games"]) == ("over", "a", "time", [[14, 8]])


def test_sets_of_23_best_of_three_with_a_change_of_sides_after_two_boards_of_the_third() -> None:
    # 11-0 11-5 22-5 22-7
    first = [board("a", 9, "a"), board("b", 3, "b"), board("a", 9, "a"), board("b", 2, "a")]
    # the last board: 2 for the Queen alone
    second = [board("b", 9, "b"), board("b", 9, "b"), board("a", 1, "b"), board("b", 0, "b")]
    state = played("sets_of_23_points", *first, *second)
    assert match.official(state)["games"] == [[22, 7], [1, 23]]
    third = [board("a", 4, "b"), board("b", 1, "b")]
    state = played("sets_of_23_points", *first, *second, *third)
    assert (state.phase, state.change_due, state.points) == ("change", True, {"a": 4, "b": 3})
    level = played("sets_of_23_points", *first, *second, *third, board("a", 1, "b"), board("b", 2, "a"))
    assert (level.phase, level.extra, level.points) == ("toss", True, {"a": 5, "b": 5})
    assert level.setup.rules["clocks"]["stroke"] == level.setup.rules["clocks"]["placing"] == 10_000


def test_friendship_leagues_four_boards_in_the_group_then_eight() -> None:
    own = files.read(DOCS / "rulesets" / "friendship_leagues.json").resolved()
    assert (own["board_limit"]["group"], own["time_by"], own["at_time"]) == (4, "hall", "void")
    eight = [board("ab"[at % 2], 2 - at % 2, "ba"[at % 2]) for at in range(8)]
    assert played("friendship_leagues", *eight[:4]).phase == "ready"
    state = played("friendship_leagues", *eight)
    assert (state.winner, match.official(state)["games"]) == ("a", [[8, 4]])
    short = played("friendship_leagues", *eight[:3], {"kind": "play"}, {"kind": "time"})
    assert (short.winner, short.how, match.official(short)["games"]) == ("a", "time", [[4, 1]])


def test_school_evening_the_boards_won_count_and_the_board_in_play_is_the_last() -> None:
    boards = [board("a", 9, "a"), board("b", 1, "a"), board("b", 1, "b"), board("a", 2, "b")]
    state = played("school_evening", *boards, {"kind": "play"}, {"kind": "time"})
    assert (state.phase, state.points) == ("board", {"a": 2, "b": 2})
    won, _ = match.apply(state, {"kind": "board", "winner": "b", "left": 4})
    assert (won.winner, match.official(won)["games"]) == ("b", [[2, 3]])
    assert match.official(won)["net"] == {"a": -1, "b": 1}
    level = played("school_evening", *boards, {"kind": "time"})
    assert (level.phase, level.winner, level.how) == ("over", None, "draw")


def test_best_of_three_boards_whatever_their_points() -> None:
    rules = {"games": 1, "points": 2, "most": 1, "queen": 0}
    event = {"kind": "match", "match": "M", "ruleset": "icf", "rules": rules, "stage": "group", "breaks": "a"}
    state, _ = match.apply(match.new(), event)
    for winner, left in (("a", 9), ("b", 1), ("b", 1)):
        state, _ = match.apply(state, {"kind": "board", "winner": winner, "left": left})
    assert (state.phase, state.winner, match.official(state)["games"]) == ("over", "b", [[1, 2]])


def test_ten_seconds_for_a_stroke_reach_the_match() -> None:
    assert played("ten_second_stroke").setup.rules["clocks"]["stroke"] == 10_000


def test_twelve_minutes_a_round_reach_the_match() -> None:
    assert played("crokinole_by_the_clock").setup.rules["clocks"]["round"] == 720_000


def test_a_4_4_that_stands() -> None:
    rounds: list[dict[str, object]] = [{"kind": "round", "winner": winner} for winner in "abab"]
    state = played("crokinole_level_stands", *rounds)
    assert (state.phase, state.winner, match.official(state)["games"]) == ("over", None, [[4, 4]])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"base": "icf", "point": 23}', ("rules.point", 'did you mean "points"?')),
        ('{"base": "icf", "points": 230}', ("rules.points", "230", "1 to 99")),
        ('{"base": "icf", "points": "23"}', ("rules.points", '"23"', "whole number")),
        ('{"base": "icf", "board_limit": {"semis": 4}}', ("board_limit.semis", "semi_final")),
        ('{"base": "icf", "clocks": {"stroke": 10}}', ("clocks.stroke", "10", "1000 to 7200000")),
        ('{"base": "icf", "games": 2}', ("games", "best of 2")),
        ('{"base": "icf", "strokes": "own"}', ("strokes", '"own"', "icf or vaishali")),
        ('{"base": "wcc", "points": 23}', ("rules.points", "crokinole")),
        ('{"base": "wcc", "discs_singles": {"cue": 0}}', ("discs_singles.cue", "0")),
        ('{"base": "own"}', ("base", '"own"', "icf, vkk, spandan, vaishali, wcc")),
        ('{"points": 23}', ("base", "missing")),
        ('{"base": "icf", "name": ""}', ("name", '""', "1 to 80")),
        ('{"base": "icf", "points": 23, "points": 25}', ("points", "twice")),
        ('{"base": "icf" "points": 23}', ("line 1, column 16",)),
        ('{"base": "icf", "name": "two\\nlines"}', ("name", "one line")),
        ('{"base": "icf", "points": ' + "9" * 5000 + "}", ("too long",)),
        ('{"base": "icf", "strokes": "vaishali"}', ("rules.foul_last", "0", "1 to 9")),
        ('{"base": "vaishali", "foul_last_own": 6}', ("rules.foul_last_own", "6", "0 to 5")),
        ("[1]", ("one JSON object",)),
        ("[" * 100_000, ("deep",)),
    ],
)
def test_what_cannot_be_is_named_with_file_field_value_and_what_is_allowed(
    tmp_path: Path, text: str, words: tuple[str, ...]
) -> None:
    path = tmp_path / "club.json"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(cli.build("rules"), ["rules", "check", str(path)])
    assert result.exit_code == 2
    for word in ("club.json", *words):
        assert word in result.stderr


def test_a_file_that_is_none(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        result = CliRunner().invoke(cli.build("rules"), ["rules", "check", str(path)])
        assert (result.exit_code, "cannot be read" in result.stderr) == (2, True)
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe{")
    result = CliRunner().invoke(cli.build("rules"), ["rules", "check", str(tmp_path / "bytes.json")])
    assert (result.exit_code, "UTF-8" in result.stderr) == (2, True)


def test_show_prints_all_rules_of_an_id_or_a_file() -> None:
    runner = CliRunner()
    for name in rulesets.IDS:
        result = runner.invoke(cli.build("rules"), ["rules", "show", name])
        assert json.loads(result.stdout) == rules.resolve(name)
    result = runner.invoke(
        cli.build("rules"), ["rules", "show", str(DOCS / "rulesets" / "club_23_points.json")]
    )
    assert json.loads(result.stdout)["points"] == 23
    assert "changed from icf: points" in result.stderr
    assert runner.invoke(cli.build("rules"), ["rules", "show", "icff"]).exit_code == 2


def test_list_names_all_of_them() -> None:
    result = CliRunner().invoke(cli.build("rules"), ["rules", "list"])
    assert all(name in result.stdout for name in rulesets.IDS)


def test_what_has_no_effect_is_told_apart_from_what_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text('{"base": "icf", "name": "Club", "points": 23, "foul_striker": 3, "foul_opponent": 2}')
    output = " ".join(CliRunner().invoke(cli.build("rules"), ["rules", "check", str(file)]).stdout.split())
    assert output.startswith('"Club": icf with points changed. ')
    assert output.endswith('Without effect: foul_striker, foul_opponent; they are for strokes "vaishali".')
    remarks = CliRunner().invoke(cli.build("rules"), ["rules", "show", str(file)]).stderr
    assert 'foul_striker, without effect: it is for strokes "vaishali"' in remarks
    assert "changed from icf: points\n" in remarks
    file.write_text('{"base": "vaishali", "foul_striker": 3}')
    output = CliRunner().invoke(cli.build("rules"), ["rules", "check", str(file)]).stdout
    assert "foul_striker changed" in output
    assert "effect" not in output


@pytest.mark.parametrize(
    ("fields", "idle"),
    [
        ({"base": "wcc", "twenties": "at_once"}, {"twenties": 'scoring "difference"'}),
        ({"base": "icf", "queen": 0, "queen_until": 18}, {"queen_until": "a Queen that is worth points"}),
        ({"base": "vkk", "change_at": 10}, {"change_at": "a game in which sides change"}),
        ({"base": "icf", "games": 1, "change_at": 10}, {"change_at": "a game in which sides change"}),
        ({"base": "icf", "games": {"group": 1}, "change_at": 10}, {}),
        ({"base": "vaishali", "early_end": True}, {"early_end": "games with a last board or round"}),
        ({"base": "icf", "early_end": True}, {}),
        ({"base": "wcc", "early_end": True}, {}),
        ({"base": "wcc", "draws": True, "decider": "pair"}, {"decider": "level games that are no draws"}),
        ({"base": "wcc", "decider": "pair"}, {}),
    ],
)
def test_a_field_that_other_rules_leave_unused_is_named_with_its_use(
    fields: dict[str, object], idle: dict[str, str]
) -> None:
    assert rules_idle.idle(files.parse(json.dumps(fields), "club.json")) == idle


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_example_has_a_field_without_a_use(path: Path) -> None:
    assert rules_idle.idle(files.read(path)) == {}


def test_the_penalties_of_vaishali_are_read_by_no_other_rulebook() -> None:
    """Those that `rules check` names are all, and only, the fields that strokes/vaishali.py reads."""
    strokes = Path(rule_fields.__file__).parent / "strokes"
    used = {
        path.stem: set(re.findall(r'"(foul_\w+)"', path.read_text(encoding="utf-8")))
        for path in strokes.glob("*.py")
    }
    assert set(rules_idle.OF_VAISHALI) == used.pop("vaishali")
    assert not any(used.values())
    assert {name for name in rule_fields.FIELDS if name.startswith("foul_")} == set(rules_idle.OF_VAISHALI)


def won(rounds: str) -> list[dict[str, object]]:
    """Rounds by letters: a and b win, l is level."""
    return [{"kind": "round", "winner": "level" if letter == "l" else letter} for letter in rounds]


CROKINOLE = ("nca_singles", "nca_doubles", "crokinole_difference_to_100")


@pytest.mark.parametrize("name", CROKINOLE)
def test_what_is_played_of_crokinole_is_checked_by_playing(name: str) -> None:
    file = DOCS / "rulesets" / f"{name}.json"
    files.check(files.read(file), name)


def test_nca_singles_the_semi_final_of_2018_took_sixteen_rounds() -> None:
    """Conrad (a) and Bonnett (b): 8-8, b 2-0 up, a 4-2 and 6-4 up, 10-6 in the extra rounds."""
    state = played("nca_singles", *won("abababab"))
    assert (state.points, state.extra, state.phase) == ({"a": 8, "b": 8}, True, "ready")
    state = played("nca_singles", *won("abababab" + "baabab"))
    assert (state.points, state.board, state.phase) == ({"a": 14, "b": 14}, 15, "ready")
    state = played("nca_singles", *won("abababab" + "baabab" + "a"))
    assert (state.points, state.phase) == ({"a": 16, "b": 14}, "ready")
    state = played("nca_singles", *won("abababab" + "baabab" + "aa"))
    assert (state.winner, match.official(state)["games"]) == ("a", [[18, 14]])
    assert len(state.history[0].boards) == 16


def test_nca_singles_a_tie_is_enough_for_the_ninth_point() -> None:
    state = played("nca_singles", *won("aaaa" + "b"))
    assert (state.points, state.phase) == ({"a": 8, "b": 2}, "ready")
    state = played("nca_singles", *won("aaaa" + "bl"))
    assert (state.winner, match.official(state)["games"]) == ("a", [[9, 3]])


def test_nca_doubles_the_final_of_2018() -> None:
    """Beierlings (a) 4-2 after three rounds, 6-8 after seven, 8-8, 10-8, and 12-8 after ten."""
    state = played("nca_doubles", *won("baa" + "bbab" + "aa"))
    assert (state.points, state.phase) == ({"a": 10, "b": 8}, "ready")
    state = played("nca_doubles", *won("baa" + "bbab" + "aaa"))
    assert (state.winner, match.official(state)["games"]) == ("a", [[12, 8]])


def test_the_difference_to_100_by_hand() -> None:
    totals = [(140, 95), (60, 105), (120, 70), (80, 75)]  # 45-0, 45-45, 95-45, 100-45
    rounds = [{"kind": "round", "total": {"a": a, "b": b}} for a, b in totals]
    state = played("crokinole_difference_to_100", *rounds[:3])
    assert (state.points, state.phase) == ({"a": 95, "b": 45}, "ready")
    state = played("crokinole_difference_to_100", *rounds)
    assert (state.winner, match.official(state)["games"]) == ("a", [[100, 45]])
