"""Push buttons at the input registers of a chip: key n at GPIO n, from the eighth on at GPIO 32 and above."""

from boardside.drivers.keys import Registers

LOW = 7


class Contact:
    """A key's pin: 1 = open (pulled up), 0 = closed."""

    def __init__(self):
        self.level = 1


class Words:
    """The two registers; all other pins read 0. Reading allocates nothing."""

    def __init__(self, contacts):
        self._first, self._second = contacts[:LOW], contacts[LOW:]

    @property
    def first(self):
        return _word(self._first)

    @property
    def second(self):
        return _word(self._second)


def _word(contacts):
    word = 0
    for index in range(len(contacts)):  # no enumerate: it allocates
        word |= contacts[index].level << index
    return word


def registers(contacts):
    """The source of these keys."""
    gpios = [index if index < LOW else 32 + index - LOW for index in range(len(contacts))]
    return Registers(Words(contacts), gpios)
