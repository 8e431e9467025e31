"""Caches of the tables' newest views, so that a change re-encodes only the changed parts.

`JsonParts` keeps the JSON of a view's unchanged parts, `TileValues` the tiles as values for the streams,
`TileDrawings` the tiles as HTML for the pages.
"""

import json
from collections.abc import Mapping
from typing import Any

import jinja2
from markupsafe import Markup

from host_tools.i18n import spoken
from host_tools.web.http.ports import TableView
from host_tools.web.live import shown_tables
from host_tools.web.live.page_models import Tile

_NOTHING: tuple[Any, str] = (None, "")
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dumps(value: object) -> str:
    """Compact JSON on one line."""
    return _encode(value)


class JsonParts:
    """The JSON of those dicts and lists in one object that have not changed.

    Callers must not change the object afterwards, and each field must keep its type, since 1 == true.
    """

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Any, str]] = {}

    def dumps(self, values: Mapping[str, Any]) -> str:
        """The object as compact JSON on one line, the changed fields first."""
        kept = self._kept
        changed: dict[str, object] = {}
        texts = [""]
        for name, value in values.items():
            if not isinstance(value, dict | list):
                changed[name] = value
                continue
            was, text = kept.get(name, _NOTHING)
            if was is not value and was != value:
                changed[name] = value
                kept[name] = (value, "")  # it may always change: kept once it stays the same
                continue
            if not text:
                text = f"{_encode(name)}:{_encode(value)}"
                kept[name] = (value, text)
            texts.append(text)
        texts[0] = _encode(changed)[1:-1]
        return "{" + ",".join(filter(None, texts)) + "}"


#: `TileValues` can update the parts of a tile that `shown_tables.tile` computes from these fields alone.
_MOVING = ("clock", "hall", "link")


class TileValues:
    """The newest tile of each table in one language. Views are never changed once given."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[TableView, Tile]] = {}

    def tile(self, view: TableView) -> Tile:
        """The same as `shown_tables.tile`, in the current language."""
        table = int(view["table"])
        kept = self._kept.get(table)
        if kept is not None and _stays(kept[0], view):
            tile: Tile = {**kept[1], **shown_tables.moving(view)}
        else:
            tile = shown_tables.tile(view)
        self._kept[table] = (view, tile)
        return tile


def _stays(old: TableView, new: TableView) -> bool:
    """Whether two views differ at most in their moving fields."""
    if old.keys() != new.keys():
        return False
    return all(old[name] is value or old[name] == value for name, value in new.items() if name not in _MOVING)


KEPT_MOST = 1400
"""The limit of cached tiles, about 4 KB each: 200 tables in all seven languages."""


class TileDrawings:
    """The newest drawing of each table in each language; beyond `most`, the least recently used one is
    dropped.

    `environment` holds the template `parts.html`; `drawings` counts how often one was drawn.
    """

    def __init__(self, environment: jinja2.Environment, most: int = KEPT_MOST) -> None:
        self._parts: Any = environment.get_template("parts.html").module
        self._most = most
        self._kept: dict[tuple[int, str], tuple[TableView, Markup]] = {}
        self.drawings = 0

    def html(self, view: TableView) -> Markup:
        """The present tile of a table, in the current language."""
        key = int(view["table"]), spoken().code
        seen = _without_age(view)
        kept = self._kept.pop(key, None)
        if kept is None or kept[0] != seen:
            self.drawings += 1
            kept = seen, Markup(self._parts.tile(shown_tables.tile(view)))
        self._kept[key] = kept
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return kept[1]


def _without_age(view: TableView) -> TableView:
    """A view without the time when its table was last heard: the browser shows the age."""
    return {**view, "link": {**(view.get("link") or {}), "heard_ms": None}}
