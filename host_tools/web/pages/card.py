"""The score card of a match on a table's page, with the columns of the ICF form (Laws XIX).

The columns: board, break by, and for each side Queen, c/m and grand total. The remarks: overrides, rulings,
slams, extra boards, and the Laws that each row follows.
"""

from collections.abc import Mapping
from typing import Any

from host_tools.exports.card import board_remarks, queen_points, round_remarks, totals
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext, spoken, translated
from host_tools.laws import rulings
from host_tools.web.http.ports import TableView
from host_tools.web.live.page_models import (
    Blanks,
    Breaker,
    Detail,
    GameCard,
    GameDone,
    Heads,
    LastRuling,
    LawSays,
    Preview,
    RoundRow,
    Row,
    Said,
    SideOfRow,
    TablePage,
)
from host_tools.web.live.shown_tables import (
    SIDES,
    TEXT_MAX,
    WORDS,
    called,
    clean,
    is_crokinole,
    names,
    pair,
    panel_url,
    short_name,
    stage_of,
    tile,
)
from host_tools.web.pages import fixtures

NIL = "–"


def page(view: TableView) -> TablePage:
    """Everything that the page of one table shows: the tile, the score cards, rulings, details."""
    done = list(view.get("history") or [])
    if done and view.get("phase") in ("over", "confirmed"):
        last = done.pop()
        card = game_card(view, last.get("number") or len(done) + 1, last.get("boards") or [])
    else:
        card = game_card(view, view.get("game") or 1, view.get("boards") or [], current=True)
    return {
        **tile(view),
        "card": card,
        "games_done": [game_done(view, game, number) for number, game in enumerate(done, 1)],
        "rulings": [
            {**said(view, ruling), "laws": _laws(ruling)} for ruling in reversed(view.get("rulings") or [])
        ],
        "last": _last(view),
        "announced": _announced(view),
        "no_rulings": "" if view.get("rulings") else "yes",
        "details": _details(view),
        "panel": panel_url(view),
        "match_href": fixtures.address(match["id"]) if (match := view.get("match") or {}).get("id") else "",
    }


def preview(page: TablePage, path: str) -> Preview:
    """What a phone shows beside a link to a table; path: of the picture."""
    sides = page["a"], page["b"]
    names = ["" if page["look"] == "free" else " / ".join(n["name"] for n in side["names"]) for side in sides]
    lost = [side for side, tile in zip(SIDES, sides, strict=True) if tile["outcome"] == "lost"]
    won = f"{page['a']['games']}–{page['b']['games']}" if page["a"]["pips"] else ""
    is_free = page["look"] == "free"
    return {
        "path": path,
        "heading": page["heading"] or page["name"],
        "says": " · ".join(filter(None, (page["phase"] if is_free else page["where"], won))),
        "a": names[0],
        "b": names[1],
        "score": _("Table {table}", table=page["table"])
        if is_free
        else "–".join(side["points"] for side in sides),
        "lost": "".join(lost),
    }


def _last(view: TableView) -> LastRuling:
    """The last ruling with its Laws, shown beside the board in play; empty without a board in play."""
    made = view.get("rulings") or []
    if view.get("phase") != "board" or not view.get("situation") or not made:
        return {"text": "", "lang": "en", "laws": ""}
    laws = ", ".join(law["says"] for law in _laws(made[-1]))
    return {**said(view, made[-1]), "laws": laws}


def _announced(view: TableView) -> str:
    """What the umpire announces of the last ruling, in English; "" without a board in play, or if it is only
    whose turn it is, which stands beside it.
    """
    made = view.get("rulings") or []
    clauses = made[-1].get("clauses") or [] if made and view.get("phase") == "board" else []

    def player(seat: int) -> str:
        side = SIDES[seat & 1]
        people = names(view, side)
        return people[seat >> 1] if seat >> 1 < len(people) else called(view, side)

    sides = {side: called(view, side) for side in SIDES}
    text = clean(rulings.announcement(clauses, sides, player), TEXT_MAX)
    return "" if text in [f"{player(seat)} to play." for seat in range(4)] else text


def said(view: TableView, ruling: Mapping[str, Any]) -> Said:
    """The words of a ruling and their language: English if the event has only English words."""
    clauses = ruling.get("clauses")
    if not clauses:
        return {"text": clean(ruling.get("text") or "", TEXT_MAX), "lang": "en"}
    text = rulings.spoken(clauses, translated, {side: called(view, side) for side in SIDES})
    return {"text": clean(text, TEXT_MAX), "lang": spoken().code}


def heads() -> Heads:
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
) -> GameCard:
    """One game's card: its rows, and for a game in play the row of the present or next board."""
    crokinole = is_crokinole(view)
    rows = [_row(view, board) for board in boards]
    phase = view.get("phase")
    if current and view.get("match") and phase in ("ready", "board"):
        rows.append(_open_row(view, phase))
    return {
        "title": _("Game {game}", game=number),
        "heads": round_heads() if crokinole else heads(),
        "nothing": no_round() if crokinole else _("No board has been played in this game."),
        "a_name": short_name(view, "a"),
        "b_name": short_name(view, "b"),
        "rows": rows,
        "empty": "" if rows else "yes",
    }


def game_done(view: TableView, game: Mapping[str, Any], number: int) -> GameDone:
    """The card of a game that is over."""
    how = game.get("how")
    return {
        **game_card(view, game.get("number") or number, game.get("boards") or []),
        "score": "–".join(map(str, pair(game.get("points")))),
        "won_by": short_name(view, game["winner"]) if game.get("winner") in SIDES else "",
        "how": WORDS.get("how", how) if how not in (None, "played") else "",
    }


