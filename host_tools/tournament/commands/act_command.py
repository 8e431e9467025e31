"""The commands of the acts (tournament/acts): arguments and options from an act's fields, its question, what
it did.
"""

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.outside.files import read_input
from host_tools.reasons import Cause, Refused
from host_tools.store.halls import HALLS_SETTING
from host_tools.tournament.acts.act import (
    ACTS,
    INT_MAX,
    Act,
    FieldView,
    OfFile,
    fields_of,
    help_of,
    target_of,
)
from host_tools.tournament.acts.matches import Given
from host_tools.tournament.commands import clearing_lines, withdrawal_lines
from host_tools.tournament.commands.command_line import (
    Event,
    EventOption,
    Reason,
    Which,
    Yes,
    at_desk,
    entries_of,
    event_of,
    say,
)
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.desk.desk_base import Done
from host_tools.tournament.entries.leaving import Leaving
from host_tools.tournament.matches.clearing import Cleared
from host_tools.tournament.matches.protesting import ProtestView
from host_tools.tournament.matches.report_views import ReportView
from host_tools.tournament.model import wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament
from host_tools.tournament.model.shelf import Shelved


@dataclass(frozen=True, slots=True)
class Place:
    """How a command names its target. key: the event, as an argument where the act has no argument of its
    own.
    """

    arguments: dict[str, Any]
    options: dict[str, Any]


OneEntry = Annotated[str, typer.Argument(metavar="ENTRY", help="Name or start number.")]
OneMatch = Annotated[str, typer.Argument(metavar="MATCH", help="Its id, the end of it, or its number.")]
OneRuleset = Annotated[str, typer.Argument(metavar="KEY", help="Its key.")]
OneReport = Annotated[int | None, typer.Argument(metavar="NUMBER", help="Of the report.", min=1)]
OneProtest = Annotated[
    int | None, typer.Option("--number", help="Of the protest, if the match has several.", min=1)
]
TARGETS: dict[type, Place] = {
    Fixture: Place({"match": OneMatch}, {"which": Which}),
    Entry: Place({"entry": OneEntry}, {"event": EventOption, "which": Which}),
    Tournament: Place({}, {"which": Which}),
    Competition: Place({"key": Event}, {"event": EventOption, "which": Which}),
    ProtestView: Place({"match": OneMatch}, {"number": OneProtest}),
    Shelved: Place({"ruleset": OneRuleset}, {}),
    ReportView: Place({"number": OneReport}, {}),
    type(None): Place({}, {}),
}
#: What people should know before they say yes, where it is not the matches and standings that change.
REMARKS: dict[type, Callable[[Desk, Done[Any], Competition], Sequence[str]]] = {
    Leaving: lambda _desk, done, event: withdrawal_lines.lines(done.value, event, "command_line"),
    Given: lambda desk, done, event: clearing_lines.giving(done, desk.stages(event)),
    Cleared: lambda desk, done, event: clearing_lines.lines(
        done, event, entries_of(desk, event), desk.stages(event), "command_line"
    ),
}


