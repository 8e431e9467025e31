"""The command line as its users call it: help everywhere, one clear message instead of a traceback."""

import os
import signal
import socket
import subprocess
import sysconfig
from pathlib import Path

import pytest

BOARDSIDE = [str(Path(sysconfig.get_path("scripts")) / "boardside")]
COMMANDS = (
    "collect", "status", "assign", "hall", "pull", "replay", "explain", "simulate", "demo", "build", "deploy",
    "flash",
)  # fmt: skip


def boardside(
    *arguments: str, given: str = "", folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*BOARDSIDE, *arguments], input=given, capture_output=True, text=True, timeout=60, cwd=folder
    )


def test_help_lists_every_command() -> None:
    done = boardside("--help")
    assert done.returncode == 0
    assert [command for command in COMMANDS if f" {command} " not in done.stdout] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = boardside(command, "--help")
    assert done.returncode == 0
    assert "Usage: boardside" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["replay", "-"], '{"kind": "flip"}\n', "line 1"),
        (["replay", "nowhere.jsonl"], "", "cannot be read"),
        (["pull", "--port", "/dev/nowhere"], "", "no port /dev/nowhere"),
        (["collect", "--db", "sqlite:////nowhere/x.sqlite3"], "", "cannot be opened"),
        (["status", "--db", "sqlite:///nowhere.sqlite3"], "", "no database"),
        (["assign", "--table", "3", "--a", "A", "--b", "B", "--stage", "moon"], "", "moon"),
        (["hall", "start", "soon"], "", "MM:SS"),
        (["demo", "--folder", "taken"], "", "--folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(
    arguments: list[str], given: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "thesis.txt").write_text("not a demonstration's")
    done = boardside(*arguments, given=given, folder=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_demonstration_that_is_terminated_leaves_nothing_behind(tmp_path: Path) -> None:
    ports = free_ports(3)
    options = ["--web", ports[0], "--tcp", ports[1], "--panels", ports[2], "--folder", str(tmp_path / "demo")]
    demo = subprocess.Popen(
        [*BOARDSIDE, "demo", "--matches", "1", *options], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert demo.stdout is not None
    for line in demo.stdout:
        if "live page" in line:
            break
    demo.send_signal(signal.SIGTERM)
    said, _ = demo.communicate(timeout=30)
    assert "Everything is switched off." in said
    assert demo.returncode == 130
    for port in ports:
        with socket.create_server(("127.0.0.1", int(port))):
            pass  # free again: neither the collector nor the panels are left


def free_ports(count: int) -> list[str]:
    """Ports that nobody uses now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    numbers = [str(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return numbers
