"""What the tests of updates share: firmwares, sound and broken ones, and tables that run from their flash."""

import asyncio
import json
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from unittest import mock

from host_tools.device import build, bundle, pack, partitions
from host_tools.device.build import FIRMWARE, compile_command, compiler
from host_tools.simulator import flash_image
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable

FROM_FLASH = replace(Options().fast(), firmware=None, baud=1_000_000)
FILES_BYTES = 0x100000
TAIL_BYTES = 3000
"""So much of a pack is sent in the tests; the rest is there from an update that broke off."""


def compiled(text: str, name: str) -> bytes:
    """A module of this text."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "x.py"), Path(folder, "x.mpy")
        source.write_text(text)
        subprocess.run(compile_command(compiler(), source, target, name), check=True)
        return target.read_bytes()


class Firmware:
    """The firmware of the sources, `built`, and others made from it; on trial for half a second."""

    def __init__(self, folder: Path, built: Path) -> None:
        self.folder = folder / "built"
        shutil.copytree(built, self.folder)
        trial = build.program()["boardside/update/trial.py"]  # its names are those of the other modules
        assert trial.count(">= 20000") == 1
        self.modules = pack.modules_of(self.folder) | {
            "boardside/update/trial.mpy": compiled(trial.replace(">= 20000", ">= 500"), "trial.py")
        }

    def release(
        self, version: str, changes: Mapping[str, str | None] | None = None, is_old: bool = False
    ) -> bundle.Bundle:
        """The same firmware with another version; `changes`: modules with another text, or left out. An old
        one has all modules as they are, and nothing that could inflate them."""
        modules = dict(self.modules)
        changes = {"boardside/version.mpy": f"FIRMWARE = '{version}'\n"} | dict(changes or {})
        if is_old:
            changes |= {"boardside/__init__.mpy": "", "boardside/packed.mpy": None}
        for path, text in changes.items():
            if text is None:
                del modules[path]
            else:
                modules[path] = compiled(text, path)
        with mock.patch.object(pack, "compressed", bytes if is_old else pack.compressed):
            made = pack.make(modules, version)
        head = pack.head_of(made)
        return bundle.Bundle(version, 1, head.mpy, head.digest, made, "")

    def flash(self, files: Mapping[str, bytes], config: Mapping[str, object]) -> bytes:
        """The file system of a board with these packs and other files."""
        board = partitions.file_contents(self.folder, b"", json.dumps(config).encode())
        del board["a.pack"]
        return partitions.make_file_system(board | dict(files), FILES_BYTES)


def impatient_loader() -> bytes:
    """The loader with a guard of five seconds: what hangs at its start is given up sooner."""
    loader = (FIRMWARE / "loader.py").read_text()
    assert "GUARD_MS = 30_000" in loader
    return compiled(loader.replace("GUARD_MS = 30_000", "GUARD_MS = 5_000"), "loader.py")


def begun(release: bundle.Bundle) -> dict[str, bytes]:
    """The state that an update to this release leaves when it breaks off shortly before its end."""
    return {f"update.{release.digest[:12]}": release.pack[:-TAIL_BYTES]}


@asynccontextmanager
async def on_table(
    folder: Path, image: bytes | None, options: Options = FROM_FLASH, **config: object
) -> AsyncIterator[SimTable]:
    """Table 3, which has been switched on and is ready, on this flash (None: a new one)."""
    if image is not None:
        (folder / "table").mkdir()
        (folder / "table" / "flash.bin").write_bytes(image)
    async with SimTable(3, folder / "table", options=options, config=dict(config)) as table:
        await table.wait_for(lambda t: "tbL" in t.text)
        yield table


async def pointer(table: SimTable) -> str:
    """The content of the table's pointer. The table is switched off for that."""
    await table.power_off()
    return (await asyncio.to_thread(flash_image.read, table.image)).get("slot", b"").decode().strip()
