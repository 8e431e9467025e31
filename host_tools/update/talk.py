"""The dialogue that updates one table, without I/O: answers and time in, `update` events out.

    begin --want--> send --check--> check --ready--> switch --restarting--> proof --good--> done
    any --unknown (it has restarted)--> begin            any --refused--> failed, or begin again with `waits`

Times are milliseconds of a monotonic clock.
"""

import base64
from collections import deque

from host_tools.device.bundle import Bundle
from host_tools.live_values import Event

CHUNK_BYTES = 1024
#: Commands under way: the outbox is looked at a few times a second only.
AHEAD = 12
STEPS_AHEAD = 4
AGAIN_MS = 5000
LOOK_MS = 3000
#: The firmware needs 20 s to prove itself; without a sign of it after a restart the update fails after this.
PROOF_MS = 180_000
REJECTIONS_MOST = 3

BEGIN, SEND, CHECK, SWITCH, PROOF, DONE, FAILED = (
    "begin",
    "send",
    "check",
    "switch",
    "proof",
    "done",
    "failed",
)


class Talk:
    """The update of one table to `bundle`; None: back to the firmware before. With `waits` it waits for the
    end of a match in play, or for a table that is out of reach.

    To read: `stage`; `why` it failed or waits; `sent` of `size` bytes; `version` at the end.
    """

    def __init__(self, bundle: Bundle | None, waits: bool = False) -> None:
        self._bundle = bundle
        self._waits = waits
        self._digest = bundle.digest if bundle is not None else ""
        self._under_way: deque[str] = deque()
        self._next = 0
        self._not_before = 0
        self._proof_since = 0
        self._rejections = 0
        self.stage = BEGIN
        self.why = ""
        self.sent = 0
        self.size = len(bundle.pack) if bundle is not None else 0
        self.version = bundle.version if bundle is not None else ""

    @property
    def is_over(self) -> bool:
        """Whether the dialogue is over."""
        return self.stage in (DONE, FAILED)

    def events(self, now: int) -> list[Event]:
        """The events to send now, in order; call `answered` for each."""
        events: list[Event] = []
        if self.is_over or now < self._not_before:
            return events
        if self.stage == SEND:
            while len(self._under_way) + len(events) < AHEAD and self._next < self.size:
                events.append(self._chunk())
        elif self.stage == CHECK:
            events += [_event("step")] * (STEPS_AHEAD - len(self._under_way))
        elif not self._under_way:
            events.append(self._single())
        self._under_way.extend(event["do"] for event in events)
        return events

    def answered(self, ok: bool, code: str, message: str, now: int) -> None:
        """The table's answer to the oldest event that has none."""
        asked = self._under_way.popleft()
        is_first = asked in ("begin", "back")
        if self.is_over or (self.stage == BEGIN and not is_first):
            return  # from before the update was begun again
        if ok:
            self.why = ""
            self._taken(message.split(), now)
        elif code == "unknown" and not is_first:
            self._again(now, 0)
        elif code == "unknown":
            self._fail("its firmware knows no updates: `boardside flash --keep`, once, at its cable")
        elif self._waits and code in ("not_now", "expired", "withdrawn"):
            self.why = message
            self._again(now, AGAIN_MS)
        else:
            self._fail(message or code)

    def note(self, why: str) -> None:
        """The reason for a delay, for people: the table is busy."""
        if not self.is_over:
            self.why = why

    def _taken(self, words: list[str], now: int) -> None:
        kind = words[0] if words else ""
        if self.stage == PROOF:
            if len(words) == 5:
                self._proof(words, now)
        elif kind == "want" and len(words) == 2 and words[1].isdecimal():
            self._wanted(int(words[1]))
        elif kind == "check":
            self.stage = CHECK
            self.sent = self.size
        elif kind == "ready" and len(words) == 2:
            self._digest = self._digest or words[1]
            self.stage = SWITCH
        elif kind == "same":
            self.stage = DONE
        elif kind == "restarting":
            self.stage = PROOF
            self._proof_since = now
            self._not_before = now + LOOK_MS
        else:
            self._fail(f"it gave an answer that means nothing here: {' '.join(words)}")

    def _wanted(self, at: int) -> None:
        """The table has the pack up to `at`. Sending continues there only when no command is under way."""
        if self.stage == CHECK and at == 0:
            self._rejections += 1
            if self._rejections >= REJECTIONS_MOST:
                self._fail("its flash does not hold what is sent")
                return
        if self.stage != SEND or not self._under_way:
            self._next = at
        self.stage = SEND
        self.why = ""
        self.sent = at

    def _proof(self, words: list[str], now: int) -> None:
        slot, verdict, failed, digest, version = words
        if digest == self._digest and verdict == "good":
            self.stage = DONE
            self.version = version
        elif digest != self._digest and verdict == "good" and failed != "-":
            self._fail(f"the new firmware did not prove itself; {version} runs again, in slot {slot}")
        elif now - self._proof_since >= PROOF_MS:
            why = "it has not restarted into the new firmware; perhaps a match has begun there"
            if self._waits:
                self.why = why
                self._again(now, AGAIN_MS)
            else:
                self._fail(why)
        else:
            self._not_before = now + LOOK_MS

    def _chunk(self) -> Event:
        assert self._bundle is not None
        piece = self._bundle.pack[self._next : self._next + CHUNK_BYTES]
        data = base64.b64encode(piece).decode()
        event = _event("data") | {"sha256": self._digest, "at": self._next, "data": data}
        self._next += len(piece)
        return event

    def _single(self) -> Event:
        if self.stage == BEGIN and self._bundle is None:
            return _event("back")
        if self.stage == BEGIN:
            assert self._bundle is not None
            head = {"version": self.version, "mpy": self._bundle.mpy, "size": self.size}
            return _event("begin") | head | {"sha256": self._digest}
        if self.stage == SWITCH:
            return _event("switch") | {"sha256": self._digest}
        return _event("state")

    def _again(self, now: int, after_ms: int) -> None:
        self.stage = BEGIN
        self._not_before = now + after_ms

    def _fail(self, why: str) -> None:
        self.stage = FAILED
        self.why = why


def _event(do: str) -> Event:
    return {"kind": "update", "do": do}
