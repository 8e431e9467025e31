"""What the scripts for a board's prompt import of the firmware is there: no test of the host runs them."""

import ast
import re
from pathlib import Path

import pytest

from host_tools.device import prompt
from host_tools.device.build import FIRMWARE

IMPORTS = sorted(
    set(re.findall(r"^ *from (boardside[\w.]*) import ([\w, ]+)$", Path(prompt.__file__).read_text(), re.M))
)


@pytest.mark.parametrize(("module", "names"), IMPORTS)
def test_what_a_script_imports_of_the_firmware_is_there(module: str, names: str) -> None:
    path = FIRMWARE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(file.read_text(encoding="utf-8"))
    there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    there |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for name in (each.partition(" as ")[0] for each in names.split(", ")):
        assert name in there or (path / f"{name}.py").is_file(), f"{module}.{name}"