def command(
    act: type[Act[Any, Any]],
    instead: Mapping[str, type[Act[Any, Any]]] = MappingProxyType({}),
    shows: Callable[[Desk, Any], None] | None = None,
    lists: Callable[..., None] | None = None,
    tells: Mapping[type[Act[Any, Any]], Callable[[Desk, Any], Sequence[str]]] = MappingProxyType({}),
) -> Callable[..., None]:
    """The command of an act, as Typer takes it.

    instead: acts that an option of this name does in its place, beside those `within` it; the option holds
    the argument that only such an act has. shows: prints the
    target, when nothing is given, and about what is asked and done. lists: prints all there is, when no
    target is named; its parameters are options. tells: what is said of a result.
    """
    within = {each.act.partition(" ")[2]: each for each in ACTS.values() if each.within == act.act}
    instead = {**within, **instead}
    flags = {f"is_{name.replace('-', '_')}": each for name, each in instead.items()}
    values = {flag: field for flag, each in flags.items() if (field := _value_of(each, act))}
    acts, place = (act, *instead.values()), TARGETS[target_of(act)]
    fields = _fields(act, instead)
    arguments = {name: kind for name, kind in place.arguments.items() if name != "key"}
    arguments |= {field.name: _argument(field) for field in fields if field.positional}
    can_be_left_out = {*arguments} if lists else set()
    can_be_left_out |= {
        field.name
        for field in fields
        if not field.is_needed or any(field.name not in each.model_fields for each in acts)
    }
    options = {field.name: _option(field) for field in fields if not field.positional}
    options |= {"reason": Reason} if "reason" in options else {}
    options |= {
        flag: _instead(name, each, values.get(flag))
        for (name, each), flag in zip(instead.items(), flags, strict=True)
    }
    if any(each.asks for each in acts):
        options["yes"] = Yes
    if "key" in place.arguments and not arguments:
        options["key"] = place.arguments["key"]
    listing = {} if lists is None else get_type_hints(lists, include_extras=True)
    listing = {name: kind for name, kind in listing.items() if name not in ("desk", "return")}
    options |= listing

    def run(**typed: Any) -> None:
        with at_desk(typed["db"], create=target_of(act) is type(None)) as desk:
            asked = {flag: typed.pop(flag) for flag in flags}
            flag = next((flag for flag, value in asked.items() if value not in (None, False)), "")
            chosen, own = flags.get(flag, act), values.get(flag)
            named = TARGETS[target_of(chosen)].arguments
            shared = ("event",)  # may stand before every command
            names = {*arguments, *(field.name for field in fields)}.difference(shared)
            given = [name for name in typed if name in names and typed[name]]
            known = {*chosen.model_fields, *named} - {own.name if own else ""}
            if others := [name for name in given if name not in known]:
                raise typer.BadParameter(f"{', '.join(others)}: not for this. {help_of(chosen)}")
            if lists is not None and not given and chosen is act:
                desk.settle()
                lists(desk, **{name: typed[name] for name in listing})
                return
            if missing := [name for name in named if name in arguments and not typed[name]]:
                raise typer.BadParameter(f"{missing[0].upper()} is missing.")
            if own is not None:
                typed[own.name] = asked[flag]
            do(desk, chosen, typed, shows, tells.get(chosen))

    more = "Without more: what is known of it." if shows else lists.__doc__ if lists else ""
    run.__doc__ = f"{help_of(act)} {more}".strip()
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default)
            for name, kind, default in [
                *(
                    (name, kind, None if name in can_be_left_out else inspect.Parameter.empty)
                    for name, kind in arguments.items()
                ),
                *((name, kind, _default(kind)) for name, kind in options.items()),
                *((name, kind, None) for name, kind in place.options.items()),
                ("db", Database, DEFAULT_DATABASE),
            ]
        ]
    )
    return run


def _fields(act: type[Act[Any, Any]], instead: Mapping[str, type[Act[Any, Any]]]) -> Sequence[FieldView]:
    """Those of all acts, each once, with what it means for each."""
    known = {field.name: field for field in fields_of(act)}
    for name, each in instead.items():
        own = _value_of(each, act)
        for field in fields_of(each):
            if field is own:
                continue
            existing = known.setdefault(field.name, field)
            if field.help != existing.help:
                known[field.name] = replace(existing, help=f"{existing.help} With --{name}: {field.help}")
    return [*known.values()]


def _value_of(act: type[Act[Any, Any]], main: type[Act[Any, Any]]) -> FieldView | None:
    """The field that the option holds by which `act` is done in place of `main`: its first argument, when
    `main` has no such argument.
    """
    first = next((field for field in fields_of(act) if field.positional), None)
    shared = {field.name for field in fields_of(main) if field.positional}
    return None if first is None or first.name in shared else first


