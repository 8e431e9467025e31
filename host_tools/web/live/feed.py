"""Carries the newest view of each table from the hub to every open page.

One task reads the hub. A reader holds only the numbers of the tables that changed since its last read. So a
slow reader costs a few integers, skips the views it missed, and never delays another. A view is encoded once
for all readers of the same shape and sent to them together (`open_streams.Crowd`).

A change re-encodes only the changed parts: `JsonParts` keeps the JSON of a view's unchanged parts,
`TileValues` the tiles as values for the streams, `TileDrawings` the tiles as HTML for the pages.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import jinja2
from markupsafe import Markup

from host_tools.i18n import spoken
from host_tools.live_values import Facts, Noted
from host_tools.reasons import Cause, Translate, untranslated
from host_tools.store.database import now_ms
from host_tools.web.http.ports import Hub, TableView
from host_tools.web.live import shown_tables
from host_tools.web.live.open_streams import Readers
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
        """The object as compact JSON on one line, its dicts and lists last."""
        kept = self._kept
        plain: dict[str, object] = {}
        texts = [""]
        for name, value in values.items():
            if not isinstance(value, dict | list):
                plain[name] = value
                continue
            was, text = kept.get(name, _NOTHING)
            if was is not value:
                if was != value:
                    text = f"{_encode(name)}:{_encode(value)}"
                kept[name] = (value, text)
            texts.append(text)
        texts[0] = _encode(plain)[1:-1]
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


log = logging.getLogger(__name__)

RESUBSCRIBE_S = 0.5
"""How long to wait before asking the hub again after it dropped this reader."""

Shape = Callable[[TableView], Mapping[str, Any]]


class NamedProblem(TypedDict):
    """A problem of the collector: a reason of the database or of another system with its facts, and the
    English words.
    """

    reason: str
    args: Facts
    text: str


def named(problem: Cause) -> NamedProblem:
    """A problem for scripts."""
    return {"reason": problem.reason, "args": problem.facts, "text": str(problem)}


class Pulse(TypedDict):
    """The state that changes without a message from a table.

    `heard`: when each table was last heard (ms since 1970), by number; `hall`: the clock of all tables;
    `halls`: the clocks of the halls; `problem`: what is wrong with the collector, in words;
    `problems`: the same as reasons; `results`: the tournament's revision.
    """

    heard: dict[str, int | None]
    hall: object
    halls: dict[str, object]
    problem: str | None
    problems: list[NamedProblem]
    results: int


def wall_ms() -> int:
    """The server's time: ms since the epoch, the scale of ``end_ms`` and ``heard_ms``."""
    return now_ms()


