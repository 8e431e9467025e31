"""Updates gone wrong in any way: commands in any order and shape, damaged files of a table's flash under the
loader, damaged releases, and answers that mean nothing. The firmware that runs stays whole, nothing is
switched to that was not read back whole and signed with the table's key, and no error comes but coded ones.
"""

import hashlib
import os
import random
import tempfile
from base64 import b64encode
from collections.abc import Callable
from errno import ENOENT
from pathlib import Path
from typing import Any

from boardside.link.auth import update_mac
from host_tools.device import bundle, pack
from host_tools.laws.refusals import UPDATE as SENTENCES
from host_tools.update.talk import DONE, FAILED, Talk
from tests.chaos.board_files import loader, receivers

KEY = b"a table's own key"
OTHER = b"somebody else's"
CODES = ("ok", "malformed", "unknown", "impossible", "storage", "forged")
COMMANDS_MOST = 60
ANSWERS_MOST = 60
#: A talk that waits asks nothing for a while.
ASK_MOST = 20
PIECE = 64
SLOT_WORDS = ("a", "b", ".", "-", "c", "", "a.pack", "/", "é", "\0", "0", "1", "2", "3", "9" * 30, "-1", "x")
Value = Callable[[random.Random], Any]


def module(dice: random.Random, size: int) -> bytes:
    return b"M\x06" + dice.randbytes(size)


def made(dice: random.Random, version: str) -> bytes:
    """A small pack."""
    names = ("boardside/x.mpy", "boardside/app/start.mpy", "boardside/link/y.mpy")
    modules = {name: module(dice, dice.randrange(1, 200)) for name in names[: dice.randrange(1, 4)]}
    return pack.make(modules, version)


def _errno(look: Callable[[str], object], path: str) -> int:
    """The number of the error that this call raises; 0 when it raises none."""
    try:
        look(path)
    except OSError as error:
        errno: int = error.args[0]
        return errno
    return 0


