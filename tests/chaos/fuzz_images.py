"""Journals on randomly damaged flash, and random config.json files: only coded errors, no event is read that
the journal never wrote, and the journal goes on after what it found or says why not.
"""

import io
import json
import random
from binascii import crc32
from typing import Any

from boardside import config
from boardside.journal import Journal, JournalError
from boardside.journal.ring import Ring
from tests.chaos.flash import BLOCK, Partition, Power
from tests.chaos.virtual import patched

Event = dict[str, Any]
SECTORS = 4
EVENTS = 24
#: A record of a journal that is filled to its last byte is shorter than this nowhere.
EVENTS_MOST = 4000
JOURNALS = 4


def plain(event: Event) -> Event:
    decoded: Event = json.loads(json.dumps(event))
    return decoded


def versioned(sector: bytearray, version: int) -> bytearray:
    """The sector with heads of another version (byte 3, CRC-32 of 40 bytes behind them)."""
    at = sector.find(b"BSJ", 4)
    while 0 <= at <= len(sector) - 44 and at < 200:
        sector[at + 3] = version
        sector[at + 40 : at + 44] = crc32(sector[at : at + 40]).to_bytes(4, "little")
        at = sector.find(b"BSJ", at + 4)
    return sector


class Written:
    """A journal as it was left: its flash, and every event ever written to it."""

    def __init__(self, dice: random.Random) -> None:
        partition = Partition(Power(dice), dice, SECTORS)
        self.events: dict[int, Event] = {}
        number = dice.randrange(1 << 32).to_bytes(4, "big")
        journal = Journal(Ring(partition), lambda: dice.randrange(10**6), lambda _: number)
        self.id = journal.id
        for count in range(EVENTS):
            event: Event = {
                "kind": "names",
                "match": "m",
                "by": "panel",
                "a": ["x" * dice.randrange(150)],
            }
            if count % 9 == 0:
                event = {"kind": "match", "match": "m", "by": "host", "title": "t" * dice.randrange(100)}
            stored = plain(journal.append(event))
            self.events[stored["seq"]] = stored
            if count % 5 == 4:
                journal.tidy()
            if count % 11 == 10:
                journal.release(journal.last_seq)
        self.image = bytes(partition._image)


class Images:
    """One damaged journal after the other. `opened`: how many could be read; `refused`: how many not."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.opened = self.refused = 0
        self.written = [Written(dice) for _ in range(JOURNALS)]

    def throw_one(self) -> None:
        """One image."""
        dice = self.dice
        was = dice.choice(self.written)
        partition = Partition(Power(dice), dice, SECTORS)
        partition._image[:] = self._image(was)
        try:
            journal = Journal(Ring(partition), lambda: 7, lambda count: b"\x77" * count)
            self._require_true(journal)
            self._go_on(journal)
            self.opened += 1
        except JournalError as refusal:
            self._require_coded(refusal)
            self.refused += 1

    def close(self) -> None:
        """Nothing is open."""

    def _require_coded(self, refusal: JournalError) -> None:
        assert refusal.code in ("version", "failed", "full"), refusal.code
        assert refusal.message

    def _require_true(self, journal: Journal) -> None:
        """Checks that every event that is read was written: by this journal, under this number, in this
        order.
        """
        known = next((match.events for match in self.written if match.id == journal.id), {})
        last = 0
        for count, event in enumerate(journal.read()):
            assert count < EVENTS_MOST
            written = dict(known.get(event["seq"], {}))
            if "match" not in event:  # the beginning of its match is lost
                written.pop("match", None)
            assert written == plain(event), f"{journal.id} never wrote {event}, but {written}"
            assert event["seq"] > last, "the order is not that of the numbers"
            last = event["seq"]
        assert len(journal.damaged) <= 8
        assert last <= journal.last_seq, f"{last} is there, behind the last one, {journal.last_seq}"

    def _go_on(self, journal: Journal) -> None:
        before = journal.last_seq
        stored = journal.append({"kind": "boot", "cause": "power-on"})
        assert stored["seq"] > before
        assert list(journal.read(stored["seq"])) == [stored]

    def _image(self, was: Written) -> bytearray:
        dice = self.dice
        if dice.random() < 0.02:
            return bytearray(dice.randbytes(SECTORS * BLOCK))
        image = bytearray(was.image)
        for _ in range(dice.choice((1, 1, 1, 2, 5))):
            kind = dice.randrange(8)
            at = dice.randrange(len(image))
            block, other = (BLOCK * dice.randrange(SECTORS) for _ in range(2))
            if kind < 2:  # bits
                image[self._used(image, at)] ^= 1 << dice.randrange(8)
            elif kind == 2:  # noise
                noise = dice.randbytes(dice.randrange(1, 60))[: len(image) - at]
                image[at : at + len(noise)] = noise
            elif kind == 3:  # an erase that was not finished
                size = dice.randrange(BLOCK)
                image[block : block + size] = b"\xff" * size
            elif kind == 4:  # sectors in other places
                first, second = image[block : block + BLOCK], image[other : other + BLOCK]
                image[block : block + BLOCK], image[other : other + BLOCK] = second, first
            elif kind == 5:  # a sector of another journal, or of this one at another time
                image[block : block + BLOCK] = dice.choice(self.written).image[other : other + BLOCK]
            elif kind == 6:  # of another version
                image[block : block + BLOCK] = versioned(
                    image[block : block + BLOCK], dice.choice((0, 1, 3, 255))
                )
            else:  # never written, or written to all zeros
                size = dice.randrange(200)
                image[at : at + size] = dice.choice((b"\xff", b"\0")) * len(image[at : at + size])
        return image

    def _used(self, image: bytearray, at: int) -> int:
        """A place near `at` where something is written."""
        for near in range(at, at - 300, -1):
            if image[near % len(image)] != 0xFF:
                return near % len(image)
        return at


class Configs:
    """One config.json after the other."""

    def __init__(self, dice: random.Random, value: Any) -> None:
        self.dice, self._value = dice, value

    def close(self) -> None:
        """Nothing is open."""

    def throw_one(self) -> None:
        """Any bytes, any JSON, or nearly a configuration."""
        dice = self.dice
        fields = {name: self._value(dice) for name in dice.sample(_FIELDS, dice.randrange(6))}
        fields["table"] = dice.choice((3, -1, 10**30, "3", True, None, 1.5))
        data = json.dumps(fields).encode()
        kind = dice.random()
        if kind < 0.2:
            at = dice.randrange(len(data))
            data = data[:at] + dice.randbytes(dice.randrange(4)) + data[at + dice.randrange(3) :]
        elif kind < 0.23:
            data = dice.choice((b"[" * 100_000, b'{"a":' * 50_000, b"", b"\xff\xfe", b"null", b"9" * 5000))

        def opened(_path: str, _mode: str = "r") -> Any:
            return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")

        with patched((config, "open", opened)):
            loaded = config.load(rulesets="/nowhere")
        assert 1 <= loaded.table <= 999
        assert 0 <= loaded.brightness <= 15
        assert 0 <= loaded.volume <= 10
        assert 1 <= loaded.host_port <= 65535
        assert loaded.key == b"" or 16 <= len(loaded.key) <= 32
        assert all(isinstance(problem, str) for problem in loaded.problems)
        assert 1 <= len(loaded.name) <= 32


_FIELDS = ("name", "brightness", "volume", "watchdog", "wifi", "host", "key", "strokes", "struck", "ruleset")
