"""Twenty tables and two collectors on one database, with every kind of failure. `day` runs it."""

import asyncio
import hashlib
import json
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from boardside.game import dicts
from boardside.game import match as game
from boardside.link import serial_port, tcp
from host_tools.backup import backups
from host_tools.collector import hall_clock, journals, outbox, trust
from host_tools.store.reasons import FileLost, StoreUnavailable
from tests.chaos.device import Device
from tests.chaos.host import Host, Trouble
from tests.chaos.ledger import Ledger, require
from tests.chaos.lines import FAIR, Weather
from tests.chaos.organiser import Organiser
from tests.chaos.stolen import Stolen
from tests.chaos.umpire import Umpire
from tests.chaos.virtual import VirtualLoop
from tests.chaos.wires import Cable, Call

CONVERGE_S = 30
"""Within so long after the last fault everything has arrived."""
LOOK_MS = 40
POLLS = (outbox, trust, hall_clock, journals)
"""What of a collector looks into the database now and then."""
BAD = Weather(lose=0.02, repeat=0.02, swap=0.02, damage=0.02, stall=0.005, replay=0.02)


@dataclass(frozen=True)
class Plan:
    """How much of everything. `minutes` of play, then CONVERGE_S of calm. `pace_s`: seconds between two
    things an umpire does. `every_s`: one fault of the hall in so many seconds on the average. `look_ms`: how
    often the shells look at their lines, `tick_s` how often a table ticks, `poll_s` how often a collector
    looks into the database (0: as it does): a long day is played at a coarser grain. When the faults are over
    all look as often as in a short hall. `file_s`: the database's file goes away once in so many seconds (0:
    never). `lies`: one more table is stolen, and tries so many things every `lie_s`.
    """

    tables: int = 20
    minutes: float = 3.0
    pace_s: float = 4.0
    every_s: float = 2.0
    weather: Weather = BAD
    look_ms: int = LOOK_MS
    tick_s: float = 0.1
    poll_s: float = 0.0
    file_s: float = 0.0
    lies: int = 1
    lie_s: float = 0.3