class Updates:
    """One input is one command to a table, one answer of a table, one state of a flash at power-on, or one
    release; the first two go on from where the inputs before have led. Table, flash and release have a folder
    each. To read: `switched`, `refused`, how often.
    """

    def __init__(
        self, dice: random.Random, value: Value, damaged: Callable[[random.Random, bytes], bytes]
    ) -> None:
        self._dice, self._value, self._damaged = dice, value, damaged
        self._folder = tempfile.TemporaryDirectory(prefix="boardside-fuzz-")
        self.switched = self.refused = 0
        self._receiver: Any = None
        self._left = 0  # commands, until another host speaks to another table
        self._asked: list[dict[str, Any]] = []
        self._inputs = (
            *((self._session, "table"),) * 5,
            *((self._talk, "table"),) * 3,
            (self._flash, "flash"),
            (self._release, "release"),
        )
        for name in {name for _, name in self._inputs}:
            Path(self._folder.name, name).mkdir()
        self._renew()
        self._speak()

    def throw_one(self) -> None:
        """One input, in its folder."""
        before = os.getcwd()
        throw, name = self._dice.choice(self._inputs)
        os.chdir(Path(self._folder.name, name))
        try:
            throw()
        finally:
            os.chdir(before)

    def close(self) -> None:
        """Removes the folders."""
        self._receiver._close()
        self._folder.cleanup()

    # Commands

    def _renew(self) -> None:
        """A table that runs slot a, as it was delivered; two firmwares that a host may send."""
        dice, folder = self._dice, Path(self._folder.name, "table")
        if self._receiver is not None:
            self._receiver._close()
        for file in folder.iterdir():
            file.unlink()
        self._old = made(dice, "1.0")
        (folder / "a.pack").write_bytes(self._old)
        self._packs = [made(dice, "2.0"), made(dice, "3.0"), self._old]
        self._receiver = receivers.Receiver(loader.Slots("a"), KEY)

    def _session(self) -> None:
        """The host's next exchange with one table, until a firmware is switched to or the host gives up."""
        if self._left == 0:
            self._renew()
            self._left = self._dice.randrange(1, COMMANDS_MOST)
        self._left = 0 if self._command() else self._left - 1

    def _command(self) -> bool:
        """The next command; whether it has switched."""
        event = self._event()
        ok, code, message, *why = self._receiver.command(event)
        assert code in CODES, code
        assert isinstance(message, str)
        assert ok == (code == "ok")
        assert ok or why[0] in SENTENCES
        self.refused += not ok
        assert Path("a.pack").read_bytes() == self._old, "the firmware that runs was changed"
        assert not Path("slot").exists(), "switched without a restart"
        if (ok, message) != (True, "restarting"):
            return False
        self._switch(event)
        return True

    def _switch(self, event: dict[str, Any]) -> None:
        """Switches to the granted firmware: the table's own host asked for it, and it is whole."""
        digest = event["sha256"]
        assert event["mac"] == update_mac(KEY, digest)
        granted = [each for each in self._packs if each[-32:].hex() == digest]
        self._receiver.commit()
        assert Path("b.pack").read_bytes() == granted[0]
        starts = [loader.choose().slot for _ in range(loader.TRIES + 2)]
        assert starts == ["b"] * loader.TRIES + ["a"] * 2
        self.switched += 1

    def _event(self) -> Any:
        """The next message of a host, or one that no host sends."""
        dice = self._dice
        chosen = self._packs[0] if dice.random() < 0.9 else dice.choice(self._packs)
        digest = chosen[-32:].hex()
        kind = dice.random()
        event: dict[str, Any] = {"kind": "update", "sha256": digest}
        if kind < 0.1:
            event |= {"do": "begin", "size": len(chosen), "mpy": 6, "version": "2.0"}
        elif kind < 0.65:
            at = self._receiver._at if dice.random() < 0.9 else dice.randrange(len(chosen))
            data = chosen[at : at + PIECE] if dice.random() < 0.97 else dice.randbytes(dice.randrange(1200))
            event |= {"do": "data", "at": at, "data": b64encode(data).decode()}
        elif kind < 0.85:
            event |= {"do": "step"}
        elif kind < 0.98:
            event |= {"do": "switch", "mac": update_mac(KEY if dice.random() < 0.7 else OTHER, digest)}
        else:
            event |= {"do": "back"}
        if dice.random() < 0.08:
            event[dice.choice([*event, "size", "at", "data", "mac", "do"])] = self._value(dice)
        return event

    # The loader

    def _flash(self) -> None:
        """Any pointer and any packs: a firmware is chosen, and one that is none is refused."""
        dice = self._dice
        words = " ".join(dice.choice(SLOT_WORDS) for _ in range(dice.randrange(6)))
        if dice.random() < 0.5:
            words = f"{dice.choice('ab.')} {dice.choice('ab.-')} {dice.randrange(5)} {dice.choice('ab.-')}\n"
        text = words.encode("utf-8", "surrogatepass")
        Path("slot").write_bytes(text if dice.random() < 0.6 else self._damaged(dice, text))
        for name in ("a.pack", "b.pack"):
            Path(name).unlink(missing_ok=True)
            if dice.random() < 0.8:
                whole = dice.choice(self._packs)
                Path(name).write_bytes(whole if dice.random() < 0.4 else self._damaged(dice, whole))
        is_there = {"a": Path("a.pack").exists(), "b": Path("b.pack").exists(), ".": True}
        slots = loader.read()
        first = slots.slot
        for _ in range(loader.TRIES + 2):
            slots = loader.choose()
            assert slots.slot in is_there
        assert not slots.fallback, "on trial for ever"
        again = loader.choose()
        assert (again.slot, again.failed) == (slots.slot, slots.failed), "it does not come to rest"
        assert slots.slot == first or slots.failed == first
        self._look_into(slots.slot)
        for name in ("slot", "a.pack", "b.pack"):
            Path(name).unlink(missing_ok=True)

    def _look_into(self, slot: str) -> None:
        try:
            file = open(loader.pack_name(slot), "rb")  # noqa: SIM115 - the pack closes it
        except OSError:
            return
        try:
            opened = loader.Pack(file)
            for path in ("/boardside", "/boardside/x.mpy", "/boardside/app/start.mpy", "/nothing", ""):
                assert _errno(opened.stat, path) in (0, ENOENT)
                assert _errno(lambda path: opened.open(path, "rb").read(), path) in (0, ENOENT)
        except ValueError:
            self.refused += 1
        finally:
            file.close()

    # The host's side

    def _release(self) -> None:
        """A release in which something was changed: refused, or it is the pack that was made."""
        dice = self._dice
        whole = self._packs[0]
        modules = {path: pack.module_in(whole, path) for path in ("boardside/x.mpy",)}
        head = pack.head_of(whole)
        lines = ["boardside-firmware 1", f"version {head.version}", "protocol 1", f"mpy {head.mpy}"]
        lines += [f"size {head.size}", f"sha256 {head.digest}"]
        for path, data in modules.items():
            assert data is not None
            lines.append(f"file {len(data)} {hashlib.sha256(data).hexdigest()} {path}")
        manifest = ("\n".join(lines) + "\n").encode()
        folder = Path()
        which = dice.randrange(3)
        (folder / bundle.MANIFEST).write_bytes(self._damaged(dice, manifest) if which != 0 else manifest)
        (folder / bundle.PACK).write_bytes(self._damaged(dice, whole) if which != 1 else whole)
        try:
            release = bundle.read(folder)
            assert release.pack == whole
            assert release.digest == head.digest
        except bundle.BadBundle:
            self.refused += 1

    def _speak(self) -> None:
        """A host begins to update a table."""
        dice, head = self._dice, pack.head_of(self._packs[0])
        release = bundle.Bundle("2.0", 1, 6, head.digest, self._packs[0], "")
        self._host = Talk(release if dice.random() < 0.8 else None, dice.random() < 0.5)
        self._now, self._answers, self._digest = 0, dice.randrange(1, ANSWERS_MOST), head.digest

    def _talk(self) -> None:
        """A table that answers anything: the talk ends, or goes on asking."""
        dice, talk = self._dice, self._host
        for _ in range(ASK_MOST):
            if self._asked or talk.is_over:
                break
            self._now += dice.choice((0, 300, 6000, 200_000))
            self._asked = list(talk.events(self._now))
        if self._asked:
            assert self._asked.pop()["kind"] == "update"
            ok, code, message = self._answer(self._digest)
            talk.answered(ok, code, message, self._now)
            self._answers -= 1
        if talk.is_over:
            assert talk.stage in (DONE, FAILED)
            assert talk.stage == DONE or talk.why
        if talk.is_over or self._answers <= 0:
            self._asked.clear()
            self._speak()

    def _answer(self, digest: str) -> tuple[bool, str, str]:
        dice = self._dice
        if dice.random() < 0.2:
            return False, dice.choice((*CODES[1:], "busy", "not_now", "expired", "")), "no"
        words = ("want", "check", "ready", "same", "restarting", "b", "good", "trial", "-", digest, "x", "é")
        numbers = (str(dice.randrange(2000)), "-1", "9" * 40, "٣", "²", "")
        message = dice.choice(words)
        for _ in range(dice.choice((0, 1, 1, 4))):
            message += " " + dice.choice(words + numbers)
        return True, "ok", message
