"""Where files are kept, which database a command uses, and how an unexpected error is reported."""

import asyncio
import socket
import stat
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from host_tools import cli, folders
from host_tools.console import installation
from host_tools.console.shared_options import chosen
from host_tools.demo.run import DemoError, Options, all_lit, check_ports, fresh_folder, verified
from host_tools.device import build
from host_tools.simulator.compiled import compiled
from host_tools.simulator.hall import Hall
from host_tools.store import Store
from tests.compiled import compiled_once
from tests.in_process import in_this_process


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """BOARDSIDE_HOME, beside the folder `here` in which one stands."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("BOARDSIDE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BOARDSIDE_DB", raising=False)
    return tmp_path / "home"


def status(*words: str):
    return CliRunner().invoke(cli.build("status"), ["status", *words])


# Folders


def test_one_variable_names_the_folder_of_everything(home: Path) -> None:
    assert (folders.data(), folders.state()) == (home, home)
    assert folders.database_url() == f"sqlite:///{home}/boardside.sqlite3"
    assert folders.simulated() == home / "tables"


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_without_it_they_are_those_of_the_platform(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOARDSIDE_HOME")
    monkeypatch.setattr(folders, "CHECKOUT", None)
    for name, folder in (("DATA", folders.data), ("STATE", folders.state), ("CACHE", folders.work)):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name))
        assert folder() == home / name / "boardside"


def test_what_is_compiled_stays_in_a_checkout_and_goes_to_the_cache_of_an_installation(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert folders.CHECKOUT is not None
    assert folders.work() == folders.CHECKOUT / "build"
    monkeypatch.setattr(folders, "CHECKOUT", None)
    assert folders.work() == home / "cache"


# The database


def test_a_database_is_made_in_its_own_folder_and_not_here(home: Path) -> None:
    done = CliRunner().invoke(
        cli.build("tournament"), ["tournament", "new", "open", "Open", "--ruleset", "icf"]
    )
    assert done.exit_code == 0, done.output
    assert (home / "boardside.sqlite3").is_file()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert list(Path().iterdir()) == []


def test_every_command_takes_its_database_from_the_same_option_and_variable(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables = {}

    def walk(command: typer.main.TyperCommand, name: str) -> None:
        for part, inner in getattr(command, "commands", {}).items():
            walk(inner, f"{name} {part}".strip())
        for option in command.params:
            if "--db" in option.opts:
                variables[name] = option.envvar

    walk(typer.main.get_command(cli.build(None)), "")
    assert set(variables.values()) == {"BOARDSIDE_DB"}
    assert variables[""] == "BOARDSIDE_DB"
    monkeypatch.setenv("BOARDSIDE_DB", f"sqlite:///{home}-elsewhere.sqlite3")
    assert "elsewhere" in status().output


def test_a_folder_that_cannot_be_made_is_one_clear_message(home: Path) -> None:
    home.touch()  # a file is in its place
    done = status()
    assert done.exit_code == 2
    assert "BOARDSIDE_HOME" in done.output
    assert "Traceback" not in done.output


def test_completing_a_line_makes_and_says_nothing(home: Path) -> None:
    context = typer.Context(typer.main.get_command(cli.build("status")), resilient_parsing=True)
    assert chosen(context, "") == ""
    assert not home.exists()


# The command line


def test_the_version_is_that_of_program_firmware_and_protocol() -> None:
    done = CliRunner().invoke(cli.build("--version"), ["--version"])
    assert done.exit_code == 0
    assert done.output.startswith("boardside ")
    assert "firmware " in done.output
    assert "protocol 1)" in done.output


@pytest.mark.parametrize(
    ("words", "line", "called"),
    [
        (["status", "--json"], None, "status"),
        ([], None, None),
        ([], "boardside", None),
        ([], "boardside st", None),
        ([], "boardside status ", "status"),
        ([], "boardside status --js", "status"),
    ],
)
def test_only_the_command_that_is_called_or_completed_is_loaded(
    words: list[str], line: str | None, called: str | None
) -> None:
    environment = (
        {} if line is None else {"_BOARDSIDE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
    )
    assert cli.called_command(words, environment) == called


def test_a_shell_completes_commands_and_options() -> None:
    def completed(line: str, at: int) -> str:
        environment = {"_BOARDSIDE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(at)}
        app = cli.build(cli.called_command([], environment))
        return CliRunner().invoke(app, [], env=environment, prog_name="boardside").output

    assert "standings" in completed("boardside stand", 1)
    assert "--release" in completed("boardside dev build --rel", 3)


def test_an_error_that_nobody_expected_is_one_line_and_its_details_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise ValueError("odd\nand long")

    monkeypatch.setattr("host_tools.verify.command.Store.open", failing)
    done = in_this_process(["verify", "--db", "postgresql://user:secret@host/x"], "", tmp_path)
    assert done.returncode == installation.UNEXPECTED_STATUS
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    assert "boardside verify has met an error that it does not know (ValueError: odd)." in line
    assert str(tmp_path / "errors.log") in line
    kept = (tmp_path / "errors.log").read_text()
    assert "Traceback" in kept
    assert "boardside verify: boardside " in kept
    assert "secret" not in kept
    assert stat.S_IMODE((tmp_path / "errors.log").stat().st_mode) == 0o600


def test_details_are_kept_elsewhere_where_the_folder_cannot_be_written(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.touch()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    message = installation.report_error(ValueError("odd"), None)
    assert f"The details are in {tmp_path}/boardside-" in message
    assert "Traceback" not in message


def test_the_file_of_errors_does_not_grow_for_ever(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "_ERRORS_BYTES_MOST", 2000)
    for number in range(50):
        installation.report_error(ValueError(f"number {number}"), "status")
    text = (home / "errors.log").read_text()
    assert "number 49" in text
    assert len(text) < 3000


# The compiled firmware of an installation


def test_what_is_compiled_already_is_not_compiled_again(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder, made = compiled_once(tmp_path_factory)

    def no_compiler() -> Path:
        raise AssertionError("an installation has no compiler")

    monkeypatch.setattr(build, "compiler", no_compiler)
    parts = build.build(folder, folder)
    assert sorted((part.path, part.built_bytes) for part in parts) == sorted(
        (part.path, part.built_bytes) for part in made
    )
    assert compiled(folder, tmp_path / "cache") == folder.resolve()
    assert not (tmp_path / "cache").exists()


# Demonstrations


def test_a_demonstration_has_its_folder_for_itself(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    with fresh_folder(folder):
        (folder / "boardside.sqlite3").touch()
        (folder / "tables").mkdir()
        with pytest.raises(DemoError, match="Another demonstration runs"), fresh_folder(folder):
            pass
        assert (folder / "boardside.sqlite3").exists()
    with fresh_folder(folder):
        assert [path.name for path in folder.iterdir()] == [".boardside-demo"]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(DemoError, match="holds other files"), fresh_folder(tmp_path):
        pass
    assert (tmp_path / "thesis.txt").exists()


def test_a_hall_whose_tables_stay_dark_is_reported_and_not_played(tmp_path: Path) -> None:
    async def light() -> None:
        hall = Hall(2, folder=tmp_path, panels_port=None)  # nobody switches it on
        await all_lit(hall, 0.01)

    with pytest.raises(DemoError, match=r"table 1, 2\. The firmware"):
        asyncio.run(light())


def test_a_demonstration_that_collected_nothing_says_so(store: Store) -> None:
    with pytest.raises(DemoError, match="Nothing was collected"):
        verified(store)


def test_a_port_that_is_taken_is_found_before_anything_begins(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        for option in ("web", "tcp", "panels"):
            ports = {"web": 0, "tcp": 0, "panels": 0} | {option: port}
            with pytest.raises(DemoError, match=f"Port {port} .* with --{option}"):
                check_ports(Options(1.0, True, 1, folder=tmp_path, **ports))
        check_ports(Options(1.0, True, 1, 0, 0, 0, tmp_path))
