"""A table with a valid key sends everything it can, also in halls with all other failures: its events are
found only in its own journals (`tests.chaos.stolen` checks).

The seed is the run; `tests/chaos` plays such a table in each of its halls.
"""

import asyncio
import logging
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from host_tools.backup import backups
from host_tools.backup.reasons import CareError
from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import StagePlan
from host_tools.verify.command import verify_database
from tests.chaos.day import hall
from tests.chaos.hall import Hall, Plan
from tests.chaos.lines import FAIR
from tests.security.lies import FRAMES, INTRODUCTIONS, OWN

SMALL = Plan(tables=2, minutes=0.05, pace_s=1.0, look_ms=100, poll_s=0.6, lies=6, lie_s=0.2)
#: Four of them are 100,000 tries, in two minutes of a processor.
LARGE = Plan(tables=5, minutes=0.6, pace_s=1.0, every_s=3.0, poll_s=0.6, lies=40, lie_s=0.1)

#: A table that has something is asked for it again after a second, then after two.
ACKED_S = 2
#: So many lines a collector writes about one insider in twenty seconds, of thousands of tries.
LOGGED_MOST = 40


@pytest.mark.parametrize(
    ("seed", "plan", "least"),
    [(1, SMALL, 500), *(pytest.param(seed, LARGE, 25_000, marks=pytest.mark.slow) for seed in range(2, 6))],
    ids=lambda value: str(value) if isinstance(value, int) else "hall",
)
def test_an_insider_leaves_no_trace_outside_its_own_journals(seed: int, plan: Plan, least: int) -> None:
    with hall(seed, plan) as here:
        insider = here.stolen.insider
        try:
            here.loop.run_until_complete(here.run())
            require_verified(here)
            require_restorable(here)
        except AssertionError as error:
            pytest.fail(f"seed {seed}, attempt {insider.count}: {error}")
        print(f"seed {seed}: {insider.count} attempts")
        untried = {each.__name__ for each in (*INTRODUCTIONS, *FRAMES)} - insider.attempts.keys()
        assert not untried
        assert insider.acked > 20, "its own journals are taken"
        assert insider.count >= least


@pytest.mark.slow
def test_the_others_are_acknowledged_meanwhile_and_the_log_stays_short(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In fair weather what a table has is acknowledged within ACKED_S, whatever the insider says."""

    async def play(here: Hall) -> None:
        here.stolen.busy = asyncio.ensure_future(here.stolen.talk())
        for umpire in here.umpires:
            umpire.busy = asyncio.ensure_future(umpire.play(0.5))
        await asyncio.sleep(12)
        for _ in range(5):
            newest = {device.number: device.journal.last_seq for device in here.devices}
            await asyncio.sleep(ACKED_S)
            for device in here.devices:
                assert device.links.acked() >= newest[device.number], f"table {device.number} waits"
        here.stolen.require_untouched()

    with hall(3, replace(SMALL, weather=FAIR, tables=3, lies=40, lie_s=0.2)) as here:
        logging.disable(logging.NOTSET)
        here.loop.run_until_complete(play(here))
        assert here.stolen.insider.count > 2000
        assert min(device.journal.last_seq for device in here.devices) > 5
    lines = Counter(record.msg for record in caplog.records if record.levelno >= logging.WARNING)
    assert sum(lines.values()) < LOGGED_MOST, lines.most_common(3)


@pytest.mark.slow
def test_an_insider_decides_no_match_of_the_tournament() -> None:
    """Neither one that was called to another table nor one that was not called, whatever it quotes."""
    with hall(7, SMALL) as here:
        desk = Desk(here.hosts[0].store, here.loop.wall_ms)
        owner = desk.do(NewTournament(key="open", name="Open"), None)
        event = desk.do(AddEvent(key="ms", name="Singles", stages=(StagePlan("knockout"),)), owner).event
        desk.add_entries(event, [NewEntry((Person(name),)) for name in ("Asha", "Bela", "Dev", "Esha")])
        here.loop.pass_ms(8000)  # the tables are heard
        ready = desk.do(Draw(), event).fixtures
        desk.do(Call(table=1), ready[0])
        called = {ready[0].id: 1}
        here.stolen.matches = [fixture.id for fixture in desk.fixtures()]
        here.loop.run_until_complete(here.run())
        insider = here.stolen.insider
        desk = Desk(here.hosts[0].store, here.loop.wall_ms)
        desk.settle()
        for fixture in desk.fixtures():
            assert fixture.table == called.get(fixture.id), f"attempt {insider.count}: {fixture}"
            assert fixture.state in (
                ("called", "playing", "done") if fixture.id in called else ("ready", "waiting")
            )
        tried = {report.match for report in desk.reports()}
        assert tried == set(here.stolen.matches), "each was put before the organiser"
        assert {report.table for report in desk.reports()} == {here.stolen.number}


def require_restorable(here: Hall) -> None:
    """Whatever it made the collector store, a backup brings it back."""
    folder = Path(here.trouble.path).parent
    backup = folder / "backup.sqlite3"
    backups.back_up(here.hosts[0].store, backup, datetime(2026, 11, 29, tzinfo=UTC))
    try:
        backups.restore(backup, f"sqlite:///{folder / 'restored.sqlite3'}", "backup")
    except CareError as refused:
        raise AssertionError(str(refused)) from refused


def require_verified(here: Hall) -> None:
    """Checks that the events of the honest tables are whole, whatever the insider has said."""
    store = Store.open(f"sqlite:///{here.trouble.path}")
    report = verify_database(store)
    store.close()
    for match in report.matches:
        if not match.journal.startswith((OWN, "~")):
            assert match.is_whole, f"table {match.table}: {match.line()}"
            assert match.seal != "foreign"
    for finding in report.findings:
        is_own = finding.journal.startswith((OWN, "~"))
        assert is_own or not finding.is_broken, finding.line()
