"""A real SoL (PyPI `sol`, GPLv3: run as a server of its own, never imported) in a virtual environment of
Python 3.12, which is made once under .venv-sol; and its pages as a script uses them.
"""

import fcntl
import glob
import http.cookiejar
import json
import os
import shutil
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from tests.ports import free_ports, is_listening
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parents[2]
VERSION = "5.26"
PASSWORD = "Boardside-1"


class NoSol(Exception):  # noqa: N818
    """SoL cannot run here; the message says why."""


def python312() -> str | None:
    """A Python 3.12: PYTHON312, on the path, or pyenv's."""
    pythons = [os.environ.get("PYTHON312"), shutil.which("python3.12")]
    pythons += sorted(glob.glob(str(Path.home() / ".pyenv/versions/3.12.*/bin/python")), reverse=True)
    for python in pythons:
        if (
            python
            and subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0
        ):
            return python
    return None


def environment() -> Path:
    """The folder with SoL's programs, installed when it is not there yet. Raises NoSol."""
    folder = ROOT / ".venv-sol"
    ready = folder / f"ready-{VERSION}"
    if ready.exists():
        return folder / "bin"
    python = python312()
    if python is None:
        raise NoSol(f"SoL {VERSION} needs a Python 3.12, and there is none (PYTHON312, python3.12, pyenv).")
    with open(ROOT / ".venv-sol.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run side by side
        if not ready.exists():
            subprocess.run([python, "-m", "venv", "--clear", folder], check=True, capture_output=True)
            pip = [
                str(folder / "bin/python"),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
            ]
            done = subprocess.run([*pip, f"sol=={VERSION}"], capture_output=True, text=True)
            if done.returncode:
                raise NoSol(f"SoL {VERSION} cannot be installed: {done.stderr.strip()[-300:]}")
            ready.touch()
    return folder / "bin"


class SolServer:
    """One SoL. `start` and `stop` may be called again; what it knows stays."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._turns: dict[int, int] = {}
        (self.port,) = free_ports(1)
        (folder / "data").mkdir(parents=True)
        self._run("soladmin", "create-config", "-p", PASSWORD, "-d", "data", "config.ini")
        settings = folder / "config.ini"
        text = settings.read_text().replace("port = 6996", f"port = {self.port}")
        settings.write_text(text.replace("host = 0.0.0.0", "host = 127.0.0.1"))
        self._run("soladmin", "initialize-db", "config.ini")
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), urllib.request.ProxyHandler({})
        )

    def start(self) -> None:
        """Returns when it answers, logged in as the admin."""
        log = open(self._folder / "server.log", "ab")  # noqa: SIM115
        command = [str(self._programs / "pserve"), "config.ini"]
        self._process = subprocess.Popen(command, cwd=self._folder, stdout=log, stderr=log)
        log.close()
        wait_until(self._answers)
        answer = self.post("/auth/login", {"username": "admin", "password": PASSWORD})
        assert answer["success"], answer

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "server.log").read_text()[-2000:]
        return is_listening(self.port)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def post(self, path: str, form: dict[str, str]) -> dict[str, Any]:
        """A JSON answer to a form."""
        answer: dict[str, Any] = json.loads(self._open(path, urllib.parse.urlencode(form).encode()))
        return answer

    def submit(self, path: str, form: dict[str, str]) -> None:
        """A form whose answer is a page."""
        self._open(path, urllib.parse.urlencode(form).encode())

    def get(self, path: str, **parameters: object) -> bytes:
        """The content at a path."""
        return self._open(f"{path}?{urllib.parse.urlencode(parameters)}")

    def upload(self, export: str) -> None:
        """Load an export."""
        mark = "----boardside"
        body = (
            f'--{mark}\r\nContent-Disposition: form-data; name="archive"; filename="open.sol"\r\n'
            f"Content-Type: text/plain\r\n\r\n{export}\r\n--{mark}--\r\n"
        )
        answer = self._open(
            "/bio/upload", body.encode(), {"Content-Type": f"multipart/form-data; boundary={mark}"}
        )
        assert json.loads(answer)["success"], answer

    def next_turn(self, number: int = 1) -> None:
        """Count what was played in a tourney (numbered as they were uploaded), and make the next round."""
        if self._turns.get(number):
            answer = json.loads(self.get("/tourney/updateRanking", idtourney=number))
            assert answer["success"], answer
        self._turns[number] = self._turns.get(number, 0) + 1
        answer = json.loads(self.get("/tourney/newTurn", idtourney=number))
        assert answer["success"], answer

    def drop_turn(self, number: int = 1) -> None:
        """Take the last round of a tourney back, with what was played in it."""
        turn = self._turns[number]
        answer = json.loads(self.get("/tourney/deleteLastTurn", idtourney=number, turn=turn))
        assert answer["success"], answer
        self._turns[number] = turn - 1

    def player(self, lastname: str) -> int:
        """SoL's number of the player with this last name."""
        answer = json.loads(self.get("/data/players", start=0, limit=200))
        return next(int(player["idplayer"]) for player in answer["root"] if player["lastname"] == lastname)

    def rename(self, player: int, lastname: str) -> None:
        """Renames a player as SoL's window of players does."""
        changed = json.dumps([["idplayer", {"idplayer": player, "lastname": lastname}]])
        answer = self.post("/bio/saveChanges", {"modified_records": changed, "deleted_records": "[]"})
        assert answer["success"], answer

    def merge(self, player: int, into: int) -> None:
        """Makes one player of two."""
        answer = self.post("/bio/mergePlayers", {"tid": str(into), "sids": str(player)})
        assert answer["success"], answer

    def address(self, board: int, number: int = 1) -> str:
        """The address of a board, as its label carries it."""
        answer = json.loads(self.get("/tourney/getBoardSelfEditURL", idtourney=number, board=board))
        path = urllib.parse.urlsplit(answer["url"]).path
        return f"http://127.0.0.1:{self.port}{path}"

    def export(self, zipped: bool = True, number: int = 1) -> bytes:
        """The tourney's .sol (.sol.gz)."""
        return self.get("/bio/dump", idtourney=number, gzip="true" if zipped else "false")

    def _open(self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> bytes:
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers or {})
        with self._opener.open(request, timeout=30) as response:
            return bytes(response.read())

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments], cwd=self._folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
