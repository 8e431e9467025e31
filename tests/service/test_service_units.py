"""The unit itself: what systemd says of it, what it grants, and launchd's counterpart."""

import plistlib
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from host_tools.collector import serial_line
from host_tools.collector.serial_line import explain
from host_tools.integrations.service import launchd, places, systemd
from host_tools.integrations.service.collect_options import asked, program
from host_tools.integrations.service.places import Done
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

    wanted = asked(["--mqtt", "mqtt://me:secret@b/hall", "--host", "0.0.0.0"], place.state)
    launchd.install(place, program(), wanted, run)
    assert stat.S_IMODE(place.definition.stat().st_mode) == 0o600
    text = places.read_file(place.definition)
    assert places.is_ours(text)
    content = plistlib.loads(text.encode())
    assert content["ProgramArguments"] == [str(program()), "collect", *wanted.arguments]
    assert "secret" not in " ".join(content["ProgramArguments"])
    assert content["EnvironmentVariables"] == {"BOARDSIDE_MQTT": "mqtt://me:secret@b/hall"}
    assert content["KeepAlive"] == {"SuccessfulExit": False}
    assert [command[1] for command in asked_for] == ["bootout", "bootstrap"]
    again = asked(launchd.kept_arguments(text), place.state)
    assert launchd.definition(place, program(), again) == text
    assert "secret" not in launchd.definition(place, program(), wanted, hides=True)
    assert launchd.status(place, run)[0]
    assert launchd.remove(place, run)
    assert not launchd.remove(place, run)
