"""Random input to both sessions, the events' check and the fold.

No exceptions except coded ones, no growth of memory, nothing accepted without the key.
"""

import json
import random
from collections.abc import Callable
from typing import Any

from boardside.game import events, match
from boardside.game.errors import CODES, GameError
from boardside.game.fold import fold
from boardside.link.commands import COMMAND_MAX, Commands
from boardside.link.frame import HOST_LINE_MAX, TABLE_LINE_MAX, dumps, pack
from boardside.link.session import TableSession
from host_tools.collector.incoming import EventIn, Refused
from host_tools.collector.match_fold import MatchFold
from host_tools.collector.session import HostSession
from host_tools.laws import refusals
from tests.chaos import hostile
from tests.chaos.pair import Pair
from tests.game.random_play import begin, guess

KEY = b"nobody has this"
_TYPES = ("on", "hi", "id", "go", "ev", "st", "ok", "no", "rx", "po", "ack", "re", "cm", "pi", "", "xx")
_WORDS = (
    "",
    "a",
    "b",
    "host",
    "c1",
    "icf",
    "final",
    "white",
    "board",
    "é",
    "\ud800",
    "x" * 70,
    "play",
    "done",
)
_NAMES: tuple[str, ...] = (
    "seq",
    "kind",
    "match",
    "ruleset",
    "stage",
    "a",
    "b",
    "winner",
    "left",
    "queen",
    "demand",
    "side",
    "own",
)
_NAMES += (
    "opponent",
    "how",
    "do",
    "ms",
    "of",
    "set",
    "law",
    "clock",
    "rules",
    "doubles",
    "breaks",
    "cmd",
    "what",
)
_ODD = (0, 1, -1, 2**31, 2**53, 2**64, 10**30, 1.5, float("nan"), float("inf"), True, False, None)


def value(dice: random.Random, depth: int = 3) -> Any:
    """Any JSON value, more often one that a table or host might send."""
    kind = dice.randrange(8 if depth else 5)
    if kind == 0:
        return dice.choice(_ODD)
    if kind < 3:
        return dice.randrange(20)
    if kind < 5:
        return dice.choice(_WORDS)
    if kind == 5:
        return [value(dice, depth - 1) for _ in range(dice.randrange(4))]
    return {dice.choice(_NAMES): value(dice, depth - 1) for _ in range(dice.randrange(5))}


def event(dice: random.Random) -> Any:
    """An event: half of them well formed or nearly so, the others hardly ever."""
    if dice.random() < 0.5:
        made = begin(dice) if dice.random() < 0.05 else guess(dice)
        if made["kind"] == "match":
            made |= {"a": ["A", "C"], "b": ["B", "D"]} if made["doubles"] else {"a": ["A"], "b": ["B"]}
        if dice.random() < 0.3:
            made[dice.choice([*made, *_NAMES])] = value(dice, 2)
        return made
    made = {dice.choice(_NAMES): value(dice, 2) for _ in range(dice.randrange(7))}
    if dice.random() < 0.9:
        made["kind"] = dice.choice(tuple(events.KINDS))
    return made


def damaged(dice: random.Random, data: bytes) -> bytes:
    """`data` damaged at random, or as it is."""
    cut = dice.randrange(len(data) + 1)
    kind = dice.randrange(6)
    if kind == 0:
        return data[:cut]
    if kind == 1:
        return data[:cut] + dice.randbytes(dice.randrange(8)) + data[cut:]
    if kind == 2:
        return data[:cut] + data[cut + dice.randrange(5) :]
    if kind == 3 and data:
        at = dice.randrange(len(data))
        return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
    if kind == 4:
        return dice.choice((b"\r\n", b"$[" * dice.randrange(900), b"[" * 600, b"\x03", b"")) + data
    return data


def body(dice: random.Random) -> bytes:
    """The inside of a frame."""
    kind = dice.choice(_TYPES)
    rest = [value(dice) for _ in range(dice.randrange(8))]
    if kind == "ev" and dice.random() < 0.7:
        follows = dice.randrange(9)
        rest = [follows, event(dice) | {"seq": follows + dice.randrange(3)}]
    elif kind == "cm" and dice.random() < 0.7:
        parts = dice.randrange(1, 4)
        rest = [f"c{dice.randrange(9)}", dice.randrange(1, 4), parts, json.dumps(event(dice))]
    try:
        text = json.dumps([kind, *rest]) if dice.random() < 0.5 else dumps([kind, *rest])
    except UnicodeEncodeError:
        text = f'["{kind}",1,2,3]'
    data = text.encode("utf-8", "surrogatepass")
    return b"[" * 3000 + data if dice.random() < 0.002 else data


def _got(end: TableSession | HostSession) -> int:
    """The highest number of a frame that this end has taken in its session; 0 when there is none."""
    return 0 if end._agreed is None else end._agreed.got


