"""Making a file of own rules from answers: asked one after the other, or given beforehand.

Nothing is written before all answers are there and matches have been played by them.
"""

import errno
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from boardside.game import rules
from host_tools.live_values import Rules
from host_tools.outside import json_text
from host_tools.outside.files import replacing
from host_tools.replay import command, score_text
from host_tools.rules import files, questions, trial
from host_tools.rules.files import OwnRules
from host_tools.rules.questions import (
    BASE,
    BASE_TEXT,
    COUNT,
    FOLLOW_UPS,
    NAME,
    NAME_TEXT,
    QUESTIONS,
    Question,
)
from host_tools.rules.reasons import RulesFileError

ANSWER, ANSWERS = "your answer", "your answers"
#: In a form beside the answers: changes that no question asks for.
BEYOND = "beyond"
#: The option, and the field of a form, for whose rules these are; no question.
SOURCE = "source"
#: What an answer can be given for beforehand.
OPTIONS = (BASE, NAME, *questions.BY_OPTION, SOURCE)
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
    """The file: name, base, source, and only what differs from the base."""
    source = {SOURCE: own.source} if own.source else {}
    fields = {NAME: own.name, BASE: own.base, **source, **least(own)}
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
        elif not isinstance(before[name], dict):  # one for all entries
            least[name] = {entry: value[entry] for entry in value if value[entry] != before[name]}
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


def answers_of(own: OwnRules) -> dict[str, str]:
    """The answers that `of_form` makes these rules of. BEYOND: the changes that no question asks for, as the
    text of a file.
    """
    changes = least(own)
    sport = rules.sport_of(own.resolved()).name
    answers = {BASE: own.base, NAME: own.name, SOURCE: own.source}
    beyond = dict(changes)
    for question in questions.all_of(sport):
        answers[question.option] = questions.answer(question, changes)
        if not question.clock:
            beyond.pop(question.field, None)
        elif isinstance(beyond.get(question.field), dict):
            others = {name: ms for name, ms in beyond[question.field].items() if name != question.clock}
            beyond = {**beyond, question.field: others} if others else _without(beyond, question.field)
    if "queen" in changes:
        most = own.resolved()["most"]
        moved = _with_most(own.base, {"queen": changes["queen"]})["most"]
        beyond = _without(beyond, "most") if most == moved else {**beyond, "most": most}
    answers[BEYOND] = json.dumps(beyond) if beyond else ""
    return answers


