"""The unit itself: what systemd says of it, what it grants, and launchd's counterpart."""

import os
import plistlib
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from fake_systemd import FakeSystemd
from typer.testing import CliRunner, Result

from host_tools import folders
from host_tools.cli import build
from host_tools.collector import serial_line
from host_tools.collector.serial_line import explain
from host_tools.integrations.service import launchd, places, systemd
from host_tools.integrations.service.places import Done, asked, program
from host_tools.integrations.service.systemd import Systemd

HARD = ["--hall", 'North "1" 50% $x\\y', "--host", "0.0.0.0"]


def unit(place: places.Places, words: list[str]) -> str:
    return Systemd(place, lambda _: Done(0, "")).unit(program(), asked(words, place.state))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
@pytest.mark.parametrize("words", [HARD, ["--serial", "/dev/ttyUSB0"], ["--web", "80"]])
@pytest.mark.parametrize("is_system", [True, False])
def test_systemd_takes_the_unit(words: list[str], is_system: bool, tmp_path: Path) -> None:
    place = places.of_system() if is_system else places.of_user(tmp_path, {})
    file = tmp_path / "boardside.service"
    file.write_text(unit(place, words))
    scope = [] if is_system else ["--user"]
    environment = {"PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        ["systemd-analyze", "verify", *scope, str(file)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_words_are_what_they_were_for_the_next_installation(tmp_path: Path) -> None:
    place = places.of_user(tmp_path, {})
    first = unit(place, HARD)
    assert '"North \\"1\\" 50%% $$x\\\\y"' in first
    assert unit(place, systemd.kept_arguments(first)) == first


def test_a_service_of_the_system_has_its_port_and_nothing_more() -> None:
    place = places.of_system()
    with_port = unit(place, ["--serial", "/dev/ttyUSB99"])
    assert f"SupplementaryGroups={serial_line.group_of('/dev/ttyUSB99')}\n" in with_port
    assert "Environment=BOARDSIDE_HOME=/var/lib/boardside\n" in with_port
    assert "PrivateDevices" not in with_port
    assert "ProtectClock" not in with_port
    without = unit(place, ["--serial", "socket://hall:3001"])
    assert "SupplementaryGroups" not in without
    assert "PrivateDevices=yes" in without
    for line in ("User=boardside", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="):
        assert f"{line}\n" in without
    assert "AmbientCapabilities=CAP_NET_BIND_SERVICE\n" in unit(place, ["--web", "443"])


def test_a_database_elsewhere_may_be_written_and_is_waited_for(tmp_path: Path) -> None:
    folder = tmp_path / "my stick"
    text = unit(places.of_system(), ["--db", f"sqlite:///{folder}/hall.sqlite3"])
    assert f'ReadWritePaths="{folder}"\n' in text
    assert f'RequiresMountsFor="{folder}"\n' in text
    assert "ReadWritePaths" not in unit(places.of_system(), ["--db", "postgresql://server/boardside"])


def test_a_folder_of_backups_may_be_written_and_comes_later(tmp_path: Path) -> None:
    text = unit(places.of_system(), ["--backup", str(tmp_path / "my stick"), "--db", "postgresql://x/y"])
    assert f'ReadWritePaths="-{tmp_path / "my stick"}"\n' in text
    assert "RequiresMountsFor" not in text


def test_files_get_whole_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    unit = asked(["--keys", "keys.json", "--db", "sqlite:///hall.sqlite3", "--no-announce"], tmp_path / "x")
    assert unit.arguments == (
        *("--db", f"sqlite:///{tmp_path}/hall.sqlite3", "--keys", str(tmp_path / "keys.json")),
        *("--no-announce", "--wait"),
    )


def test_a_port_that_may_not_be_opened_says_which_group_to_join(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    port.chmod(0o660)
    group = serial_line.group_of(str(port))
    text = str(explain(str(port), PermissionError(13, "other words")))
    assert f"sudo usermod -aG {group} " in text
    port.chmod(0o600)
    assert "sudo chown" in str(explain(str(port), PermissionError(13, "other words")))


def test_an_installation_that_others_cannot_read_is_found(tmp_path: Path) -> None:
    inner = tmp_path / "home" / "boardside"
    inner.parent.mkdir()
    inner.touch()
    tmp_path.chmod(0o755)
    assert systemd.closed_to_others([inner]) in (None, *inner.parents)
    inner.parent.chmod(0o700)
    assert systemd.closed_to_others([inner]) in inner.parents


def test_the_property_list_of_launchd(tmp_path: Path) -> None:
    place = places.of_mac(tmp_path)
    asked_for: list[tuple[str, ...]] = []

    def run(command: object) -> Done:
        asked_for.append(tuple(command))  # type: ignore[arg-type]
        return Done(0, "\tstate = running\n\tlast exit code = 0\n")

    options = asked(["--mqtt", "mqtt://me:secret@b/hall", "--host", "0.0.0.0"], place.state)
    launchd.install(place, program(), options, run)
    assert stat.S_IMODE(place.definition.stat().st_mode) == 0o600
    text = places.read_file(place.definition)
    assert places.is_ours(text)
    content = plistlib.loads(text.encode())
    assert content["ProgramArguments"] == [str(program()), "collect", *options.arguments]
    assert "secret" not in " ".join(content["ProgramArguments"])
    assert content["EnvironmentVariables"] == {"BOARDSIDE_MQTT": "mqtt://me:secret@b/hall"}
    assert content["KeepAlive"] == {"SuccessfulExit": False}
    assert [command[1] for command in asked_for] == ["bootout", "bootstrap"]
    again = asked(launchd.kept_arguments(text), place.state)
    assert launchd.definition(place, program(), again) == text
    assert "secret" not in launchd.definition(place, program(), options, hides=True)
    assert launchd.status(place, run)[0]
    assert launchd.remove(place, run)
    assert not launchd.remove(place, run)


# `boardside service install|remove|status`: systemd only listens, the home folder is the test's.


class Computer:
    def __init__(self, home: Path) -> None:
        self.place = places.of_user(home, {})
        self.systemd = FakeSystemd(self.place.definition)

    def service(self, *words: str) -> Result:
        return CliRunner(env={"COLUMNS": "200"}).invoke(build("service"), ["service", *words])

    def install(self, *words: str) -> Result:
        done = self.service("install", *words)
        assert done.exit_code == 0, done.output
        return done

    @property
    def unit(self) -> str:
        return self.place.definition.read_text()

    @property
    def secrets(self) -> str:
        return self.place.environment.read_text()


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computer:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(systemd, "BOOTED", tmp_path)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "BOARDSIDE_DB", "BOARDSIDE_MQTT", "BOARDSIDE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(launchd, "is_here", lambda: False)
    made = Computer(tmp_path)
    monkeypatch.setattr(places, "run", made.systemd.run)
    return made


def test_a_service_of_ones_own_and_other_commands_share_a_database(
    computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDSIDE_HOME", str(tmp_path / "hall"))
    done = computer.install()
    assert f"--db {folders.database_url()}" in computer.unit
    assert "Other commands use it, too" in done.output


def test_install_writes_the_unit_enables_and_starts_it(computer: Computer) -> None:
    done = computer.install("--", "--serial", "socket://hall:3001", "--host", "0.0.0.0")
    assert "collect --serial socket://hall:3001" in computer.unit
    assert "--wait" in computer.unit
    assert "RestartPreventExitStatus=2" in computer.unit
    commands = [line for line in computer.systemd.asked if line.startswith("systemctl")]
    assert commands == [
        "systemctl --user show-environment",
        "systemctl --user daemon-reload",
        "systemctl --user enable boardside.service",
        "systemctl --user is-active boardside.service",
        "systemctl --user restart boardside.service",
    ]
    assert computer.systemd.is_active
    assert "loginctl enable-linger" in done.output
    assert f"--db sqlite:///{computer.place.state}/boardside.sqlite3" in done.output


def test_installed_again_it_keeps_its_options_and_is_not_disturbed(computer: Computer) -> None:
    computer.install("--", "--host", "0.0.0.0", "--mqtt", "mqtt://me:secret@b/hall")
    before = (computer.unit, computer.secrets)
    computer.systemd.asked.clear()
    assert "runs" in computer.install().output
    assert (computer.unit, computer.secrets) == before
    assert "systemctl --user restart boardside.service" not in computer.systemd.asked
    computer.install("--", "--host", "127.0.0.2")
    assert "systemctl --user restart boardside.service" in computer.systemd.asked
    assert "127.0.0.2" in computer.unit
    assert "secret" not in computer.secrets


@pytest.mark.parametrize(
    ("option", "value", "variable"),
    [
        ("--mqtt", 'mqtt://me:se"c\\r$et@b/hall', "BOARDSIDE_MQTT"),
        ("--db", "postgresql://boardside:secret@server/boardside", "BOARDSIDE_DB"),
    ],
)
def test_passwords_are_in_a_private_file_alone(
    computer: Computer, option: str, value: str, variable: str
) -> None:
    done = computer.install("--", option, value)
    assert value not in computer.unit + done.output
    assert "se" + "cret" not in computer.unit + done.output
    assert stat.S_IMODE(os.stat(computer.place.environment).st_mode) == 0o600
    assert places.variables_in(computer.secrets) == {variable: value}
    computer.install()
    assert places.variables_in(computer.secrets) == {variable: value}


def test_other_variables_of_the_organiser_stay(computer: Computer) -> None:
    computer.install("--", "--mqtt", "mqtt://me:secret@b/hall")
    computer.place.environment.write_text(computer.secrets + "PGPASSWORD=mine\n")
    computer.install("--", "--db", "postgresql://server/boardside")
    assert "PGPASSWORD=mine" in computer.secrets
    assert "BOARDSIDE_MQTT=" not in computer.secrets


def test_a_unit_of_somebody_else_is_not_overwritten_unasked(computer: Computer) -> None:
    computer.place.definition.parent.mkdir(parents=True)
    computer.place.definition.write_text("[Service]\nExecStart=/bin/true\n")
    done = computer.service("install")
    assert done.exit_code == 2
    assert "--yes" in done.output
    assert computer.unit.endswith("/bin/true\n")
    assert computer.service("remove").exit_code == 2
    assert computer.unit.endswith("/bin/true\n")
    computer.install("--yes")
    assert "collect" in computer.unit


def test_a_dry_run_changes_nothing(computer: Computer) -> None:
    done = computer.install("--dry-run", "--", "--mqtt", "mqtt://me:secret@b/hall")
    assert "ExecStart=" in done.output
    assert "secret" not in done.output
    assert not computer.place.definition.exists()
    assert not computer.place.environment.exists()
    assert computer.systemd.asked == []


def test_options_that_collect_would_refuse_are_refused_now(computer: Computer) -> None:
    done = computer.service("install", "--", "--seril", "/dev/ttyUSB0")
    assert done.exit_code == 2
    assert "--seril" in done.output
    assert not computer.place.definition.exists()


def test_remove_takes_away_what_install_made_and_keeps_the_data(computer: Computer) -> None:
    computer.install("--linger", "--", "--mqtt", "mqtt://me:secret@b/hall")
    assert computer.systemd.lingers
    (computer.place.state / "boardside.sqlite3").write_text("results")
    done = computer.service("remove")
    assert "systemctl --user disable --now boardside.service" in computer.systemd.asked
    assert not computer.place.definition.exists()
    assert not computer.place.environment.exists()
    assert (computer.place.state / "boardside.sqlite3").read_text() == "results"
    assert str(computer.place.state) in done.output
    assert "There is no service" in computer.service("remove").output


def test_a_unit_that_cannot_be_stopped_stays(computer: Computer) -> None:
    computer.install()
    computer.systemd.refuses = "disable"
    done = computer.service("remove")
    assert done.exit_code == 2
    assert computer.place.definition.exists()


@pytest.mark.parametrize(
    ("active", "properties", "words", "status"),
    [
        (True, {"StatusText": "Waiting: the disk is full."}, ["runs", "It says: Waiting: the disk"], 0),
        (True, {"NRestarts": "3"}, ["started it again 3 times"], 0),
        (False, {}, ["was never started", "systemctl --user start boardside"], 1),
        (
            False,
            {"ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "2"},
            ["ended with status 2", "trying again would not help"],
            1,
        ),
        (
            False,
            {"ActiveState": "failed", "Result": "watchdog", "ExecMainStatus": "6"},
            ["no sign of life", "systemctl --user start boardside"],
            1,
        ),
        (
            False,
            {
                "ActiveState": "activating",
                "SubState": "auto-restart",
                "Result": "signal",
                "ExecMainStatus": "9",
            },
            ["by the signal 9 and is started again"],
            1,
        ),
    ],
)
def test_status_says_in_words_how_it_stands(
    computer: Computer, active: bool, properties: dict[str, str], words: list[str], status: int
) -> None:
    computer.install()
    computer.systemd.is_active, computer.systemd.properties = active, properties
    done = computer.service("status")
    assert done.exit_code == status
    for part in [*words, "Its database: sqlite:///", "Collecting into a database"]:
        assert part in done.output


def test_status_without_a_service(computer: Computer) -> None:
    done = computer.service("status")
    assert done.exit_code == 1
    assert "No service is installed" in done.output


def test_without_systemd_nothing_is_written(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systemd, "BOOTED", Path("/none"))
    done = computer.service("install")
    assert done.exit_code == 2
    assert "collect --wait" in done.output
    assert not computer.place.definition.exists()


def test_a_user_whose_systemd_does_not_answer_is_told_why(computer: Computer) -> None:
    computer.systemd.refuses = "show-environment"
    done = computer.service("install")
    assert done.exit_code == 2
    assert "enable-linger" in done.output
