"""The buses that displays and an expander share: each one object with one speed, made when it is wanted."""

from .. import pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C, SPI


class Buses:
    """The buses of one board. A bus made again would change its speed for all its devices."""

    def __init__(self) -> None:
        self._spi: "SPI | None" = None
        self._i2c: "I2C | None" = None

    def spi(self, hertz: int) -> "SPI":
        """The SPI bus at pins.DISPLAY_CLK and DISPLAY_DIN; the first to ask says how fast it is."""
        from machine import SPI, Pin

        if self._spi is None:
            # Without `miso=None` the port takes the bus's usual pin for it: GPIO 19, the buzzer.
            self._spi = SPI(
                pins.SPI_BUS,
                baudrate=hertz,
                sck=Pin(pins.DISPLAY_CLK),
                mosi=Pin(pins.DISPLAY_DIN),
                miso=None,
            )
        return self._spi

    def i2c(self) -> "I2C":
        """The I2C bus at pins.I2C_SDA and I2C_SCL."""
        from machine import I2C, Pin

        if self._i2c is None:
            self._i2c = I2C(pins.I2C_BUS, scl=Pin(pins.I2C_SCL), sda=Pin(pins.I2C_SDA), freq=pins.I2C_HZ)
        return self._i2c


BUSES = Buses()
