"""How facts become words within a text: `{games:games}` is "25-10, 3-25", `{count:#game|games}` "2 games".

The part of a placeholder after the colon names one of FORMS, or begins with `#` (how many, singular|plural)
or with `or ` (the text for an empty fact).
"""

import string
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Generic

from host_tools.reasons import Coded, CodedError, ReasonT
from host_tools.words import answers, refusals
from host_tools.words.refusals import Translate, untranslated

_NO_RESULT = {"waiting": "waits for its players", "bye": "is a bye", "off": "is not needed"}
_OVER = {"done": "is decided", "bye": "is a bye", "off": "is not needed any more"}
_WAITING = {"ready": "is to be played", "off": "is not needed"}
_MEMBERS = {"singles": "players", "doubles": "pairs"}
_EXAMPLES = {"carrom": "25-10 12-25 25-20", "crokinole": "5-3 3-5 6-2"}
_QUESTIONS = {
    "table": "Which table?",
    "protest": "Which protest?",
    "seeding": "The seeding",
    "position": "The place in the list",
    "score": "What each reached",
    "rounds": "How many rounds?",
    "rest": "How many minutes of rest?",
    "entry": "Which entry?",
    "stage": "Which stage?",
    "group": "Which group?",
}
_HOW = {"walk_over": "walk-over", "conceded": "conceded", "lost": "by ruling"}


def games(points: Sequence[Sequence[int]]) -> str:
    """ "25-10, 3-25"."""
    return ", ".join(f"{a}-{b}" for a, b in points)


def score(result: Mapping[str, Any] | None, scores: bool = True) -> str:
    """A result (`Result.to_json`): "25-10, 12-25, 25-20", "walk-over", "" without one."""
    if result is None:
        return ""
    text = games(result["games"]) if scores else ""
    words = _HOW.get(result["how"], "")
    if result["how"] == "walk_over":
        return words
    return f"{text} ({words})" if words and text else text or words or "decided"


def _result(result: Mapping[str, Any]) -> str:
    """With its winner: "25-10, won by A"."""
    won = "" if result["winner"] is None else f"won by {result['winner'].upper()}"
    scores = "" if result["how"] == "entered" and not result["games"] else score(result)
    return ", ".join(filter(None, (scores, won))) or "no winner"


def _ago(minutes: int) -> str:
    return {0: "less than a minute ago", 1: "a minute ago"}.get(minutes, f"{minutes} minutes ago")


def _listed(values: Sequence[object]) -> str:
    return ", ".join(map(str, values)) or "none"


def _with_club(player: Mapping[str, Any]) -> str:
    """ "no. 3 Asha (North, licence 17)"."""
    licence = f"licence {player['licence']}" if player["licence"] else ""
    more = ", ".join(filter(None, (player["club"], licence)))
    return f"no. {player['number']} {player['name']}{f' ({more})' if more else ''}"


FORMS: Mapping[str, Callable[[Any], str]] = {
    "quoted": repr,
    "refusal": lambda why: refusals.sentence(why["reason"], why["facts"]),
    "answer": lambda answer: answers.say(**answer) or "no reason given",
    "ascii": ascii,
    "upper": str.upper,
    "capital": str.capitalize,
    "list": _listed,
    "and": " and ".join,
    "semicolons": "; ".join,
    "versus": lambda sides: " - ".join(side or "?" for side in sides) or "nothing",
    # None: not known yet; "": the name was deleted at the request of its owner.
    "entry": lambda title: "nobody yet" if title is None else title or "[erased]",
    "columns": ",".join,
    "column": lambda name: f", column {name}" if name else "",
    "at_line": lambda line: f", line {line}" if line else "",
    "in_line": lambda line: "in this line" if line is None else f"in line {line}",
    "players": lambda players: ", ".join(f"{player['number']} {player['name']}" for player in players),
    "clubs": lambda people: " and ".join(map(_with_club, people)),
    "clubs_of_entries": lambda entries: " and ".join(
        " / ".join(map(_with_club, people)) for people in entries
    ),
    "protests": lambda protests: ", ".join(f"{match} no. {number}" for match, number in protests),
    "acts": lambda there: ", ".join(
        f"act {act['number']} ({act['act']}{' of ' + act['match'] if act['match'] else ''}, {act['who']})"
        for act in there
    ),
    "at_tables": lambda there: ", ".join(f"{match['match']} (table {match['table']})" for match in there),
    "reports": lambda there: " and ".join(
        f"table {report['table']} ({report['score'] or 'begun'})" for report in there
    ),
    "and_more": lambda count: f" and {count} more" if count else "",
    "ready_elsewhere": lambda halls: "".join(
        f" Ready, but played in {hall['hall']}: {hall['count']}." for hall in halls
    ),
    "games": games,
    "points": lambda points: "{}-{}".format(*points),
    "boards": lambda count: f"{count} boards" if count != 1 else "one board",
    "score": score,
    "result": _result,
    "won": lambda side: f"won by side {side.upper()}" if side else "drawn",
    "has_won": lambda side: f"side {side.upper()} has won" if side else "nobody has won",
    "ago": _ago,
    "no_result": _NO_RESULT.__getitem__,
    "over": _OVER.__getitem__,
    "waiting": lambda state: _WAITING.get(state, "waits"),
    "members": _MEMBERS.__getitem__,
    "example": _EXAMPLES.__getitem__,
    "question": _QUESTIONS.__getitem__,
}


