"""An act of the desk, defined once: what it is called, what it takes, what it does.

    class Withdraw(Act[Entry, Leaving]):
        \"\"\"Withdraw an entry; after the draw its opponents get walk-overs.\"\"\"

        act = "entry withdraw"
        record = "Withdrawn"
        reason: Why = ""

        def do(self, at: Transaction, entry: Entry) -> Leaving: ...

`POST …/entries/{entry}/withdraw`, `boardside entries withdraw`, the form on the entry's page, the line in the
record and the preview all come from this class (docs/maintainer/architecture.md).
"""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from host_tools.reasons import Cause
from host_tools.tournament.model.book import Book, Json
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition

#: What an act is done to: a tournament, an event, an entry, a match; None for what begins without any.
TargetT = TypeVar("TargetT")
#: What it returns.
ResultT = TypeVar("ResultT")

MarkT = TypeVar("MarkT")

#: Integers that fit into the database.
INT_MAX = 2**31 - 1
Why = Annotated[str, Field(max_length=500, title="Why", description="Why it is done; kept in the record.")]
_NOTHING: tuple[object, ...] = ("", None, False, [])
#: All acts, by name, in the order in which they are defined.
ACTS: "dict[str, type[Act[Any, Any]]]" = {}


@dataclass(frozen=True, slots=True)
class Transaction:
    """Where an act is done. now: UTC ms. event: of the target, as it is now; LookupError if there is none.
    progress: is called with how much of it is done, and may raise.
    """

    book: Book
    actor: str
    now: int
    event_or_none: Competition | None = None
    progress: Callable[[int, int], None] = lambda done, total: None

    @property
    def event(self) -> Competition:
        """The event that the target is, or belongs to."""
        if self.event_or_none is None:
            raise LookupError("this act has no event")
        return self.event_or_none


@dataclass(frozen=True, slots=True)
class Positional:
    """Marks a field that a command takes as an argument in place of an option. `metavar`: as its help shows
    it.
    """

    metavar: str


@dataclass(frozen=True, slots=True)
class Typed:
    """Marks a field that people type in another way than scripts send it: `read` gives its value, or raises
    DeskError. help: of a command.
    """

    read: Callable[[Book, Competition, str], object]
    help: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """Marks a field that people type as text, in a form and in a command. Raises DeskError. each: a command
    has an option of this name for each line of it; "": one for all.
    """

    read: Callable[[str], object]
    each: str = ""


@dataclass(frozen=True, slots=True)
class OfFile:
    """Marks a text that a command reads from a file, and a form too. read: the bytes as text; Refused, or
    UnicodeDecodeError. remarks: what should be known about these bytes.
    """

    read: Callable[[bytes], str] = lambda data: data.decode("utf-8-sig")
    remarks: Callable[[bytes], Sequence[Cause]] = lambda data: ()


@dataclass(frozen=True, slots=True)
class Seen:
    """Marks the version of the target that was seen; another one now is refused, in the act. of: the present
    version. nothing: what a command has seen that neither asks nor is given it. A form sends what it showed.
    """

    of: Callable[[Any], str]
    nothing: str | None


@dataclass(frozen=True, slots=True)
class Needed:
    """Marks a text that must not be blank, with the reason of the refusal."""

    reason: str


