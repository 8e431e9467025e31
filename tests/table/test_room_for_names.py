"""Objects that every press asks leave room in MicroPython's table of their attributes (D355)."""

from boardside.game.match import new
from boardside.table.show.screens import Screen
from boardside.table.table import Table

SIZES = (17, 23, 29, 37, 47, 59, 73, 97, 127)
"""Such a table grows when it is full (py/map.c); in a full one each access searches far."""

FULLEST = 0.9


def test_the_table_of_attributes_is_not_nearly_full() -> None:
    table = Table(dict, lambda: iter(()), {}, int.__sub__, int.__add__)
    counts = (len(vars(Screen(1))), len(vars(table)), len(new().__slots__))
    for kind, count in zip(("Screen", "Table", "State"), counts, strict=True):
        size = next(size for size in SIZES if size >= count)
        assert count <= FULLEST * size, f"{kind}: {count} of {size}: add unused attributes until it grows"
