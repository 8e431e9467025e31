"""Every reason that the host gives stands in its table, and its sentence finds its facts at every door."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

from host_tools.cli import COMMANDS
from host_tools.console import shared_options
from host_tools.reasons import DOORS, FORMS, CodedError, Reasons
from host_tools.tournament.acts import ACTS
from host_tools.tournament.acts.act import fields_of
from host_tools.tournament.reasons import REASONS, cause
from tests.imports import modules

TEMPLATES = Path(shared_options.__file__).parent.parent / "web" / "templates"
#: Forms of reasons among the facts.
OF_CAUSES = {"cause", "causes", "lines", "semicolons_of"}
#: What only a computer with the database can do.
OF_THE_COMPUTER = {"collect", "sol", "status"}


class Given(NamedTuple):
    """A place where a reason is given. facts: None where they are not to be seen."""

    where: str
    table: Reasons
    reason: str
    facts: set[str] | None


@cache
def sources() -> dict[str, ast.Module]:
    """The modules of the host."""
    return {
        module: ast.parse(path.read_text("utf-8"))
        for module, path in modules()
        if module.startswith("host_tools")
    }


@cache
def tables() -> dict[str, Reasons]:
    """Every table of reasons, by module and name."""
    return {
        f"{module}.{node.targets[0].id}": getattr(import_module(module), node.targets[0].id)
        for module, tree in sources().items()
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("Reasons(")
        if isinstance(node.targets[0], ast.Name)
    }


def table_of(module: str, call: ast.expr) -> Reasons | None:
    """The table of what is called, an error or `cause` of a table; None for anything else."""
    name, *attributes = ast.unparse(call).split(".")
    called: Any = vars(import_module(module)).get(name, errors().get(name))
    for attribute in attributes:
        called = getattr(called, attribute, None)
    if isinstance(called, type) and issubclass(called, CodedError):
        return getattr(called, "table", None)
    owner = getattr(called, "__self__", None)
    return owner if isinstance(owner, Reasons) and called == owner.cause else None


@cache
def errors(kind: type[CodedError] = CodedError) -> dict[str, type[CodedError]]:
    """The errors with a reason, by name, for functions that import them."""
    return {
        name: each
        for own in kind.__subclasses__()
        for name, each in {own.__name__: own, **errors(own)}.items()
    }


def reasons_of(node: ast.expr, function: ast.AST) -> set[str]:
    """The reasons that an argument can be: a text, one of two, or a local name for one of two."""
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.IfExp):
        return reasons_of(node.body, function) | reasons_of(node.orelse, function)
    given: set[str] = set()
    for each in ast.walk(function):
        is_assigned = isinstance(each, ast.AnnAssign) and each.value is not None
        if is_assigned and ast.unparse(each.target) == ast.unparse(node):
            given |= reasons_of(each.value, function)
    return given


@cache
def given() -> list[Given]:
    """Every place where a reason is given by its name."""
    return [*_given()]


def _given() -> Iterator[Given]:
    for module, tree in sources().items():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                continue
            for call in ast.walk(function):
                if not isinstance(call, ast.Call) or not call.args:
                    continue
                first = call.args[0]
                if not isinstance(first, ast.Constant | ast.IfExp | ast.Name):
                    continue
                if (table := table_of(module, call.func)) is None:
                    continue
                names = {keyword.arg for keyword in call.keywords}
                facts = None if None in names else {name for name in names if name is not None}
                for reason in reasons_of(first, function):
                    yield Given(f"{module}:{call.lineno}", table, reason, facts)


def placeholders(table: Reasons, text: str, door: int) -> set[str]:
    """The facts that a text needs, also those within a door's own words."""
    names = set()
    for _, name, _, _ in Formatter().parse(text):
        if name in table.doors:
            words = table.doors[name]
            names |= placeholders(table, words[door] if door < len(words) else words[0], door)
        elif name is not None:
            names.add(name)
    return names


def test_every_reason_that_is_given_finds_its_facts_at_every_door() -> None:
    assert len(tables()) > 20
    assert len(given()) > 600
    for place in given():
        owner = place.table.cause(place.reason).table
        for door in range(len(DOORS)):
            lacking = placeholders(owner, owner[place.reason], door) - (place.facts or set())
            assert place.facts is None or not lacking, (place.where, place.reason, lacking)


def test_every_reason_of_a_table_is_given_somewhere() -> None:
    texts = {
        node.value
        for tree in sources().values()
        for parent in ast.walk(tree)
        for node in ast.iter_child_nodes(parent)
        if isinstance(node, ast.Constant) and not (isinstance(parent, ast.Dict) and node in parent.keys)
    }
    for name, table in tables().items():
        assert [reason for reason in table if reason not in texts] == [], name


@pytest.mark.parametrize("name", tables())
def test_every_form_is_known(name: str) -> None:
    table = tables()[name]
    for reason in table:
        for _, field, form, conversion in Formatter().parse(table[reason]):
            assert conversion is None, reason
            if field is not None and form and not form.startswith(("#", "or ")):
                assert form in {*FORMS, *table.forms, *table.tables, *OF_CAUSES}, (reason, form)


@pytest.mark.parametrize("name", tables())
def test_a_door_has_words_that_are_used_and_a_page_names_no_command(name: str) -> None:
    table = tables()[name]
    fields = {field for text in table.values() for _, field, _, _ in Formatter().parse(text)}
    assert set(table.doors) <= fields
    pages = " ".join(page.read_text("utf-8") for page in TEMPLATES.glob("admin_*.html"))
    pages += " ".join(field.label for act in ACTS.values() for field in fields_of(act))
    for words in table.doors.values():
        for label in re.findall("“([^”]*)”", words[1] if len(words) > 1 else ""):
            assert all(part.strip() in pages for part in label.split("…")), label
        assert len(words) == 1 or not re.search(r"--|`boardside", words[1])
    for text in (*table.values(), *(words[0] for words in table.doors.values())):
        for command in re.findall(r"`boardside (\w+)", text):
            assert command in (*COMMANDS, "dev"), text


def test_no_text_of_the_desk_sends_a_reader_of_the_pages_to_a_command() -> None:
    commands = {name for text in REASONS.values() for name in re.findall(r"`boardside (\w+)", text)}
    assert commands <= OF_THE_COMPUTER


def test_a_door_has_its_own_way_to_do_it_all_the_same() -> None:
    asha = cause("player_at_table", player="Asha", table=3, match="ms-1-1-1").to_json()
    why = cause("players_elsewhere", causes=[asha])
    ways = REASONS.doors["anyway"]
    for door, way in zip(DOORS, ways, strict=True):
        words = why.say(door)
        assert all(fact in words for fact in ("Asha", "3", "ms-1-1-1"))
        assert [other for other in ways if other in words] == [way]


def test_a_fact_with_braces_is_left_as_it_is() -> None:
    facts: dict[str, Any] = {"key": "{match}"}
    assert "{match}" in cause("bad_key", **facts).say("page")


def test_a_reason_that_is_in_no_table_is_an_error() -> None:
    with pytest.raises(KeyError):
        cause("ceiling_fell")