def _instead(name: str, act: type[Act[Any, Any]], own: FieldView | None) -> Any:
    """The option by which an act is done in place of the command's."""
    if own is None:
        return Annotated[bool, _flag(name, help_of(act))]
    text = f"{help_of(act)} {_help(own)}"
    return Annotated[str | None, typer.Option(f"--{name}", metavar=own.positional, help=text)]


def _default(option: Any) -> object:
    """What an option is when it is not given."""
    return False if option.__origin__ is bool else "" if option is Reason else None


def _argument(field: FieldView) -> Any:
    argument = typer.Argument(metavar=field.positional, help=_help(field))
    kind: Any = list[str] if field.kind in ("list", "lines") else str
    return Annotated[kind, argument]


def _help(field: FieldView) -> str:
    text = field.help if field.typed is None else field.typed.help
    if field.of_file is not None:
        return f"{text} - is standard input."
    if field.kind != "number" or field.typed is not None or field.least is None:
        return text
    most = "" if field.most in (None, INT_MAX) else f" to {field.most}"
    return f"{text} From {field.least}{most}."


def _option(field: FieldView) -> Any:
    each = field.parsed.each if field.parsed else ""
    name = (each or field.name.removesuffix("_ms")).replace("_", "-")  # people type no milliseconds
    name, text = f"--{name}", _help(field)
    metavar = (
        "|".join(value for value, _ in field.choices)
        if field.choices
        else "NUMBER"
        if field.kind == "number"
        else "TEXT"
    )
    if field.name == "event":
        return EventOption
    if field.kind == "box":
        return Annotated[bool, _flag(field.name, text)]
    if field.kind in ("list", "lines"):
        return Annotated[list[str] | None, typer.Option(name, metavar=metavar, help=text)]
    return Annotated[str | None, typer.Option(name, metavar=metavar, help=text)]


def _flag(name: str, text: str) -> Any:
    return typer.Option(f"--{name.replace('_', '-')}", help=text)


def do(
    desk: Desk,
    act: type[Act[Any, Any]],
    typed: dict[str, Any],
    shows: Callable[[Desk, Any], None] | None = None,
    tells: Callable[[Desk, Any], Sequence[str]] | None = None,
) -> None:
    """Ask for an act, as it was typed, and do it. shows, tells: as `command` has them."""
    desk.settle()
    event: Competition | None = None
    target: Any
    if target_of(act) is Fixture:
        target = desk.fixture(typed["match"], typed["which"])
        event = desk.event_of(target)
    elif target_of(act) is Tournament:
        target = desk.tournament(typed["which"])
    elif target_of(act) is type(None):
        target = None
    elif target_of(act) is ProtestView:
        target = desk.protest(typed["match"], typed["number"])
    elif target_of(act) is ReportView:
        target = desk.report(typed["number"])
    elif target_of(act) is Shelved:
        target = desk.ruleset(typed["ruleset"])
    else:
        _, event = event_of(desk, typed["which"], typed.get("key"), typed["event"])
        target = desk.entry(event, typed["entry"]) if target_of(act) is Entry else event
    given: dict[str, object] = {}
    files: list[str] = []
    about: list[str] = []
    for field in fields_of(act):
        value = typed[field.name]
        if field.seen is not None and value is None:
            given[field.name] = field.seen.of(target) if act.asks else field.seen.nothing
            continue
        if value in (None, False, []) or (field.name, value) == ("reason", ""):
            continue
        if field.typed is not None and event is not None:
            value = desk.typed(field.typed, event, value)
        if field.of_file is not None:
            files.append(value)
            value, remarks = _file(field.of_file, value)
            about += [why.say("command_line") for why in remarks]
        if field.kind == "lines":
            value = "\n".join(value)
        given[field.name] = value
    if shows is not None and (act.asks or not any(typed[name] for name in given.keys() & typed.keys())):
        shows(desk, target)
        if not act.asks:
            return
    asked = act.read(given)
    if act.prompts and sys.stdin.isatty():
        asked = act.read({**given, **_answers(desk, asked, target)})
    if act.asks:
        would = desk.done(asked, target, preview=True)
        for line in _before(desk, event, would):
            say(desk.in_numbers(line))
        if not typed["yes"]:
            typer.confirm(desk.in_numbers(_sentence(act.asks, target, event, asked, would.value)), abort=True)
    try:
        done = desk.done(asked, target)
    except DeskError as error:
        if not files:
            raise
        raise DeskError("file_refused", file=files[0], why=error.to_json()) from error
    lines: Sequence[str] = ()
    if tells is not None:
        lines = tells(desk, done.value)
    elif shows is not None and not act.done:
        shows(desk, target)
    else:
        lines = [_sentence(act.done, target, event, asked, done.value)]
    if not tells:
        lines = [*lines, *_after(event, done, is_shown=bool(act.asks))]
    for line in (*lines, *about):
        say(desk.in_numbers(line))


