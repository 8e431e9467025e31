"""Making a file of own rules from answers: asked one after the other, or given as options.

Nothing is written before all answers are there and matches have been played by them.
"""

import errno
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from boardside.game import rules
from host_tools import rules_files, rules_questions
from host_tools.live_values import Rules
from host_tools.rules_file_reasons import RulesFileError
from host_tools.rules_files import OwnRules
from host_tools.rules_questions import BASE, BASE_TEXT, COUNT, NAME, NAME_TEXT, QUESTIONS, Question
from host_tools.whole_file import replacing

ANSWER, ANSWERS = "your answer", "your answers"
_DEFAULT_BASE = "icf"
_T = TypeVar("_T")

#: (number of the question, its text, its default) to the answer; "" is the default, None the end of input.
Ask = Callable[[int, str, str], str | None]
#: Takes why an answer was refused.
Say = Callable[[RulesFileError], None]


def refuse_unless_free(path: Path, *, force: bool) -> None:
    """Raises RulesFileError when no file can be made at `path`, or one is there and `force` does not say to
    replace it.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        folder = path.resolve().parent
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        exists = os.path.lexists(path)
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        why = getattr(error, "strerror", None) or str(error)
        raise RulesFileError("not_written", file=str(path), why=why) from error
    if exists and not force:
        raise RulesFileError("target_exists", file=str(path))


def write(path: Path, text: str, *, force: bool) -> None:
    """Write the file, whole or not at all. Raises RulesFileError, as `refuse_unless_free`."""
    refuse_unless_free(path, force=force)
    try:
        with replacing(path) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RulesFileError("not_written", file=str(path), why=error.strerror) from error


def text_of(own: OwnRules) -> str:
    """The file: name, base, and only what differs from the base."""
    fields = {NAME: own.name, BASE: own.base, **least(own)}
    return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"


def least(own: OwnRules) -> Rules:
    """The changes that make a difference; one value where all stages or categories have it."""
    before = rules.resolve(own.base)
    least: Rules = {}
    for name, value in own.resolved().items():
        if value == before[name]:
            continue
        if not isinstance(value, dict):
            least[name] = value
        elif name != "clocks" and len(set(value.values())) == 1:
            least[name] = next(iter(value.values()))
        else:
            least[name] = {entry: value[entry] for entry in value if value[entry] != before[name][entry]}
    return least


class AnswersRefused(Exception):  # noqa: N818
    """Answers of a form were refused. `why`: by the option of the question; "" for all of them together."""

    def __init__(self, why: Mapping[str, RulesFileError]) -> None:
        super().__init__(", ".join(f"{option}: {error}" for option, error in why.items()))
        self.why = why


def of_form(answers: Mapping[str, str]) -> OwnRules:
    """The rules of all answers, by the options of their questions, by which matches can be played.

    An empty answer takes the base's value; answers to other questions than those of the base's sport do not
    count. Raises AnswersRefused with every answer that is refused.
    """
    try:
        base = rules_questions.base(answers.get(BASE) or _DEFAULT_BASE, ANSWER)
    except RulesFileError as error:
        raise AnswersRefused({BASE: error}) from error
    refused: dict[str, RulesFileError] = {}
    try:
        name = _named(base, answers.get(NAME, ""), ANSWER)
    except RulesFileError as error:
        refused[NAME], name = error, base
    changes: Rules = {}
    for question in QUESTIONS[rules.sport_of(rules.resolve(base)).name]:
        answer = answers.get(question.option, "")
        try:
            changes = rules_questions.change(question, answer, base, changes, ANSWER) if answer else changes
        except RulesFileError as error:
            refused[question.option] = error
    if refused:
        raise AnswersRefused(refused)
    try:
        own = _made(base, name, changes, ANSWERS)
        rules_files.check(own, ANSWERS)
    except RulesFileError as error:
        raise AnswersRefused({"": error}) from error
    return own


class Interview:
    """The way from answers to rules.

    given: answers by option, which are not asked for. ask: None asks nothing, and takes the base's values.
    say: is told why an answer was refused, before it is asked for again.
    """

    def __init__(self, path: Path, given: Mapping[str, str], ask: Ask | None, say: Say) -> None:
        self._path = path
        self._given = given
        self._ask = ask
        self._say = say

    def rules(self) -> OwnRules:
        """The rules of all answers, by which matches can be played. Raises RulesFileError."""
        base = self._base()
        sport = rules.sport_of(rules.resolve(base)).name
        changes: Rules = {}
        for option, question in rules_questions.BY_OPTION.items():
            if option in self._given:
                question = next((each for each in QUESTIONS[sport] if each.option == option), question)
                answer = self._given[option]
                changes = rules_questions.change(question, answer, base, changes, f"--{option}")
                if question not in QUESTIONS[sport]:
                    allowed = [f"--{each.option}" for each in QUESTIONS[sport]]
                    raise RulesFileError("not_asked", file=f"--{option}", sport=sport, allowed=allowed)
        name = self._name(base)
        asked = [question for question in QUESTIONS[sport] if question.option not in self._given]
        while True:
            changes = self._changes(base, sport, asked, changes)
            own = _made(base, name, changes, str(self._path))
            try:
                rules_files.check(own, str(self._path))
            except RulesFileError as error:
                if self._ask is None or not asked:
                    raise
                self._say(error)
            else:
                return own

    def _base(self) -> str:
        if BASE in self._given or self._ask is None:
            return rules_questions.base(self._given.get(BASE, _DEFAULT_BASE), f"--{BASE}")
        return self._answered(
            1, BASE_TEXT, _DEFAULT_BASE, lambda answer: rules_questions.base(answer or _DEFAULT_BASE, ANSWER)
        )

    def _name(self, base: str) -> str:
        default = self._path.stem

        if NAME in self._given or self._ask is None:
            return _named(base, self._given.get(NAME, default), f"--{NAME}")
        return self._answered(2, NAME_TEXT, default, lambda answer: _named(base, answer or default, ANSWER))

    def _changes(self, base: str, sport: str, asked: list[Question], changes: Rules) -> Rules:
        """The changes with the answers to these questions; an empty answer leaves what is there."""
        if self._ask is None:
            return changes
        for question in asked:
            number = COUNT - len(QUESTIONS[sport]) + QUESTIONS[sport].index(question) + 1
            default = question.default(rules.resolve(base, changes))

            def changed(answer: str, question: Question = question, changes: Rules = changes) -> Rules:
                return rules_questions.change(question, answer, base, changes, ANSWER) if answer else changes

            changes = self._answered(number, question.text(sport), default, changed)
        return changes

    def _answered(self, number: int, text: str, default: str, value: Callable[[str], _T]) -> _T:
        """Ask until `value` takes the answer. Raises RulesFileError when the input ends."""
        while True:
            answer = self._ask(number, text, default) if self._ask else None
            if answer is None:
                raise RulesFileError("answers_ended", file=str(self._path), number=number, count=COUNT)
            try:
                return value(answer.strip())
            except RulesFileError as error:
                self._say(error)


def _named(base: str, name: str, where: str) -> str:
    """The name, if a file may have it. Raises RulesFileError."""
    return rules_files.parse(json.dumps({BASE: base, NAME: name}), where).name


def _made(base: str, name: str, changes: Rules, where: str) -> OwnRules:
    """The rules as a file of these answers has them. Raises RulesFileError."""
    return rules_files.parse(text_of(OwnRules(base, name, _with_most(base, changes))), where)


def _with_most(base: str, changes: Rules) -> Rules:
    """The most points of a board move with the Queen's (D461)."""
    if "queen" not in changes:
        return changes
    before = rules.resolve(base)
    most = before["most"] + changes["queen"] - before["queen"]
    return {**changes, "most": max(1, min(99, most))}
