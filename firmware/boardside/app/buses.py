"""The I2C bus that an expander and a display may share: one object, one speed."""

from .. import pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

_made: "list[I2C]" = []


def i2c() -> "I2C":
    """The bus at pins.I2C_SDA and I2C_SCL. Made once: made anew, it would change its speed for everybody."""
    from machine import I2C, Pin

    if not _made:
        _made.append(I2C(pins.I2C_BUS, scl=Pin(pins.I2C_SCL), sda=Pin(pins.I2C_SDA), freq=pins.I2C_HZ))
    return _made[0]
