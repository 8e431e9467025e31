"""The ten questions of `boardside rules new`, those that follow from an answer, and reading an answer.

The first two ask for the base and the name, the others for the fields in which organisers differ most; some
answers to these lead to further questions. What a field means is asked in its own words (diff.py).
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from boardside.game import rules, rulesets
from boardside.game.errors import GameError
from boardside.game.terms import CLOCK_LEAST_MS, CLOCK_MOST_MS
from host_tools.live_values import Rules
from host_tools.rules import diff
from host_tools.rules.diff import BY_ENTRY, OR_NULL, fields_of, meanings_of
from host_tools.rules.reasons import RulesFileError

COUNT = 10
BASE, NAME = "base", "name"
BASE_TEXT = "the ruleset that yours starts from: icf, vkk, spandan, vaishali or wcc (crokinole)"
NAME_TEXT = "the name of your rules, as tables and pages show it"
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,3})?")
_NONE = ("none", "null")
_FLAGS = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}


class Question(NamedTuple):
    """option: the name of its option. field, clock: what it asks for; clock "": no clock."""

    option: str
    field: str
    clock: str = ""

    def text(self, sport: str) -> str:
        """The question, without its default."""
        if self.clock:
            return f"seconds of the clock {self.clock}; none: not used"
        meaning = meanings_of(sport)[self.field]
        choices = self.choices(sport)
        return f"{meaning}: {', '.join(choices[:-1])} or {choices[-1]}" if choices else meaning

    def choices(self, sport: str) -> tuple[str, ...]:
        """The words that the field may hold; none where it holds something else."""
        kind, words, _, _ = fields_of(sport)[self.field]
        return words if kind == "word" and isinstance(words, tuple) else ()

    def default(self, current: Rules) -> str:
        """What an empty answer means."""
        value = current[self.field]
        return diff.shown(self.field, value[self.clock] if self.clock else value)


#: By sport; with the base and the name these are COUNT.
QUESTIONS: Mapping[str, tuple[Question, ...]] = {
    "carrom": (
        Question("points", "points"),
        Question("games", "games"),
        Question("boards", "board_limit"),
        Question("queen", "queen"),
        Question("queen-until", "queen_until"),
        Question("draws", "draws"),
        Question("stroke", "clocks", "stroke"),
        Question("trial-boards", "trial_boards"),
    ),
    "crokinole": (
        Question("rounds", "rounds"),
        Question("games", "games"),
        Question("all-games", "all_games"),
        Question("draws", "draws"),
        Question("early-end", "early_end"),
        Question("discs", "discs_singles"),
        Question("discs-doubles", "discs_doubles"),
        Question("round", "clocks", "round"),
    ),
}


class FollowUp(NamedTuple):
    """A question that an answer leads to. where: whether it matters with the rules as answered so far."""

    question: Question
    where: Callable[[Rules], bool]


def _always(_: Rules) -> bool:
    return True


def _any_stage(field: str, value: object) -> Callable[[Rules], bool]:
    """Whether a field has this value at some stage."""
    return lambda current: value in current[field].values()


#: By sport and the option of the question whose answer leads to them, in their order.
FOLLOW_UPS: Mapping[str, Mapping[str, tuple[FollowUp, ...]]] = {
    "carrom": {
        "points": (
            FollowUp(Question("lead", "lead"), _always),
            FollowUp(Question("score-cut", "score_cut"), _always),
        ),
        "boards": (
            FollowUp(Question("time-by", "time_by"), _always),
            FollowUp(Question("at-time", "at_time"), lambda current: bool(current["time_by"] == "hall")),
            FollowUp(
                Question("early-end", "early_end"), lambda current: any(current["board_limit"].values())
            ),
        ),
        "trial-boards": (
            FollowUp(Question("toss", "toss"), _always),
            FollowUp(Question("turns", "turns"), _always),
        ),
    },
    "crokinole": {
        "rounds": (
            FollowUp(Question("to-points", "to_points"), _always),
            FollowUp(Question("scoring", "scoring"), _always),
            FollowUp(
                Question("twenties", "twenties"), lambda current: bool(current["scoring"] == "difference")
            ),
            FollowUp(Question("first-shot", "first_shot"), _always),
        ),
        "draws": (FollowUp(Question("decider", "decider"), _any_stage("draws", False)),),
    },
}


def all_of(sport: str) -> list[Question]:
    """All questions about fields: each with those that follow from it."""
    questions = []
    for question in QUESTIONS[sport]:
        questions.append(question)
        questions += [each.question for each in FOLLOW_UPS[sport].get(question.option, ())]
    return questions


#: Each question about a field, by its option.
BY_OPTION = {question.option: question for sport in QUESTIONS for question in all_of(sport)}


def base(answer: str, where: str) -> str:
    """The ruleset that this answer names. `where` names the answer in messages. Raises RulesFileError."""
    if answer not in rulesets.IDS:
        raise RulesFileError("base_unknown", file=where, base=answer, allowed=list(rulesets.IDS))
    return answer


def change(question: Question, answer: str, ruleset: str, changes: Rules, where: str) -> Rules:
    """`changes` to `ruleset` with this answer to a question added. `where` names the answer in messages.

    Raises RulesFileError when the rules refuse it.
    """
    current = rules.resolve(ruleset, changes)
    sport = rules.sport_of(current).name
    kind = str(fields_of(sport).get(question.field, ("",))[0])
    value = _value(question, answer.strip(), kind, where)
    if isinstance(value, dict) and isinstance(current.get(question.field), dict):
        value = {**current[question.field], **value}
    changed = {**changes, question.field: value}
    try:
        rules.resolve(ruleset, changed)
    except GameError as error:
        why = {"reason": error.reason, "facts": error.facts}
        raise RulesFileError("rule_refused", file=where, why=why, nearest=None) from error
    return changed


def answer(question: Question, changes: Rules) -> str:
    """The answer that makes this field of `changes`; "" where it holds nothing of it."""
    value = changes.get(question.field)
    if question.clock and isinstance(value, dict):
        value = {question.clock: value[question.clock]} if question.clock in value else {}
        return ", ".join("none" if length is None else f"{length / 1000:g}" for length in value.values())
    if isinstance(value, dict):
        return ", ".join(f"{entry}={_said(value[entry])}" for entry in value)
    return _said(value) if question.field in changes else ""


def _said(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _value(question: Question, answer: str, kind: str, where: str) -> object:
    """The answer as the field's value; what is none stays a text, which the rules refuse by its name."""
    if question.clock:
        return {question.clock: _milliseconds(answer, where)}
    if kind not in BY_ENTRY or "=" not in answer:
        return _one_value(answer, kind)
    entries: dict[str, object] = {}
    for part in answer.split(","):
        name, _, text = (word.strip() for word in part.partition("="))
        if name in entries:
            raise RulesFileError("entry_twice", file=where, name=name)
        entries[name] = _one_value(text, kind)
    return entries


def _one_value(answer: str, kind: str) -> object:
    word = answer.lower()
    if kind in ("bool", "stage_flags"):
        return _FLAGS.get(word, answer)
    if kind in OR_NULL and word in _NONE:
        return None
    return int(answer) if _WHOLE.fullmatch(answer) else answer


def _milliseconds(answer: str, where: str) -> int | None:
    if answer.lower() in _NONE:
        return None
    word = answer.removesuffix("s").rstrip()
    length_ms = round(float(word) * 1000) if _SECONDS.fullmatch(word) else 0
    if not CLOCK_LEAST_MS <= length_ms <= CLOCK_MOST_MS:
        least, most = CLOCK_LEAST_MS // 1000, CLOCK_MOST_MS // 1000
        raise RulesFileError("bad_seconds", file=where, answer=answer, least=least, most=most)
    return length_ms