def of_form(answers: Mapping[str, str]) -> OwnRules:
    """The rules of all answers, by the options of their questions, by which matches can be played.

    An empty answer takes the base's value; answers to other questions than those of the base's sport do not
    count. BEYOND holds changes that no question asks for (`answers_of`). Raises AnswersRefused with every
    answer that is refused.
    """
    try:
        base = questions.base(answers.get(BASE) or _DEFAULT_BASE, ANSWER)
    except RulesFileError as error:
        raise AnswersRefused({BASE: error}) from error
    refused: dict[str, RulesFileError] = {}
    try:
        name = _named(base, answers.get(NAME, ""), ANSWER)
    except RulesFileError as error:
        refused[NAME], name = error, base
    changes: Rules = {}
    try:
        changes = _beyond(base, answers.get(BEYOND, ""))
    except RulesFileError as error:
        refused[""] = error
    for question in questions.all_of(rules.sport_of(rules.resolve(base)).name):
        answer = answers.get(question.option, "")
        try:
            changes = questions.change(question, answer, base, changes, ANSWER) if answer else changes
        except RulesFileError as error:
            refused[question.option] = error
    if refused:
        raise AnswersRefused(refused)
    try:
        own = _made(base, name, changes, ANSWERS, answers.get(SOURCE, ""))
        files.check(own, ANSWERS)
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
        known = questions.all_of(sport)
        changes: Rules = {}
        for option, question in questions.BY_OPTION.items():
            if option in self._given:
                question = next((each for each in known if each.option == option), question)
                answer = self._given[option]
                changes = questions.change(question, answer, base, changes, option)
                if question not in known:
                    allowed = [each.option for each in known]
                    raise RulesFileError("not_asked", file=option, sport=sport, allowed=allowed)
        name = self._name(base)
        asked = [question for question in QUESTIONS[sport] if question.option not in self._given]
        while True:
            changes = self._changes(base, sport, asked, changes)
            own = _made(base, name, changes, str(self._path), self._given.get(SOURCE, ""))
            try:
                files.check(own, str(self._path))
            except RulesFileError as error:
                if self._ask is None or not asked:
                    raise
                self._say(error)
            else:
                return own

    def _base(self) -> str:
        if BASE in self._given or self._ask is None:
            return questions.base(self._given.get(BASE, _DEFAULT_BASE), BASE)
        return self._answered(
            1, BASE_TEXT, _DEFAULT_BASE, lambda answer: questions.base(answer or _DEFAULT_BASE, ANSWER)
        )

    def _name(self, base: str) -> str:
        default = self._path.stem

        if NAME in self._given or self._ask is None:
            return _named(base, self._given.get(NAME, default), NAME)
        return self._answered(2, NAME_TEXT, default, lambda answer: _named(base, answer or default, ANSWER))

    def _changes(self, base: str, sport: str, asked: list[Question], changes: Rules) -> Rules:
        """The changes with the answers to these questions, and to those that follow from an answer; an empty
        answer leaves what is there.
        """
        if self._ask is None:
            return changes
        for question in asked:
            number = COUNT - len(QUESTIONS[sport]) + QUESTIONS[sport].index(question) + 1
            before = changes
            changes = self._asked(number, question, question.text(sport), base, changes)
            if changes is before:
                continue
            for further, where in FOLLOW_UPS[sport].get(question.option, ()):
                if further.option not in self._given and where(rules.resolve(base, changes)):
                    text = f"further: {further.text(sport)}"
                    changes = self._asked(number, further, text, base, changes)
        return changes

    def _asked(self, number: int, question: Question, text: str, base: str, changes: Rules) -> Rules:
        """`changes` with the answer to this question; themselves when it is empty."""

        def changed(answer: str) -> Rules:
            return questions.change(question, answer, base, changes, ANSWER) if answer else changes

        return self._answered(number, text, question.default(rules.resolve(base, changes)), changed)

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
    return files.parse(json.dumps({BASE: base, NAME: name}), where).name


def _made(base: str, name: str, changes: Rules, where: str, source: str) -> OwnRules:
    """The rules as a file of these answers has them. Raises RulesFileError."""
    return files.parse(text_of(OwnRules(base, name, _with_most(base, changes), source)), where)


def _with_most(base: str, changes: Rules) -> Rules:
    """The most points of a board move with the Queen's."""
    if "queen" not in changes or "most" in changes:
        return changes
    before = rules.resolve(base)
    most = before["most"] + changes["queen"] - before["queen"]
    return {**changes, "most": max(1, min(99, most))}


def _beyond(base: str, text: str) -> Rules:
    """The changes to `base` that stand in a form beside the answers. Raises RulesFileError."""
    if not text:
        return {}
    try:
        changes = json_text.value(text)
    except ValueError:
        changes = None
    if not isinstance(changes, dict):
        raise RulesFileError("no_object", file=BEYOND)
    return files.parse(json.dumps({**changes, BASE: base, NAME: base}), BEYOND).changes


def names_beyond(base: str, text: str) -> list[str]:
    """The fields of `text` (BEYOND); none where it cannot be read."""
    try:
        return list(_beyond(base, text))
    except RulesFileError:
        return []


def _without(changes: Rules, name: str) -> Rules:
    return {field: changes[field] for field in changes if field != name}


def proof_card(own: OwnRules) -> list[str]:
    """The score card of a match by these rules, in lines, without its rulings; the last has the outcome."""
    events = trial.example(own.base, own.changes, own.name)
    report = command.matches(json.dumps(event) for event in events)
    lines = list(score_text.lines(report))
    return lines[: lines.index("Rulings") - 1]
