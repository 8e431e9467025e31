"""A stream of a table's changes for one spectator, which a slow one cannot make grow."""

import asyncio
from collections import deque

from .senses import Senses, Tone


class Watcher:
    """The latest change of each kind, and the last 64 tones, since `next` was called last."""

    def __init__(self, senses: Senses) -> None:
        self._senses = senses
        self._kinds: dict[str, None] = {}
        self._tones: deque[Tone] = deque(maxlen=64)
        self._something = asyncio.Event()

    def put(self, kind: str) -> None:
        """Something of this kind has changed."""
        if kind == "tone":
            self._tones.append(self._senses.tone)
        self._kinds[kind] = None
        self._something.set()

    async def next(self) -> tuple[list[str], list[Tone]]:
        """Wait for changes; the kinds that changed since the last call, and the tones in order."""
        await self._something.wait()
        self._something.clear()
        kinds, self._kinds = list(self._kinds), {}
        tones = list(self._tones)
        self._tones.clear()
        return kinds, tones
