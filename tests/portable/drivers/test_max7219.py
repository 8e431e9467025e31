"""The MAX7219 driver against its bus: every word is decoded from the SPI bytes between two edges of LOAD."""

from locked_heap import heap_locked

from boardside.drivers.max7219 import Max7219


class Chip:
    """The chip's side of the bus: `write` is MOSI, `value` is LOAD. Registers as after power-on."""

    def __init__(self):
        self.shift = 0
        self.bits = 0
        self.load = 1
        self.registers = bytearray(16)
        self.words = 0

    def write(self, buffer):
        assert self.load == 0, "data while LOAD is high"
        for byte in buffer:
            self.shift = (self.shift << 8 | byte) & 0xFFFF
            self.bits += 8

    def value(self, level):
        if level and not self.load:
            assert self.bits == 16, "a word is 16 bits"
            self.registers[self.shift >> 8 & 15] = self.shift & 255
            self.words += 1
        self.bits = 0
        self.load = level

    def picture(self):
        """What is lit, leftmost first: the chip's digit 0 is the rightmost of the module."""
        if not self.registers[0x0C]:
            return [0] * 8
        if self.registers[0x0F]:
            return [255] * 8
        assert self.registers[0x09] == 0, "decoding is on"
        limit = self.registers[0x0B]
        return [self.registers[8 - index] if 7 - index <= limit else 0 for index in range(8)]


def started():
    chip = Chip()
    display = Max7219(chip, chip)
    display.init()
    return chip, display


def test_init_wakes_a_blank_chip():
    chip, _ = started()
    assert chip.picture() == [0] * 8
    assert [chip.registers[register] for register in (0x09, 0x0B, 0x0C, 0x0F)] == [0, 7, 1, 0]


def test_init_wakes_the_chip_last():
    # A chip that kept old digits over a restart of the processor must not flash them.
    chip = Chip()
    chip.registers[0x05] = 0xFF
    seen = []
    write = chip.write

    def spy(buffer):
        write(buffer)
        seen.append(buffer[0])

    chip.write = spy
    Max7219(chip, chip).init()
    assert seen[-1] == 0x0C


def test_a_picture_arrives_leftmost_first():
    chip, display = started()
    display.show(bytes([1, 2, 3, 4, 5, 6, 7, 128]))
    assert chip.picture() == [1, 2, 3, 4, 5, 6, 7, 128]
    assert chip.registers[8] == 1


def test_only_changed_digits_are_written():
    chip, display = started()
    display.show(b"\x01\x02\x03\x04\x05\x06\x07\x08")
    before = chip.words
    assert display.show(b"\x01\x02\x03\x7f\x05\x06\x07\x08") == 1
    assert chip.words == before + 1
    assert display.show(b"\x01\x02\x03\x7f\x05\x06\x07\x08") == 0
    assert chip.words == before + 1


def test_the_caller_may_reuse_its_buffer():
    chip, display = started()
    picture = bytearray(8)
    for value in range(256):
        picture[value % 8] = value
        display.show(picture)
        assert chip.picture() == list(picture)


def test_brightness_is_clipped():
    chip, display = started()
    for level, register in ((0, 0), (15, 15), (16, 15), (-1, 0), (7, 7)):
        display.brightness(level)
        assert chip.registers[0x0A] == register


def test_the_display_test_lights_all_and_gives_the_picture_back():
    chip, display = started()
    display.show(b"\x01\x02\x03\x04\x05\x06\x07\x08")
    display.test(True)
    display.heal()
    assert chip.picture() == [255] * 8
    display.test(False)
    assert chip.picture() == [1, 2, 3, 4, 5, 6, 7, 8]


def test_heal_mends_any_upset_register():
    chip, display = started()
    display.brightness(11)
    display.show(b"\x01\x02\x03\x04\x05\x06\x07\x08")
    good = bytes(chip.registers[1:])
    for register in range(1, 16):
        if register in (0x0D, 0x0E):  # the chip has none there
            continue
        chip.registers[register] ^= 0xFF
        display.heal()
        assert bytes(chip.registers[1:]) == good


def test_show_and_heal_allocate_nothing():
    class Sink:
        def write(self, buffer):
            pass

        def value(self, level):
            pass

    display = Max7219(Sink(), Sink())
    pictures = (bytes([1, 2, 3, 4, 5, 6, 7, 8]), bytes([8, 7, 6, 5, 4, 3, 2, 1]))

    def work():
        for step in range(50):
            display.show(pictures[step % 2])
            display.heal()
            display.brightness(step % 16)

    heap_locked(work)
