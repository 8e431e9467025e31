"""A table view as the pages show it: strings, numbers and lists, made once on the server.

The templates draw these values when a page loads, and the browser replaces them with later ones, so the two
cannot differ. The browser computes only clocks and ages, which change without a message. A field that is
missing from a view is shown as absent, never as an error: tables may run any firmware.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from host_tools.collector.reasons import spoken_trouble
from host_tools.exports import match_place
from host_tools.glyphs import drawing
from host_tools.i18n import gettext as _
from host_tools.i18n import ngettext, translated
from host_tools.i18n.labels import Words
from host_tools.live_values import published_points
from host_tools.web.http.ports import TableView
from host_tools.web.live import in_play
from host_tools.web.live.page_models import Clock, LiveScore, MovingParts, SideOfTile, Tile

SIDES = ("a", "b")
WORDS = Words()
NAME_MAX = 80
"""The longest name shown, in characters; the page cuts it further to fit."""
TEXT_MAX = 400
"""The longest note about a table, in characters."""

_PHASE_LOOK = {
    "idle": "free",
    "toss": "ready",
    "ready": "ready",
    "board": "play",
    "change": "break",
    "interval": "break",
    "over": "over",
    "confirmed": "over",
}


def is_crokinole(view: TableView) -> bool:
    """Whether the match of this view is crokinole."""
    return bool((view.get("rules") or {}).get("sport") == "crokinole")


def pair(value: object) -> tuple[int, int]:
    """Two numbers by side, whether given as ``{"a": 1, "b": 2}`` or ``[1, 2]``."""
    if isinstance(value, Mapping):
        return int(value.get("a") or 0), int(value.get("b") or 0)
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2:
        return int(value[0] or 0), int(value[1] or 0)
    return 0, 0


def clean(text: object, longest: int = NAME_MAX) -> str:
    """A name or title that is safe to show: one line, no control characters; joiners of Indic scripts are
    kept.
    """
    return _clean(str(text), longest)


@lru_cache(2048)
def _clean(text: str, longest: int) -> str:
    # Cached: the same names come with every change of a table, and this took half the time of a tile.
    kept = (
        c if unicodedata.category(c) not in ("Cc", "Cs", "Cf") or c in "\u200c\u200d" else " " for c in text
    )
    return " ".join("".join(kept).split())[:longest]


@lru_cache(2048)
def readable(name: str, latin: str | None) -> str:
    """A name, with its Latin spelling beside it if the pages' fonts lack one of its letters."""
    return f"{name} ({clean(latin)})" if latin and not drawing.has_all(name) else name


def names(view: TableView, side: str) -> list[str]:
    """The one or two names of a side; "Player A" if none was entered."""
    match = view.get("match") or {}
    latin = match.get("latin") or {}
    given = [readable(clean(name), latin.get(name)) for name in (match.get("names") or {}).get(side) or []]
    letter = side.upper()
    if not match.get("doubles"):
        return [given[0] if given and given[0] else _("Player {seat}", seat=letter)]
    given = [*given, "", ""][:2]
    return [name or _("Player {seat}", seat=f"{letter}{seat}") for seat, name in enumerate(given, 1)]


def called(view: TableView, side: str) -> str:
    """A side in a sentence: its names, or its letter if none were entered."""
    given = (view.get("match") or {}).get("names") or {}
    return short_name(view, side) if any(given.get(side) or []) else side.upper()


def short_name(view: TableView, side: str) -> str:
    """A side in one string, as in "Irudayam / Pardeshi"."""
    return " / ".join(names(view, side))


def panel_url(view: TableView) -> str:
    """The simulated panel's address, or empty: only plain http(s) is let through."""
    url = str(view.get("panel_url") or "")
    parts = urlsplit(url) if re.fullmatch(r"[!-~]+", url) else urlsplit("")
    return url if parts.scheme in ("http", "https") and parts.hostname else ""


def panel_origin(view: TableView) -> str:
    """The origin of the simulated panel for the page's frame policy, or empty."""
    parts = urlsplit(panel_url(view))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}" if parts.netloc else ""


def tile(view: TableView) -> Tile:
    """Everything that a tile, or the head of a table's page, shows."""
    had = _had(view)
    view = as_official(view)
    match = view.get("match")
    phase = view.get("phase") or "idle"
    if match is None:
        phase = "idle"
    confirmed = bool(view.get("confirmed")) or phase == "confirmed"
    over = phase in ("over", "confirmed")
    sides = {side: _side(view, side, phase) for side in SIDES}
    return {
        "table": view["table"],
        "href": f"/tables/{view['table']}",
        "name": _own_name(view),
        "stands": clean(view.get("hall_name") or ""),
        "look": _PHASE_LOOK.get(phase, "play") if match else "free",
        "phase": WORDS.get("phase", _phase_word(view, phase, confirmed)),
        "heading": _heading(view),
        "where": _where(view, phase) if match else WORDS.get("phase", "idle"),
        "a": sides["a"],
        "b": sides["b"],
        "versus": f"{short_name(view, 'a')} – {short_name(view, 'b')}" if match else "",
        "result": _result(view) if over else "",
        "had": had,
        "seal": ("confirmed" if confirmed else "provisional") if over else "",
        "warning": warning(view),
        "behind": behind(view),
        **moving(view),
        "in_play": in_play.line(view, {side: names(view, side) for side in SIDES}) if match else "",
        "spoken": _spoken(view, over) if match else "",
    }


