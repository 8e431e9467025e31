"""The command line of flash, and what the user reads when something is missing."""

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from host_tools.device import commands, flash, flashing, prompt, tools
from host_tools.device.partitions import Partition, encode, in_image
from host_tools.device.tools import DeviceError

STOCK = [
    Partition("nvs", 1, 2, 0x9000, 0x6000),
    Partition("phy_init", 1, 1, 0xF000, 0x1000),
    Partition("factory", 0, 0, 0x10000, 0x1F0000),
    Partition("vfs", 1, 0x81, 0x200000, 0x200000),
]
ON_BOARD = [
    *STOCK[:3],
    Partition("vfs", 1, 0x81, 0x200000, 0x180000),
    Partition("journal", 1, 6, 0x380000, 0x80000),
]

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(commands.flash_command)


def invoke(*arguments: str, answer: str | None = None):
    return CliRunner().invoke(app, arguments, input=answer)


@pytest.fixture
def image(tmp_path: Path) -> Path:
    return _image(tmp_path, 0)


def _image(folder: Path, chip: int, magic: int = 0xE9) -> Path:
    """An image with head and partition table as esptool makes it, for chip number `chip`."""
    path = folder / f"chip{chip}.bin"
    head = bytes([magic, 3, 2, 0x20]) + b"\0" * 8 + chip.to_bytes(2, "little") + b"\0" * 10
    address = 0x1000 if chip == 0 else 0
    path.write_bytes(head.ljust(0x8000 - address, b"\xff") + encode(STOCK) + b"\xff" * 0x7400 + b"app")
    return path


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """What would have been run; building is left out."""
    lines: list[list[str]] = []
    (tmp_path / "firmware" / "boardside").mkdir(parents=True)
    (tmp_path / "firmware" / "boardside" / "x.mpy").write_bytes(b"M\x06")
    for name in ("boot.py", "main.py", "repair.py", "loader.mpy"):
        (tmp_path / "firmware" / name).write_bytes(b"")
    monkeypatch.setattr(flashing, "BUILD", tmp_path / "firmware")
    monkeypatch.setattr(flashing, "CONFIG", tmp_path / "config.json")
    monkeypatch.setattr(flashing, "IMAGE", tmp_path / "image.bin")
    monkeypatch.setattr(flashing, "PACK", tmp_path / "firmware.pack")
    monkeypatch.setattr(flashing, "FILES", tmp_path / "files.bin")
    monkeypatch.setattr(flashing, "TABLE", tmp_path / "partitions.bin")
    monkeypatch.setattr(flashing, "build", lambda: [])
    for module in (commands, flashing):
        monkeypatch.setattr(module, "check_port", lambda port: None)
    monkeypatch.setattr(flash, "ask", lambda port: flash.Board("esp32", 0x400000, None))
    monkeypatch.setattr(prompt, "board", lambda port: ("Generic ESP32 module with SPIRAM", 0x400000))

    def run(command: list[str], explain: str, output: object = None) -> None:
        lines.append(command)
        if "read-flash" in command:
            Path(command[-1]).write_bytes(encode(ON_BOARD))

    monkeypatch.setattr(flashing, "run", run)
    return lines


def test_the_chip_and_its_address_are_read_from_the_image(tmp_path: Path) -> None:
    assert (flash.read_image(_image(tmp_path, 0)).chip, flash.read_image(_image(tmp_path, 0)).address) == (
        "esp32",
        0x1000,
    )
    s3 = flash.read_image(_image(tmp_path, 9))
    assert (s3.chip, s3.address) == ("esp32s3", 0)


def test_what_is_no_image_is_refused_with_where_to_get_one(tmp_path: Path) -> None:
    short = tmp_path / "short.bin"
    short.write_bytes(b"\xe9")
    for path in (short, _image(tmp_path, 0, magic=0x7F), _image(tmp_path, 5), tmp_path / "absent.bin"):
        with pytest.raises(DeviceError, match=r"micropython\.org/download"):
            flash.read_image(path)


