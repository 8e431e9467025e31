"""The device's table on a journal: what an umpire does is entered, and after every acceptance it is known how
the match stood. And what a power cut must leave of that: events, score, situation, and how far UNDO goes.

A *move* is an event as the panel commits it, {"press": "UNDO"}, or {"press": "IDLE"}: nobody touches a key.
"""

from nor import WAYS, Dice, cut_images
from portable import add, diff

from boardside.app.sealing import Sealing
from boardside.game import dicts, fold
from boardside.journal import Journal, JournalError
from boardside.table.table import Table

KEY = b"a key for tests!"
UNDOS = 60
RELEASE_EVERY = 3
"""The host has everything after so many idle moments."""


def entropy(count):
    """The journal's id, the same in every run."""
    return b"\x5a" * count


class Desk:
    """`accepted`: the events stored so far; `attempt`: the one being stored. on_accept() after each.

    `floor`: the first number that the host did not let go of.
    """

    def __init__(self, home, on_accept=None):
        self.accepted = []
        self.attempt = None
        self.refused = []
        self.floor = 1
        self.now = 1000
        self.idle = 0
        self.on_accept = on_accept or (lambda: None)
        self.power_on(home)

    def power_on(self, home):
        """As app/device.py does it."""
        self.home = home
        self.journal = Journal(home, lambda: self.now, entropy)
        self.sealing = Sealing(self.journal, KEY)
        self.table = Table(
            self._store, self.journal.read_match, {"table": 3, "strokes": 1}, diff, add, JournalError
        )
        self.table.boot(self.now, "power-on", self.journal.torn)

    def _store(self, event):
        self.attempt = dict(event)
        stored = self.sealing.append(event)
        self.accepted.append(dict(stored))
        self.attempt = None
        self.on_accept()
        return stored

    def make(self, move):
        """One move; whether the table took it."""
        self.now += 700
        press = move.get("press")
        if press == "UNDO":
            return self.table.undo(self.now)
        if press == "IDLE":
            return self.rest()
        return self.table.commit(dict(move), self.now)

    def line(self):
        """What the display says in words."""
        return self.table.screen(self.now).line

    def rest(self):
        """An idle moment, as app/upkeep.py uses it."""
        self.sealing.step()
        self.journal.tidy()
        self.idle += 1
        if self.idle % RELEASE_EVERY == 0:
            self.floor = self.journal.release(self.journal.last_seq)
        return True

    def play(self, moves):
        """All moves; every one must be taken."""
        for move in moves:
            assert self.make(move), (move, self.line())


def standing(table):
    """Score and situation, and what UNDO can reach."""
    return dicts.to_dict(table.record.state), table.record._undone.live


class Standings:
    """How the match stands after the first n of `accepted` and `extra` ones behind them: folded as an audit
    does it, in two passes, which is not the way a table takes at power-on.
    """

    def __init__(self, accepted):
        self._accepted = accepted
        self._known = {}

    def after(self, count, extra):
        key = count, len(extra)
        if key not in self._known:
            if len(self._known) > 4:
                self._known.clear()  # they come in order
            events = self._accepted[:count] + extra
            start = 0
            for index in range(len(events)):
                if events[index]["kind"] == "match":
                    start = index
            folded = fold.fold(lambda: iter(events[start:]))
            self._known[key] = dicts.to_dict(folded.state), folded.undone.live
        return self._known[key]


def check(home, desk, count, attempt, standings, deep=False):
    """Power on with `home`, cut when `count` of the desk's events were accepted and `attempt` under way.

    The desk after it. deep: UNDO is pressed to its end.
    """
    again = Desk(home)
    accepted, floor = desk.accepted[:count], desk.floor_at(count)
    stored = list(again.journal.read())
    boot = again.accepted[0] if again.accepted else None
    if boot is not None:
        assert stored.pop() == boot
    seen = [event for event in stored if event["seq"] >= floor]
    kept = [event for event in accepted if event["seq"] >= floor]
    assert seen[: len(kept)] == kept, "lost or changed"
    extra = seen[len(kept) :]
    if extra:
        assert len(extra) == 1, extra
        assert attempt is not None, extra
        for name in attempt:  # a confirmation gets its seal besides
            assert extra[0][name] == attempt[name], (extra, attempt)
    assert not again.journal.damaged, again.journal.damaged
    if boot is not None and stored:
        assert boot["seq"] > stored[-1]["seq"]
        assert boot["boot"] > stored[-1]["boot"]
    assert standing(again.table) == standings.after(count, extra), "it does not stand as before"
    if deep:
        undo_much(again)
    return again