def moving(view: TableView) -> MovingParts:
    """The part of a tile that depends on the view's `link`, `clock` and `hall`."""
    view = as_official(view)
    link = view.get("link") or {}
    is_over = view.get("match") is not None and view.get("phase") in ("over", "confirmed")
    return {
        "link": _link_state(link),
        "soft": link.get("transport") == "soft",
        "heard_ms": link.get("heard_ms") or None,
        "clock": _clock({} if is_over else view.get("clock") or {}),
        "hall": _clock(view.get("hall") or {}, "hall"),
    }


def as_official(view: TableView) -> TableView:
    """The view with the figures of the result that stands in place of the table's; without any if none does.
    The boards stay as the table has them.
    """
    official = view.get("official")
    if official is None:
        return view
    result: Mapping[str, Any] = official["result"] or {}
    games = result.get("games") or []
    won = result.get("games_won") or (0, 0)
    how = result.get("how")
    if result.get("winner") is None and games:
        how = "draw"
    official_result = {
        "winner": result.get("winner"),
        "how": None if how == "entered" else how,
        "games_won": won,
        "points": games[-1] if games else (0, 0),
    }
    return {
        **view,
        "phase": "confirmed" if result else "over",
        "confirmed": bool(result),
        "games": {"a": won[0], "b": won[1]},
        "history": [{"points": points} for points in games],
        "result": official_result,
    }


def _phase_word(view: TableView, phase: str, confirmed: bool) -> str:
    official = view.get("official")
    if official is not None:
        return "official" if official["result"] else "nothing"
    return "confirmed" if confirmed else phase


def _had(view: TableView) -> str:
    """What the table has, where another result stands; else empty."""
    if view.get("official") is None:
        return ""
    result = view.get("result") or {}
    is_own = view.get("phase") in ("over", "confirmed") and not result.get("desk")
    games = result.get("games") if is_own else _figures({**view, "phase": "board"})
    score = (", " if is_own else " · ").join("–".join(map(str, pair(game))) for game in games or [])
    return _("the table had {score}", score=score or WORDS.get("how", result.get("how")))


def warning(view: TableView) -> str:
    """What is wrong at this table, or empty."""
    if view.get("trouble"):
        return clean(spoken_trouble(view["trouble"], translated), TEXT_MAX)
    if view.get("problem"):
        return clean(view["problem"], TEXT_MAX)
    if view.get("agrees") is False:
        return _("The collector counts a different score from this table’s events")
    if any(protest.get("state") == "open" for protest in view.get("protests") or []):
        return _("A protest is open: the result is held back (Law 150)")
    return ""


def behind(view: TableView) -> str:
    """A note that events of this table are still missing, so that the page is behind the table; or empty."""
    count = view.get("behind")
    if not isinstance(count, int) or count <= 0:
        return ""
    return ngettext("catching up, {n} to come", "catching up, {n} to come", count)


def hall_clock(clock: Mapping[str, Any] | None) -> Clock:
    """The hall's clock as the pages draw it."""
    return _clock(clock or {}, "hall")


def _own_name(view: TableView) -> str:
    name = clean(view.get("name") or "")
    return "" if name.lower() in ("", f"table {view['table']}") else name


def stage_of(match: Mapping[str, Any]) -> str:
    """The stage of a match; "" in a group and in a Swiss, which a table does not tell apart."""
    return WORDS.get("stage", match.get("stage")) if match.get("stage") != "group" else ""


def _heading(view: TableView) -> str:
    """Which match it is: as the tournament has it, in the reader's language; else as the table was told."""
    match, planned = view.get("match"), view.get("planned")
    if match is None:
        return ""
    if planned is not None:
        return f"{clean(planned['event'])}, {match_place.where(planned)}"
    title = clean(match.get("title") or "")
    stage = stage_of(match)
    if title and stage and stage.lower() in title.lower():
        return title
    return ", ".join(part for part in (stage, title) if part)


def _is_open(view: TableView) -> bool:
    """Whether no result stands of a match that its table has decided."""
    official = view.get("official")
    return official is not None and not official["result"]


def _where(view: TableView, phase: str) -> str:
    if phase in ("over", "confirmed", "toss"):
        return WORDS.get("phase", "toss") if phase == "toss" else _("Final score")
    game, number = str(view.get("game") or 1), str(view.get("board") or 1)
    if phase == "interval":
        return _("Game {game}", game=game)
    if is_crokinole(view):
        if view.get("extra"):
            return _("Game {game}, extra round", game=game)
        return _("Game {game}, round {number}", game=game, number=number)
    if view.get("extra"):
        return _("Game {game}, extra board", game=game)
    return _("Game {game}, board {number}", game=game, number=number)


