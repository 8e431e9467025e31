"""`boardside password`, as it is called."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from host_tools.store import Store
from tests.in_process import in_this_process
from tests.sampling import WHOLE, sampled
from tests.waiting import patience_s

COMMAND = [sys.executable, "-c", "from host_tools.cli import main; main()", "password"]
PASSWORD = "four words do well"


def call(folder: Path, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """The output of the command: in `make night` from a process of its own, else from this one."""
    if not WHOLE:
        return in_this_process(["password", *words], typed, folder)
    return subprocess.run(
        [*COMMAND, *words],
        cwd=folder,
        env={**os.environ, "BOARDSIDE_HOME": "."},
        input=typed,
        capture_output=True,
        text=True,
        timeout=180,
    )


def verified(folder: Path, name: str, password: str) -> bool:
    store = Store.open(f"sqlite:///{folder}/boardside.sqlite3")
    try:
        return store.admins.verify(name, password)
    finally:
        store.close()


@sampled
def test_one_line_of_standard_input_sets_it_and_a_second_changes_it(tmp_path: Path) -> None:
    first = call(tmp_path, typed=f"{PASSWORD}\nmore\n")
    assert (first.returncode, first.stderr) == (0, "")
    assert "organiser can log in at /admin" in first.stdout
    assert PASSWORD not in first.stdout
    assert verified(tmp_path, "organiser", PASSWORD)
    second = call(tmp_path, typed="अब दूसरा पासवर्ड\n")
    assert "All logins under that name have ended." in second.stdout
    assert verified(tmp_path, "organiser", "अब दूसरा पासवर्ड")
    assert not verified(tmp_path, "organiser", PASSWORD)


@sampled
def test_a_name_of_ones_own_and_taking_it_away(tmp_path: Path) -> None:
    call(tmp_path, "Meena", typed=PASSWORD)
    assert verified(tmp_path, "Meena", PASSWORD)
    wrong = call(tmp_path, "--remove")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "organiser has no password here; Meena has." in wrong.stderr
    gone = call(tmp_path, "Meena", "--remove")
    assert gone.returncode == 0
    assert "no admin pages" in gone.stdout
    store = Store.open(f"sqlite:///{tmp_path}/boardside.sqlite3")
    acts = [(row["who"], row["what"], row["detail"]) for row in store.admins.acts()]
    store.close()
    assert acts == [
        ("command line", "password removed", {"name": "Meena"}),
        ("command line", "password set", {"name": "Meena"}),
    ]


@sampled
@pytest.mark.parametrize(
    ("words", "typed", "says"),
    [
        ((), "short\n", "at least 10 characters"),
        ((), "", "at least 10 characters"),
        (("",), PASSWORD, "1 to 40"),
        (("--db", "nonsense://x"), PASSWORD, "no database"),
        (("--db", "sqlite:////nowhere/at/all.sqlite3"), PASSWORD, "cannot be opened"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, words: tuple[str, ...], typed: str, says: str) -> None:
    done = call(tmp_path, *words, typed=typed)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def at_a_terminal(folder: Path, *answers: str) -> tuple[int, str]:
    """Type `answers`, each at a prompt; the exit status and all that stood on the screen."""
    child, master = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execve(sys.executable, COMMAND, {**os.environ, "BOARDSIDE_HOME": "."})
    screen = b""
    waiting = list(answers)
    deadline = time.monotonic() + patience_s()
    while time.monotonic() < deadline:
        if select.select([master], [], [], 0.05)[0]:
            try:
                screen += os.read(master, 1000)
            except OSError:
                break
        is_hidden = not termios.tcgetattr(master)[3] & termios.ECHO
        if waiting and is_hidden and screen.rstrip().endswith(b":"):
            os.write(master, waiting.pop(0).encode() + b"\n")
            screen += b"|"
    else:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(master)
    return os.waitstatus_to_exitcode(status), screen.decode()


@pytest.mark.slow
def test_at_a_terminal_it_is_asked_for_twice_and_not_shown(tmp_path: Path) -> None:
    status, screen = at_a_terminal(tmp_path, PASSWORD, PASSWORD)
    assert status == 0, screen
    assert PASSWORD not in screen
    assert verified(tmp_path, "organiser", PASSWORD)
    status, screen = at_a_terminal(tmp_path, "another one here", "another one hare")
    assert status == 2, screen
    assert "The two differ" in screen
    assert verified(tmp_path, "organiser", PASSWORD)