class Hall:
    """Everything in the hall. `log` tells what happened when, to find the reason of a failure."""

    def __init__(self, seed: int, plan: Plan, folder: Path, loop: VirtualLoop) -> None:
        self.seed, self.plan, self.loop = seed, plan, loop
        self.dice = random.Random(f"{seed}/hall")
        self.weather = replace(plan.weather)
        self.log: list[str] = []
        self.calls = 0
        self.losses = 0  # of the database's file
        self._is_peace = False
        path = str(folder / "hall.sqlite3")
        self.trouble = Trouble(path, random.Random(f"{seed}/disk"))
        # A third of the keys is in the collectors' `--keys` file, the others are in the database.
        keys = {
            number: b"the key of table %6d" % number for number in range(1, plan.tables + 1) if number % 4
        }
        file = {number: key for number, key in keys.items() if number % 3 == 1}
        self.hosts = [Host(name, loop, str(seed), self.trouble, file) for name in ("A", "B")]
        self.hosts[0].start()
        for number in sorted(keys.keys() - file.keys()):
            self.hosts[0].store.keys.add(number, keys[number].hex())
        self.ledger = Ledger(path)
        self.stolen = Stolen(self)
        self.ledger.stranger, self.ledger.is_strangers = self.stolen.number, self.stolen.owns
        self.hosts[0].store.keys.add(self.stolen.number, self.stolen.key.hex())
        self.devices: list[Device] = []
        self.calling: dict[int, Call] = {}
        for number in range(1, plan.tables + 1):
            call = self._call if number % 3 else None
            key = keys.get(number, b"")
            device = Device(number, loop, str(seed), self.ledger, key, call)
            device.tick_s = plan.tick_s
            self.devices.append(device)
        self.umpires = [
            Umpire(device, random.Random(f"{seed}/umpire/{device.number}")) for device in self.devices
        ]
        self.organiser = Organiser(self, sorted(keys.keys() - file.keys()))
        self._plug_in(self.hosts[0])

    # Lines

    async def _call(self, device: Device) -> tuple[asyncio.StreamReader, Call]:
        running = [host for host in self.hosts if host.is_on]
        if device.is_away or not running:
            raise OSError("no answer")
        await asyncio.sleep(0.005)
        running = [host for host in self.hosts if host.is_on]
        if not running:
            raise OSError("refused")
        self.calls += 1
        call = self.calling[device.number] = Call(self, device, device.dice.choice(running))
        return call.reader, call

    def _plug_in(self, host: Host) -> None:
        """Tables without Wi-Fi, and some with it, have a cable to collector A."""
        if host is self.hosts[0] and host.is_on:
            for device in self.devices:
                if not device.number % 3 or not device.number % 5:
                    if self.dice.random() < 0.3 and device.is_on:
                        device.power_cut()  # opening the port resets the board
                    Cable(self, device, host)

    def look(self, device: Device) -> None:
        """Checks what must hold at every moment, after something has reached the host."""
        for host in self.hosts:
            host.require_well()

    # Faults

    def fault(self) -> None:
        """Makes one fault of the hall happen."""
        dice = self.dice
        fault = dice.choice(_FAULTS)
        device, host = dice.choice(self.devices), dice.choice(self.hosts)
        self.log.append(f"{self.loop.ms} {fault} table {device.number} host {host.name}")
        if fault == "plug":
            if device.is_on:
                device.power_cut()
        elif fault == "cut in a write":
            device.power.cut_in = device.power.cut_in or dice.randrange(1, 12)
        elif fault == "radio":
            call = self.calling.get(device.number)
            if call is not None:
                call.to_host.cut = call.to_table.cut = True
        elif fault == "away":
            device.is_away = not device.is_away
            call = self.calling.get(device.number)
            if device.is_away and call is not None:
                call.to_host.cut = call.to_table.cut = True
        elif fault == "crash" and not self._is_file_lost():  # what it has open may be the only copy
            host.crash()
            self.loop.call_later(dice.choice((0.1, 3, 15)), self.start, host)
        elif fault == "second":
            self.start(host)
        elif fault == "locked":
            self.trouble.lock()
            self.loop.call_later(dice.choice((0.05, 2, 8)), self.trouble.release)
        elif fault == "full":
            self.trouble.is_full = not self.trouble.is_full
        elif fault == "doubtful":
            self.trouble.doubtful = dice.choice((0.0, 0.2))

    def start(self, host: Host) -> None:
        """Start a collector, again and again until the database lets it."""
        if host.is_on:
            return
        if not self._is_file_lost() and host.start():
            self._plug_in(host)
        else:
            self.loop.call_later(1, self.start, host)

    def _is_file_lost(self) -> bool:
        return any(host.has_lost_file for host in self.hosts)

    async def _lose_files(self) -> None:
        """The database's file is deleted or moved, or its log, and put back from what a collector saved; and
        collectors begin anew that must.
        """
        dice, path = random.Random(f"{self.seed}/file"), Path(self.trouble.path)
        due_at = self.loop.ms + round(1000 * dice.expovariate(1 / self.plan.file_s))
        while True:
            await asyncio.sleep(0.5)
            for host in self.hosts:
                if host.wants_anew:
                    self.log.append(f"{self.loop.ms} host {host.name} begins anew")
                    host.crash()
                    self.start(host)
            if self._is_file_lost():
                self._put_back(path)
                continue
            if self._is_peace or self.loop.ms < due_at:
                continue
            if not any(host.is_on for host in self.hosts):
                continue  # nobody has it open: it would be gone for good
            loss = dice.choice(("deleted", "moved", "log deleted"))
            self.log.append(f"{self.loop.ms} database {loss}")
            if loss == "deleted":
                path.unlink()
            elif loss == "moved":
                path.rename(f"{path}.moved")
            else:
                Path(f"{path}-wal").unlink()
            self.losses += 1
            due_at = self.loop.ms + round(1000 * dice.expovariate(1 / self.plan.file_s))

    def _put_back(self, path: Path) -> None:
        """Ends all collectors, as one that says what to do is ended, and does what it says."""
        host = next(host for host in self.hosts if host.has_lost_file)
        try:
            host.store.recovery.look(is_last=True)
        except FileLost as lost:
            running = [host for host in self.hosts if host.is_on]
            for host in running:
                host.crash()
            self.trouble.release()
            self.ledger.close()
            try:
                backups.restore(Path(str(lost.facts["saved"])), f"sqlite:///{path}", "backup", force=True)
            finally:
                self.ledger.follow()
            for host in running:
                self.start(host)
        except StoreUnavailable as full:
            self.log.append(f"{self.loop.ms} {full}")

    # Time

    async def run(self) -> None:
        """Plays the day, waits for the calm, and compares the two books."""
        dice = self.dice
        ends = self.loop.ms + round(self.plan.minutes * 60_000)
        for umpire in self.umpires:
            umpire.busy = asyncio.ensure_future(umpire.play(self.plan.pace_s))
        losing = asyncio.ensure_future(self._lose_files()) if self.plan.file_s else None
        self.stolen.busy = asyncio.ensure_future(self.stolen.talk())
        while self.loop.ms < ends:
            await asyncio.sleep(dice.expovariate(1 / self.plan.every_s))
            self.fault()
            self.organiser.act()
            self._require_no_faults()
            self.organiser.require_trust()
            self.stolen.require_untouched()
        for umpire in self.umpires:
            umpire.busy.cancel()
        self._is_peace = True
        if losing is not None:
            await self._find_file(losing)
        await self._peace()
        self.stolen.busy.cancel()
        if losing is not None:
            losing.cancel()

    async def _find_file(self, losing: asyncio.Future[None]) -> None:
        """Waits until the database's file is back: 20 s at most."""
        for _ in range(20):
            await asyncio.sleep(1)
            if losing.done():
                losing.result()
            if not self._is_file_lost() and self.ledger.follow():
                return
        require(False, "the database's file did not come back")

    async def _peace(self) -> None:
        for name, value in vars(FAIR).items():
            setattr(self.weather, name, value)
        self.trouble.end()
        for host in self.hosts:
            self.start(host)
        self.organiser.settle()
        for module, name, often in _OFTEN:
            setattr(module, name, often)
        for device in self.devices:
            device.tick_s = Plan.tick_s
            device.is_away = False
            device.power.cut_in = 0
            if not device.is_on:
                device.power_on()
        for number in range(CONVERGE_S):
            await asyncio.sleep(1)
            if number == CONVERGE_S - 10:
                for umpire in self.umpires:
                    umpire.leave()
        self._require_no_faults()
        self.require_converged()

    def _require_no_faults(self) -> None:
        for device in self.devices:
            device.require_well()
        if self.stolen.busy.done():
            self.stolen.busy.result()
        for fault in self.loop.faults:
            raise fault.get("exception") or RuntimeError(fault["message"])
        for host in self.hosts:
            if host.collector is not None:
                running = {task.get_name() for task in host.collector._tasks}
                missing = _WORK - running
                require(not missing, f"{missing} of {host.name} has ended")

    def require_converged(self) -> None:
        """Checks that table, host and database agree thirty seconds after the last fault."""
        self.ledger.require_all()
        self.ledger.require_commands()
        self.organiser.require_one_clock()
        self.stolen.require_untouched()
        left = self.ledger.open_commands()
        busy = any(device.table.panel.is_busy for device in self.devices)
        require(busy or not left, f"{left} commands were never answered")
        for device in self.devices:
            self._require_agreement(device)

    def _require_agreement(self, device: Device) -> None:
        number, journal = device.number, device.journal
        require(device.links.acked() == journal.last_seq, f"table {number}: not all is acknowledged")
        followers = 0
        at_both = len(device.links.hosts()) > 1
        for host in self.hosts:
            collector = host.collector
            table = collector.tables.get(number) if collector is not None else None
            if table is None or table.speaker is None or table.journal is None:
                continue
            followers += 1
            require(table.link_state(self.loop.ms) == "up", f"table {number}: not up at {host.name}")
            require(table.journal.id == journal.id, f"table {number}: another journal at {host.name}")
            # That it is at two collectors is no news here; it may be said as soon as it has lasted. Nor is it
            # that somebody without its key says that he is this table.
            known = (None, table.refused, table.conflict if at_both else None)
            require(table.problem() in known, f"table {number} at {host.name}: {table.problem()}")
            own, theirs = dicts.to_dict(device.table.record.state), dicts.to_dict(table.journal.fold.state)
            require(_plain(own) == _plain(theirs), f"table {number}: {host.name} makes another match of it")
        require(followers > 0, f"table {number} has no collector")
        row = self.hosts[0].store.current_match(journal.id)
        if row is not None and device.table.record.state.setup.match is not None:
            official = _plain(game.official(device.table.record.state))
            stored = (row["phase"], row["official"], row["last_seq"])
            expected = (device.table.record.state.phase, official, journal.last_seq)
            require(stored == expected, f"table {number}: the stored match is {stored}, not {expected}")

    def digest(self) -> str:
        """A digest of the run, 16 letters."""
        whole = json.dumps(self.ledger.events, sort_keys=True)
        return hashlib.sha256(whole.encode()).hexdigest()[:16]


#: How often shells and collectors look at a short hall, and at any when the faults are over.
_OFTEN = (
    *((module, "LOOK_MS", LOOK_MS) for module in (tcp, serial_port)),
    *((module, "POLL_S", module.POLL_S) for module in POLLS),
)
_WORK = {f"collector {name}" for name in ("tick", "outbox", "hall clock", "keys", "journals")}
_FAULTS = (
    *("plug", "cut in a write", "crash", "radio", "full") * 2,
    *("cut in a write", "away", "second", "locked", "doubtful"),
)


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
