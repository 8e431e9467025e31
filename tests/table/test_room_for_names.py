"""Objects that every press asks leave room in MicroPython's table of their attributes (D355)."""

from boardside.game.match import new
from boardside.table.show.screens import Screen

SIZES = (17, 23, 29, 37, 47, 59, 73, 97, 127)
"""Such a table grows when it is full (py/map.c); in a full one each access searches far."""

FULLEST = 0.9


def test_the_table_of_attributes_is_not_nearly_full() -> None:
    for kind, count in (("Screen", len(vars(Screen(1)))), ("State", len(new().__slots__))):
        size = next(size for size in SIZES if size >= count)
        assert count <= FULLEST * size, f"{kind}: {count} of {size}: add unused attributes until it grows"
