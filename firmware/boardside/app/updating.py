"""Updates on a running table: when an update may write to flash, the restart, and the trial after it.

No step of an update is done while a match is in play, and no step that stops the loop for a moment is done
while the keys are in use.
"""

import asyncio

from .. import version
from ..link.commands import refused
from .firmware import firmware_name, slots
from .ticks import ticks_diff, ticks_ms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..link.kinds import Refusal
    from ..update.receiver import Receiver

ANSWER_MS = 1500
"""From the answer to `switch` to the restart: the answer must reach the host."""

_MESSAGE = "UPdAtE"


class Updating:
    """Joins `front`, `table` and the table's `key`; `say(text)` writes a line of the log,
    `restart()` starts the board anew and does not return.
    """

    def __init__(self, front, table, key: bytes, say, restart) -> None:
        self._reset = restart
        self._front = front
        self._table = table
        self._key = key
        self._say = say
        self._receiver: "Receiver | None" = None
        self._is_restarting = False

    def command(self, event: dict, now: int) -> "tuple[bool, str, str] | Refusal":
        """An `update` command of the host, answered as link/commands.py wants it."""
        running = slots()
        if running is None:
            return refused("impossible", "no_loader")
        if event.get("do") == "state":
            return True, "ok", self._state(running)
        refusal = self._refusal(running, now)
        if refusal is not None:
            return refusal
        receiver = self._receiver
        if receiver is None:
            from ..update.receiver import Receiver

            self._receiver = receiver = Receiver(running, self._key)
        answer = receiver.command(event)
        if answer[0] and event.get("do") in ("begin", "back"):
            self._table.notice(_MESSAGE, "A new firmware is coming", now)
        if answer[2] == "restarting" and answer[0]:
            self._is_restarting = True
            asyncio.create_task(self._restart(receiver))  # noqa: RUF006 - the board ends with it
        return answer

    def prove(self, running, supervisor) -> None:
        """Put this firmware to the proof; it is on trial. running: the loader's `Slots`."""
        from ..update.trial import Trial

        self._trial = Trial(running, supervisor.tasks, ticks_diff, ticks_ms())
        self._supervisor = supervisor
        supervisor.add("trial", self._prove)

    def _state(self, running) -> str:
        """ "SLOT good|trial|soon FAILED DIGEST VERSION", "-" for none."""
        from loader import NONE, exists, pack_name

        from ..update.receiver import trailer

        verdict = "soon" if self._is_restarting else "trial" if running.fallback else "good"
        digest = trailer(pack_name(running.slot)) if exists(pack_name(running.slot)) else ""
        words = (running.slot, verdict, running.failed or NONE, digest or NONE, version.FIRMWARE)
        return "%s %s %s %s %s" % words

    def _refusal(self, running, now: int) -> "Refusal | None":
        if self._table.in_play():
            return refused("not_now", "update_in_match", match=self._table.record.state.setup.match)
        if running.fallback:
            return refused("busy", "firmware_on_trial")
        if self._is_restarting or self._table.panel.is_busy or not self._front.is_calm(now):
            return refused("busy", "somebody_at_keys")
        return None

    async def _restart(self, receiver) -> None:
        """Switch and restart in an idle moment; given up when a match has begun meanwhile."""
        await asyncio.sleep_ms(ANSWER_MS)
        while not self._table.in_play():
            if self._front.is_calm(ticks_ms()) and not self._table.panel.is_busy:
                try:
                    receiver.commit()
                except OSError as error:
                    self._say("the update could not be switched to (error %s)" % error)
                    break
                self._reset()
            await asyncio.sleep_ms(100)
        self._is_restarting = False

    async def _prove(self, check_in) -> None:
        from ..update.trial import LOOK_MS

        while True:
            check_in()
            now = ticks_ms()
            trial = self._trial
            if not trial.confirmed and self._front.is_calm(now):
                if trial.is_proven(now, self._supervisor.all_live(now)):
                    trial.confirm()
                    self._say("firmware %s has proven itself" % firmware_name())
                elif trial.is_lost(now) and not self._table.in_play():
                    trial.give_way()
                    self._reset()
            await asyncio.sleep_ms(LOOK_MS)