def undo_much(desk):
    """So many UNDOs, as far as there is room for them, and the match stands as its other events come to."""
    depth = len(desk.table.record._undone.live)
    for _ in range(min(depth, UNDOS)):
        assert desk.table.undo(desk.now), "UNDO reaches less far than before: " + desk.line()
    if depth <= UNDOS:
        assert not desk.table.undo(desk.now)
    folded = fold.fold(desk.journal.read_match)
    assert dicts.to_dict(folded.state) == dicts.to_dict(desk.table.record.state)


class Recorded(Desk):
    """A desk whose device keeps a log of every operation, and which knows where it let go of what."""

    def __init__(self, device, make_home):
        self._floors = [(0, 1)]
        self.attempts = {}
        self.device = device
        Desk.__init__(self, make_home(device), self._mark)

    def _store(self, event):
        self.attempts[len(self.accepted)] = dict(event)
        return Desk._store(self, event)

    def _mark(self):
        self.device.mark = len(self.accepted)

    def rest(self):
        done = Desk.rest(self)
        if self.floor != self._floors[-1][1]:
            self._floors.append((len(self.accepted), self.floor))
        return done

    def floor_at(self, count):
        """What the host had let go of at the latest when so many events were stored."""
        floor = 1
        for since, value in self._floors:
            if since <= count:
                floor = value
        return floor


def record(device, make_home, before, moves):
    """(image, log, desk) of `moves` on a device that `before` was played on."""
    desk = Recorded(device, make_home)
    desk.play(before)
    base = bytes(device.image)
    device.log = []
    device.mark = len(desk.accepted)
    desk.play(moves)
    log, device.log = device.log, None
    return base, log, desk


def cut_all(base, log, desk, make_device, make_home, ways=WAYS, part=(0, 1), second=0, seed=1):
    """Cut in every operation of `log` in all `ways`, power on, compare. How many cuts; and how many in the
    recovery: `second` of a hundred recoveries are cut as well, somewhere. part: (number, of so many).
    """
    standings = Standings(desk.accepted)
    dice = Dice(seed)
    cuts = seconds = 0
    for number, way, image, mark in cut_images(base, log, ways, seed):
        if number % part[1] != part[0] or (way == "none" and log[number][3] == log[number - 1][3] and number):
            continue  # "none" is the operation before in full
        cuts += 1
        device = make_device(image)
        deep = number % 97 == 0 and way == "all"
        is_again = not deep and dice.below(100) < second
        if is_again:
            device.log = []
        try:
            attempt = desk.attempts.get(mark)
            again = check(make_home(device), desk, mark, attempt, standings, deep)
            if is_again:
                seconds += cut_again(image, device.log, again, desk, mark, dice, make_device, make_home)
        except Exception:
            print("cut in operation %d of %d, %s (seed %d)" % (number, len(log), way, seed))
            raise
    return cuts, seconds


def cut_again(image, log, again, desk, mark, dice, make_device, make_home):
    """The power goes once more, in one operation of the recovery: what that found is still there."""
    if not log:
        return 0
    at = dice.below(len(log))
    way = WAYS[dice.below(len(WAYS))]
    for number, _, torn, _ in cut_images(image, log, (way,), dice.below(1000)):
        if number != at:
            continue
        more = [event for event in again.journal.read() if event not in again.accepted]
        third = Desk(make_home(make_device(torn)))
        stored = list(third.journal.read())
        floor = desk.floor_at(mark)
        kept = [event for event in more if event["seq"] >= floor]
        left = [event for event in stored if event["seq"] >= floor]
        assert left[: len(kept)] == kept, "lost in the recovery's own cut, operation %d, %s" % (at, way)
        assert [event["kind"] for event in left[len(kept) :]] in (["boot"], ["boot", "boot"])
        assert standing(third.table) == standing(again.table)
        return 1
    return 0
