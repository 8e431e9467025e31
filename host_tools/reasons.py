"""Reasons beside their sentences: why a request is not done, and what is remarked.

A reason is a name that never changes its meaning; its facts are JSON-ready arguments: names, ids, numbers,
and other reasons with their facts (`Cause.to_json`). Scripts get reason and facts, people the sentence. A
package has a table of them (`Reasons`), where each stands once, with its sentence; the facts are the
sentence's placeholders.

`{count:#game|games}` is "2 games", `{name:quoted}` "'Asha'": the part after the colon names a form (FORMS,
and those of the table), or begins with `#` (how many, singular|plural) or with `or ` (the text for an empty
fact). A placeholder that is no fact is what each door has its own words for, such as a command or a button.
"""

import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self, TypeAlias, get_args

from host_tools.live_values import Facts, NamedReason

#: Where a sentence is read: at the command line and in the log, on a page, by a script.
Door = Literal["command_line", "page", "script"]
DOORS: tuple[Door, ...] = get_args(Door)
#: (context, English text) to the text in the reader's language.
Translate: TypeAlias = Callable[[str, str], str]
#: A value in words.
Form: TypeAlias = Callable[[Any], str]
#: A reason of another list, in JSON, in words: for this door, in the reader's language.
Told: TypeAlias = Callable[[Mapping[str, Any], Door, Translate], str]

FORMS: Mapping[str, Form] = {
    "quoted": repr,
    "ascii": ascii,
    "upper": str.upper,
    "capital": lambda text: text[:1].upper() + text[1:],
    "list": lambda values: ", ".join(map(str, values)) or "none",
    "and": " and ".join,
    "semicolons": "; ".join,
    "points": lambda points: "{}-{}".format(*points),
    "versus": lambda sides: " - ".join(side or "?" for side in sides) or "nothing",
}


def untranslated(_context: str, text: str) -> str:
    """English."""
    return text


class Reasons(Mapping[str, str]):
    """A table of reasons: each with its English sentence.

    forms: forms of this table's own. tables: forms for reasons of other lists. within: tables whose reasons
    can stand among the facts of these, or be given in their place. doors: for placeholders that are no facts
    the words of each door, in the order of DOORS; a door that is not named has the first. context: with it
    the sentences are translated, and the catalogues have them under it. english: reasons that are not.
    """

    def __init__(
        self,
        sentences: Mapping[str, str],
        *,
        forms: Mapping[str, Form] | None = None,
        tables: Mapping[str, Told] | None = None,
        within: Sequence["Reasons"] = (),
        doors: Mapping[str, Sequence[str]] | None = None,
        context: str = "",
        english: Iterable[str] = (),
    ) -> None:
        self._sentences = sentences
        self.forms = {**FORMS, **(forms or {})}
        self.tables = tables or {}
        self.doors = doors or {}
        self.context = context
        self._english = frozenset(english)
        lower = {reason: table for each in within for reason, table in each._tables.items()}
        self._tables: Mapping[str, Reasons] = {**lower, **dict.fromkeys(sentences, self)}

    def __getitem__(self, reason: str) -> str:
        return self._sentences[reason]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def __len__(self) -> int:
        return len(self._sentences)

    @property
    def names(self) -> list[str]:
        """The reasons of this table and of those within it, by name."""
        return sorted(self._tables)

    def cause(self, reason: str, /, **facts: Any) -> "Cause":
        """A reason of this table, or of one within it, with these facts. Raises KeyError for another."""
        return Cause(reason, facts, self._tables[reason])

    def say_json(
        self, named: Mapping[str, Any], door: Door = "command_line", translate: Translate = untranslated
    ) -> str:
        """The sentence of a reason in JSON (`Cause.to_json`)."""
        return self.cause(named["reason"], **named["facts"]).say(door, translate)

    def sentence(self, reason: str, translate: Translate) -> str:
        """The sentence before its facts are in it."""
        is_english = not self.context or reason in self._english
        return self[reason] if is_english else translate(self.context, self[reason])

    def marked(self) -> list[tuple[str, str]]:
        """(context, English text) of everything that needs a translation."""
        texts = [text for reason, text in self.items() if reason not in self._english]
        return [(self.context, text) for text in dict.fromkeys(texts)]


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason with its facts, which are JSON-ready."""

    reason: str
    facts: Facts
    table: Reasons = field(repr=False, compare=False)

    def to_json(self) -> NamedReason:
        """As a fact of another reason, and in the JSON API."""
        return {"reason": self.reason, "facts": self.facts}

    def say(self, door: Door = "command_line", translate: Translate = untranslated) -> str:
        """The sentence with its facts, as this door says it."""
        text = self.table.sentence(self.reason, translate)
        return _Filler(self.table, door, translate).vformat(text, (), self.facts)

    def __str__(self) -> str:
        return self.say()


class _Filler(string.Formatter):
    """Fills facts, and a door's own words, into a sentence of a table."""

    def __init__(self, table: Reasons, door: Door, translate: Translate) -> None:
        self._table = table
        self._door = door
        self._translate = translate

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A fact, or the door's words, which may have facts in them."""
        if isinstance(key, str) and key in self._table.doors:
            words, at = self._table.doors[key], DOORS.index(self._door)
            return self.vformat(words[at] if at < len(words) else words[0], args, kwargs)
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
        if format_spec in _OF_CAUSES:
            sentences = (self._table.say_json(why, self._door, self._translate) for why in value)
            return _OF_CAUSES[format_spec].join(sentences)
        if format_spec == "cause":
            return self._table.say_json(value, self._door, self._translate)
        if format_spec in self._table.tables:
            return self._table.tables[format_spec](value, self._door, self._translate)
        return self._table.forms[format_spec](value)


#: Forms of several reasons, and what is between them.
_OF_CAUSES = {"causes": " ", "lines": "\n", "semicolons_of": "; "}


def to_json(causes: Iterable[Cause]) -> list[NamedReason]:
    """Several causes as one fact."""
    return [why.to_json() for why in causes]


class CodedError(Exception):
    """The base of errors whose reason stands in a table. `cause`: the reason with its facts. As a text it is
    the English sentence.
    """

    table: ClassVar[Reasons]

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(reason, facts)
        self.cause = self.table.cause(reason, **facts)

    @classmethod
    def for_cause(cls, why: Cause) -> Self:
        """An error for this reason, which may be of another table."""
        error = cls.__new__(cls)
        Exception.__init__(error, why.reason, why.facts)
        error.cause = why
        return error

    @property
    def reason(self) -> str:
        """Why."""
        return self.cause.reason

    @property
    def facts(self) -> Facts:
        """The arguments of the reason."""
        return self.cause.facts

    def to_json(self) -> NamedReason:
        """As a fact of another reason, and in the JSON API."""
        return self.cause.to_json()

    def say(self, door: Door = "command_line", translate: Translate = untranslated) -> str:
        """The sentence, as this door says it."""
        return self.cause.say(door, translate)

    def __str__(self) -> str:
        return self.say()


class Refused(CodedError):  # noqa: N818
    """A request was refused: the base of the refusals of orders, the halls' clocks and the desk."""


def sentence(error: Exception, door: Door) -> str:
    """The text of a failure at this door: the sentence of a coded error, the message of any other."""
    return error.say(door) if isinstance(error, CodedError) else str(error)