class Act(BaseModel, Generic[TargetT, ResultT]):
    """Something done at the desk. Its docstring is its help everywhere; its fields are what it takes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    #: "entry withdraw": the noun of its target, and a verb. In the record, the API's address, the command.
    act: ClassVar[str]
    #: "Withdrawn": what the record's pages call it.
    record: ClassVar[str]
    #: The question to which people say yes before it is done; "": none is asked.
    asks: ClassVar[str] = ""
    #: The sentence for people when it is done; {entry}, {event}, {value.…}, {act.…} are filled in.
    done: ClassVar[str] = ""
    #: By a remark of its result: the field for which a terminal asks then, before it is done.
    prompts: ClassVar[Mapping[str, str]] = {}
    #: Whether its target is gone when it is done.
    removes: ClassVar[bool] = False
    #: The command or the act of which it is an option: "draw", "entry withdraw"; "": it has a command.
    within: ClassVar[str] = ""
    #: What it adds to, as the end of the API's address: "events"; "": it is done to what is there.
    adds_to: ClassVar[str] = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "act" in cls.__dict__:
            ACTS[cls.act] = cls

    def do(self, at: Transaction, target: TargetT) -> ResultT:
        """Do it, and return what came of it. Raises DeskError: then nothing has changed."""
        raise NotImplementedError

    def detail(self) -> Json:
        """What the record keeps of it, beside its name and its target."""
        given = self.model_dump(mode="json", exclude_unset=True)
        seen = {field.name for field in fields_of(type(self)) if field.seen is not None}
        return {name: each for name, each in given.items() if name not in seen and each not in _NOTHING}

    @classmethod
    def read(cls, typed: Mapping[str, object]) -> Self:
        """The act with these fields as people typed them: text, a list of texts, or whether a box is ticked.
        Raises DeskError.
        """
        values = {name: _value(cls.model_fields[name], name, each) for name, each in typed.items()}
        for field in fields_of(cls):
            if field.needed is not None and not str(values.get(field.name, "")).strip():
                raise DeskError(field.needed.reason)
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors()[0]
            [field] = [each for each in fields_of(cls) if each.name == first["loc"][0]]
            where = field.label
            if field.least is not None:
                where += f", {field.least} to {field.most}"
            elif field.choices:
                where += f", {field.positional or 'one of ' + ', '.join(value for value, _ in field.choices)}"
            elif field.longest is not None:
                where += f", 1 to {field.longest} characters"
            value = "" if first["type"] == "missing" else str(first["input"])[:40]
            raise DeskError("value_unfit", where=where, value=value) from error


def target_of(act: type[Act[Any, Any]]) -> type:
    """What the act is done to."""
    hints: dict[str, type] = get_type_hints(act.do)
    return next(each for name, each in hints.items() if name not in ("at", "return"))


def result_of(act: type[Act[Any, Any]]) -> Any:
    """What it returns."""
    return get_type_hints(act.do)["return"]


def acts_on(target: type) -> dict[str, type[Act[Any, Any]]]:
    """The acts that are done to a target of this type, by their verbs."""
    return {verb(act): act for act in ACTS.values() if target_of(act) is target}


def verb(act: type[Act[Any, Any]]) -> str:
    """The end of its address: its name without the noun ("withdraw"), or what it adds to ("events")."""
    return act.adds_to or act.act.partition(" ")[2]


def acts_named(noun: str) -> dict[str, type[Act[Any, Any]]]:
    """The acts with this noun that have a command of their own, by the rest of their names."""
    names = {name: name.partition(" ") for name, act in ACTS.items() if not act.within}
    return {rest: ACTS[name] for name, (first, _, rest) in names.items() if first == noun}


def help_of(act: type[Act[Any, Any]]) -> str:
    """The docstring on one line."""
    return " ".join((act.__doc__ or "").split())


# Its fields, as people see and type them


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of an act. kind: text, number, box, choice; list and lines: one a line. choices: of a choice,
    each with its words. default: None when it is needed, or has none.
    """

    name: str
    label: str
    help: str
    kind: Literal["text", "number", "box", "choice", "list", "lines"]
    is_needed: bool
    default: Any
    choices: tuple[tuple[str, str], ...]
    most: int | None
    least: int | None
    longest: int | None
    positional: str | None
    needed: Needed | None
    typed: Typed | None
    parsed: Parsed | None
    of_file: OfFile | None
    seen: Seen | None


@cache
def fields_of(act: type[Act[Any, Any]]) -> tuple[FieldView, ...]:
    """Its fields in their order."""
    return tuple(_view(name, field) for name, field in act.model_fields.items())


def label(name: str) -> str:
    """The name of a field for people."""
    return name.replace("_", " ").capitalize()


def _view(name: str, field: FieldInfo) -> FieldView:
    kind, choices = _kind(field)
    limits = {
        key: getattr(mark, key)
        for mark in field.metadata
        for key in ("ge", "le", "max_length")
        if hasattr(mark, key)
    }
    needed = _mark(field, Needed)
    positional = _mark(field, Positional)
    return FieldView(
        name=name,
        label=field.title or label(name),
        help=field.description or "",
        kind=kind,
        is_needed=needed is not None or field.is_required(),
        default=None if field.is_required() else field.get_default(call_default_factory=True),
        choices=choices,
        most=limits.get("le") if kind == "number" else None,
        least=limits.get("ge") if kind == "number" else None,
        longest=limits.get("max_length") if _parts(field)[0] is str else None,
        positional=None if positional is None else positional.metavar,
        needed=needed,
        typed=_mark(field, Typed),
        parsed=_mark(field, Parsed),
        of_file=_mark(field, OfFile),
        seen=_mark(field, Seen),
    )


def _mark(field: FieldInfo, kind: type[MarkT]) -> MarkT | None:
    return next((mark for mark in field.metadata if isinstance(mark, kind)), None)


def _parts(field: FieldInfo) -> tuple[Any, bool]:
    """The type of a field without None, and whether it may be None."""
    kind = field.annotation
    if get_origin(kind) in (Union, types.UnionType):
        parts = [part for part in get_args(kind) if part is not type(None)]
        return parts[0], len(parts) < len(get_args(kind))
    return kind, False


def _kind(field: FieldInfo) -> tuple[Any, tuple[tuple[str, str], ...]]:
    kind, _ = _parts(field)
    if parsed := _mark(field, Parsed):
        return "lines" if parsed.each else "text", ()
    if get_origin(kind) is Literal:
        return "choice", tuple((str(each), str(each)) for each in get_args(kind))
    if get_origin(kind) is list:
        return "list", ()
    return {bool: "box", int: "number"}.get(kind, "text"), ()


def _value(field: FieldInfo, name: str, typed: object) -> object:
    """The value of what was typed into a field. An empty field, or "none", is no value where that may be."""
    kind, may_be_none = _parts(field)
    if not isinstance(typed, str):
        return typed
    parsed = _mark(field, Parsed)
    if may_be_none and typed in ("", "none"):
        return None
    if parsed is not None:
        return parsed.read(typed)
    if kind is bool:
        return bool(typed)
    if kind is int:
        if not (typed.isascii() and typed.isdecimal() and len(typed) <= 9):
            raise DeskError("not_a_number", field=field.title or name, text=typed)
        return int(typed)
    if get_origin(kind) is list:
        return [line.strip() for line in typed.splitlines() if line.strip()]
    return typed
