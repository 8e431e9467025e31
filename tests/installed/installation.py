"""Boardside as a stranger installs it: the wheel, in an environment of its own that nobody may write to.

The libraries are those of the environment that runs the tests, so nothing is fetched.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: A date of the sources, as `make dist` takes it from the last commit.
ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": "1750000000"}


@dataclass(frozen=True)
class Installed:
    """`program`: the command; `here`: an empty folder in which it is called; `home`: its BOARDSIDE_HOME."""

    program: Path
    packages: Path
    here: Path
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        return {
            **kept,
            "PATH": os.defpath,
            "HOME": str(self.home / "nobody"),
            "BOARDSIDE_HOME": str(self.home),
            # Else the shell is looked for among the processes above: make's is sh, which completes nothing.
            "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
        }

    def run(self, *words: str, status: int = 0) -> str:
        """The standard output of a command. It must end with this status, and show no traceback."""
        done = subprocess.run(
            [self.program, *words], cwd=self.here, env=self.environment, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=400,
        )  # fmt: skip
        report = f"boardside {' '.join(words)}: status {done.returncode}\n{done.stdout}\n{done.stderr}"
        assert done.returncode == status, report
        assert "Traceback" not in report, report
        return done.stdout + (done.stderr if status else "")


def archives(folder: Path, *kinds: str) -> list[Path]:
    """Build them from this checkout as `make dist` does; the files."""
    command = [sys.executable, "-m", "build", "--no-isolation", *kinds, "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted(folder.iterdir())
