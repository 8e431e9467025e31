"""Push buttons at the input registers of a chip: key n at GPIO n, from the eighth on at GPIO 32 and above."""

from boardside.drivers.keys import Registers

FIRST = 0x3FF4403C
LOW = 7


class Contact:
    """A key's pin: 1 = open (pulled up), 0 = closed."""

    def __init__(self):
        self.level = 1


class Words:
    """`machine.mem32`: the two registers; all other pins read 0."""

    def __init__(self, contacts):
        self._contacts = contacts

    def __getitem__(self, address):
        low = address == FIRST
        assert low or address == FIRST + 4
        word = 0
        for index in range(len(self._contacts)):
            if (index < LOW) == low and self._contacts[index].level:
                word |= 1 << (index if low else index - LOW)
        return word


def registers(contacts):
    """The source of these keys."""
    gpios = [index if index < LOW else 32 + index - LOW for index in range(len(contacts))]
    return Registers(Words(contacts), FIRST, gpios)
