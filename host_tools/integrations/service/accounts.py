"""Makes the service's own user, and checks that this user can read the installation."""

import os
import pwd
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from host_tools.integrations.service.places import ACCOUNT
from host_tools.integrations.service.programs import Run, must
from host_tools.integrations.service.reasons import ServiceError


def make_account(run: Run, home: Path) -> bool:
    """Make the user `boardside`, who cannot log in; False when it exists. Raises ServiceError."""
    try:
        pwd.getpwnam(ACCOUNT)
    except KeyError:
        options = ("--system", "--user-group", "--no-create-home", "--home-dir", str(home))
        must(run, "useradd", *options, "--shell", "/usr/sbin/nologin", ACCOUNT)
        return True
    return False


def require_reachable(program: Path) -> None:
    """Raises ServiceError when another user cannot run this installation: the service would not start."""
    closed = closed_to_others(
        (program, program.resolve(), Path(sys.executable).resolve(), Path(__file__).resolve())
    )
    if closed is not None:
        raise ServiceError("installation_closed", account=ACCOUNT, path=str(closed))


def closed_to_others(paths: Iterable[Path]) -> Path | None:
    """The first folder on the way to these files that others may not enter, or the file they may not read."""
    for path in paths:
        for step in (*reversed(path.parents), path):
            bit = stat.S_IXOTH if step.is_dir() else stat.S_IROTH
            if not os.stat(step).st_mode & bit:
                return step
    return None