class Filler(string.Formatter):
    """Fills the facts into a text. say: turns a reason that is a fact of another one into words. own: words
    of the edge, by placeholder; they may contain placeholders. forms: forms in addition to FORMS.
    """

    def __init__(
        self,
        say: Callable[[Mapping[str, Any]], str],
        own: Mapping[str, str],
        forms: Mapping[str, Callable[[Any], str]] | None = None,
    ) -> None:
        self._own = own
        self._said: Mapping[str, Callable[[Any], str]] = {
            "cause": say,
            "causes": lambda causes: " ".join(map(say, causes)),
            "lines": lambda causes: "\n".join(map(say, causes)),
            "semicolons_of": lambda causes: "; ".join(map(say, causes)),
            **(forms or {}),
        }

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A fact, or a word of the edge."""
        if isinstance(key, str) and key in self._own:
            return self.vformat(self._own[key], args, kwargs)
        return super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        """The value in the named form."""
        if not format_spec:
            return str(value)
        if format_spec.startswith("#"):
            singular, _, plural = format_spec[1:].partition("|")
            return f"{value} {singular if value == 1 else plural}"
        if format_spec.startswith("or "):
            return str(value) if value not in (None, "") else format_spec.removeprefix("or ")
        return self._said[format_spec](value) if format_spec in self._said else FORMS[format_spec](value)


class Sentences(Generic[ReasonT]):
    """The English texts of one list of reasons. forms, own: as for `Filler`. others: forms for reasons of
    another list in JSON, which get the language too. context: with it the texts can be translated; catalogues
    have them under it. english_only: the reasons whose texts are not translated.
    """

    def __init__(
        self,
        texts: Mapping[ReasonT, str],
        forms: Mapping[str, Callable[[Any], str]] | None = None,
        own: Mapping[str, str] | None = None,
        *,
        others: Mapping[str, Callable[[Mapping[str, Any], Translate], str]] | None = None,
        context: str = "",
        english_only: Collection[str] = (),
    ) -> None:
        self._texts = texts
        self._forms = forms
        self._own = own or {}
        self._others = others or {}
        self._context = context
        self._english_only = english_only

    def say(self, why: Coded[ReasonT] | CodedError[ReasonT], translate: Translate = untranslated) -> str:
        """The words of a reason with its facts."""
        return self.say_json(why.to_json(), translate)

    def say_json(self, why: Mapping[str, Any], translate: Translate = untranslated) -> str:
        """The same for a reason in JSON."""
        text = self._texts[why["reason"]]
        if self._context and why["reason"] not in self._english_only:
            text = translate(self._context, text)
        forms = dict(self._forms or {})
        for name, say in self._others.items():
            forms[name] = partial(_in_language, say, translate)
        filler = Filler(lambda inner: self.say_json(inner, translate), self._own, forms)
        return filler.vformat(text, (), why["facts"])

    def marked(self) -> list[tuple[str, str]]:
        """(context, English text) of everything that needs a translation."""
        texts = [text for reason, text in self._texts.items() if reason not in self._english_only]
        return [(self._context, text) for text in dict.fromkeys(texts)]


def _in_language(
    say: Callable[[Mapping[str, Any], Translate], str], translate: Translate, why: Mapping[str, Any]
) -> str:
    return say(why, translate)
