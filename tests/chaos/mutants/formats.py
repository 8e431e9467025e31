"""Faults in the fields of a ruleset for what tournaments play: lead, score_cut, at_time."""

from tests.chaos.mutating import Mutant

_GAMES = "tests/portable/game/test_laws_of_games.py"
_ENDINGS = "tests/portable/game/test_match_endings.py"

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
)
