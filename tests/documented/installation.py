"""A scratch folder in which the commands of one page are run, with a database, tables and a collector."""

import fcntl
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sysconfig
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.documented.extraction import ROOT
from tests.documented.tables import Tables
from tests.in_process import in_this_process
from tests.ports import free_ports
from tests.waiting import wait_until

SCRIPTS = Path(sysconfig.get_path("scripts"))
Done = subprocess.CompletedProcess[str]

#: Commands that stay until Ctrl-C: what they need beside what a page gives them, and what they say when they
#: are there.
STAYING = {
    "collect": (("--web", "{web}", "--tcp", "{tcp}"), "  page: "),
    "serve": (("--web", "0"), "  page: "),
    "simulate": (("--panels", "{panels}", "--collector", "127.0.0.1:{tcp}", "--fast"), "switches them off."),
}
#: Programs that belong to the sources, and are run there.
OF_SOURCES = ("make", "python")
_PATIENCE_S = 90


def _heeds_interrupts() -> None:
    """A shell lets what it starts in the background ignore Ctrl-C, and so would all that is started there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass
class Staying:
    """A program that stays, and where it writes."""

    process: subprocess.Popen[bytes]
    log: Path
    words: tuple[str, ...]


@dataclass
class Installation:
    """`folder` is where commands are run; `places` are the values of `{…}` in tests/documented/places.py."""

    folder: Path
    places: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    tables: Tables | None = None
    problems: list[str] = field(default_factory=list)
    _staying: dict[str, Staying] = field(default_factory=dict)
    _closing: list[Callable[[], object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for place in ("web", "tcp", "panels"):
            self.places[place] = str(free_ports(1)[0])

    def __enter__(self) -> "Installation":
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self._staying):
            self.end(name)
        if self.tables is not None:
            self.tables.stop()
        for close in self._closing:
            close()

    def at_the_end(self, close: Callable[[], object]) -> None:
        """Closes this, too, together with the installation."""
        self._closing.append(close)

    # ------------------------------------------------------------------ commands

    def run(self, words: Sequence[str], given: str = "") -> Done:
        """One command to its end; of one that stays, until it says that it is there."""
        words = [self.placed(word) for word in words]
        if not {"build", "size"} & set(words[:3]):
            return self._run(words, given)
        (ROOT / "build").mkdir(exist_ok=True)
        with (ROOT / "build" / ".documented").open("w") as lock:  # it is made in one place, the repository's
            fcntl.flock(lock, fcntl.LOCK_EX)
            return self._run(words, given)

    def _run(self, words: list[str], given: str) -> Done:
        name = next((word for word in words[1:3] if word in STAYING), None)
        if words[0] == "boardside" and name is not None and not {"--once", "--help"} & set(words):
            return self._start(name, words)
        if words[0] == "boardside" and "-" not in words:  # bytes to standard output want one of their own
            return in_this_process(words[1:], given, self.folder)
        if words[0] == "curl":
            words[1:1] = ["--silent", "--show-error", "--fail-with-body"]  # else a refusal ends with 0
        return subprocess.run(
            [self._variable(word) for word in words],
            input=given, capture_output=True, text=True, timeout=_PATIENCE_S * 3,
            cwd=ROOT if words[0] in OF_SOURCES else self.folder,
            env=self._environment(), check=False,
        )  # fmt: skip

    def boardside(self, text: str, given: str = "") -> str:
        """A command that a page supposes done before: what it printed. AssertionError when it failed."""
        done = self.run(["boardside", *shlex.split(text)], given)
        assert done.returncode == 0, f"{text}: {done.stdout}{done.stderr}"
        return done.stdout

    def placed(self, word: str) -> str:
        """A word with the places of this installation filled: `{port}`."""
        return re.sub(r"\{(\w+)\}", lambda match: self.places[match[1]], word)

    def _variable(self, word: str) -> str:
        for name, value in self.variables.items():
            word = word.replace(f"${name}", value)
        return word

    def _environment(self) -> dict[str, str]:
        path = f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"
        return {**os.environ, "PATH": path, "COLUMNS": "140", "BOARDSIDE_HOME": str(self.folder)}

    # ------------------------------------------------------------------ programs that stay

    def _start(self, name: str, words: list[str]) -> Done:
        self.end(name)
        more, ready = STAYING[name]
        log = self.folder / f"{name}.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                [*words, *map(self.placed, more)],
                stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=self.folder,
                env={**self._environment(), "PYTHONUNBUFFERED": "1"}, preexec_fn=_heeds_interrupts,
            )  # fmt: skip
        self._staying[name] = Staying(process, log, tuple(words))
        self.until(lambda: ready in log.read_text("utf-8") or process.poll() is not None)
        if process.poll() is not None:
            self._staying.pop(name)
        return subprocess.CompletedProcess(words, process.poll() or 0, log.read_text("utf-8"), "")

    def end(self, name: str) -> tuple[str, ...] | None:
        """End a program that stays, as Ctrl-C would: with which words it was started, if it was there."""
        staying = self._staying.pop(name, None)
        if staying is None:
            return None
        staying.process.send_signal(signal.SIGINT)
        status = staying.process.wait(_PATIENCE_S)
        output = staying.log.read_text("utf-8")
        if status not in (0, 130) or "Traceback" in output:
            self.problems.append(f"{' '.join(staying.words)} ended with {status}: {output}")
        return staying.words

    def until(self, condition: Callable[[], Any]) -> None:
        """Waits for a condition that nothing announces."""
        wait_until(condition)

    # ------------------------------------------------------------------ the hall

    def furnish(self, count: int) -> None:
        """Tables with keys, which the database knows; the collector has not begun."""
        keys = {number: f"{number:064x}" for number in range(1, count + 1)}
        self.write("all-keys.json", json.dumps(keys))
        (self.folder / "all-keys.json").chmod(0o600)
        self.boardside("keys import all-keys.json")
        self.tables = Tables(self.folder / "hall", count, keys)
        self.places |= {"port": "hall/table3.tty", "other_port": "hall/table2.tty"}

    def collect(self, count: int, more: str = "") -> None:
        """A collector at the cables of all tables, which have been heard."""
        ports = " ".join(f"--serial hall/table{number}.tty" for number in range(1, count + 1))
        self.boardside(f"collect {ports} {more}")
        try:
            self.until(lambda: self.links().count("up") == count)
        except AssertionError:
            log = self._staying["collect"].log.read_text("utf-8") if "collect" in self._staying else ""
            before = "\n".join(self.problems)
            text = f"not {count} links, but {self.links()}; before: {before or 'nothing'}\n{log[-4000:]}"
            raise AssertionError(text) from None

    def links(self) -> list[str]:
        """The link of each table, as `boardside status` has it."""
        return [str(row["link"]) for row in json.loads(self.boardside("status --json"))["tables"]]

    def write(self, name: str, text: str) -> None:
        """A file that a page supposes."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def copy(self, source: Path, name: str) -> None:
        """A file that a page supposes, from the repository."""
        shutil.copy(source, self.folder / name)
