"""Runs other programs: systemctl, journalctl, loginctl, useradd, launchctl."""

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from host_tools.integrations.service.reasons import ServiceError

#: Longer than a collector needs to store what is left and to end.
LIMIT_S = 120


@dataclass(frozen=True, slots=True)
class Done:
    """A program's exit status and output, errors last."""

    status: int
    said: str


#: Runs a program to its end. Raises ServiceError when it cannot be run.
Run = Callable[[Sequence[str]], Done]


def run(command: Sequence[str]) -> Done:
    """`Run`, with the programs of this computer."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=LIMIT_S)
    except OSError as error:
        raise ServiceError("program_not_run", program=command[0], why=str(error.strerror)) from error
    except subprocess.TimeoutExpired as error:
        raise ServiceError("program_too_slow", command=" ".join(command), seconds=LIMIT_S) from error
    return Done(done.returncode, done.stdout + done.stderr)


def must(run: Run, *command: str) -> str:
    """The program's output. Raises ServiceError when it fails."""
    done = run(command)
    if done.status:
        said = done.said.strip() or f"status {done.status}"
        raise ServiceError("program_failed", command=" ".join(command), said=said)
    return done.said
