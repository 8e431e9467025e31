"""A PostgreSQL server of our own for the tests: made in a temporary folder, reached by a socket in it."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

#: The server's own name for whoever asks nothing special.
USER = "boardside"
START_S = "30"


def programs() -> Path | None:
    """The folder with initdb and pg_ctl; None when no server is installed."""
    commands = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if commands:
        return commands[-1].parent
    return Path(on_path).resolve().parent if on_path and shutil.which("pg_ctl") else None


class Cluster:
    """A server; `durable` false saves the waiting for the disk. It does not run as root."""

    def __init__(self, bin_: Path, durable: bool) -> None:
        self._bin = bin_
        self.folder = Path(tempfile.mkdtemp(prefix="boardside-pg-"))
        self._data = self.folder / "data"
        self._count = 0
        self._free: list[str] = []
        self._as: list[str] = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        self._run("initdb", "-D", self._data, "-U", USER, "--auth=trust", "-E", "UTF8", "--locale=C", "-N")
        settings = [
            f"unix_socket_directories = '{self.folder}'",
            "listen_addresses = ''",
            "max_connections = 40",
        ]
        if not durable:
            settings += ["fsync = off", "full_page_writes = off"]
        with (self._data / "postgresql.conf").open("a") as file:
            file.write("\n".join(settings) + "\n")
        access = self._data / "pg_hba.conf"
        access.write_text("local all guarded scram-sha-256\nlocal all all trust\n")

    def _run(self, program: str, *arguments: object) -> None:
        command = [*self._as, str(self._bin / program), *map(str, arguments)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self._data, "-l", log, "-s", "-w", "-t", START_S, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop; `immediate` is a crash: what was not committed is gone, and the start recovers."""
        self._run("pg_ctl", "-D", self._data, "-s", "-w", "-t", START_S, "-m", mode, "stop")

    @property
    def pid(self) -> int:
        """The id of the server's first process."""
        return int((self._data / "postmaster.pid").read_text().split("\n", 1)[0])

    def remove(self) -> None:
        """Stop it if it runs, and leave nothing."""
        if (self._data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, database: str, user: str = USER) -> str:
        """The address of a database on it, as a user would write it."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run one statement; what psql answers."""
        command = [str(self._bin / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
        command += ["-h", str(self.folder), "-U", USER, "-d", database, "-c", statement]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def new_database(self) -> str:
        """The address of a new, empty one."""
        return self.url(self._create())

    def lend(self) -> str:
        """The name of an empty database, to be taken back: emptying one takes a sixth of making one."""
        return self._free.pop() if self._free else self._create()

    def take_back(self, name: str) -> None:
        """Empty a database that was lent, and keep it for the next test; one that is still in use is left."""
        made = "create schema public authorization pg_database_owner; grant usage on schema public to public"
        try:
            self.sql(f"set lock_timeout = '1s'; drop schema public cascade; {made}", name)
        except AssertionError:
            return
        self._free.append(name)

    def _create(self) -> str:
        self._count += 1
        name = f"hall{self._count}"
        self.sql(f"create database {name}")
        return name
