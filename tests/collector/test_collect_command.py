"""`boardside collect`: what it says when it cannot begin, and that it ends cleanly."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from collector_commands import invoke

from host_tools.store import Store


def test_collect_with_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    done = invoke("collect", "--db", f"sqlite:///{tmp_path / 'no' / 'folder' / 'hall.sqlite3'}")
    assert done.exit_code == 2
    assert "folder" in done.output
    assert "Traceback" not in done.output


def test_collect_on_a_port_that_is_in_use(url: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = invoke("collect", "--db", url, "--tcp", taken.getsockname()[1])
    assert done.exit_code == 2
    assert "in use" in done.output
    assert "--tcp" in done.output
    assert "Traceback" not in done.output


def test_collect_on_an_address_of_somebody_else(url: str) -> None:
    done = invoke("collect", "--db", url, "--tcp", 0, "--host", "203.0.113.7")
    assert done.exit_code == 2
    assert "no address of this computer" in done.output


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_collect_ends_cleanly_on_a_signal_with_a_port_missing(
    tmp_path: Path, url: str, number: signal.Signals
) -> None:
    """Runs in a process of its own: this is what a person sees in the terminal."""
    code = "import typer; from host_tools.collector.collect_command import collect; typer.run(collect)"
    command = [sys.executable, "-c", code, "--db", url, "--tcp", "0", "--serial", str(tmp_path / "ttyNone")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert "Collecting into" in process.stdout.readline()
        assert "There is no port" in process.stderr.readline()
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "Everything is stored" in out
    assert "Traceback" not in err
    store = Store.open(url, create=False)
    assert store.collectors() == []
    store.close()
