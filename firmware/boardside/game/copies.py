"""Objects that are copied and then changed, as a match's state is at every event.

Their class has each field once: name, type, first value, meaning. An object holds only what was set in it;
for the rest the class's own values stand. So a copy costs as much as has happened, and a field that few
matches use costs the others nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


def copied(source: "T") -> "T":
    """A second object with the same fields."""
    new: "T" = object.__new__(type(source))
    fields, put = source.__dict__, setattr  # a local name is found at once
    for name in fields:
        put(new, name, fields[name])
    return new


def fields_of(kind: type) -> "tuple[str, ...]":
    """The names of a class's fields that have a first value, in the order of the alphabet."""
    own, methods = kind.__dict__, (type(fields_of), property)
    return tuple(sorted([name for name in own if name[0] != "_" and not isinstance(own[name], methods)]))