class Fuzz:
    """Throws one input after the other. `coded`: how many events were refused; `taken`: how many taken."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.coded = self.taken = 0
        self.inputs: tuple[Callable[[], None], ...] = (
            self.stranger, self.stranger, self.insider, self.insider, self.one_event, self.one_event,
            self.matches, self.commands,
        )  # fmt: skip
        self._closed = Pair(KEY, events=3).run(500)  # nobody else knows its key
        self._open = Pair(b"", events=3).run(500)
        self._hostile = list(hostile.lines(self._closed.host._nonce).values())
        self._insiders = hostile.insiders()
        self._matches = MatchFold()
        self._state = match.new()
        self._seq = 0

    def throw_one(self) -> None:
        """One input."""
        self.dice.choice(self.inputs)()

    def close(self) -> None:
        """Checks that no input has piled up in memory."""
        for pair in (self._closed, self._open):
            assert len(pair.table._reader._part) <= TABLE_LINE_MAX
            assert len(pair.host._reader._part) <= HOST_LINE_MAX
            assert pair.table._agreed is None or sum(map(len, pair.table._agreed.parts._texts)) <= COMMAND_MAX
            assert len(pair.table._commands._answers) <= 8
            assert len(pair.host._flight._frames) <= 1000

    def stranger(self) -> None:
        """Bytes of somebody without the key: nothing comes of them but answers to `hi`, and refusals."""
        pair, dice = self._closed, self.dice
        mac = dice.choice((b"0" * 16, b"1" * 16, dice.randbytes(8).hex().encode()))
        kind = dice.random()
        if kind < 0.4:
            data = pack(body(dice), mac)
        elif kind < 0.5:
            data = dice.choice(self._hostile) * dice.choice((1, 1, 1, 40))
        elif kind < 0.8 and pair.heard_host and pair.heard_table:
            data = dice.choice(pair.heard_host + pair.heard_table)
        else:
            data = dice.randbytes(dice.randrange(300))
        data = damaged(dice, data)
        acked, got, applied = pair.table.acked, _got(pair.table), len(pair.applied)
        heard = pair.host.heard_at
        pair.table.receive(data, pair.now)
        messages = pair.host.receive(data, pair.now)
        assert all(isinstance(message, Refused) for message in messages), messages
        assert (pair.table.acked, _got(pair.table), len(pair.applied)) == (acked, got, applied)
        assert pair.host.heard_at == heard
        assert pair.table.up
        assert pair.host.up

    def insider(self) -> None:
        """Throws frames that authenticate, from an end that says anything."""
        pair, dice = self._open, self.dice
        if pair.table._agreed is None or pair.host._agreed is None:
            pair.run(3000)
        inside = body(dice)
        if dice.random() < 0.05:
            inside = b'["%s",1,{"seq":1,"x":%s}]' % (dice.choice((b"ev", b"st")), dice.choice(self._insiders))
        if dice.random() < 0.8:  # the next number, so that it is looked at
            head, comma, rest = inside.partition(b",")
            number = _got(pair.table) + _got(pair.host) + 1
            if head[2:4] in (b"ac", b"re", b"cm", b"pi"):  # frames of a host do not say what it has got
                inside = head + comma + b"%d," % number + rest
            else:
                inside = head + comma + b"%d,%d," % (number, dice.randrange(9)) + rest
        if pair.table._agreed is not None:
            line = pack(inside, pair.table._agreed.signer.mac(b">", inside))
            pair.table.receive(damaged(dice, line) if dice.random() < 0.1 else line, pair.now)
        if pair.host._agreed is not None:
            line = pack(inside, pair.host._agreed.signer.mac(b"<", inside))
            for message in pair.host.receive(line, pair.now):
                dumps(message.event if isinstance(message, EventIn) else None)
                text = getattr(message, "text", None)
                if text is not None:
                    text.encode("utf-8")
                    self.taken += 1
        pair.now += dice.randrange(50)
        pair.table.send(pair.now, 512)
        pair.host.send(pair.now)
        if len(pair.applied) > 100 or dice.random() < 0.01:
            self._open = Pair(b"", events=3).run(500)

    def one_event(self) -> None:
        """An event to the check and, if it passes, to the rules."""
        made = event(self.dice) if self.dice.random() < 0.9 else value(self.dice)
        try:
            events.check(made)
            self._state, _ = match.apply(self._state, made)
            self.taken += 1
        except GameError as error:
            self._coded(error)

    def matches(self) -> None:
        """What a table might have stored: the host's fold goes on whatever comes."""
        self._seq += 1
        made = {**event(self.dice), "seq": self._seq}
        if self._seq % 40 == 1:
            made = {"seq": self._seq, "kind": "match", "match": "m", "ruleset": "icf", "stage": "group"}
            made |= {"doubles": False, "a": ["A"], "b": ["B"], "breaks": "a"}
        self._matches.add(self._seq, made, json.dumps(made))
        self._matches.official()
        if self._seq % 10 == 0:
            try:
                fold(lambda: iter([made]))
            except GameError as error:
                self._coded(error)

    def commands(self) -> None:
        """The text of a command."""
        asked: list[Any] = []

        def apply(made: dict[str, Any], _now: int) -> tuple[bool, str, str]:
            asked.append(made)
            return True, "ok", ""

        text = dumps(event(self.dice)) if self.dice.random() < 0.5 else json.dumps(value(self.dice))
        if self.dice.random() < 0.5:
            text = damaged(self.dice, text.encode()).decode("utf-8", "replace")
        commands = Commands(apply)
        answer = commands.run("c1", text, 0)
        assert answer[1] or answer[2] == "malformed"
        assert all(isinstance(made, dict) and made["cmd"] == "c1" for made in asked)

    def _coded(self, error: GameError) -> None:
        assert error.code in CODES, error.code
        assert refusals.sentence(error.reason, error.facts)
        self.coded += 1
