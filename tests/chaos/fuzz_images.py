"""Journals on randomly damaged flash, and random config.json files: only coded errors, no event is read that
the journal never wrote, and the journal goes on after what it found or says why not.
"""

import io
import json
import random
from binascii import crc32
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from boardside import config
from boardside.journal import Journal, JournalError, chapters
from boardside.journal.ring import Ring
from boardside.journal.segments import Segments
from tests.chaos.flash import BLOCK, Disk, Drawer, Partition
from tests.chaos.virtual import patched

Event = dict[str, Any]
SECTORS = 4
EVENTS = 24
#: A record of a journal that is filled to its last byte is shorter than this nowhere.
EVENTS_MOST = 4000
PATH = "t/journal"


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
    """A journal as it was left: its flash (`image` or `files`), and every event ever written to it."""

    def __init__(self, dice: random.Random, is_ring: bool) -> None:
        self.is_ring = is_ring
        self.home = Home(dice)
        self.events: dict[int, Event] = {}
        number = dice.randrange(1 << 32).to_bytes(4, "big")
        with self.home.in_place():
            journal = Journal(self.home.open(is_ring), lambda: dice.randrange(10**6), lambda _: number)
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
        self.image = bytes(self.home.partition._image)
        self.files, self.directories = dict(self.home.disk.files), set(self.home.disk.directories)


class Home:
    """Flash in memory with both homes on it."""

    def __init__(self, dice: random.Random) -> None:
        self.drawer = Drawer()
        self.disk = self.drawer.disks["t"] = Disk(dice)
        self.disk.directories.add("t")
        self.partition = Partition(self.disk, dice, SECTORS)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        names = ("mkdir", "remove", "rmdir", "rename", "listdir")
        files = SimpleNamespace(**{name: getattr(self.drawer, name) for name in names})
        with patched((chapters, "os", files), (chapters, "open", self.drawer.open)):
            yield

    def open(self, is_ring: bool) -> Any:
        return Ring(self.partition) if is_ring else Segments(PATH, self.disk.statvfs)


class Images:
    """One damaged journal after the other. `opened`: how many could be read; `refused`: how many not."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.opened = self.refused = 0
        kinds = (True, True, True, False, False)
        self.written = [Written(dice, is_ring) for is_ring in kinds]

    def throw_one(self) -> None:
        """One image."""
        dice = self.dice
        was = dice.choice(self.written)
        home = Home(dice)
        if was.is_ring:
            home.partition._image[:] = self._image(was)
        else:
            home.disk.files, home.disk.directories = self._tree(was)
        with home.in_place():
            try:
                journal = Journal(home.open(was.is_ring), lambda: 7, lambda count: b"\x77" * count)
                self._require_true(journal, was)
                self._go_on(journal)
                self.opened += 1
            except JournalError as refusal:
                self._require_coded(refusal)
                self.refused += 1

    def close(self) -> None:
        """Nothing is open."""

    def _require_coded(self, refusal: JournalError) -> None:
        assert refusal.code in ("version", "header", "failed", "full"), refusal.code
        assert refusal.message

    def _require_true(self, journal: Journal, was: Written) -> None:
        """Checks that every event that is read was written: by this journal, under this number, in this
        order.
        """
        if was.is_ring:
            known = next((match.events for match in self.written if match.id == journal.id), {})
        else:
            known = was.events  # the id is a line of JSON, which LittleFS has a checksum for
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

    def _tree(self, was: Written) -> tuple[dict[str, bytes], set[str]]:
        """The files and directories of a journal, some of them damaged, lost, left over or exchanged."""
        dice = self.dice
        files, directories = dict(was.files), set(was.directories)
        for _ in range(dice.choice((1, 1, 2, 4))):
            if not files:
                break
            name = dice.choice(sorted(files))
            content = files[name]
            at = dice.randrange(len(content) + 1)
            kind = dice.randrange(8)
            if kind == 0:
                files[name] = content[:at]
            elif kind == 1 and content:
                at = min(at, len(content) - 1)
                files[name] = content[:at] + bytes([content[at] ^ 1 << dice.randrange(8)]) + content[at + 1 :]
            elif kind == 2:
                files[name] = content[:at] + dice.randbytes(dice.randrange(60)) + content[at:]
            elif kind == 3:
                del files[name]
            elif kind == 4:
                files[name] = content + content
            elif kind == 5:
                files[name] = content[:at] + bytes(len(content) - at)
            elif kind == 6:  # two in each other's place, but for the header
                other = dice.choice(sorted(files))
                if not any(each.endswith("/header") for each in (name, other)):
                    files[name], files[other] = files[other], content
            else:
                stray = name.rsplit("/", 1)[0] + dice.choice(("/x", "/-1", "/spare"))
                files[stray] = dice.choice((b"", content, b"-9\n"))
        return files, directories


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
