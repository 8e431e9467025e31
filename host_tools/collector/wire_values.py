"""What a frame's values must be before they are believed."""

from typing import Any

#: Larger integers are taken for damage: databases and other languages cannot hold them.
INT_MOST = 2**53


def is_a(value: object, kind: type) -> bool:
    """Whether a value is of this kind; true and false are no integers here."""
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= INT_MOST
    return isinstance(value, kind)


def have_shape(values: list[Any], *kinds: type) -> bool:
    """Whether the values begin with these kinds."""
    return len(values) >= len(kinds) and all(map(is_a, values, kinds))


def clean(value: Any) -> Any:
    """`value` with U+FFFD for every character that is none."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {clean(name): clean(item) for name, item in value.items()}
    return value
