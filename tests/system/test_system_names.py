"""A name that the e-paper's own font lacks: drawn on the host, sent before the match, seen at the table."""

import json
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pytest
from hall import hall
from system_hall import FAST, PATIENCE_S, assign, match

from boardside.faces.paper.sheet import DRAWN_CAP
from host_tools.glyphs import lines
from host_tools.simulator import flash_image
from host_tools.simulator.table import SimTable
from tests.waiting import until

NAME, LATIN = "आशा कुलकर्णी", "Kārtik"
ROW_BYTES, LEFT, TOP = 400 // 8, 8, 40 - DRAWN_CAP


def drawn(table: SimTable) -> tuple[int, bytes]:
    """Width and bits of the name as the host draws it for this table."""
    room = lines.room_of({"letters": [178, 33, DRAWN_CAP, 30, 2]})
    assert room is not None
    command = lines.command("F1", "a", [NAME], None, room)
    assert command is not None
    ((width, data),) = json.loads(command)["lines"]
    return width, b64decode(data)


def shows_name(table: SimTable) -> bool:
    """Whether the paper has that drawing, black on white, where a player's name is."""
    picture = table.observed.pictures.get(0)
    if picture is None:
        return False
    width, data = drawn(table)
    size = (width + 7) // 8
    for row in range(33):
        wanted = int.from_bytes(data[row * size : (row + 1) * size]) >> (size * 8 - width)
        line = int.from_bytes(picture.pixels[(TOP + row) * ROW_BYTES : (TOP + row + 1) * ROW_BYTES])
        seen = ~line >> (400 - LEFT - width) & ((1 << width) - 1)
        if seen != wanted:
            return False
    return True


@pytest.mark.slow
async def test_a_hindi_name_is_seen_on_the_paper_and_outlives_a_power_cut_without_a_host(
    tmp_path: Path,
) -> None:
    options = replace(FAST, displays=("epd42",))
    async with SimTable(1, tmp_path / "table1", options=options) as table:
        async with hall(tmp_path, serial=(table.serial_path,)) as here:
            event = match("F1", {"points": 10}, breaks="b") | {"a": [NAME], "b": [LATIN]}
            await assign(here.store, 1, event)
            await table.wait_for(shows_name, PATIENCE_S)
            await until(lambda: here.store.matches(table=1))
            (stored,) = here.store.matches(table=1)
            assert stored["names"]["a"] == [NAME]
        await until(lambda: b"F1" in flash_image.read(table.image).get("letters", b""), 0.5)
        await table.power_off()
        table.observed.pictures.clear()  # paper keeps its picture; here only what is drawn anew counts
        await table.power_on()
        await table.wait_for(shows_name, PATIENCE_S)
        assert table.observed.errors == []
