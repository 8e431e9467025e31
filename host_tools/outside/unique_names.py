"""JSON objects in which no name occurs twice: JSON readers keep the last one and say nothing."""


class TwiceError(ValueError):
    """A name that occurs twice in one object; the name is its text."""


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """For `object_pairs_hook` of `json.loads`: the object. Raises TwiceError."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise TwiceError(name)
        fields[name] = value
    return fields
