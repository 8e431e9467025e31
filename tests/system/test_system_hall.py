"""Tables, lines, collector and database: what was pressed is what is stored, whatever fails meanwhile."""

import asyncio
import io
import json
import signal
import sysconfig
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from desk_hall import event_with
from hall import hall
from rich.console import Console
from system_hall import (
    A_WINS,
    A_WINS_WITH_BLACK,
    FAST,
    NEW_MATCH,
    PATIENCE_S,
    SHORT,
    answered,
    assign,
    has_points,
    is_sealed,
    match,
    numbers_are_whole,
    only_match,
    press,
    shows,
    table,
    texts,
)

from boardside.faces.paper.sheet import DRAWN_CAP
from host_tools.demo.commands import RehearsalOptions, run
from host_tools.demo.rehearsal_plans import PLANS
from host_tools.glyphs import lines
from host_tools.laws import refusals
from host_tools.simulator import flash_image
from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult
from host_tools.tournament.desk.desk import Desk
from tests.ports import free_ports
from tests.waiting import until

BOARDSIDE = str(Path(sysconfig.get_path("scripts")) / "boardside")
HERE = "127.0.0.1"

# A best of three to 10 points, a breaks: 5:0, 5:7, 10:7; sides change; b breaks, a takes all ten at once.
TWO_GAMES = f"""{A_WINS} CLOCK OK BLACK BLACK BLACK BLACK QUEEN OK OK {A_WINS} CLOCK
    CLOCK OK WHITE WHITE WHITE WHITE WHITE WHITE WHITE QUEEN OK OK OK"""
# One game to 10 points, b breaks: 0:7 (the Queen left on the board), 1:7 (the loser had her), 1:14 (two
# points on demand), which counts as 1:10.
ONE_GAME = """CLOCK OK BLACK BLACK BLACK BLACK QUEEN QUEEN QUEEN OK OK
    CLOCK OK BLACK QUEEN QUEEN OK OK
    CLOCK OK BLACK BLACK QUEEN STRIKER STRIKER OK OK OK"""


async def test_matches_by_cable_and_wi_fi_arrive_as_pressed_and_pull_reads_the_same_bytes(
    tmp_path: Path,
) -> None:
    async with table(1, tmp_path) as cabled:
        async with (
            hall(tmp_path, serial=(cabled.serial_path,)) as here,
            table(2, tmp_path, (HERE, here.port)) as on_air,
        ):
            await asyncio.gather(
                assign(here.store, 1, match("F1", {"points": 10})),
                assign(here.store, 2, match("F2", SHORT, breaks="b")),
            )
            await asyncio.gather(press(cabled, TWO_GAMES), press(on_air, ONE_GAME))
            await until(lambda: is_sealed(here.store, 1) and is_sealed(here.store, 2))
            await asyncio.gather(*(panel.wait_for(lambda t: "End" in t.text) for panel in (cabled, on_air)))
            first, second = only_match(here.store, 1), only_match(here.store, 2)
            assert first is not None
            assert second is not None
            assert first["official"]["games"] == [[10, 7], [10, 0]]
            assert (first["official"]["games_won"], first["winner"]) == ([2, 0], "a")
            assert second["official"]["games"] == [[1, 10]]
            assert (second["official"]["games_won"], second["winner"]) == ([0, 1], "b")
            assert numbers_are_whole(here.store)
            collected = texts(here.store, 1)
        pulled = await done("pull", "--events", "--port", cabled.serial_path)
        assert pulled.splitlines() == collected


@pytest.mark.slow
async def test_a_plug_pulled_in_mid_board_loses_nothing_and_undo_crosses_it(tmp_path: Path) -> None:
    async with table(1, tmp_path) as panel:
        await press(panel, f"{NEW_MATCH} {A_WINS} CLOCK")  # board 2 is in play, no collector anywhere
        await panel.wait_for(lambda t: "14" in t.text)  # a second has gone
        await press(panel, "PAUSE")
        await panel.wait_for(lambda t: "14" in t.text)  # it blinks now
        stood = panel.segments
        await panel.power_off()
        await panel.power_on()
        await panel.wait_for(lambda t: t.segments == stood, PATIENCE_S)
        async with hall(tmp_path, serial=(panel.serial_path,)) as here:
            view = await here.view(1, lambda view: view["agrees"] and view["clock"])
            assert view["clock"]["state"] == "paused"
            assert 13_000 < view["clock"]["left"] <= 14_000
            await until(lambda: has_points(here.store, [5, 0]))
            stands = only_match(here.store)
            assert stands is not None
            assert stands["phase"] == "board"
            kinds = [event["kind"] for event in here.store.events(limit=1000)]
            assert kinds == ["boot", "match", "play", "board", "play", "pause", "boot"]
            await press(panel, "UNDO UNDO")  # the second Play, then the board before the power cut
            await shows(panel, 0, 0)
            await until(lambda: has_points(here.store, [0, 0]))
            assert numbers_are_whole(here.store)


