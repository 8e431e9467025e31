"""Keys, displays and buzzer of the table: a press is shown in the same turn of the loop that reads it."""

from ..drivers.keys import LONG
from ..table.pages.panel import KEYS
from ..table.sounds import pattern

CALM_MS = 3000
PAUSE_MS = 1000
HELD_MS = 60

FRESH_MS = 100
"""The next key of a gesture often comes within this time of the last one, and nothing else should be in its
way."""

REMIND_MS = 6000
"""A panel that does not answer is reported repeatedly; in between, the display shows the clock."""


class Front:
    """`table` as in table/table.py; `keys`, `buzzer` as in drivers/; `faces`: as in faces/; `diff` is
    `ticks_diff`; `say(text)`, if given, is called when the panel stops or begins to answer.

    `pressed_at`: when a key was last pressed.
    """

    def __init__(self, table, keys, faces, buzzer, diff, now: int, say=None) -> None:
        self._table = table
        self._keys = keys
        self._faces = tuple(faces)
        self._steppers = tuple([face for face in self._faces if face.has_steps])
        self._buzzer = buzzer
        self._diff = diff
        self._say = say
        self._shown = -1
        self._answer = bytearray([face.answers for face in self._faces])
        self._is_answered = True
        self._told_at = now
        self.pressed_at = now

    def scan(self, now: int) -> None:
        """Read the keys; carry every press through the table to display and sound. Call it every 10 ms."""
        waiting = self._keys.scan(now)
        if not (self._keys.answers and self._is_answered):
            self._tell_panel(now)
        if not waiting:
            return
        press = self._keys.get()
        while press is not None:
            self.pressed_at = now
            self._buzzer.stop()  # any key ends a tone that is no longer needed
            self._table.press(KEYS[press[0]], press[1] == LONG, now)
            self._answer_press(now)
            press = self._keys.get()

    def _answer_press(self, now: int) -> None:
        try:
            if not self.show(now):
                self._table.wink()
        except MemoryError:
            pass  # the next tick shows it

    def tick(self, now: int) -> None:
        """Let the clocks run, and show and sound what follows from it. Call it every 10 ms."""
        table = self._table
        table.tick(now)
        if table.revision != self._shown or table.sounds.pending is not None:
            self.show(now)
        if self._buzzer.is_playing():
            self._buzzer.tick(now)
        for face in self._steppers:
            face.tick(now)

    def show(self, now: int) -> bool:
        """Update displays and buzzer from the table, if it has changed. Return whether digits changed."""
        is_seen = False
        revision = self._table.revision
        if revision != self._shown:
            is_seen = self._draw(self._table.screen(now), now)
            self._shown = revision
        sound = self._table.take_sound()
        if sound is not None:
            self._buzzer.play(pattern(sound), now)
        return is_seen

    # Apart, and by index: MicroPython takes memory for a call that needs more than eleven words.
    def _draw(self, screen, now: int) -> bool:
        is_seen = False
        for index in range(len(self._faces)):
            if self._faces[index].show(screen, now):
                is_seen = True
        return is_seen

    def letters(self):
        """What a display has for names that the host draws (faces/paper); None without e-paper."""
        rooms = [getattr(face, "letters", None) for face in self._steppers]
        return rooms[0] if rooms else None

    def brightness(self, level: int) -> None:
        """Of all displays, 0 to 15."""
        for face in self._faces:
            face.brightness(level)

    def test(self, is_on: bool) -> None:
        """Light everything that the displays have, or end that."""
        for face in self._faces:
            face.test(is_on)

    def heal(self) -> None:
        """Write again what a spark may have upset; report when a display stops or begins to answer."""
        for index in range(len(self._faces)):
            face = self._faces[index]
            face.heal()
            if face.answers != self._answer[index]:
                self._answer[index] = face.answers
                self._table.message("display_back" if face.answers else "display_gone")

    def _tell_panel(self, now: int) -> None:
        """The panel does not answer, or answers again: show it on the display and call `say`."""
        answers = self._keys.answers
        if answers == self._is_answered and self._diff(now, self._told_at) < REMIND_MS:
            return
        if answers != self._is_answered:
            self._is_answered = answers
            if self._say is not None:
                self._say(
                    "the panel answers again" if answers else "the panel does not answer: look at its wires"
                )
        self._told_at = now
        self._table.message("panel_back" if answers else "panel_gone", now)

    def is_calm(self, now: int) -> bool:
        """Whether a pause of 0.1 s would not be noticed: no tone, and no key was touched for a while."""
        return not self._buzzer.is_playing() and self._diff(now, self.pressed_at) >= CALM_MS

    def is_pausing(self, now: int) -> bool:
        """The next best: no tone, no finger on a key, and the next press does not follow at once."""
        if self._buzzer.is_playing() or self._keys.any_held():
            return False
        return self._diff(now, self.pressed_at) >= PAUSE_MS

    def is_fresh(self, now: int) -> bool:
        """Whether a key was pressed a moment ago."""
        return self._diff(now, self.pressed_at) < FRESH_MS

    def is_held(self, now: int) -> bool:
        """Whether a finger rests on the key it has just pressed, the click over: the next best moment."""
        if self._buzzer.is_playing() or not self._keys.any_held():
            return False
        return self._diff(now, self.pressed_at) >= HELD_MS
