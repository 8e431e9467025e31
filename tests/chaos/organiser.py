"""What the organiser does during the day: matches, names, the hall's clock, and the tables' keys."""

from typing import TYPE_CHECKING, Any

from host_tools.collector.hall_clock import has_clock
from host_tools.store import StoreError
from host_tools.store.halls import LEAD_MS
from host_tools.store.reasons import HallRefused
from host_tools.store.stops import OPEN

if TYPE_CHECKING:
    from tests.chaos.hall import Hall
    from tests.chaos.host import Host

from tests.chaos.ledger import require

#: A running collector knows of a revoked key within a second; a locked database holds that up.
REVOKED_MS = 1000
#: So well the hall clocks agree when the faults are over.
TOGETHER_MS = 20


class Organiser:
    """The organiser of one hall. `keyed`: the tables whose keys are in the database."""

    def __init__(self, hall: "Hall", keyed: list[int]) -> None:
        self._hall = hall
        self._keyed = keyed
        self._made = 0
        self._revoked: dict[int, int] = {}  # table number: since when
        self.changes = 0

    def act(self) -> None:
        """Does one act at random, or none. An act that the database refuses is dropped."""
        dice, host = self._hall.dice, self._running()
        often = (self._command, self._command, self._command, self._clock, self._keys, self._decide)
        work = dice.choice((None, *often))
        if host is None or work is None:
            return
        try:
            work(host)
        except StoreError:
            self._log("the organiser was refused")

    def _running(self) -> "Host | None":
        return next((host for host in self._hall.hosts if host.is_on), None)

    def _log(self, act: str) -> None:
        self._hall.log.append(f"{self._hall.loop.ms} {act}")

    def _command(self, host: "Host") -> None:
        hall = self._hall
        dice, number = hall.dice, hall.dice.randrange(1, hall.plan.tables + 2)  # the stolen one, too
        kind = dice.choice(("match", "match", "match", "names", "hall", "time"))
        event: dict[str, Any] = {"kind": kind}
        expires = None
        if kind == "match":
            event |= {"match": f"M{hall.loop.ms}", "ruleset": "icf", "stage": "group", "doubles": False}
            event |= {"a": ["Asha"], "b": ["Zoë Åkesson"], "breaks": "a"}
        elif kind == "names":
            event |= {"a": ["Bela " + "x" * dice.randrange(30)]}
        elif kind == "hall":
            event |= {"do": "start", "ms": 60_000}
            expires = hall.loop.wall_ms() + dice.choice((1500, 10_000))
        host.store.queue_command(number, event, expires)

    def _clock(self, host: "Host") -> None:
        """Starts, pauses, resumes or ends the hall's clock."""
        do = self._hall.dice.choice(("start", "start", "pause", "resume", "end"))
        length = self._hall.dice.choice((20_000, 600_000, 2_700_000)) if do == "start" else None
        try:
            host.store.hall.change(do, length, "organiser", host.store.hall.now() + LEAD_MS)
        except HallRefused:
            return
        self._log(f"hall clock: {do} {length}")

    def _decide(self, host: "Host") -> None:
        """Decides which of two records of a journal counts. An honest table's journal never needs it."""
        for stop in host.store.stops.rows():
            if stop.state == OPEN:
                decide = self._hall.dice.choice((host.store.stops.keep, host.store.stops.take))
                decide(stop.journal, "organiser", "so it is")

    # Keys

    def _keys(self, host: "Host") -> None:
        """A table gets a new key over its cable, or has its keys revoked; a revoked one is let in again."""
        number = self._hall.dice.choice(self._keyed)
        if number not in self._revoked and self._hall.dice.random() < 0.4:
            host.store.keys.revoke(number)
            self._revoked[number] = self._hall.loop.ms
            self._log(f"table {number}: keys revoked")
        else:
            self._provision(host, number)

    def _provision(self, host: "Host", number: int) -> None:
        """Does what `boardside provision` does: the database has the key before the table; then the table
        restarts.
        """
        self._made += 1
        key = b"key number %6d of table %d" % (self._made, number)
        host.store.keys.add(number, key.hex())
        self._revoked.pop(number, None)
        device = self._hall.devices[number - 1]
        device.key = key
        self.changes += 1
        self._log(f"table {number}: a new key")
        if device.is_on:
            device.power_cut()

    def settle(self) -> None:
        """Ends the day: a table whose keys were revoked gets a new key."""
        host = self._running()
        assert host is not None
        for number in list(self._revoked):
            self._provision(host, number)

    # What must hold

    def require_trust(self) -> None:
        """Checks that no collector believes a table whose keys are revoked."""
        now = self._hall.loop.ms
        late = REVOKED_MS + 2 * round(1000 * self._hall.plan.poll_s)
        for number, since in self._revoked.items():
            if now - since <= late:
                continue
            for host in self._hall.hosts:
                table = host.collector.tables.get(number) if host.collector is not None else None
                believed = table is not None and table.speaker is not None
                require(not believed, f"table {number} is believed at {host.name} with a revoked key")

    def require_one_clock(self) -> None:
        """Checks that every table has the wanted clock of the hall, and counts with the others."""
        host = self._running()
        clock = host.store.hall.get() if host is not None else None
        if clock is None or host is None:
            return
        at = host.store.hall.now()
        for device in self._hall.devices:
            reported = device.table.status(device.ticks())["hall"]
            if clock.state == "off" or clock.state_at(at) == "ended":
                require(reported["state"] not in ("running", "paused"), f"table {device.number}: {reported}")
                continue
            require(has_clock(clock, reported), f"table {device.number}: {reported} instead of {clock}")
            off = abs(reported["left"] - clock.left_at(at))
            require(off <= TOGETHER_MS, f"table {device.number}: its hall clock is {off} ms off")
