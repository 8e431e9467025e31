"""Keeps the tables of names that MicroPython makes from being full.

MicroPython keeps a module's names in a hash table that grows only when there is no room for one more. In a
full table whatever is not there, so each built-in function that the module calls, is searched for through
every place: 97 of them took 1,200 instructions for a `len`. So a module whose table would be nearly full gets
names until the table grows. They are the short ones that arguments have too (arguments.py), and cost no
letters. Instances have the same tables: `is_crowded` tells a test of those that are used most.
"""

import symtable
from string import ascii_lowercase

_SIZES = (0, 2, 4, 6, 8, 10, 12, 17, 23, 29, 37, 47, 59, 73, 97, 127, 167, 223, 293, 389, 521, 691, 919)
"""As `hash_allocation_sizes` in MicroPython's py/map.c."""

_GIVEN = 2
"""Names that every module has: `__name__` and `__file__`."""

_TYPES = "\nif TYPE_CHECKING:"
"""Left in a module whose `else` is for the board (app/ticks.py): what it names for the type checker, at most
_TYPES_MOST names, is counted too."""

_TYPES_MOST = 3

_SMALL = 12
"""In a table of this size a search is short."""


def is_crowded(count: int) -> bool:
    """Whether more than seven of eight places are taken in a table that grew to `count` names."""
    size = next((size for size in _SIZES if size >= count), count)
    return size > _SMALL and 8 * count > 7 * size


def roomy(text: str) -> str:
    """The text of a module, with names added behind its last line if its table would be nearly full."""
    names = symtable.symtable(text, "module", "exec").get_symbols()
    count = _GIVEN + sum(name.is_assigned() or name.is_imported() for name in names)
    if not is_crowded(count):
        return text
    size = next(size for size in _SIZES if size >= count)
    used = {name.get_name() for name in names}
    more = size + 1 - count + (_TYPES_MOST if _TYPES in text else 0)
    free = [letter for letter in ascii_lowercase if letter not in used][:more]
    return f"{text.rstrip()}\n{' = '.join(free)} = None\n"