def _file(field: OfFile, name: str) -> tuple[str, Sequence[Cause]]:
    """The text of a file, and what should be known about it. DeskError."""
    try:
        data = read_input(name)
        return field.read(data), field.remarks(data)
    except Refused as error:
        raise DeskError("file_refused", file=name, why=error.cause.to_json()) from error
    except OSError as error:
        raise DeskError("file_unreadable", file=name, why=error.strerror) from error
    except UnicodeDecodeError as error:
        raise DeskError("file_unreadable", file=name, why="it is no text in UTF-8") from error


def _answers(desk: Desk, asked: Act[Any, Any], target: Any) -> dict[str, str]:
    """What people at a terminal say to the remarks about which they are asked; an empty answer leaves all."""
    answers = {}
    for why in desk.done(asked, target, preview=True).value.remarks:
        if name := asked.prompts.get(why.reason):
            [field] = [each for each in fields_of(type(asked)) if each.name == name]
            say(why.say("command_line"))
            answers[name] = typer.prompt(field.label, default="", show_default=False)
    return answers


def _sentence(
    text: str, target: object, event: Competition | None, asked: Act[Any, Any], value: object
) -> str:
    entry = getattr(value, "entry", target)
    entry_name = wording.numbered(entry) if isinstance(entry, Entry) else ""
    match = target.id if isinstance(target, Fixture) else ""
    name = "" if event is None else event.name
    return text.format_map(
        {**dict(asked), "entry": entry_name, "match": match, "event": name, "value": value}
    )


def _before(desk: Desk, event: Competition | None, done: Done[Any]) -> list[str]:
    """What it would do."""
    if event is None:
        return []
    if type(done.value) in REMARKS:
        return [*REMARKS[type(done.value)](desk, done, event)]
    entries, stages = entries_of(desk, event), desk.stages(event)
    changes = clearing_lines.changes(event, done.effects.changes, entries)
    return [*changes, *clearing_lines.standings(done.effects.standings, stages)]


def _after(event: Competition | None, done: Done[Any], is_shown: bool) -> list[str]:
    """What it did. is_shown: people have seen before which matches change."""
    seen = done.effects
    lines: list[str] = []
    changed = [*(each.before.id for each in seen.changes), *(each.id for each in seen.new), *seen.gone]
    if changed and not is_shown:
        lines.append(f"Changed: {', '.join(changed)}")
    if tables := getattr(done.value, "tables", ()):
        lines.append(f"Tables that get the new name: {', '.join(map(str, tables))}")
    lines += [why.say("command_line") for why in getattr(done.value, "remarks", ())]
    if isinstance(done.value, Tournament):
        halls = done.value.settings.get(HALLS_SETTING) or {}
        lines += [f"{hall}: tables {', '.join(map(str, numbers))}" for hall, numbers in halls.items()]
    if hall := getattr(done.value, "hall", ""):
        lines.append(f"It is played in {hall}.")
    if event is None:
        return lines
    lines += [
        f"{event.name}: the {wording.stage(stage)} is drawn: boardside matches {event.key}"
        for stage in seen.drawn
    ]
    if seen.completed:
        lines.append(f"{event.name} is complete: boardside standings {event.key}")
    return lines
