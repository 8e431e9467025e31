"""The facts of `boardside explain`, read from its words; one line on standard error for an impossible one."""

import inspect
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

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

_BOARD, _ROUND, _HAPPENS, _BOTH = "The board before", "A round of crokinole", "What happens", "Both"


@dataclass(frozen=True, slots=True)
class Fact:
    """A word of the command. default: when it is not given; its type is how it is typed: a number, yes or no
    (False, or None for neither), text (a str, or None with is_text).
    """

    part: str
    default: int | bool | str | None
    help: str
    is_text: bool = True


FACTS = {
    "stroke": Fact(
        _HAPPENS,
        None,
        "what went down: own=1, opponent=1, queen, striker, improper, untouched, before-play; by commas",
    ),
    "foul": Fact(_HAPPENS, None, "a foul without a stroke: by you, or the opponent (63, 64)"),
    "technical": Fact(_HAPPENS, None, "whether the umpire calls the foul technical: yes or no", False),
    "pass": Fact(_HAPPENS, False, "you pass the turn over"),
    "place": Fact(_HAPPENS, None, "then, of the c/m to be placed: done, forgone, lapsed or not_completed"),
    "whose": Fact(_HAPPENS, None, "whose c/m, if both sides have some to be placed: you or opponent"),
    "own-left": Fact(_BOARD, 9, "your c/m on the board, 1 to 9"),
    "opponent-left": Fact(_BOARD, 9, "the opponent's c/m on the board, 1 to 9"),
    "queen": Fact(_BOARD, "board", "the Queen: board, covering, own or opponent (covered)"),
    "owes": Fact(_BOARD, 0, "dues and penalties you owe"),
    "opponent-owes": Fact(_BOARD, 0, "dues and penalties the opponent owes"),
    "points": Fact(_BOARD, 0, "your points in the game before this board"),
    "opponent-points": Fact(_BOARD, 0, "the opponent's points"),
    "break": Fact(_BOARD, False, "the stroke is the break"),
    "stroke-made": Fact(_BOARD, False, "you have made a stroke in this turn already"),
    "had-own": Fact(_BOARD, False, "all nine are on the board, but one was down before (95c)"),
    "room": Fact(
        _BOARD,
        None,
        "yes: what is owed and in the pockets is placed first (78a); by default it has no room",
        False,
    ),
    "round": Fact(_ROUND, None, "its totals, yours first: 85-60"),
    "twenties": Fact(_ROUND, "", "the 20s among them: 2-1"),
    "category": Fact(_ROUND, "adult", "the category, which decides the number of discs"),
    "ruleset": Fact(_BOTH, None, "the rulebook, or a file with own rules; by default icf, or wcc"),
    "doubles": Fact(_BOTH, False, "four players; you sit at seat 0"),
    "law": Fact(_BOTH, None, "only this: a Law with all its clauses in a line each, 65 or 56b; D13; V4"),
}


def read_facts(words: Sequence[str]) -> dict[str, Any]:
    """The facts that are given, by name. Raises BadStrokeError."""
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        fact = FACTS.get(name)
        if fact is None:
            raise BadStrokeError("unknown_fact", word=word, facts=list(FACTS))
        if name in given:
            raise BadStrokeError("fact_twice", name=name)
        given[name] = _value(name, fact, text if equals else None)
    return given


def _value(name: str, fact: Fact, text: str | None) -> Any:
    if isinstance(fact.default, bool) or not fact.is_text:
        if text not in (None, "yes", "no"):
            raise BadStrokeError("unknown_name", fact=name, name=text, allowed=["yes", "no"])
        return text != "no"
    if text is None:
        raise BadStrokeError("no_value", name=name)
    if not isinstance(fact.default, int):
        return text
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise BadStrokeError("no_number", name=name, text=text)
    return int(text)


def explain_command(
    words: Annotated[list[str] | None, typer.Argument(metavar="FACT=VALUE", help="See above.")] = None,
) -> None:
    """The ruling for what happens at a table, and why, each Law beside it.

    You are the side in turn. Examples:

    \b
    boardside explain own-left=3 stroke=own=1,striker place=forgone
    boardside explain foul=opponent own-left=5 opponent-left=6
    boardside explain round=85-60 twenties=2-1
    """
    try:
        lines = _lines(read_facts(words or ()))
    except GameError as error:
        print(f"{refusals.of_error(error)} ({error.code}; you are a, the opponent is b)", file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    except (RulesFileError, BadStrokeError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(BAD_INPUT) from None
    print("\n".join(lines))


def _help() -> str:
    """The facts, by part."""
    parts = []
    for part in (_HAPPENS, _BOARD, _ROUND, _BOTH):
        lines = [f"  {name:16} {fact.help}" for name, fact in FACTS.items() if fact.part == part]
        parts.append("\n".join(["\b", f"{part}:", *lines]))
    return "\n\n".join(parts)


explain_command.__doc__ = f"{inspect.cleandoc(explain_command.__doc__ or '')}\n\n{_help()}"


def _lines(given: dict[str, Any]) -> list[str]:
    """Raises GameError, RulesFileError, BadStrokeError."""
    fact: dict[str, Any] = {name: given.get(name, known.default) for name, known in FACTS.items()}
    acts = [name for name in ("stroke", "foul", "round", "pass") if fact[name] not in (None, False)]
    for alone, others in (("law", [*acts, "place"]), (acts[0] if acts else "", acts[1:])):
        if alone in given and (together := [name for name in others if name in given]):
            raise BadStrokeError("one_act_only", facts=[alone, *together])
    if fact["law"] is not None:
        return explain_law(fact["law"])
    own = named(fact["ruleset"] or ("icf" if fact["round"] is None else "wcc"))
    if fact["round"] is not None:
        if of_carrom := [name for name in given if FACTS[name].part in (_BOARD, _HAPPENS)]:
            raise BadStrokeError("carrom_with_round", facts=of_carrom)
        return explain_round(
            own.base, own.changes, fact["round"], fact["twenties"], fact["category"], fact["doubles"]
        )
    for name, needs, example in (
        ("twenties", "round", "round=85-60"),
        ("category", "round", "round=85-60"),
        ("technical", "foul", "foul=you"),
        ("whose", "place", "place=forgone"),
    ):
        if name in given and needs not in given:
            raise BadStrokeError("fact_needs_another", name=name, needs=needs, example=example)
    facts = Facts(
        left=(fact["own-left"], fact["opponent-left"]),
        queen=fact["queen"],
        owes=(fact["owes"], fact["opponent-owes"]),
        points=(fact["points"], fact["opponent-points"]),
        at_break=fact["break"],
        had_own=fact["had-own"],
        doubles=fact["doubles"],
        made=fact["stroke-made"],
        room=fact["room"],
        stroke=read_stroke(fact["stroke"] or ""),
        foul=None if fact["foul"] is None else side_of("foul", fact["foul"]),
        technical=fact["technical"],
        skip=fact["pass"],
        place=fact["place"],
        whose=None if fact["whose"] is None else side_of("whose", fact["whose"]),
    )
    return explain(own.resolved(), facts, clauses(own.base, "group"))
