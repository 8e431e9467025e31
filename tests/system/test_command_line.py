"""The command line as its users call it: help everywhere, one clear message instead of a traceback."""

import json
import os
import re
import signal
import socket
import subprocess
import sysconfig
from pathlib import Path

import pytest

from host_tools.cli import build
from tests.in_process import in_this_process
from tests.ports import free_ports
from tests.sampling import WHOLE, sampled

EVENTS_PAGE = Path(__file__).resolve().parents[2] / "docs" / "scripts" / "events.md"
BOARDSIDE = [str(Path(sysconfig.get_path("scripts")) / "boardside")]
COMMANDS = (
    "collect", "status", "assign", "hall", "pull", "replay", "explain", "demo", "dev",
    "flash",
)  # fmt: skip


def boardside(
    *arguments: str, given: str = "", folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The output of a command: in `make night`, and of a collector that has begun, from a process of its own,
    else from this one.
    """
    if not WHOLE and "203.0.113.7" not in arguments:
        return in_this_process(arguments, given, folder or Path())
    return subprocess.run(
        [*BOARDSIDE, *arguments],
        input=given,
        capture_output=True,
        text=True,
        timeout=180,
        cwd=folder,
        env={
            **os.environ,
            "BOARDSIDE_HOME": ".",
            "COLUMNS": "100",
        },  # usage errors are drawn as wide as the terminal
    )


@pytest.mark.slow
def test_it_is_installed_as_a_program() -> None:
    done = subprocess.run([*BOARDSIDE, "--help"], capture_output=True, text=True, timeout=180)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: boardside" in done.stdout


@sampled
def test_help_lists_every_command() -> None:
    done = boardside("--help")
    assert done.returncode == 0
    assert [command for command in COMMANDS if f" {command} " not in done.stdout] == []


def test_a_list_of_commands_is_folded_by_the_terminal_and_not_as_the_source_is() -> None:
    app = build(None)
    groups = [group.typer_instance for group in app.registered_groups]
    commands = [command for each in (app, *groups) if each for command in each.registered_commands]
    assert len(commands) > len(COMMANDS)
    assert [
        command.name for command in commands if not command.short_help or "\n" in command.short_help
    ] == []


@sampled
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = boardside(command, "--help")
    assert done.returncode == 0
    assert "Usage: boardside" in done.stdout


@sampled
def test_replay_prints_the_match_of_the_events_page(tmp_path: Path) -> None:
    blocks = re.findall(r"```jsonl\n(.*?)```", EVENTS_PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (example,) = [block for block in blocks if '"demo"' in block]
    (tmp_path / "events.jsonl").write_text(example, encoding="utf-8")
    from_file = boardside("replay", "events.jsonl", folder=tmp_path)
    assert (from_file.returncode, from_file.stderr) == (0, "")
    (match,) = json.loads(from_file.stdout)["matches"]
    assert match["result"]["games"] == [[25, 0]]
    assert (match["result"]["winner"], match["state"]["phase"]) == ("a", "confirmed")
    from_pipe = boardside("replay", "-", given=example)
    assert from_pipe.stdout == from_file.stdout


MATCH = (
    '{"kind": "match", "match": "m", "ruleset": "icf", "stage": "final", "breaks": "a", '
    '"rules": {"games": 1, "points": 5}}\n'
)
WON = '{"kind": "board", "winner": "a", "left": 5, "queen": "b"}\n'


@sampled
@pytest.mark.parametrize(
    ("arguments", "given", "reason"),
    [
        (["replay", "-"], '{"kind": "flip"}\n', 'line 1: kind: "flip" is no event'),
        (["replay", "--strict", "-"], MATCH + '{"kind": "boa', "line 2: not JSON"),
        (["replay", "--strict", "-"], MATCH + WON.replace("5", "10"), "line 2: left: 10 must be 0 to 9"),
        (
            ["replay", "--strict", "-"],
            MATCH + WON.replace('"b"', '"c"'),
            'line 2: queen: "c" is nobody\'s side',
        ),
        (["replay", "--strict", "-"], MATCH + WON + WON, "line 3: board: the match is decided"),
        (["replay", "-"], "", "no match event"),
        (["replay", "nowhere.jsonl"], "", "cannot be read"),
        (["replay", "picture.jsonl"], "", "not a text file"),
        (["pull", "--port", "/dev/nowhere"], "", "no port /dev/nowhere"),
        (["collect", "--db", "sqlite:////nowhere/x.sqlite3"], "", "cannot be opened"),
        (["collect", "--tcp", "0", "--web", "0", "--db", "sqlite:///picture.jsonl"], "", "is no database"),
        (["collect", "--tcp", "0", "--web", "0", "--host", "203.0.113.7"], "", "no address of this computer"),
        (["collect", "--keys", "nowhere.json"], "", "nowhere.json cannot be read"),
        (["status", "--db", "sqlite:///nowhere.sqlite3"], "", "no database"),
        (["assign", "--table", "3", "--a", "A", "--b", "B", "--stage", "moon"], "", "moon"),
        (["assign", "--table", "3", "--a", "A", "--b", "B", "--a2", "C"], "", "--b2"),
        (["hall", "start", "soon"], "", "MM:SS"),
        (["explain", "own-left=99"], "", "99"),
        (["demo", "--folder", "taken"], "", "--folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_message(
    arguments: list[str], given: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "thesis.txt").write_text("not a demonstration's")
    (tmp_path / "picture.jsonl").write_bytes(b"\xff\xd8\xff\xe0" * 200)
    done = boardside(*arguments, given=given, folder=tmp_path)
    assert done.returncode == 2
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


@sampled
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["juggle"], "No such command 'juggle'"),
        (["pull"], "Missing option '--port'"),
        (["collect", "--tcp", "99999"], "'--tcp': 99999 is too large: the most is 65535."),
        (["dev", "simulate", "--tables", "0"], "'--tables' / '-n': 0 is too small: the least is 1."),
        (["dev", "simulate", "--tables", "none"], "'--tables' / '-n': 'none' is not a whole number."),
        (["dev", "simulate", "--chip", "esp99"], "'--chip': 'esp99' is not one of 'esp32', 'esp32s3'."),
        (["export", "--format", "doc"], "'doc' is not one of 'csv', 'json', 'xlsx', 'cmn'."),
        (["verify", "--table", "x"], "'--table': 'x' is not a whole number."),
        (["keys", "list", "0"], "'0' is no number of a table, 1 to 9999."),
        (["pull", "--timeout", "soon"], "'--timeout': 'soon' is not a number."),
        (["service", "install", "--", "--web", "x"], "'--web': 'x' is not a whole number."),
    ],
)
def test_a_command_that_is_written_wrongly_is_explained(arguments: list[str], reason: str) -> None:
    done = boardside(*arguments)
    assert done.returncode == 2
    assert reason in " ".join(done.stderr.replace("│", " ").split())  # in a frame, on one or two lines
    assert "--help" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_demonstration_that_is_terminated_leaves_nothing_behind(tmp_path: Path) -> None:
    ports = [str(port) for port in free_ports(3)]
    options = ["--web", ports[0], "--tcp", ports[1], "--panels", ports[2], "--folder", str(tmp_path / "demo")]
    demo = subprocess.Popen(
        [*BOARDSIDE, "demo", "--matches", "1", *options], stdout=subprocess.PIPE, text=True, env=os.environ
    )
    assert demo.stdout is not None
    for line in demo.stdout:
        if "password" in line:  # the last of the addresses
            break
    demo.send_signal(signal.SIGTERM)
    output, _ = demo.communicate(timeout=180)
    assert "Everything is switched off." in output
    assert demo.returncode == 130
    for port in ports:
        with socket.create_server(("127.0.0.1", int(port))):
            pass  # free again: neither the collector nor the panels are left