def _open_row(view: TableView, phase: str) -> Row:
    blank: SideOfRow = {"queen": "", "queen_is": "", "cm": "", "total": "", "won": "no"}
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


def _row(view: TableView, board: Mapping[str, Any]) -> Row:
    if is_round(board):
        first = {"breaker": board.get("first"), "seat": board.get("seat")}
        return {**round_row(board), "breaker": _breaker(view, first), "laws": _laws(board)}
    rules = view.get("rules") or {}
    total = pair(totals(board, rules)) if board else (0, 0)
    winner = board.get("winner")
    replayed = bool(board.get("replayed"))
    points = board.get("points")
    return {
        "no": "E" if board.get("extra") else str(board.get("number") or ""),
        "state": "replayed" if replayed else "override" if board.get("override") else "played",
        "breaker": _breaker(view, board),
        "a": _row_side(view, board, "a", total[0]),
        "b": _row_side(view, board, "b", total[1]),
        "points": f"+{points}" if points is not None and winner in SIDES else "",
        "remarks": [{"text": text} for text in board_remarks(board, rules)],
        "laws": _laws(board),
    }


def _row_side(view: TableView, board: Mapping[str, Any], side: str, total: int) -> SideOfRow:
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
    """Whether the Queen counted for the board's winner (53b, 53c, 54)."""
    winner = board.get("winner")
    if winner not in SIDES:
        return 0
    rules = view.get("rules") or {}
    if "queen" not in rules or "queen_until" not in rules:
        return 0
    before = pair(board.get("after"))[SIDES.index(winner)] - int(board.get("points") or 0)
    return queen_points(board, rules, before)


def _breaker(view: TableView, board: Mapping[str, Any]) -> Breaker:
    side, seat = board.get("breaker"), board.get("seat")
    if side not in SIDES:
        return {"side": "", "name": ""}
    people = names(view, side)
    if len(people) == 1:
        return {"side": side, "name": people[0]}
    if seat in (0, 1, 2, 3) and "ab"[int(seat) & 1] == side:
        return {"side": side, "name": people[int(seat) // 2]}
    return {"side": side, "name": " / ".join(people)}


def _laws(source: Mapping[str, Any]) -> list[LawSays]:
    # A reading has no number that says anything: the page of a match has its text, this one has not.
    laws = [str(law) for law in source.get("laws") or [] if not _is_reading(str(law))]
    if is_round(source):
        return [{"law": law, "says": round_law(law)} for law in laws]
    if source.get("law") and str(source["law"]) not in laws:
        laws.insert(0, str(source["law"]))
    return [{"law": law, "says": says(law)} for law in laws]


def says(law: str) -> str:
    """A Law, a reading of the Laws without its number, a line of a rulebook with its own numbering (V4) or
    one of its headings ("Scoring").
    """
    if law[:1].isdigit():
        return _("Law {law}", law=law)
    return round_law(law)


def _details(view: TableView) -> list[Detail]:
    match = view.get("match") or {}
    left = view.get("left_side")
    rules = clean(match.get("variant") or "") or WORDS.get("ruleset", match.get("ruleset"))
    is_soft = (view.get("link") or {}).get("transport") == "soft"
    rows = {
        pgettext("table", "Panel"): _("on a phone, without hardware") if is_soft else "",
        pgettext("table", "Rules"): rules,
        pgettext("table", "Category"): clean(match.get("category") or ""),
        pgettext("table", "Tie"): _tie(match),
        pgettext("table", "Stage"): stage_of(match),
        pgettext("table", "Left of the display"): short_name(view, left) if match and left in SIDES else "",
    }
    return [{"name": name, "value": value} for name, value in rows.items() if value]


def _tie(match: Mapping[str, Any]) -> str:
    teams = match.get("teams") or {}
    if not match.get("tie"):
        return ""
    return f"{clean(match['tie'])}: {clean(teams.get('a') or '')} – {clean(teams.get('b') or '')}"


def blanks() -> Blanks:
    """The blank row and card that the templates draw for the browser to copy."""
    return {"blank_row": _row({"table": 0}, {}), "blank_game": game_done({"table": 0}, {}, 1)}


def round_heads() -> Heads:
    """The columns of a crokinole card."""
    return {
        "no": pgettext("card", "Round"),
        "first": pgettext("card", "First shot"),
        "queen": pgettext("card", "20s"),
        "cm": pgettext("card", "Discs"),
        "total": pgettext("card", "Points"),
    }


def no_round() -> str:
    """The text of a card without rows."""
    return _("No round has been played in this game.")


def is_round(board: Mapping[str, Any]) -> bool:
    """Whether a row of a game is a round of crokinole; boards have no 20s."""
    return "twenties" in board


def round_row(done: Mapping[str, Any]) -> RoundRow:
    """A finished round as a row of the card, without the first shooter and the Laws."""
    points = done["points"]
    return {
        "no": "E" if done.get("extra") else str(done["number"]),
        "state": "played",
        "a": _round_side(done, "a"),
        "b": _round_side(done, "b"),
        "points": f"{points['a']}–{points['b']}",
        "remarks": [{"text": text} for text in round_remarks(done)],
    }


def round_law(law: str) -> str:
    """The basis of a round's score: a heading of the rulebook, or a reading."""
    return _("Reading") if _is_reading(law) else law


def _is_reading(law: str) -> bool:
    return law[:1] == "D" and law[1:].isdigit()


def _round_side(done: Mapping[str, Any], side: str) -> SideOfRow:
    twenties = done["twenties"][side]
    total = done.get("total")
    return {
        "queen": str(twenties) if twenties else NIL,
        "queen_is": "twenty" if twenties else "",
        "cm": NIL if total is None else str(total[side]),
        "total": str(done["after"][side]),
        "won": "yes" if done.get("winner") == side else "no",
    }
