"""What a power-on reads from the pack stands there as it is: nothing has to be inflated before the score."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from boardside.app.seldom import READY
from host_tools.device import pack
from host_tools.simulator.process import interpreter
from tests.bench.instructions import PARTITION, PARTITION_BYTES, record
from tests.compiled import Compiled

MUTE = Path(__file__).parent.parent / "bench" / "counted" / "mute.py"

READS = """
import sys
sys.path[:0] = [""]
import mute
for name, module in mute.CHIPS.items():
    sys.modules[name] = module
import loader
plain = loader.Pack.open
def opened(pack, path, mode):
    print("reads", path.strip("/"))
    return plain(pack, path, mode)
loader.Pack.open = opened
loader.mount("a")
loader.running = loader.Slots("a")
from boardside.app.device import Device
made = Device()
print("shows")
made.complete()
print("is complete")
"""


@pytest.mark.parametrize("is_full", [False, True])
def test_a_power_on_inflates_nothing_before_the_score(
    tmp_path: Path, compiled: Compiled, is_full: bool
) -> None:
    modules = pack.modules_of(compiled[0])
    shutil.copy(compiled[0] / "loader.mpy", tmp_path)
    shutil.copy(MUTE, tmp_path)
    (tmp_path / "a.pack").write_bytes(whole := pack.make(modules, "1.0.0"))
    (tmp_path / "config.json").write_text(json.dumps({"table": 7, "strokes": True}))
    (tmp_path / PARTITION).write_bytes(b"\xff" * PARTITION_BYTES)
    if is_full:
        record(tmp_path / PARTITION, tmp_path, 200)
    done = subprocess.run(
        [*interpreter(), "-X", "heapsize=8M", "-c", READS],
        cwd=tmp_path,
        env={"MICROPYPATH": ".frozen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    before, shows, after = done.stdout.partition("shows")
    read = [line.removeprefix("reads ") for line in before.splitlines() if line.startswith("reads ")]
    assert shows
    assert "is complete" in after
    assert len(read) > 15
    assert ("boardside/game/snapshot.mpy" in read) == is_full
    seldom = {f"boardside/{name.replace('.', '/')}.mpy" for name in READY}
    if is_full:  # a table in a match reads its snapshot
        seldom.remove("boardside/game/snapshot.mpy")
    assert sorted(seldom & {line.removeprefix("reads ") for line in done.stdout.splitlines()}) == []
    inflated = [path for path in read if pack.stored_in(whole, path) != modules[path]]
    assert not inflated, "add them to AT_POWER_ON of host_tools/device/pack.py"


def test_what_is_read_at_power_on_is_there_and_as_it_is(compiled: Compiled) -> None:
    modules = pack.modules_of(compiled[0])
    whole = pack.make(modules, "1.0.0")
    for name in pack.FIRST + pack.AT_POWER_ON:
        assert pack.stored_in(whole, name + ".mpy") == modules[name + ".mpy"]
    sizes = {path: len(pack.stored_in(whole, path) or b"") for path in modules}
    assert sizes["boardside/table/ruling_words.mpy"] < 0.8 * len(modules["boardside/table/ruling_words.mpy"])
    assert all(sizes[path] <= len(data) for path, data in modules.items())
