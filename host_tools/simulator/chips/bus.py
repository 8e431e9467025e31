"""The two buses of a simulated board: on SPI all chips get the clock, on I2C each has an address.

A chip on SPI has `clock(byte)`, eight clock pulses with the bits of `byte` at its data input, bit 7 first;
`NAME`; `HZ_MAX`. Every chip gets every byte and checks its own select line.
`shares`, if the chip has this attribute, is set to True when other chips are on the same bus.

A chip on I2C has `NAME`, `HZ_MAX`, `write(data)` -> number of bytes it acknowledges, after its address, and
`read(buffer)`, which fills it.
"""


class Spi:
    """The chips on the bus at SCK and MOSI of wiring.py."""

    def __init__(self) -> None:
        self.chips = []

    def attach(self, chip) -> None:
        """Solder a chip to the bus."""
        self.chips.append(chip)
        if len(self.chips) > 1:
            for each in self.chips:
                if hasattr(each, "shares"):
                    each.shares = True

    def clock(self, byte: int) -> None:
        """Eight clock pulses."""
        for chip in self.chips:
            chip.clock(byte)


class I2c:
    """The chips on SDA and SCL of wiring.py, by address.

    `chips`: those that answer; `soldered`: all of them.
    """

    def __init__(self) -> None:
        self.chips = {}
        self.soldered = {}

    def attach(self, address: int, chip) -> None:
        """Solder a chip to the bus. ValueError when the address is taken."""
        if address in self.chips:
            raise ValueError(f"I2C address 0x{address:02x} is taken")
        self.chips[address] = self.soldered[address] = chip

    def plug(self, address: int, is_in: bool) -> None:
        """Pull a chip off the bus, or plug it in again; calls the `power(is_on)` of a chip that has it.
        Does nothing at an address without a chip.
        """
        chip = self.soldered.get(address)
        if chip is None or (address in self.chips) == is_in:
            return
        if is_in:
            self.chips[address] = chip
        else:
            del self.chips[address]
        if hasattr(chip, "power"):
            chip.power(is_in)
