"""The face of any display with 7-segment digits."""

from ..table import DARK, LIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ..table.show.screens import Screen


class Digits:
    """`driver` has `show(picture)` of `count` bytes, `brightness`, `test`, `heal` and `answers`, as
    drivers.max7219; `render(screen, picture)` draws, as in table/show/segments.py.
    """

    def __init__(self, driver, render: "Callable[[Screen, bytearray], None]", count: int) -> None:
        self._driver = driver
        self._render = render
        self._picture = bytearray(count)
        self._is_blank = False
        self.has_steps = False

    @property
    def answers(self) -> bool:
        """Whether the display answered when it was last written to."""
        return bool(self._driver.answers)

    def show(self, screen: "Screen", now: int) -> bool:
        """Draw the screen, dark while it flashes; the driver writes what differs. Whether anything did."""
        if screen.dark or self._is_blank:
            for index in range(len(self._picture)):
                self._picture[index] = 0
        else:
            self._render(screen, self._picture)
        return bool(self._driver.show(self._picture))

    def brightness(self, level: int) -> None:
        """0 (dim) to 15."""
        self._driver.brightness(level)

    def test(self, picture: int) -> None:
        """LIT: every segment, with any screen; DARK: none, from the next `show` on; SHOW: the screen."""
        self._is_blank = picture == DARK
        self._driver.test(picture == LIT)

    def heal(self) -> None:
        """Write everything again."""
        self._driver.heal()
