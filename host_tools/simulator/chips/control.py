"""The wires from the chips to the outside: a socket to the process that runs the table.

To the table, one line each, numbers in hexadecimal of fixed width:
    `k` gpio:2 level:1                  close (0) or open (1) a key
    `p` gpios:10 hold_ms:4 rest_ms:4    press keys together (bit n = GPIO n); hold_ms ffff: they stay closed
    `x`                                 release the keys
    `w` 0|1                             the hall's Wi-Fi
    `b` ms:4                            contacts bounce this long
    `q` 0|1                             pull the panel's cable out (0), put it in (1)
    `c` writes:8                        cut the power at the n-th flash write from now
    `i` address:2 0|1                   pull a chip off the I2C bus (0), or plug it in again (1)
    `v` mv:4                            the voltage of the battery's cell
    `g`                                 collect garbage and report the heap
    `l` bytes:8                         leak: take this many bytes of the heap and keep them

From the table (`us`: the table's clock in microseconds, CLOCK_MONOTONIC, modulo 2^32):
    `H` bytes:8           up; heap that the chip models hold
    `D` segments:16 intensity:1 us:8    what display 0, with eight digits, shows now, place 0 first
    `L` display:1 places:2 intensity:1 us:8 segments    what another display with digits shows now
    `E` display:1 us:8 lines:4 bytes:4  an e-paper's new picture follows: number of rows, bytes of a row
    `e` pixels                          one row of it, 1 = white, bit 7 leftmost
    `T` freq:4 duty:4 us:8              what the buzzer sounds now
    `P`                   the press is over
    `F` 0|1               the flash is busy erasing (1), is done (0)
    `f` erases:8 writes:8 unerased:8    flash counters since power-on
    `G` bytes:8 names:8 stack:8
                          held in the heap; a sum over the loaded modules' names; the stack at its deepest;
                          asked for by `g`
    `W` ms:8              watchdog armed; `w` fed
    `N` 0|1               Wi-Fi connected
    `S` task:2 ms:4 us:8  a task's step took so long that the others waited (as_chip.py)
    `C` 0|1 us:8          the heap was collected: unasked (0), or the firmware asked for it (as_chip.py)
    `R` reason            the chip asks to be reset: `reset`, `cut`
    `!` text              wrong traffic

Reading and writing allocate nothing, except for `!`, `R`, `G` and `l`.
"""

_HEX = b"0123456789abcdef"
_LINE = 64
_PLACES_MOST = 16


def put_hex(line, at: int, value: int, digits: int) -> None:
    """Write `value` as `digits` lower-case hexadecimal digits into `line` from index `at`."""
    for index in range(at + digits - 1, at - 1, -1):
        line[index] = _HEX[value & 0xF]
        value >>= 4


def get_hex(line, at: int, digits: int) -> int:
    """The number in `digits` hexadecimal digits from index `at`."""
    value = 0
    for index in range(at, at + digits):
        code = line[index]
        value = value << 4 | (code - 48 if code < 58 else code - 87)
    return value


class Control:
    """`stream` is a non-blocking raw file on the socket; `handle(line, length)` takes a command.

    When the other end is gone, `is_open` turns False; what is sent then is lost.
    """

    def __init__(self, stream, handle) -> None:
        self.is_open = True
        self._stream = stream
        self._handle = handle
        self._byte = bytearray(1)
        self._line = bytearray(_LINE)
        self._length = 0
        self._display = bytearray(b"D" + b"0" * 17 + b" " + b"0" * 8 + b"\n")
        self._lit = bytearray(b"L" + b"0" * 12 + b" " * 2 * _PLACES_MOST + b"\n")
        self._tone = bytearray(b"T" + b"0" * 8 + b" " + b"0" * 8 + b"\n")
        self._flash = bytearray(b"f" + b"0" * 24 + b"\n")
        self._stall = bytearray(b"S" + b"0" * 14 + b"\n")
        self._collection = bytearray(b"C" + b"0" * 9 + b"\n")

    def poll(self) -> None:
        """Handle what has arrived."""
        # One byte at a time: MicroPython's readinto loses what it has read when it wants more than there is.
        count = self._stream.readinto(self._byte) if self.is_open else None
        while count:
            code = self._byte[0]
            if code == 10:
                self._handle(self._line, self._length)
                self._length = 0
            elif self._length < _LINE:
                self._line[self._length] = code
                self._length += 1
            count = self._stream.readinto(self._byte)
        if count is not None:  # 0 is the end; None is nothing there
            self.is_open = False

    def send(self, line) -> None:
        """Send one line, which ends in a newline."""
        if not self.is_open:
            return
        try:
            count = self._stream.write(line)
            while count is None or count < len(line):  # full for a moment: the reader is slow
                line = line if count is None else line[count:]
                count = self._stream.write(line)
        except OSError:
            self.is_open = False

    def display(self, segments, places, intensity: int, us: int) -> None:
        """Send the lit segments; `places[i]` is the index in `segments` of place i."""
        line = self._display
        for place in range(8):
            put_hex(line, 1 + 2 * place, segments[places[place]], 2)
        put_hex(line, 17, intensity, 1)
        put_hex(line, 19, us, 8)
        self.send(line)

    def lit(self, display: int, segments, places, intensity: int, us: int) -> None:
        """As `display`, for the display at `display` in the list, with up to 16 places."""
        line = self._lit
        count = len(places)
        put_hex(line, 1, display, 1)
        put_hex(line, 2, count, 2)
        put_hex(line, 4, intensity, 1)
        put_hex(line, 5, us, 8)
        for place in range(count):
            put_hex(line, 13 + 2 * place, segments[places[place]], 2)
        for at in range(13 + 2 * count, len(line) - 1):
            line[at] = 32
        self.send(line)

    def picture(self, display: int, pixels, row_bytes: int, us: int) -> None:
        """Send an e-paper's new picture: rows of `row_bytes` bytes each in `pixels`. Allocates."""
        rows = len(pixels) // row_bytes
        head = bytearray(b"E" + b"0" * 17 + b"\n")
        put_hex(head, 1, display, 1)
        put_hex(head, 2, us, 8)
        put_hex(head, 10, rows, 4)
        put_hex(head, 14, row_bytes, 4)
        self.send(head)
        line = bytearray(b"e" + b"0" * (2 * row_bytes) + b"\n")
        for row in range(rows):
            for at in range(row_bytes):
                put_hex(line, 1 + 2 * at, pixels[row * row_bytes + at], 2)
            self.send(line)

    def tone(self, freq: int, duty: int, us: int) -> None:
        """Send what the buzzer sounds."""
        put_hex(self._tone, 1, min(freq, 0xFFFF), 4)
        put_hex(self._tone, 5, duty, 4)
        put_hex(self._tone, 10, us, 8)
        self.send(self._tone)

    def flash(self, erases: int, writes: int, unerased: int) -> None:
        """Send the flash counters."""
        put_hex(self._flash, 1, erases, 8)
        put_hex(self._flash, 9, writes, 8)
        put_hex(self._flash, 17, unerased, 8)
        self.send(self._flash)

    def stall(self, task: int, ms: int, us: int) -> None:
        """Send that a task's step took `ms`; `task`: its place among those that have run."""
        put_hex(self._stall, 1, task, 2)
        put_hex(self._stall, 3, min(ms, 0xFFFF), 4)
        put_hex(self._stall, 7, us, 8)
        self.send(self._stall)

    def collection(self, is_asked: bool, us: int) -> None:
        """Send that the heap was collected."""
        put_hex(self._collection, 1, int(is_asked), 1)
        put_hex(self._collection, 2, us, 8)
        self.send(self._collection)
