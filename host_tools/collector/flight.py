"""What is under way to a table whose input buffer is small and drops in silence what does not fit."""

from collections import deque

#: A serial table's input ring holds 259 bytes and drops the rest in silence.
SERIAL_IN_FLIGHT = 200
#: Bytes without a sign that the table took them count as under way for this long.
FLIGHT_MS = 1000


class Flight:
    """The frames under way. `limit`: so many bytes at most; None: any number, and nothing is counted.

    A frame is known by its session (any string) and its number in it.
    """

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._frames: deque[tuple[str, int, int, int]] = deque()  # (session, number, bytes, sent at)

    @property
    def under_way(self) -> int:
        """How many bytes are under way."""
        return sum(frame[2] for frame in self._frames)

    def has_room(self, length: int) -> bool:
        """Whether a frame of so many bytes may be sent now; a lone one always."""
        return self._limit is None or not self._frames or self.under_way + length <= self._limit

    def sent(self, session: str, number: int, length: int, now: int) -> None:
        """A frame was sent."""
        if self._limit is not None:
            self._frames.append((session, number, length, now))

    def settle(self, session: str, number: int) -> None:
        """The table has read this frame, and so everything that was sent before it."""
        taken = 0
        for index, frame in enumerate(self._frames):
            if frame[0] == session and frame[1] <= number:
                taken = index + 1
        for _ in range(taken):
            self._frames.popleft()

    def expire(self, now: int) -> None:
        """Forget what was sent too long ago to be under way still."""
        while self._frames and now - self._frames[0][3] >= FLIGHT_MS:
            self._frames.popleft()

    def due_at(self) -> int | None:
        """When the next frame expires; None when nothing is under way."""
        return self._frames[0][3] + FLIGHT_MS if self._frames else None
