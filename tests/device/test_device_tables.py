"""No table of names that MicroPython makes of a module is nearly full (host_tools/device/tables.py)."""

import ast
import inspect

import pytest

from boardside.drivers import ssd16xx
from boardside.faces import paper
from boardside.faces.paper import painter, sheet
from host_tools.device.tables import is_crowded, roomy


@pytest.mark.parametrize(
    ("count", "crowded"), [(12, False), (17, True), (18, False), (41, False), (42, True), (48, False)]
)
def test_a_table_is_crowded_with_more_than_seven_of_eight_places_taken(count: int, crowded: bool) -> None:
    assert is_crowded(count) == crowded


def bound(text: str) -> int:
    """The names of a module, with the two that it has anyway."""
    names: dict[str, object] = {}
    exec(text, names)
    return len(names) - 1 + 2  # without __builtins__


@pytest.mark.parametrize("count", range(1, 60))
def test_a_module_that_would_be_crowded_gets_names_until_it_is_not(count: int) -> None:
    text = "".join(f"name{number} = {number}\n" for number in range(count))
    made = roomy(text)
    assert made.startswith(text)
    assert made.count("\n") - text.count("\n") in (0, 1)
    assert (made == text) != is_crowded(bound(text))
    assert not is_crowded(bound(made))


def test_no_name_that_the_module_uses_is_given_away() -> None:
    text = "a = 1\n" + "".join(f"name{number} = b\n" for number in range(19))
    added = roomy(text).removeprefix(text)
    assert added
    assert not {"a", "b"} & set(added.replace(" ", "").split("="))


@pytest.mark.parametrize("kind", [paper.Paper, painter.Painter, sheet.Sheet, ssd16xx.Ssd16xx])
def test_no_object_that_draws_paper_is_crowded(kind: type) -> None:
    tree = ast.parse(inspect.getsource(kind))
    fields = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }
    assert not is_crowded(len(fields))
