"""Faults in the fields of a ruleset for what tournaments play: lead, score_cut, at_time, twenties."""

from tests.chaos.mutating import Mutant

_GAMES = "tests/portable/game/test_laws_of_games.py"
_ENDINGS = "tests/portable/game/test_match_endings.py"

_TIME = "tests/portable/table/test_table_time.py"
_AT_ONCE = "tests/portable/crokinole/test_crokinole_at_once.py"
_FORMATS = "tests/portable/crokinole/test_crokinole_formats.py"
_CLAUSES = "tests/portable/rulesets/test_rulesets_by_clause.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a game to be won by two is won by one",
        "boardside.game.flow:settle",
        'abs(a - b) >= rules["lead"]',
        "True",
        (_GAMES, "won_by_two_points_or_more"),
    ),
    Mutant(
        "an official score is cut though the rules leave it",
        "boardside.game.net:published",
        'if rules["score_cut"]:',
        "if True:",
        (_GAMES, "leave_the_official_score_uncut"),
    ),
    Mutant(
        "the board in which time was called is not the last",
        "boardside.game.flow:settle",
        "(extra and not in_play)",
        "False",
        (_ENDINGS, "when_time_is_called_is_the_last"),
    ),
    Mutant(
        "an override in the last board ends the game before the board",
        "boardside.game.flow:settle",
        "(extra and not in_play)",
        "extra",
        (_ENDINGS, "in_the_last_board_and_it_goes_on"),
    ),
    Mutant(
        "the hall's clock calls time whatever the rules say",
        "boardside.table.sports:Carrom.hall_ended",
        'state.setup.rules.get("time_by") != "hall"',
        "False",
        (_TIME, "other_rules_only_show_the_halls_clock"),
    ),
    Mutant(
        "a table asks for the end in each game after the hall's time",
        "boardside.table.core.core:Core.is_time_called",
        "self.time_in[:2] != here[:2] or ",
        "",
        (_TIME, "only_in_the_game_in_which_the_time_ended"),
    ),
    Mutant(
        "a 20 ends a round that decides a level game before its last disc",
        "boardside.game.crokinole.rounds:_is_won_at_once",
        "state.extra or ",
        "",
        (_AT_ONCE, "so_does_one_that_decides"),
    ),
    Mutant(
        "net points without the extra board forget what the umpire has set",
        "boardside.game.net:counted",
        "if board.extra:",
        "if True:",
        (_CLAUSES, "what_the_umpire_has_set"),
    ),
    Mutant(
        "a decided game is played to its last board though the rules end it",
        "boardside.game.flow:settle",
        "0 < _to_come(state, limit) < abs(a - b)",
        "False",
        (_GAMES, "boards_to_come_cannot_change"),
        in_gate=True,
    ),
    Mutant(
        "a shoot-out has as many shots as a round has discs",
        "boardside.game.crokinole.round:discs_of",
        "max(discs, SHOTS)",
        "discs",
        (_FORMATS, "twelve_shots_of_a_side"),
    ),
)
