"""A NOR flash partition in memory that fails in every way wanted, and the images a power cut may leave."""

SECTOR = 4096


class Dice:
    """Numbers from a seed, the same on every interpreter."""

    def __init__(self, seed):
        self.state = seed * 2654435761 + 1 & 0x7FFFFFFF

    def below(self, limit):
        """0 to limit - 1."""
        self.state = self.state * 1103515245 + 12345 & 0x7FFFFFFF
        return (self.state >> 8) % limit


class Nor:
    """As `esp32.Partition`: a write clears bits, an erase sets a sector; errors are raised.

    `log`: None, or a list that gets (sector, offset, bytes or None for an erase, mark) of every operation;
    `mark` is what the test last set. `fail_at`: the operation (from 1) that fails, as `how` says: "before"
    anything is done, "half" of it done, "after" all of it, "silent" not done and not said, "late" done
    when it was found missing. `fails_on`: from then on all fail. `fail_read_at`: the read that fails.
    """

    def __init__(self, sectors=8, image=None):
        self.image = bytearray(image) if image else bytearray(b"\xff" * (sectors * SECTOR))
        self.log = None
        self.mark = 0
        self.fail_at = self.fail_read_at = 0
        self.how = "before"
        self.fails_on = False
        self.erases = self.writes = self.reads = self.operations = 0
        self.wear = [0] * (len(self.image) // SECTOR)
        self.late = None

    def readblocks(self, sector, buffer, offset=0):
        self.reads += 1
        if self.reads == self.fail_read_at:
            raise OSError(5)
        at = sector * SECTOR + offset
        buffer[:] = self.image[at : at + len(buffer)]
        if self.late is not None:
            late, self.late = self.late, None
            clear(self.image, *late)

    def writeblocks(self, sector, data, offset):
        self.writes += 1
        at = sector * SECTOR + offset
        assert offset + len(data) <= SECTOR
        self._do(
            sector, offset, bytes(data), lambda size: clear(self.image, at, bytes(data)[:size]), len(data)
        )

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.image) // SECTOR
        if operation == 6:
            self.erases += 1
            self.wear[argument] += 1
            at = argument * SECTOR

            def erase(size):
                self.image[at : at + size] = b"\xff" * size

            self._do(argument, 0, None, erase, SECTOR)
        return 0

    def _do(self, sector, offset, data, work, size):
        self.operations += 1
        if self.log is not None:
            self.log.append((sector, offset, data, self.mark))
        is_first = self.operations == self.fail_at
        if not is_first and not (self.fails_on and 0 < self.fail_at < self.operations):
            work(size)
            return
        if self.how == "half":
            work(size // 2)
        elif self.how == "after":
            work(size)
        elif self.how == "late" and data is not None:
            self.late = (sector * SECTOR + offset, data)
        if self.how != "silent":
            raise OSError(5)


def clear(image, at, data):
    """Write as flash does."""
    for index in range(len(data)):
        image[at + index] &= data[index]


WAYS = ("none", "byte", "half", "almost", "all", "garbage", "scattered")
"""How far the operation came in which the power went."""


def cut_images(base, log, ways=WAYS, seed=1):
    """Iterate over (operation, way, image, mark): the power went in each operation of `log` on `base`."""
    dice = Dice(seed)
    image = bytearray(base)
    for number in range(len(log)):
        sector, offset, data, mark = log[number]
        for way in ways:
            torn = bytearray(image)
            tear(torn, sector * SECTOR + offset, data, way, dice)
            yield number, way, torn, mark
        tear(image, sector * SECTOR + offset, data, "all", dice)


def tear(image, at, data, way, dice):
    """Do a part of a write (or, `data` None, of an erase)."""
    size = SECTOR if data is None else len(data)
    done = {"none": 0, "byte": 1, "half": size // 2, "almost": size - 1, "all": size}.get(way, size // 2)
    if way == "scattered":
        done = 0
    if data is None:
        image[at : at + done] = b"\xff" * done
    else:
        clear(image, at, data[:done])
    if way in ("garbage", "scattered"):
        for index in range(at + done, at + size):
            noise = dice.below(256)
            if data is None:
                image[index] |= noise
            else:
                image[index] &= data[index - at] | noise
