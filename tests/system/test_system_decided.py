"""A match that the desk decides while it stands at a real table: link lost meanwhile, power cut, its end."""

from pathlib import Path

import pytest
from desk_hall import event_with
from hall import hall
from system_hall import A_WINS, PATIENCE_S, numbers_are_whole, only_match, press, table

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult
from host_tools.tournament.desk.desk import Desk
from tests.waiting import until

HERE = "127.0.0.1"


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
