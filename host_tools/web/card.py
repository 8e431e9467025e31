"""The score card of a match as a table's page shows it: the columns of the ICF form (Laws XIX).

Board, break by, and for each side Queen, c/m and grand total. Beside them what the form keeps under
remarks: overrides, rulings, slams, extra boards, and the Laws each row rests on.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.exports import columns
from host_tools.web import rounds
from host_tools.web import rulings as said
from host_tools.web.i18n import gettext as _
from host_tools.web.i18n import pgettext
from host_tools.web.ports import TableView
from host_tools.web.present import SIDES, WORDS, clean, names, pair, panel_url, short_name, tile

NIL = "–"


def page(view: TableView) -> dict[str, Any]:
    """Everything a table's own page shows: the tile, the score cards, rulings, details."""
    done = list(view.get("history") or [])
    if done and view.get("phase") in ("over", "confirmed"):
        last = done.pop()
        card = game_card(view, last.get("number") or len(done) + 1, last.get("boards") or [])
    else:
        card = game_card(view, view.get("game") or 1, view.get("boards") or [], current=True)
    return {
        **tile(view),
        "card": card,
        "games_done": [_game_done(view, game, number) for number, game in enumerate(done, 1)],
        "rulings": [
            {**_said(ruling), "laws": _laws(ruling)} for ruling in reversed(view.get("rulings") or [])
        ],
        "last": _last(view),
        "no_rulings": "" if view.get("rulings") else "yes",
        "details": _details(view),
        "panel": panel_url(view),
    }


def _last(view: TableView) -> dict[str, str]:
    """The last ruling with its Laws, to stand beside the board in play; empty while none is."""
    rulings = view.get("rulings") or []
    if view.get("phase") != "board" or not view.get("situation") or not rulings:
        return {"text": "", "lang": "en", "laws": ""}
    laws = ", ".join(law["says"] for law in _laws(rulings[-1]))
    return {**_said(rulings[-1]), "laws": laws}


def _said(ruling: Mapping[str, Any]) -> dict[str, str]:
    """The words of a ruling and their language."""
    text, language = said.say(clean(ruling.get("text") or ""))
    return {"text": text, "lang": language}


def heads() -> dict[str, str]:
    """The columns of the form (Laws XIX)."""
    return {
        "no": pgettext("card", "Board"),
        "first": pgettext("card", "Break by"),
        "queen": pgettext("card", "Queen"),
        "cm": pgettext("card", "c/m"),
        "total": pgettext("card", "Total"),
    }


def game_card(
    view: TableView, number: int, boards: list[Mapping[str, Any]], *, current: bool = False
) -> dict[str, Any]:
    """One game's card: its rows, and while it is played the row of the board to come or in play."""
    is_crokinole = rounds.is_played(view)
    rows = [_row(view, board) for board in boards]
    phase = view.get("phase")
    if current and view.get("match") and phase in ("ready", "board"):
        rows.append(_open_row(view, phase))
    return {
        "title": _("Game {game}", game=number),
        "heads": rounds.heads() if is_crokinole else heads(),
        "nothing": rounds.nothing() if is_crokinole else _("No board has been played in this game."),
        "a_name": short_name(view, "a"),
        "b_name": short_name(view, "b"),
        "rows": rows,
        "empty": "" if rows else "yes",
    }


def _game_done(view: TableView, game: Mapping[str, Any], number: int) -> dict[str, Any]:
    how = game.get("how")
    return {
        **game_card(view, game.get("number") or number, game.get("boards") or []),
        "score": "–".join(map(str, pair(game.get("points")))),
        "won_by": short_name(view, game["winner"]) if game.get("winner") in SIDES else "",
        "how": WORDS.get("how", how) if how not in (None, "played") else "",
    }


def _open_row(view: TableView, phase: str) -> dict[str, Any]:
    blank = {"queen": "", "queen_is": "", "cm": "", "total": "", "won": "no"}
    return {
        "no": "E" if view.get("extra") else str(view.get("board") or 1),
        "state": "open",
        "breaker": _breaker(view, view),
        "a": blank,
        "b": blank,
        "points": "",
        "remarks": [{"text": WORDS.get("phase", phase)}],
        "laws": [],
    }