def test_esptool_erases_and_writes_at_the_address_of_the_chip(image: Path) -> None:
    stock = flash.read_image(image)
    start = [sys.executable, "-m", "esptool", "--chip", "esp32", "--port", "/dev/ttyUSB0", "--baud", "460800"]
    together = flash.write_all_command("/dev/ttyUSB0", stock, 0x200000, Path("f"))
    assert together == [*start, "write-flash", "--erase-all", "0x1000", str(image), "0x200000", "f"]
    assert flash.write_command("/dev/ttyUSB0", stock) == [*start, "write-flash", "0x1000", str(image)]
    assert flash.read_table_command("/dev/ttyUSB0", stock, Path("t"))[-4:] == [
        "read-flash",
        "0x8000",
        "0xc00",
        "t",
    ]


def test_esptool_knows_the_words_we_use(image: Path) -> None:
    for word in ("write-flash", "read-flash"):
        done = subprocess.run(
            [sys.executable, "-m", "esptool", word, "--help"], capture_output=True, check=False
        )
        assert done.returncode == 0, word


def test_flash_does_all_in_order(image: Path, ran: list[list[str]]) -> None:
    done = invoke("--port", "/dev/ttyUSB0", "--image", str(image), "--table", "7", "--yes")
    assert done.exit_code == 0, done.output
    assert [line[2] for line in ran] == ["esptool"]
    assert ran[0][-6:-3] == ["write-flash", "--erase-all", "0x1000"]
    made = Path(ran[0][-3]).read_bytes()
    assert [entry.label for entry in in_image(made, 0x1000)] == [
        "nvs",
        "phy_init",
        "factory",
        "vfs",
        "journal",
    ]
    assert made.endswith(b"app")
    files = Path(ran[0][-1])
    assert ran[0][-2] == "0x200000"
    assert files.stat().st_size == 0x100000
    assert files.stat().st_mode & 0o077 == 0, "there may be a key in it"


