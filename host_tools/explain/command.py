"""The options of `boardside explain`, read into facts; one line on standard error for an impossible one."""

import sys
from typing import Annotated

import typer

from boardside.game.errors import GameError
from boardside.game.rulesets import clauses
from host_tools.laws import refusals
from host_tools.rules.files import named
from host_tools.rules.reasons import RulesFileError

from .rulings import explain, explain_law, explain_round
from .scene import BadStrokeError, Facts, read_stroke, side_of

BAD_INPUT = 2
"""Exit status when the situation or the act is impossible."""

_BOARD, _ROUND = "Carrom: the board before", "Crokinole"
_HAPPENS = "Carrom: what happens"


def _option(text: str, panel: str, *names: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(*names, help=text, rich_help_panel=panel)
    return option


def explain_command(
    context: typer.Context,
    stroke: Annotated[
        str | None,
        _option(
            "What went down: own=1, opponent=1, queen, striker, improper, untouched, before-play; by commas.",
            _HAPPENS,
        ),
    ] = None,
    foul: Annotated[
        str | None, _option("A foul without a stroke: by you, or the opponent (63, 64).", _HAPPENS)
    ] = None,
    technical: Annotated[
        bool | None,
        _option("Whether the umpire calls the foul technical.", _HAPPENS, "--technical/--not-technical"),
    ] = None,
    skip: Annotated[bool, _option("You pass the turn over.", _HAPPENS, "--pass")] = False,
    place: Annotated[
        str | None,
        _option(
            "Then what happens to the c/m to be placed: done, forgone, lapsed or not_completed.", _HAPPENS
        ),
    ] = None,
    whose: Annotated[
        str | None, _option("Whose c/m, if both sides have some to be placed: you or opponent.", _HAPPENS)
    ] = None,
    own_left: Annotated[int, _option("Your c/m on the board, 1 to 9.", _BOARD)] = 9,
    opponent_left: Annotated[int, _option("The opponent's c/m on the board, 1 to 9.", _BOARD)] = 9,
    queen: Annotated[
        str, _option("The Queen: board, covering, own or opponent (covered).", _BOARD)
    ] = "board",
    owes: Annotated[int, _option("Dues and penalties you owe.", _BOARD)] = 0,
    opponent_owes: Annotated[int, _option("Dues and penalties the opponent owes.", _BOARD)] = 0,
    points: Annotated[int, _option("Your points in the game before this board.", _BOARD)] = 0,
    opponent_points: Annotated[int, _option("The opponent's points.", _BOARD)] = 0,
    at_break: Annotated[bool, _option("The stroke is the break.", _BOARD, "--break")] = False,
    stroke_made: Annotated[
        bool, _option("You have made a stroke in this turn already.", _BOARD, "--stroke-made")
    ] = False,
    had_own: Annotated[
        bool, _option("All nine are on the board, but one was down before (95c).", _BOARD, "--had-own")
    ] = False,
    room: Annotated[
        bool | None,
        _option(
            "Whether what is owed and in the pockets has room: it is placed first (78a); by default not.",
            _BOARD,
            "--room/--no-room",
        ),
    ] = None,
    total: Annotated[str | None, _option("Totals of a round, yours first: 85-60.", _ROUND, "--round")] = None,
    twenties: Annotated[str, _option("The 20s among them: 2-1.", _ROUND)] = "",
    category: Annotated[str, _option("The category, which decides the number of discs.", _ROUND)] = "adult",
    law: Annotated[
        str | None,
        typer.Option(help="Only this: a Law with all its clauses in a line each, 65 or 56b; D13; V4."),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(help="The rulebook, or a file with own rules; by default icf, or wcc.")
    ] = None,
    doubles: Annotated[bool, typer.Option("--doubles", help="Four players; you sit at seat 0.")] = False,
) -> None:
    """The ruling for what happens at a table, and why, each Law beside it.

    You are the side in turn. Three examples (and --law 65 prints that Law alone):

    \b
    boardside explain --own-left 3 --stroke own=1,striker --place forgone
    boardside explain --foul opponent --own-left 5 --opponent-left 6
    boardside explain --round 85-60 --twenties 2-1
    """
    try:
        if law is not None:
            _only_one(law=law, stroke=stroke, foul=foul, round=total, place=place, **{"pass": skip or None})
            print("\n".join(explain_law(law)))
            return
        own = named(ruleset or ("icf" if total is None else "wcc"))
        _only_one(stroke=stroke, foul=foul, round=total, **{"pass": skip or None})
        if total is not None:
            _only_one(round=total, place=place)
            _no_carrom(context)
            lines = explain_round(own.base, own.changes, total, twenties, category, doubles)
        elif twenties:
            raise BadStrokeError("twenties_without_round")
        elif _is_given(context, "category"):
            raise BadStrokeError("category_without_round")
        else:
            if technical is not None and foul is None:
                raise BadStrokeError("technical_without_foul")
            if whose is not None and place is None:
                raise BadStrokeError("whose_without_place")
            facts = Facts(
                left=(own_left, opponent_left),
                queen=queen,
                owes=(owes, opponent_owes),
                points=(points, opponent_points),
                at_break=at_break,
                had_own=had_own,
                doubles=doubles,
                made=stroke_made,
                room=room,
                stroke=read_stroke(stroke or ""),
                foul=None if foul is None else side_of("--foul", foul),
                technical=technical,
                skip=skip,
                place=place,
                whose=None if whose is None else side_of("--whose", whose),
            )
            lines = explain(own.resolved(), facts, clauses(own.base, "group"))
    except GameError as error:
        print(f"{refusals.of_error(error)} ({error.code}; you are a, the opponent is b)", file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    except RulesFileError as error:
        print(str(error), file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    except BadStrokeError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    print("\n".join(lines))


#: The options that a round of crokinole has no use for.
_OF_CARROM = {
    "technical": "--technical",
    "whose": "--whose",
    "own_left": "--own-left",
    "opponent_left": "--opponent-left",
    "queen": "--queen",
    "owes": "--owes",
    "opponent_owes": "--opponent-owes",
    "points": "--points",
    "opponent_points": "--opponent-points",
    "at_break": "--break",
    "stroke_made": "--stroke-made",
    "had_own": "--had-own",
    "room": "--room",
}


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _no_carrom(context: typer.Context) -> None:
    """Raise BadStrokeError when an option of carrom is given."""
    given = [option for name, option in _OF_CARROM.items() if _is_given(context, name)]
    if given:
        raise BadStrokeError("carrom_with_round", options=given)


def _only_one(**options: object) -> None:
    """Raise BadStrokeError when two of these options are given."""
    given = ["--" + name for name, value in options.items() if value is not None]
    if len(given) > 1:
        raise BadStrokeError("one_act_only", options=given)