class Feed:
    """The newest view of every table, numbered, shared by all readers.

    ``hub`` is the collector's; ``now_ms`` is the server's time; ``readers`` are the open streams. Lives on
    one event loop.
    """

    def __init__(self, hub: Hub, now_ms: Callable[[], int] = wall_ms) -> None:
        self._hub = hub
        self.now_ms = now_ms
        self.run_id = format(now_ms(), "x")
        self.revision = 0
        self.results = 0
        self.readers = Readers()
        self._views: dict[int, TableView] = {}
        self._revisions: dict[int, int] = {}
        self._encoded: dict[tuple[str, int], tuple[int, bytes]] = {}
        self._shaped: dict[tuple[str, int], tuple[TableView, str]] = {}
        self._tile_values: dict[str, TileValues] = {}
        self._parts: dict[tuple[str, int], JsonParts] = {}
        self._noted: Mapping[tuple[int, str], Noted] = {}
        self._with_noted: dict[int, tuple[TableView, Noted, TableView]] = {}
        self._task: asyncio.Task[None] | None = None

    # -- from the hub ------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to follow the hub. A second call does nothing."""
        if self._task is None:
            self._task = asyncio.create_task(self._follow(), name="web feed")

    async def stop(self) -> None:
        """Close every stream and stop following."""
        self.close_readers()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def close_readers(self) -> None:
        """End every open stream; the pages reconnect by themselves."""
        self.readers.close()

    async def _follow(self) -> None:
        while True:
            changes = self._hub.subscribe()
            try:
                self._take_snapshot()
                async for message in changes:
                    self._take(message)
            except Exception:
                log.exception("web feed: the hub failed; subscribing again")
            finally:
                close = getattr(changes, "close", None)
                if close is not None:
                    close()
            await asyncio.sleep(RESUBSCRIBE_S)

    def _take_snapshot(self) -> None:
        for view in self._hub.snapshot():
            table = view["table"]
            if self._views.get(table) != view:
                self._put(table, view)

    def _take(self, message: Mapping[str, Any]) -> None:
        if message.get("type") == "table":
            self._put(message["table"], message["data"])
        elif message.get("type") in ("hall", "problem"):
            self.readers.ask_pulse()

    def _put(self, table: int, view: TableView) -> None:
        self.revision += 1
        self._views[table] = view
        self._revisions[table] = self.revision
        self.readers.mark(table)

    def tell_results(self, revision: int) -> None:
        """Tell the pages that the tournament now has this revision (`Programme.revision`)."""
        if revision != self.results:
            self.results = revision
            self.readers.ask_pulse()

    def put_noted(self, noted: Mapping[tuple[int, str], Noted]) -> None:
        """What the tournament has of the tables' matches, by table and match; replaces all before."""
        before, self._noted = self._noted, noted
        for table in {key[0] for key in {*before, *noted} if before.get(key) != noted.get(key)}:
            if table in self._views:
                self._put(table, self._views[table])

    def _shown(self, view: TableView) -> TableView:
        """The view as the hub has it, with what the tournament has of its match."""
        table = int(view["table"])
        noted = self._noted.get((table, (view.get("match") or {}).get("id") or ""))
        if noted is None:
            return view
        kept = self._with_noted.get(table)
        if kept is None or kept[0] is not view or kept[1] != noted:
            kept = self._with_noted[table] = (view, noted, {**view, **noted})
        return kept[2]

    # -- to the readers ----------------------------------------------------------------------

    def views(self) -> list[TableView]:
        """Every table's newest view, by table number, with the time when the table was last heard."""
        return sorted(map(self._shown, self._hub.snapshot()), key=lambda view: int(view["table"]))

    def view(self, table: int) -> TableView | None:
        """One table's newest view, or None if the table was never heard."""
        views = self._hub.snapshot()
        return next((self._shown(view) for view in views if view["table"] == table), None)

    def problem(self, translate: Translate = untranslated) -> str | None:
        """What is wrong with the collector or its outgoing connections, in words; None while nothing is."""
        return " ".join(problem.say(translate=translate) for problem in self._problems()) or None

    def _problems(self) -> list[Cause]:
        return [problem for problem in (self._hub.problem, *self._hub.remarks.values()) if problem]

    @property
    def halls(self) -> tuple[str, ...]:
        """The names of the halls, in the order of their tables."""
        return tuple(self._hub.halls)

    def pulse(self, translate: Translate = untranslated) -> Pulse:
        """The present state that changes without a message from a table, in words of a language."""
        heard = {
            str(view["table"]): (view.get("link") or {}).get("heard_ms") for view in self._hub.snapshot()
        }
        hub = self._hub
        return {
            "heard": heard,
            "hall": hub.hall,
            "halls": dict(hub.halls),
            "problem": self.problem(translate),
            "problems": [named(problem) for problem in self._problems()],
            "results": self.results,
        }

    def encoded(self, table: int, name: str, shape: Shape) -> bytes:
        """The table's view in a shape, as the bytes of one ``table`` message.

        ``name`` identifies the shape; the same bytes serve all its readers until the view changes.
        """
        revision = self._revisions[table]
        kept = self._encoded.get((name, table))
        if kept is None or kept[0] != revision:
            shaped = self.shaped(self._shown(self._views[table]), name, shape)
            body = f'{{"version":1,"server_ms":{self.now_ms()},"table":{table},"data":{shaped}}}'
            kept = (revision, message("table", body, self.id_of(revision)))
            self._encoded[(name, table)] = kept
        return kept[1]

    def tile_values(self, language: str) -> TileValues:
        """The tiles in a language (its code), shared by all streams that show them."""
        return self._tile_values.setdefault(language, TileValues())

    def shaped(self, view: TableView, name: str, shape: Shape) -> str:
        """A view in a shape, as JSON, encoded once until the view changes. Five hundred pages that reconnect
        at once after a restart share it.
        """
        key = (name, int(view["table"]))
        kept = self._shaped.get(key)
        if kept is None or kept[0] is not view:
            parts = self._parts.setdefault(key, JsonParts())
            kept = self._shaped[key] = (view, parts.dumps(shape(view)))
        return kept[1]

    def id_of(self, revision: int) -> str:
        """A message id: the run of the server and the number of the change."""
        return f"{self.run_id}-{revision}"


def message(event: str, body: str, message_id: str) -> bytes:
    """One server-sent event; `body`: JSON on one line."""
    return f"id: {message_id}\nevent: {event}\ndata: {body}\n\n".encode()