def _row(view: TableView, board: Mapping[str, Any]) -> dict[str, Any]:
    if rounds.is_round(board):
        found = rounds.row(board)
        first = {"breaker": board.get("first"), "seat": board.get("seat")}
        return {**found, "breaker": _breaker(view, first), "laws": _laws(board)}
    total = pair(board.get("after"))
    winner = board.get("winner")
    replayed = bool(board.get("replayed"))
    points = board.get("points")
    return {
        "no": "E" if board.get("extra") else str(board.get("number") or ""),
        "state": "replayed" if replayed else "override" if board.get("override") else "played",
        "breaker": _breaker(view, board),
        **{side: _row_side(view, board, side, total[i]) for i, side in enumerate(SIDES)},
        "points": f"+{points}" if points is not None and winner in SIDES else "",
        "remarks": [{"text": text} for text in columns.board_remarks(board, _, _slam)],
        "laws": _laws(board),
    }


def _slam(colour: str) -> str:
    return WORDS.get("slam", colour)


def _row_side(view: TableView, board: Mapping[str, Any], side: str, total: int) -> dict[str, Any]:
    won = board.get("winner") == side
    queen = board.get("queen")
    value = _queen_points(view, board) if won else 0
    is_mine = queen == side or (won and queen == "board")
    left = board.get("left")
    return {
        "queen": str(value) if value else "0" if is_mine else NIL,
        "queen_is": "counted" if value else "uncounted" if is_mine else "",
        "cm": str(left) if won and left is not None else NIL,
        "total": str(total),
        "won": "yes" if won else "no",
    }


def _queen_points(view: TableView, board: Mapping[str, Any]) -> int:
    """What the Queen gave the board's winner (53b, 53c, 54)."""
    winner = board.get("winner")
    if winner not in SIDES:
        return 0
    before = pair(board.get("after"))[SIDES.index(winner)] - int(board.get("points") or 0)
    return columns.queen_points(board, view.get("rules") or {}, before)


def _breaker(view: TableView, of: Mapping[str, Any]) -> dict[str, Any]:
    side, seat = of.get("breaker"), of.get("seat")
    if side not in SIDES:
        return {"side": "", "name": ""}
    people = names(view, side)
    if len(people) == 1:
        return {"side": side, "name": people[0]}
    if seat in (0, 1, 2, 3) and "ab"[int(seat) & 1] == side:
        return {"side": side, "name": people[int(seat) // 2]}
    return {"side": side, "name": " / ".join(people)}


def _laws(of: Mapping[str, Any]) -> list[dict[str, str]]:
    laws = [str(law) for law in of.get("laws") or []]
    if rounds.is_round(of):
        return [{"law": law, "says": rounds.says(law)} for law in laws]
    if of.get("law") and str(of["law"]) not in laws:
        laws.insert(0, str(of["law"]))
    return [{"law": law, "says": says(law)} for law in laws]


def says(law: str) -> str:
    """A Law, a decision, a line of a rulebook of its own (V4) or the heading of one ("Scoring")."""
    if law[:1].isdigit():
        return _("Law {law}", law=law)
    return _("Decision {law}", law=law) if law[:1] == "D" and law[1:].isdigit() else law


def _details(view: TableView) -> list[dict[str, str]]:
    match = view.get("match") or {}
    link = view.get("link") or {}
    left = view.get("left_side")
    rules = clean(match.get("variant") or "") or WORDS.get("ruleset", match.get("ruleset"))
    wire = WORDS.get("transport", link.get("transport"))
    rows = {
        pgettext("table", "Rules"): rules,
        pgettext("table", "Category"): clean(match.get("category") or ""),
        pgettext("table", "Tie"): _tie(match),
        pgettext("table", "Stage"): WORDS.get("stage", match.get("stage")),
        pgettext("table", "Match"): clean(match.get("id") or ""),
        pgettext("table", "Left of the display"): short_name(view, left) if match and left in SIDES else "",
        pgettext("table", "Link"): ", ".join(filter(None, (wire, clean(link.get("port") or "")))),
        pgettext("table", "Frames"): ""
        if link.get("keyed") is None
        else _("signed with the table’s key")
        if link["keyed"]
        else _("open: no key"),
        pgettext("table", "Firmware"): clean(view.get("firmware") or ""),
    }
    return [{"name": name, "value": value} for name, value in rows.items() if value]


def _tie(match: Mapping[str, Any]) -> str:
    teams = match.get("teams") or {}
    if not match.get("tie"):
        return ""
    return f"{clean(match['tie'])}: {clean(teams.get('a') or '')} – {clean(teams.get('b') or '')}"


def blanks() -> dict[str, Any]:
    """What the templates draw once, for the browser to copy."""
    return {"blank_row": _row({"table": 0}, {}), "blank_game": _game_done({"table": 0}, {}, 1)}
