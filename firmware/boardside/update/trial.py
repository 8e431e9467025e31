"""The trial of a new firmware: it is good when all its tasks have run for a while without a failure."""

import loader

PROOF_MS = 20_000
PATIENCE_MS = 120_000
"""A firmware that is not confirmed within this time is replaced by the old one."""

LOOK_MS = 500


class Trial:
    """`tasks`: the supervisor's, see `Watched`. `confirmed`: the pointer on flash says that this firmware is
    good.
    """

    def __init__(self, slots, tasks, diff, now):
        self._slots = slots
        self._tasks = tasks
        self._diff = diff
        self._began = self._steady_since = now
        self._failures = 0
        self.confirmed = False

    def is_proven(self, now, all_live):
        """Whether the firmware may be confirmed now. Call it every LOOK_MS."""
        failures = 0
        for task in self._tasks:
            failures += task.failures
        if failures != self._failures or not all_live:
            self._failures = failures
            self._steady_since = now
        return self._diff(now, self._steady_since) >= PROOF_MS

    def is_lost(self, now):
        """Whether the time of the trial is over without a confirmation."""
        return not self.confirmed and self._diff(now, self._began) >= PATIENCE_MS

    def confirm(self):
        """Write to flash that this firmware is good. OSError: the flash refused; try again later."""
        loader.write(loader.Slots(self._slots.slot))
        self._slots.fallback = ""
        self.confirmed = True

    def give_way(self):
        """Write to flash that the other firmware runs from the next start on. OSError as `confirm`."""
        loader.write(loader.Slots(self._slots.fallback, failed=self._slots.slot))
