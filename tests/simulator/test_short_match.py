"""A match of the ICF stroke by stroke to its seal at the chip's pace, on digits and e-paper, by keys."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from host_tools.simulator import flash_image
from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable
from tests.displays.frames import png

RULES = {"name": "Short", "base": "icf", "games": 1, "points": 5}
CONFIG = {"strokes": 1, "struck": 1, "ruleset": "Short"}


@pytest.mark.slow
async def test_a_match_by_strokes_is_played_to_its_seal_at_the_chips_pace(tmp_path: Path) -> None:
    options = replace(Options(as_chip=True), displays=("max7219", "epd42"), panel="mcp23017")
    async with SimTable(7, tmp_path / "table7", options=options, config=CONFIG) as table:
        await table.wait_for(lambda t: t.text == "tbL    7")
        await table.power_off()
        flash_image.write(table.image, {"rulesets/short.json": json.dumps(RULES)})
        await table.power_on()
        await table.wait_for(lambda t: t.text == "tbL    7")

        async def press(*keys: str) -> None:
            for key in keys:
                await table.press(key)

        pages: list[bytes] = []

        async def page(name: str) -> None:
            """The e-paper's next page once it stands still, kept as a picture to look at.

            A page of before is no answer however long it stands: on a busy machine the next one is late.
            """
            await table.wait_for(lambda t: 1 in t.observed.pictures)
            shown, still = table.observed.pictures[1].pixels, 0
            while shown in pages or (name != "in play" and still < 5):  # in play the seconds change it
                await asyncio.sleep(1)
                before, shown = shown, table.observed.pictures[1].pixels
                still = still + 1 if shown == before else 0
            pages.append(shown)
            picture = table.observed.pictures[1]
            (tmp_path / f"{name}.png").write_bytes(png(picture.pixels, 400, picture.rows))

        await page("free")
        await press("OK", "OK", "CLOCK")
        await table.wait_for(lambda t: "toSS" in t.text or "to55" in t.text)
        await press("WHITE", "OK", "CLOCK")
        await table.wait_for(lambda t: t.text.startswith(" 0_"))
        await press("CLOCK", "WHITE", "QUEEN", "CLOCK")  # the break: one white and the Queen, covered
        await table.wait_for(lambda t: t.text.startswith(" 0_") and t.text[3:5].isdigit())
        await page("in play")
        await press("CLOCK", *["WHITE"] * 8, "CLOCK")
        await table.wait_for(lambda t: "P" in t.text)
        await page("proposal")
        await press("OK")
        await table.wait_for(lambda t: "ConF" in t.text)
        await page("over")
        await press("OK")
        await table.wait_for(lambda t: "End" in t.text)
        await page("sealed")
        await press("OK")
        await table.wait_for(lambda t: "tAr" in t.text)
        await page("next")
        assert table.observed.errors == []
        assert table.resets == 0
