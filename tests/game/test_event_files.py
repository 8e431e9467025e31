"""A stranger's file of events: a line without end is refused by its number, whatever is in it."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.outside.json_text import LINE_MOST


def numbered(seq: int) -> str:
    return json.dumps({"seq": seq, "kind": "boot", "cause": "power"})


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("fill", [" ", "\0", "[", "x"])
def test_a_line_beyond_the_bound_is_named(command: str, fill: str, tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text(f"{numbered(1)}\n{numbered(2)}{fill * LINE_MOST}\n{numbered(3)}\n")
    done = _run(command, file)
    assert done.returncode == 2
    assert "ine 2" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_line_of_gigabytes_takes_no_memory(command: str, tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    with file.open("wb") as sparse:
        sparse.truncate(4 * 2**30)
    done = _run(command, file)
    assert done.returncode == 2
    assert "ine 1" in done.stderr
    assert "Traceback" not in done.stderr


def _run(command: str, file: Path) -> subprocess.CompletedProcess[str]:
    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 * 2**30, 2 * 2**30))

    words = [str(Path(sys.executable).with_name("boardside")), command, str(file)]
    return subprocess.run(words, capture_output=True, text=True, preexec_fn=bound, timeout=60)
