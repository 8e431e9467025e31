"""The face of eight 7-segment digits: the score, or a message."""

from ..table.segments import DIGITS, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..table.screens import Screen


class Eight:
    """`driver` has `show(picture)` of eight bytes, `brightness`, `test` and `heal`, as drivers.max7219."""

    def __init__(self, driver) -> None:
        self._driver = driver
        self._picture = bytearray(DIGITS)

    def show(self, screen: "Screen", now: int) -> None:
        """Draw the screen; the driver writes what differs."""
        render(screen, self._picture)
        self._driver.show(self._picture)

    def tick(self, now: int) -> None:
        """Digits are written at once: nothing is left to do."""

    def brightness(self, level: int) -> None:
        """0 (dim) to 15."""
        self._driver.brightness(level)

    def test(self, is_on: bool) -> None:
        """Light every segment, whatever is shown."""
        self._driver.test(is_on)

    def heal(self) -> None:
        """Write everything again."""
        self._driver.heal()
