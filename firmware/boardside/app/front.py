"""Keys, display and buzzer before the table: a press is shown within the turn of the loop that saw it."""

from ..drivers.keys import LONG
from ..table.panel import KEYS
from ..table.segments import DIGITS, render
from ..table.sounds import PATTERNS


class Front:
    """`table` as in table/table.py; `keys`, `display`, `buzzer` as in drivers/. Times are ticks in ms.

    `pressed_at`: when a key was last pressed.
    """

    def __init__(self, table, keys, display, buzzer, now: int) -> None:
        self._table = table
        self._keys = keys
        self._display = display
        self._buzzer = buzzer
        self._picture = bytearray(DIGITS)
        self._shown = -1
        self.pressed_at = now

    def scan(self, now: int) -> None:
        """Read the keys; carry every press through the table to display and sound. Call it every 10 ms."""
        if not self._keys.scan(now):
            return
        press = self._keys.get()
        while press is not None:
            self.pressed_at = now
            self._buzzer.stop()  # any key ends a tone that is no longer needed
            self._table.press(KEYS[press[0]], press[1] == LONG, now)
            self.show(now)
            press = self._keys.get()

    def tick(self, now: int) -> None:
        """Let the clocks run, and show and sound what follows from it. Call it every 10 ms."""
        self._table.tick(now)
        self.show(now)
        self._buzzer.tick(now)

    def show(self, now: int) -> None:
        """Bring display and buzzer to what the table says, if that has changed."""
        table = self._table
        if table.revision != self._shown:
            self._shown = table.revision
            render(table.screen(now), self._picture)
            self._display.show(self._picture)
        sound = table.take_sound()
        if sound is not None:
            self._buzzer.play(PATTERNS[sound], now)

    def is_calm(self, now: int, diff) -> bool:
        """Whether nobody would notice a pause of 0.1 s: no tone, and either no key touched for a while, or
        a finger is still on the key it has just pressed.
        """
        if self._buzzer.is_playing():
            return False
        idle = diff(now, self.pressed_at)
        return idle >= 3000 or (idle >= 60 and self._keys.any_held())
