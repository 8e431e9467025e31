"""A command of `boardside` in the test's own process: one of its own takes most of a second to start."""

import io
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from rich.console import Console, ConsoleDimensions

from host_tools import cli


def in_this_process(arguments: Sequence[str], given: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The output and the exit status of `boardside` with these arguments and this standard input, in
    `folder`.
    """
    output, complained = io.StringIO(), io.StringIO()
    typed = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["__main__"], "__package__", None)  # else it were called python -m pytest
        patch.setattr(sys, "argv", ["boardside", *arguments])
        patch.setattr(sys, "stdin", typed)
        patch.setattr(Console, "size", ConsoleDimensions(100, 25))  # most are made before they could be told
        patch.chdir(folder)
        patch.setenv("BOARDSIDE_HOME", ".")
        with redirect_stdout(output), redirect_stderr(complained), pytest.raises(SystemExit) as ended:
            cli.main()
    return subprocess.CompletedProcess(
        arguments, int(ended.value.code or 0), output.getvalue(), complained.getvalue()
    )
