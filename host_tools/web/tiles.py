"""The tiles of the hall as HTML, drawn once for each change of a table and language, not for each viewer.

Drawing is what a load of the hall costs: five hundred people who open a hall of 60 tables at once see 60
tiles, most of them the same. What is kept is a tile and not a page, so that every choice of tables
(``?tables=``) and the big screen share it, and a change costs one tile.
"""

from typing import Any

import jinja2
from markupsafe import Markup

from host_tools.web import present
from host_tools.web.i18n import spoken
from host_tools.web.ports import TableView

KEPT_MOST = 1200
"""So many tiles are kept, of about 4 KB each: 200 tables in all six languages."""


class Tiles:
    """The newest drawing of each table in each language; beyond `most` the one least asked for goes.

    `environment` holds the template `parts.html`; `drawings` counts how often one was drawn.
    """

    def __init__(self, environment: jinja2.Environment, most: int = KEPT_MOST) -> None:
        self._parts: Any = environment.get_template("parts.html").module
        self._most = most
        self._kept: dict[tuple[int, str], tuple[TableView, Markup]] = {}
        self.drawings = 0

    def html(self, view: TableView) -> Markup:
        """The tile of a table as it is now, in the language that is spoken."""
        key = int(view["table"]), spoken().code
        seen = _without_age(view)
        kept = self._kept.pop(key, None)
        if kept is None or kept[0] != seen:
            self.drawings += 1
            kept = seen, Markup(self._parts.tile(present.tile(view)))
        self._kept[key] = kept
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        return kept[1]


def _without_age(view: TableView) -> TableView:
    """A view without when its table was last heard: an age is for the browser to tell."""
    return {**view, "link": {**(view.get("link") or {}), "heard_ms": None}}