def test_nothing_is_written_to_a_board_that_cannot_run_it(
    tmp_path: Path, image: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The image is for an ESP32, the board an ESP32-S3; and a board whose MicroPython has no PSRAM."""
    monkeypatch.setattr(flash, "ask", lambda port: flash.Board("esp32s3", 0x800000, 8))
    done = invoke("--port", "P", "--image", str(image), "--yes")
    assert done.exit_code == 1
    assert "ESP32S3" in done.output
    monkeypatch.setattr(prompt, "board", lambda port: ("Generic ESP32 module with ESP32", 0))
    done = invoke("--keep", "--port", "P")
    assert done.exit_code == 1
    assert "no PSRAM" in done.output
    assert ran == []


def test_flash_asks_before_it_erases(image: Path, ran: list[list[str]]) -> None:
    done = invoke("--port", "/dev/ttyUSB0", "--image", str(image), answer="n\n")
    assert done.exit_code != 0
    assert ran == []
    assert "stored matches" in done.output


def test_a_flash_that_is_stopped_before_its_change_touches_no_board(
    image: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop() -> None:
        raise tools.Stopped("stopped")

    monkeypatch.setattr(flash, "ask", lambda port: pytest.fail("the board was put into its loader"))
    with pytest.raises(tools.Stopped):
        flashing.flash_board(
            "P", flash.read_image(image), flash.config_of(3), lambda line: None, begin_change=stop
        )
    assert ran == []


def test_the_lines_of_a_tool_can_be_heard() -> None:
    lines: list[str] = []
    script = "print('10 %', end='\\r'); print('20 %', end='\\r'); print('done'); print('end', end='')"
    tools.run([sys.executable, "-c", script], "Try again.", output=lines.append)
    assert lines == ["10 %", "20 %", "done", "end"]
    with pytest.raises(DeviceError, match="ended with status 3"):
        tools.run([sys.executable, "-c", "import sys; sys.exit(3)"], "Try again.", output=lines.append)
    with pytest.raises(DeviceError, match="has not ended"):
        tools.run([sys.executable, "-c", "import time; time.sleep(60)"], "Try again.", 0.2, lines.append)


def test_keep_leaves_the_file_system_alone(image: Path, ran: list[list[str]]) -> None:
    done = invoke("--port", "/dev/ttyUSB0", "--image", str(image), "--keep")
    assert done.exit_code == 0, done.output
    assert not any("--erase-all" in line for line in ran)
    assert "read-flash" in ran[0]
    assert in_image(Path(ran[1][-1]).read_bytes(), 0x1000) == ON_BOARD
    assert not any(":config.json" in line for line in ran)


def test_a_dry_run_prints_and_runs_nothing(image: Path, ran: list[list[str]]) -> None:
    done = invoke("--port", "P", "--image", str(image), "--dry-run")
    assert done.exit_code == 0, done.output
    assert ran == []
    assert "esptool --chip esp32 --port P --baud 460800 write-flash --erase-all 0x1000" in done.output


def test_the_config_holds_what_was_given() -> None:
    config = flash.config_of(3, "", "hall", "hush hush", "10.0.0.2:7581", "AB" * 16)
    assert config == {
        "table": 3,
        "name": "Table 3",
        "wifi": {"ssid": "hall", "password": "hush hush"},
        "host": {"address": "10.0.0.2", "port": 7581},
        "key": "ab" * 16,
    }
    assert flash.config_of(3, wifi="hall", host="laptop.local")["host"] == {"address": "laptop.local"}
    assert flash.config_of(12, "Centre court") == {"table": 12, "name": "Centre court"}


def test_the_device_takes_every_config_that_is_written(tmp_path: Path) -> None:
    from boardside import config

    file = tmp_path / "config.json"
    flash.write_config(flash.config_of(3, "Mitte", "hall", "", "10.0.0.2", "ab" * 32), file)
    settings = config.load(str(file))
    assert settings.problems == []
    assert (settings.table, settings.name, settings.wifi_ssid, settings.host_port) == (
        3,
        "Mitte",
        "hall",
        7580,
    )
    assert json.loads(file.read_text())["key"] == "ab" * 32


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"table": 0}, "--table"),
        ({"table": 1, "name": "x" * 33}, "--name"),
        ({"table": 1, "password": "x"}, "--wifi"),
        ({"table": 1, "host": "10.0.0.2"}, "--wifi"),
        ({"table": 1, "wifi": "w", "password": "sevench"}, "wifi.password"),
        ({"table": 1, "wifi": "ß" * 17}, "wifi.ssid"),
        ({"table": 1, "wifi": "w", "host": "10.0.0.2:0"}, "--host"),
        ({"table": 1, "wifi": "w", "host": ":7580"}, "--host"),
        ({"table": 1, "key": "abc"}, "--key"),
        ({"table": 1, "key": "zz" * 16}, "--key"),
    ],
)
def test_a_wrong_setting_is_named(arguments, words: str) -> None:
    with pytest.raises(DeviceError, match=words):
        flash.config_of(**arguments)


def test_a_missing_port_is_told_with_the_ports_there_are() -> None:
    with pytest.raises(DeviceError, match=r"--port.*Ports here: /dev/ttyUSB0 \(CP2102\)"):
        tools.check_port("", lambda: ["/dev/ttyUSB0 (CP2102)"])
    with pytest.raises(DeviceError, match="plugged in"):
        tools.check_port("", list)
    with pytest.raises(DeviceError, match="no port /dev/ttyABSENT"):
        tools.check_port("/dev/ttyABSENT", list)


def test_a_missing_port_or_image_ends_with_a_message() -> None:
    for arguments in (
        ("--keep",),
        ("--keep", "--port", "/dev/ttyABSENT"),
        (),
        ("--port", "x"),
    ):
        done = invoke(*arguments)
        assert done.exit_code == 1
        assert "Traceback" not in done.output
        assert "--port" in done.output or "no port" in done.output or "--image" in done.output


def test_a_failing_tool_is_named_with_what_to_do() -> None:
    with pytest.raises(DeviceError, match="esptool ended with status 2"):
        tools.run(tools.module("esptool", "--no-such-option"), "Try again.")
    with pytest.raises(DeviceError, match="could not be started"):
        tools.run(["/nowhere/esptool"], "Try again.")


def test_the_sweep_removes_what_would_start_or_keep_another_firmware(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The script that runs on the board, run here under MicroPython in a folder like its flash."""
    for name in (
        "main.py",
        "config.json",
        "a.pack",
        "b.pack",
        "slot",
        "update.0123456789ab",
        "journal/1/1",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    script = prompt.sweep_step()[1]
    micropython = Path(sysconfig.get_path("scripts")) / "micropython"
    subprocess.run([str(micropython), "-c", script], cwd=tmp_path, check=True)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"config.json", "a.pack", "journal/1/1"}
