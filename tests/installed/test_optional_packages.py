"""An installation without the extras: what needs one says so, with its install line."""

import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import cli
from host_tools.console import installation
from host_tools.console.installation import EXTRAS, MissingExtra
from host_tools.device import bundle, partitions, tools
from host_tools.device.tools import DeviceError
from host_tools.integrations.sol import reading
from host_tools.store.database import open_engine

ROOT = Path(__file__).resolve().parents[2]
#: Imported only once it is known that its library is there (cli.mqtt).
_LATE = "host_tools.integrations.mqtt."
_IMPORT_ALL = f"""
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys({sorted(EXTRAS)}))
import host_tools
for module in pkgutil.walk_packages(host_tools.__path__, "host_tools."):
    is_of_chips = ".chips" in module.name or ".__main__" in module.name
    if not is_of_chips and not (module.name + ".").startswith({_LATE!r}):
        importlib.import_module(module.name)
"""


@pytest.fixture
def _without_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in EXTRAS:
        monkeypatch.setitem(sys.modules, name, None)


def test_no_module_needs_an_extra_to_be_imported() -> None:
    subprocess.run([sys.executable, "-c", _IMPORT_ALL], check=True, cwd=ROOT)


@pytest.mark.usefixtures("_without_extras")
@pytest.mark.parametrize("name", EXTRAS)
def test_a_missing_extra_is_told_with_its_install_line(name: str) -> None:
    with pytest.raises(MissingExtra) as caught:
        installation.require(name)
    assert name in str(caught.value)
    assert f"install 'boardside[{EXTRAS[name]}]'" in str(caught.value)


@pytest.mark.usefixtures("_without_extras")
def test_what_needs_one_asks_for_it(tmp_path: Path) -> None:
    sol = tmp_path / "round.sol"
    sol.write_text("- a: 1\n")
    with pytest.raises(MissingExtra, match="sol"):
        reading.read(sol)
    with pytest.raises(MissingExtra, match="mqtt"):
        cli.mqtt("mqtt://broker")
    with pytest.raises(MissingExtra, match="postgres"):
        open_engine("postgresql://hall")
    for act in (
        lambda: tools.module("esptool", "flash-id"),
        lambda: tools.module("mpremote", "connect"),
        lambda: partitions.make_file_system({}, 1 << 20),
        lambda: bundle.make_release_key(tmp_path / "release.pem"),
    ):
        with pytest.raises(DeviceError, match=r"boardside\[device\]"):
            act()


@pytest.mark.usefixtures("_without_extras")
def test_a_command_ends_with_the_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["boardside", "status", "--db", "postgresql://hall"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert "boardside[postgres]" in capsys.readouterr().err
