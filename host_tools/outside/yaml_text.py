"""The one reader of YAML, all of which comes from outside.

Bounds: bytes, levels, aliases and what they stand for, digits of a number. Values are of the plain kinds that
`yaml.safe_load` makes. PyYAML is of the extra `sol`: whoever calls this has asked for it.
"""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml

BYTES_MOST = 20_000_000
DEPTH_MOST = 64
ALIASES_MOST = 1000
#: Nodes of all documents, those behind an alias counted each time.
NODES_MOST = 2_000_000
_WHOLE_MOST = 2**63 - 1
#: The longest scalar that is no text.
_PLAIN_MOST = 64


class YamlError(ValueError):
    """Why a text is not taken: no YAML, or beyond a bound."""


def documents(text: str) -> list[Any]:
    """All documents of a text. Raises YamlError."""
    import yaml

    if len(text) > BYTES_MOST:
        raise YamlError(f"more than {BYTES_MOST} bytes")
    try:
        _bound(yaml.parse(text, Loader=yaml.SafeLoader))
        loaded = list(yaml.safe_load_all(text))
    except YamlError:
        raise
    except (yaml.YAMLError, ValueError, TypeError, OverflowError, RecursionError) as error:
        # ValueError: a day 45, a number of thousands of digits; TypeError: a list as a key
        raise YamlError(" ".join(str(error).split())[:200]) from error
    _check_numbers(loaded)
    return loaded


def _bound(events: "Iterable[yaml.Event]") -> None:
    """Raise YamlError where the events are beyond a bound."""
    import yaml

    sizes: dict[str, int] = {}
    opened: list[tuple[str | None, int]] = []  # the anchor of each open node, and the nodes before it
    nodes = aliases = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            sizes.clear()
        elif isinstance(event, yaml.AliasEvent):
            aliases += 1
            # An alias within its own anchor, which never ends, has no size yet.
            nodes += sizes.get(event.anchor, NODES_MOST)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = opened.pop()
            if anchor:
                sizes[anchor] = nodes - before
        elif isinstance(event, yaml.NodeEvent):
            nodes += 1
            if isinstance(event, yaml.CollectionStartEvent):
                opened.append((event.anchor, nodes - 1))
            elif isinstance(event, yaml.ScalarEvent):
                if event.anchor:
                    sizes[event.anchor] = 1
                is_number = event.implicit[0] and event.value[:1] in "+-.0123456789"
                if is_number and len(event.value) > _PLAIN_MOST:
                    raise YamlError("a number that is too long")
        if len(opened) > DEPTH_MOST:
            raise YamlError("too deep")
        if aliases > ALIASES_MOST or nodes > NODES_MOST:
            raise YamlError("too many aliases, or too large")


def _check_numbers(loaded: list[Any]) -> None:
    """Raise YamlError for a number that is not finite, or has more than 64 bits."""
    seen: set[int] = set()
    waiting: list[Any] = [loaded]
    while waiting:
        item = waiting.pop()
        if isinstance(item, float) and not math.isfinite(item):
            raise YamlError("a number that is not finite")
        if isinstance(item, int) and abs(item) > _WHOLE_MOST:
            raise YamlError("a number that is too long")
        if isinstance(item, list | dict | set | tuple) and id(item) not in seen:
            seen.add(id(item))
            waiting += [*item, *item.values()] if isinstance(item, dict) else item