def games_to_win(view: TableView) -> int:
    """The number of games that wins the match: 2 of 3 unless the rules differ; 1 if all games are always
    played.
    """
    rules = view.get("rules") or (view.get("match") or {}).get("rules") or {}
    if rules.get("all_games"):
        return 1
    games = rules.get("games") or 3
    return int(games) // 2 + 1


def _side(view: TableView, side: str, phase: str) -> SideOfTile:
    mine = SIDES.index(side)
    won = pair(view.get("games"))[mine]
    needed = games_to_win(view)
    live = phase in ("ready", "board")
    breaks = view.get("breaker") == side
    disc, says = ("white", "black"), (_("breaks, has white"), _("has black"))
    if is_crokinole(view):
        disc, says = ("white", ""), (_("shoots first"), "")
    result = view.get("result") or {}
    over = phase in ("over", "confirmed")
    points = published_points(view)
    past = [pair(game.get("points")) for game in view.get("history") or []]
    if over:
        past = past[:-1]  # the last game's points are shown large
    outcome = ("won" if result.get("winner") == side else "lost") if over and result.get("winner") else ""
    return {
        "names": [{"name": name} for name in names(view, side)],
        "points": str(points[mine]) if view.get("match") and not _is_open(view) else "",
        "games": won,
        "pips": [{"won": "yes" if i < won else "no"} for i in range(max(needed, won))] if needed > 1 else [],
        "past": [{"points": str(p[mine]), "won": "yes" if p[mine] > p[1 - mine] else "no"} for p in past],
        "disc": disc[0 if breaks else 1] if live and view.get("breaker") in SIDES else "",
        "disc_says": says[0 if breaks else 1] if live else "",
        "turn": "yes" if phase == "board" and view.get("turn") == side else "no",
        "outcome": outcome,
        "left": in_play.side(view, side),
        "men": in_play.men(view, side),
    }


def _result(view: TableView) -> str:
    result = view.get("result") or {}
    winner = result.get("winner")
    how = result.get("how")
    if winner not in SIDES:
        return WORDS.get("how", how) if how in ("draw", "walk_over") else ""
    won, lost = pair(result.get("games_won") or view.get("games"))
    if winner == "b":
        won, lost = lost, won
    values = {"name": short_name(view, winner), "score": f"{won}–{lost}"}
    if how in (None, "played"):
        return _("{name} won {score}", **values)
    return _("{name} won {score} ({how})", **values, how=WORDS.get("how", how))


def _clock(clock: Mapping[str, Any], name: str | None = None) -> Clock:
    state = str(clock.get("state"))
    if state not in ("running", "paused", "expired"):
        state = "off"
    return {
        "state": state,
        "label": WORDS.get("clock", name or clock.get("name")) if state != "off" else "",
        "end_ms": clock.get("end_ms"),
        "left": clock.get("left"),
        "length": clock.get("length"),
    }


def _spoken(view: TableView, over: bool) -> str:
    points = pair(view.get("points"))
    if over:
        text = WORDS.get("phase", "nothing") if _is_open(view) else _result(view)
        return _("Table {table}: {text}", table=view["table"], text=text)
    score = ", ".join(
        f"{short_name(view, side)} {number}" for side, number in zip(SIDES, points, strict=True)
    )
    return _("Table {table}: {text}", table=view["table"], text=score)


#: Not before the first board, and not after the tournament has taken the result.
_SCORED = ("ready", "board", "change", "interval", "over", "confirmed")


def live_score(view: TableView) -> LiveScore:
    """The score of the match at a table. `match`: its id, "" without a match to show; `says`: one line, a's
    figures first, games won and points of the game, "1–0 · 14–9"; `a`, `b`: the same for one side.
    """
    match = view.get("match") or {}
    is_shown = view.get("phase") in _SCORED and match.get("id") and view.get("official") is None
    pairs = _figures(view) if is_shown else []
    return {
        "table": view["table"],
        "match": str(match["id"]) if is_shown else "",
        "says": " · ".join(f"{a}–{b}" for a, b in pairs),
        "a": " · ".join(str(a) for a, _ in pairs),
        "b": " · ".join(str(b) for _, b in pairs),
        "link": _link_state(view.get("link") or {}),
    }


def _figures(view: TableView) -> list[tuple[int, int]]:
    """Games won, if more than one wins the match, and the points of the game in play."""
    games = pair(view.get("games"))
    rules = view.get("rules") or {}
    if int(rules.get("games") or 3) == 1:
        return [published_points(view)]
    has_no_game = view.get("phase") in ("over", "confirmed", "interval")
    return [games] if has_no_game else [games, published_points(view)]


def _link_state(link: Mapping[str, Any]) -> str:
    return str(link["state"]) if link.get("state") in ("up", "stale") else "down"