@pytest.mark.slow
async def test_wi_fi_that_was_away_catches_up(tmp_path: Path) -> None:
    async with hall(tmp_path) as here, table(2, tmp_path, (HERE, here.port)) as panel:
        await press(panel, f"{NEW_MATCH} {A_WINS}")
        await until(lambda: has_points(here.store, [5, 0]))
        await panel.wifi(False)
        await press(panel, A_WINS_WITH_BLACK)
        await shows(panel, 10, 0)
        assert has_points(here.store, [5, 0])  # nothing came through the air that is not there
        await panel.wifi(True)
        await until(lambda: has_points(here.store, [10, 0]))
        assert numbers_are_whole(here.store)


@pytest.mark.slow
async def test_a_collector_killed_in_mid_match_goes_on_where_it_stood(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    async with table(1, tmp_path) as cabled:
        options = ["--db", url, "--web", "0", "--serial", cabled.serial_path]
        async with collecting("--tcp", "0", *options) as (first, port):
            store = Store.open(url, create=False)
            async with table(2, tmp_path, (HERE, port)) as on_air:

                async def both_press(keys: str) -> None:
                    await asyncio.gather(press(cabled, keys), press(on_air, keys))

                def both_have(points: list[int]) -> bool:
                    return all(has_points(store, points, number) for number in (1, 2))

                long = {"games": 1}  # to 25 points
                await asyncio.gather(assign(store, 1, match("F1", long)), assign(store, 2, match("F2", long)))
                await both_press(A_WINS)
                await until(lambda: both_have([5, 0]))
                await both_press(A_WINS_WITH_BLACK)
                first.kill()  # the second board is on its way, here or there, or has just been stored
                assert await first.wait() == -signal.SIGKILL
                await both_press("CLOCK")  # nobody hears of this "Play" now
                async with collecting("--tcp", str(port), *options):
                    await both_press(A_WINS.removeprefix("CLOCK "))
                    await until(lambda: both_have([15, 0]))
            assert numbers_are_whole(store)
            store.close()


@pytest.mark.slow
async def test_a_match_is_assigned_refused_in_play_and_taken_after_the_seal(tmp_path: Path) -> None:
    async with hall(tmp_path) as here, table(2, tmp_path, (HERE, here.port)) as panel:
        await panel.wait_for(lambda t: t.text.startswith("tbL"))
        await assign(here.store, 2, match("F1", SHORT))
        await panel.wait_for(lambda t: t.text.startswith("CALL1"))
        await press(panel, f"{A_WINS} CLOCK")
        await shows(panel, 5, 0)
        answer = await answered(here.store, here.store.queue_command(2, match("F2", SHORT)))
        assert (answer["state"], answer["code"]) == ("refused", "not_now")
        assert refusals.of_row(answer) == "match F1 is in play; the umpire ends it at the table"
        await shows(panel, 5, 0)
        await press(panel, A_WINS_WITH_BLACK.removeprefix("CLOCK "))
        await panel.wait_for(lambda t: "ConF" in t.text)
        answer = await answered(here.store, here.store.queue_command(2, match("F2", SHORT)))
        assert refusals.of_row(answer) == "the umpire has not confirmed the result of match F1"
        await press(panel, "OK")
        await until(lambda: is_sealed(here.store))
        await assign(here.store, 2, match("F2", SHORT))
        await panel.wait_for(lambda t: t.text.startswith("CALL1"))
        await until(lambda: len(here.store.matches()) == 2)
        first, second = here.store.matches()
        assert (first["match"], first["confirmed"]) == ("F1", True)
        assert (second["match"], second["confirmed"]) == ("F2", False)


@pytest.mark.slow
async def test_undo_over_the_end_of_a_match_is_followed_to_the_new_result(tmp_path: Path) -> None:
    async with hall(tmp_path) as here, table(2, tmp_path, (HERE, here.port)) as panel:

        def stands() -> tuple[bool, str | None, str] | None:
            match = only_match(here.store)
            if match is None or match["agrees"] is not True:
                return None
            return match["confirmed"], match["winner"], match["phase"]

        await assign(here.store, 2, match("F1", SHORT))
        await press(panel, f"{A_WINS} {A_WINS_WITH_BLACK} OK")
        await until(lambda: stands() == (True, "a", "confirmed"))
        await press(panel, "UNDO")  # the seal
        await until(lambda: stands() == (False, "a", "over"))
        await press(panel, "UNDO")  # the board that decided it
        await until(lambda: stands() == (False, None, "board"))
        assert has_points(here.store, [5, 0])
        await press(panel, "OK BLACK BLACK BLACK BLACK BLACK BLACK BLACK QUEEN OK OK")  # it was b's
        await until(lambda: stands() == (False, "b", "over"))
        await press(panel, "OK")
        await until(lambda: stands() == (True, "b", "confirmed"))
        final = only_match(here.store)
        assert final is not None
        assert final["official"]["games"] == [[5, 10]]
        assert numbers_are_whole(here.store)


@asynccontextmanager
async def collecting(*options: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """`boardside collect` as a process of its own, and the port where tables on Wi-Fi call."""
    process = await asyncio.create_subprocess_exec(
        BOARDSIDE, "collect", *options, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            while b"tables on Wi-Fi call" not in (line := await process.stdout.readline()):
                assert line, "the collector ended"
        yield process, int(line.rpartition(b":")[2])
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def done(*command: str) -> str:
    """Run a `boardside` command beside the tables; its standard output, and it must succeed."""
    process = await asyncio.create_subprocess_exec(
        BOARDSIDE, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()


# A match that the desk decides while it stands at a real table: link lost meanwhile, power cut, its end.


@pytest.mark.slow
async def test_d296_decided_while_the_link_was_down_asked_over_a_power_cut_and_ended_by_the_umpire(
    tmp_path: Path,
) -> None:
    async with hall(tmp_path) as here, table(2, tmp_path, (HERE, here.port)) as panel:
        desk = Desk(here.store)
        drawn = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
        await here.view(2, lambda view: view["link"]["state"] == "up")
        await until(here.store.tables)
        desk.do(Call(table=2), drawn)
        await panel.wait_for(lambda t: "to55" in t.text, PATIENCE_S)
        await press(panel, f"WHITE OK {A_WINS} CLOCK")
        await until(lambda: desk.settle() is not None and desk.fixture(drawn.id).state == "playing")
        await panel.wifi(False)
        desk.do(EnterResult(games=["3-10"], reason="the umpire came to the desk"), drawn)
        assert len(here.store.open_commands()) == 1
        assert "dECid" not in panel.text
        await panel.wifi(True)
        await panel.wait_for(lambda t: "dECidEd" in t.text, PATIENCE_S)
        await panel.power_off()
        await panel.power_on()
        await panel.wait_for(lambda t: "dECidEd" in t.text, PATIENCE_S)
        await press(panel, "OK")
        await panel.wait_for(lambda t: "end  ye5" in t.text.lower(), PATIENCE_S)
        await press(panel, "OK OK")
        await panel.wait_for(lambda t: "End" in t.text, PATIENCE_S)
        await until(lambda: (match := only_match(here.store)) and match["confirmed"] and match["agrees"])
        desk.settle()
        fixture = desk.fixture(drawn.id)
        assert (fixture.by_hand, fixture.note_code) == ("entered", None)
        assert fixture.result is not None
        assert fixture.result.games == ((3, 10),)
        played = only_match(here.store)
        assert played is not None
        assert (played["official"]["games"], played["winner"]) == ([[5, 0]], "b")
        assert numbers_are_whole(here.store)
        assert panel.observed.errors == []


# A name that the e-paper's own font lacks: drawn on the host, sent before the match, seen at the table.

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
        pixels = int.from_bytes(data[row * size : (row + 1) * size]) >> (size * 8 - width)
        line = int.from_bytes(picture.pixels[(TOP + row) * ROW_BYTES : (TOP + row + 1) * ROW_BYTES])
        seen = ~line >> (400 - LEFT - width) & ((1 << width) - 1)
        if seen != pixels:
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


# A whole tournament of each rulebook, with the real firmware and the real collector: the acceptance test.

SMALL = {"icf": 4, "vkk": 6, "spandan": 6, "vaishali": 4, "wcc": 4}
REHEARSAL_S = 300


def test_every_rulebook_has_a_plan() -> None:
    assert set(PLANS) == set(SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", sorted(SMALL))
def test_a_tournament_is_played_through(ruleset: str, tmp_path: Path) -> None:
    output = io.StringIO()
    web, tcp = free_ports(2)
    options = RehearsalOptions(
        ruleset, 3, SMALL[ruleset], "ACCEPTED", 100.0, web, tcp, tmp_path / "run", fast=True
    )
    status = asyncio.run(asyncio.wait_for(run(options, Console(file=output, width=160)), REHEARSAL_S))
    assert status == 0, output.getvalue()
    assert "results are as they were played" in output.getvalue()
    assert "the record is whole" in output.getvalue()
    assert "walk-over at the desk" in output.getvalue()
