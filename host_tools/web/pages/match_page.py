"""What the page of a match shows, from its record and its course. Pure but for the language and the hall's
time zone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from boardside.game.dicts import situation_dict
from host_tools.exports.card import SIDES, totals
from host_tools.i18n import gettext as _
from host_tools.i18n import ngettext, pgettext, spoken, translated
from host_tools.laws import law_texts
from host_tools.tournament.model.model import Result
from host_tools.tournament.standings import results as tournament_results
from host_tools.web.live import in_play
from host_tools.web.live.page_models import (
    ChartPart,
    CourseRow,
    Detail,
    GameOfMatch,
    LawLink,
    LawText,
    LinkTo,
    MatchPage,
    MeetingLine,
    PartOfMatch,
    RulingOfMatch,
    SideOfMatch,
    StrokeOfPart,
    StrokesOfMatch,
)
from host_tools.web.live.shown_tables import (
    NAME_MAX,
    WORDS,
    clean,
    is_crokinole,
    live_score,
    names,
    pair,
    short_name,
    stage_of,
)
from host_tools.web.pages import card, charts, fixtures
from host_tools.web.pages.match_record import Act, Course, MatchRecord, Part

#: By the collector's verdict on the seal (collector/match_fold.py).
_SEALS = ("sealed", "open", "unknown", "foreign", "broken")


def page(
    record: MatchRecord,
    course: Course | None,
    table: int | None = None,
    board: int | None = None,
    step: int | None = None,
) -> MatchPage:
    """The page of a match. course: None if no table has begun it. table: the one that plays it now. board:
    whose strokes are shown, as counted by the page from 1, else the last recorded; step: after which stroke
    the board is drawn, else the last.
    """
    view = _view(record, course)
    result = _result(record, course)
    sides = [_side(record, view, result, key) for key in SIDES]
    laws: dict[str, None] = {}
    strokes = _strokes(record, course, view, board, step, laws) if course is not None else None
    parts = list(_parts(course, view, laws)) if course is not None else []
    state, says = _seal(record, course)
    winner = ""
    if result is not None and result.winner:
        count = 2 if (view.get("match") or {}).get("doubles") else 1
        name = sides[SIDES.index(result.winner)]["name"]
        winner = ngettext("{name} has won", "{name} have won", count, name=name)
    elif result is not None and result.how == "played":
        winner = _("Draw")
    return {
        "id": clean(record.id, 80),
        "title": f"{sides[0]['name']} – {sides[1]['name']}",
        "a": sides[0],
        "b": sides[1],
        "event": None
        if record.event is None
        else {"key": record.event.competition.key, "name": clean(record.event.competition.name)},
        "tournament": clean(record.event.tournament.name) if record.event else "",
        "facts": _facts(record, view),
        "state": _state(record, view),
        "score": fixtures.score(result) or _so_far(record, view, result),
        "games_score": fixtures.games(result),
        "how": fixtures.how(result),
        "winner": winner,
        "changes": [fixtures.changed(change) for change in record.changes],
        "notes": list(_notes(record, course)),
        "seal": state,
        "seal_says": says,
        "proof": course.head if course is not None and course.view["confirmed"] else "",
        "table": table,
        "games": _games(course, view) if course is not None else [],
        "names": [short_name(view, side) for side in SIDES],
        "strokes": strokes,
        "parts": parts,
        "laws": [law_text(law) for law in laws],
        "meetings": _meetings(record),
        "tally": _tally(record, [side["name"] for side in sides]),
        "card": f"{fixtures.address(record.id)}/card.pdf",
        "links": list(_links(record)),
    }


# Who, where, when, the result


def _view(record: MatchRecord, course: Course | None) -> Mapping[str, Any]:
    """The table's view; names that the table does not have are the tournament's."""
    view: dict[str, Any] = dict(course.view) if course is not None else {"table": 0, "match": {}}
    match = dict(view["match"])
    known = dict(match.get("names") or {})
    for key in SIDES:
        if not any(known.get(key) or []):
            known[key] = _planned_names(record, key)
    view["match"] = {**match, "names": known, "doubles": match.get("doubles") or len(known["a"]) > 1}
    return view


def _planned_names(record: MatchRecord, key: str) -> list[str]:
    if record.event is None or record.fixture is None:
        return []
    people = fixtures.team_players(record.event, record.fixture, key)
    entry = record.event.entries.get((record.fixture.a if key == "a" else record.fixture.b) or 0)
    if not people and entry is not None and not entry.name:
        people = list(entry.players)
    return [fixtures.player_name(player) for player in people]


def _side(record: MatchRecord, view: Mapping[str, Any], result: Result | None, key: str) -> SideOfMatch:
    if record.event is not None and record.fixture is not None:
        return fixtures.side(record.event, record.fixture, key)
    outcome = "" if result is None or not result.winner else "won" if result.winner == key else "lost"
    name = short_name(view, key)
    return {"name": name, "is_known": True, "numbers": [], "outcome": outcome, "people": "", "entry": 0}


def _result(record: MatchRecord, course: Course | None) -> Result | None:
    """The official result; None while there is none."""
    if record.fixture is not None:
        return record.fixture.result if record.fixture.state in ("done", "held") else None
    if course is None or course.view["phase"] not in ("over", "confirmed"):
        return None
    return tournament_results.from_table(course.view["result"])


def _so_far(record: MatchRecord, view: Mapping[str, Any], result: Result | None) -> str:
    if result is not None or "phase" not in view:
        return ""
    is_played = record.fixture is None or record.fixture.state in ("playing", "held", "called")
    return live_score(view)["says"] if is_played else ""


def _state(record: MatchRecord, view: Mapping[str, Any]) -> str:
    if record.fixture is not None:
        return fixtures.standing(record.fixture)
    phase = str(view.get("phase"))
    return WORDS.get("phase", phase)


def _facts(record: MatchRecord, view: Mapping[str, Any]) -> list[Detail]:
    own, fixture = record.own, record.fixture
    begun = own.started_at if own is not None else None
    umpire = clean(fixture.umpire, NAME_MAX) if fixture else ""
    match = view["match"]
    played = fixture is None or fixture.state not in ("waiting", "ready", "bye", "off")
    table = own.table_no if own is not None else fixture.table if fixture and played else None
    moment = begun or (fixture.decided_at if fixture else None)
    rules = clean(match.get("variant") or "") or WORDS.get("ruleset", match.get("ruleset"))
    if record.event is not None and not rules:
        competition = record.event.competition
        rules = clean(competition.variant or "") or WORDS.get("ruleset", competition.ruleset)
    rows = {
        pgettext("match", "Round"): fixtures.where(fixture)
        if record.event is not None and fixture is not None
        else ", ".join(filter(None, (stage_of(match), clean(match.get("title") or "")))),
        pgettext("number", "Table"): "" if table is None else _table(table, own is not None and own.soft),
        pgettext("match", "Date"): spoken().day(moment) if moment else "",
        pgettext("match", "Begun"): spoken().clock(begun) if begun else "",
        pgettext("match", "Umpire"): umpire,
        pgettext("table", "Rules"): rules,
    }
    return [{"name": name, "value": value} for name, value in rows.items() if value]


def _table(number: int, is_soft: bool) -> str:
    return _("{table} (without hardware)", table=number) if is_soft else str(number)


def _notes(record: MatchRecord, course: Course | None) -> Iterator[str]:
    fixture = record.fixture
    if fixture is not None and fixture.state == "held":
        yield _("A protest is open: the result is held back (Law 150)")
    if fixture is not None and fixture.state == "done" and course is None:
        yield _("No board of this match was recorded at a table.")
    if record.own is not None and not record.is_own and fixture is not None:
        yield (
            _(
                "The organiser gave this result. What table {table} recorded is below.",
                table=record.own.table_no,
            )
            if fixture.state == "done"
            else _("What table {table} recorded does not count by itself.", table=record.own.table_no)
        )
    if len(record.begun) > 1:
        tables = ", ".join(f"{row.table_no} ({spoken().clock(row.started_at)})" for row in record.begun)
        yield _("This match was begun more than once, at tables {tables}.", tables=tables)


def _seal(record: MatchRecord, course: Course | None) -> tuple[str, str]:
    """The state of the seal, and what it means; ("", "") without anything to seal."""
    if course is None or record.own is None:
        return "", ""
    if not course.view["confirmed"]:
        return "unconfirmed", _("The umpire has not confirmed this result yet, and can still change it.")
    state = record.own.seal if record.own.seal in _SEALS else "none"
    says = {
        "sealed": _(
            "As the umpire confirmed it, unchanged: the table’s key has sealed every event of this match, so "
            "that a change made later would not fit the seal."
        ),
        "open": _(
            "As the umpire confirmed it: the events fit the table’s seal. The table has no key, so the seal "
            "does not prove which device made it."
        ),
        "unknown": _(
            "As the umpire confirmed it: the events fit together, but the seal’s key is not known here."
        ),
        "foreign": _("The seal was made with the key of another device: the organiser has to look at it."),
        "broken": _("The seal does not fit the events: the organiser has to look at it."),
        "none": _("The umpire confirmed it. The table made no seal."),
    }[state]
    if record.fixture is not None and not record.is_own:
        says = _("The record of table {table}: {text}", table=record.own.table_no, text=says)
    if course.is_erased:
        says += " " + _("Personal data were deleted from the record later.")
    return state, says


# The games


def _games(course: Course, view: Mapping[str, Any]) -> list[GameOfMatch]:
    history = list(view["history"])
    games = [(game["number"], game["boards"], game) for game in history]
    if view["phase"] not in ("over", "confirmed"):
        games.append((view["game"], view["boards"], {}))
    by_place = {(part.game, part.number): part for part in course.parts if part.done}
    return [_game(view, number, boards, game, by_place) for number, boards, game in games]


def _game(
    view: Mapping[str, Any],
    number: int,
    boards: Sequence[Mapping[str, Any]],
    game: Mapping[str, Any],
    by_place: Mapping[tuple[int, int], Part],
) -> GameOfMatch:
    parts = [by_place.get((number, at)) for at in range(1, len(boards) + 1)]
    after = [totals(board, view["rules"]) for board in boards]
    rows = [_course_row(*of_board) for of_board in zip(boards, after, parts, strict=True)]
    drawn = card.game_done(view, {**game, "boards": boards}, number)
    drawn["rows"] = [{**row, "laws": []} for row in drawn["rows"]]  # they stand with the rulings
    if not game:
        drawn = {**drawn, "score": "–".join(map(str, pair(view["points"])))}
    chart = None
    if boards:
        says = _("{a} {points_a}, {b} {points_b}.", a=short_name(view, "a"), b=short_name(view, "b"),
                 points_a=after[-1]["a"], points_b=after[-1]["b"])  # fmt: skip
        says += " " + _leads(view, after)
        words: ChartPart = {"title": drawn["title"], "says": says}
        chart = charts.game_chart(boards, after, view["rules"], [row["ended"] for row in rows], words)
    return {"card": drawn, "chart": chart, "rows": rows}


def _leads(view: Mapping[str, Any], after: Sequence[Mapping[str, int]]) -> str:
    """The largest lead of each side."""
    sentences = []
    for side, other in (SIDES, SIDES[::-1]):
        most = max(score[side] - score[other] for score in after)
        if most > 0:
            sentences.append(
                ngettext(
                    "{name} led by up to {n} point.",
                    "{name} led by up to {n} points.",
                    most,
                    name=short_name(view, side),
                )
            )
    return " ".join(sentences)


def _course_row(board: Mapping[str, Any], after: Mapping[str, int], part: Part | None) -> CourseRow:
    lead = after["a"] - after["b"]
    ended = part.ended if part is not None else 0
    return {
        "no": "E" if board.get("extra") else str(board["number"]),
        "a": str(after["a"]),
        "b": str(after["b"]),
        "lead": f"{'A' if lead > 0 else 'B'} +{abs(lead)}" if lead else "0",
        "queen": _taken(board),
        "ended": spoken().clock(ended) if ended else "",
        "took": _minutes(part.took_ms) if part is not None else "",
        "zeros": str(part.zeros) if part is not None and part.zeros else "",
    }


def _taken(board: Mapping[str, Any]) -> str:
    """Who has the Queen; in crokinole the 20s of both."""
    if "twenties" in board:
        return f"{board['twenties']['a']}–{board['twenties']['b']}"
    return str(board["queen"]).upper() if board.get("queen") in SIDES else card.NIL


def _minutes(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}" if ms >= 1000 else ""


# Rulings and strokes


def _parts(course: Course, view: Mapping[str, Any], laws: dict[str, None]) -> Iterator[PartOfMatch]:
    """The rulings by board, without those in the lists of strokes."""
    for part in course.parts:
        in_list = {act.seq for act in part.strokes}
        made = [
            _said(act, view, laws) for act in part.acts if act.ruling is not None and act.seq not in in_list
        ]
        if made:
            yield {"title": _part_title(view, part), "rulings": made}


def _part_title(view: Mapping[str, Any], part: Part) -> str:
    if is_crokinole(view):
        title = _("Game {game}, round {number}", game=part.game, number=part.number)
    else:
        title = _("Game {game}, board {number}", game=part.game, number=part.number)
    return f"{title} ({_('Replayed')})" if part.replayed else title


def _said(act: Act, view: Mapping[str, Any], laws: dict[str, None]) -> RulingOfMatch:
    row = act.row()
    named = [{"law": law, "says": card.says(law), "anchor": _anchor(law)} for law in row["laws"]]
    laws.update(dict.fromkeys(row["laws"]))
    law_links: list[LawLink] = named  # type: ignore[assignment]
    return {**card.said(view, row), "laws": law_links}


def _anchor(law: str) -> str:
    return "law-" + "".join(c if c.isalnum() else "-" for c in law)


def law_text(law: str) -> LawText:
    """A Law in one line, in the language of the page."""
    text = law_texts.text_of(law)
    translation = translated("law", text) if text else ""
    lang = "en" if translation == text else spoken().code
    return {"anchor": _anchor(law), "name": card.says(law), "text": translation, "lang": lang}


def _strokes(
    record: MatchRecord,
    course: Course,
    view: Mapping[str, Any],
    board: int | None,
    step: int | None,
    laws: dict[str, None],
) -> StrokesOfMatch | None:
    """The strokes of one board; None where none are recorded."""
    recorded = [(at, part) for at, part in enumerate(course.parts, 1) if part.strokes]
    if not recorded:
        return None
    at, part = next((pair for pair in recorded if pair[0] == board), recorded[-1])
    acts = part.strokes
    last = len(acts) - 1
    chosen = last if step is None else max(0, min(step, last))
    here = fixtures.address(record.id)

    def href(number: int) -> str:
        return f"{here}?board={at}&step={number}#strokes"

    rows: list[StrokeOfPart] = [
        {**_stroke(act, view, laws), "number": number, "href": href(number), "is_shown": number == chosen}
        for number, act in enumerate(acts)
    ]
    situation = situation_dict(acts[chosen].situation)
    position = {**view, "phase": "board", "situation": situation}
    is_end = part.done and chosen == last  # then the result stands in the ruling
    people: dict[str, list[str]] = {side: names(view, side) for side in SIDES}
    sides = [f"{short_name(view, side)}: {text}" for side in SIDES if (text := in_play.side(position, side))]
    line = "" if is_end else in_play.line(position, people)
    title = _part_title(view, part)
    says = ". ".join(filter(None, [title, rows[chosen]["text"].rstrip("."), *sides, line]))
    return {
        "boards": [_board_link(view, here, number, each, is_here=number == at) for number, each in recorded],
        "title": title,
        "picture": charts.board_picture(situation, says),
        "sides": sides,
        "line": line,
        "shown": rows[chosen],
        "of": last,
        "first": href(0) if chosen else "",
        "back": href(chosen - 1) if chosen else "",
        "forth": href(chosen + 1) if chosen < last else "",
        "last": href(last) if chosen < last else "",
        "strokes": rows,
    }


def _stroke(act: Act, view: Mapping[str, Any], laws: dict[str, None]) -> RulingOfMatch:
    if act.ruling is None:
        return {"text": act.kind, "lang": "en", "laws": []}
    return _said(act, view, laws)


def _board_link(view: Mapping[str, Any], here: str, number: int, part: Part, *, is_here: bool) -> LinkTo:
    text = _part_title(view, part)
    return {"href": f"{here}?board={number}&step=0#strokes", "text": text, "is_here": is_here}


# Other matches, other forms


def _meetings(record: MatchRecord) -> list[MeetingLine]:
    return [
        {
            "tournament": ""
            if record.event is not None and met.event.tournament.id == record.event.tournament.id
            else clean(met.event.tournament.name),
            "match": fixtures.match(met.event, met.fixture),
        }
        for met in record.meetings
    ]


def _tally(record: MatchRecord, sides: Sequence[str]) -> str:
    """How often each has won against the other, this match included; "" without another match."""
    if not record.meetings:
        return ""
    won = [_winner(met.fixture.result, turned=met.turned) for met in record.meetings]
    if record.fixture is not None and record.fixture.state == "done":
        won.append(_winner(record.fixture.result))
    return f"{sides[0]} {won.count('a')} – {won.count('b')} {sides[1]}"


def _winner(result: Result | None, *, turned: bool = False) -> str | None:
    if result is None or result.winner is None:
        return None
    return "b" if (result.winner == "a") is turned else "a"


def _links(record: MatchRecord) -> Iterable[LinkTo]:
    """The same as JSON (docs/scripts/api.md)."""
    if record.fixture is not None:
        href = f"/api/v1/planned/{quote(record.id, safe='')}"
        yield {"href": href, "text": _("The planned match (JSON)"), "is_here": False}
    if record.own is not None:
        own = record.own
        after = f"table={own.table_no}&after={own.id - 1}&limit=1"
        yield {
            "href": f"/api/v1/matches?{after}",
            "text": _("As the table played it (JSON)"),
            "is_here": False,
        }
        most = min(1000, own.last_seq - own.first_seq + 1)
        after = f"table={own.table_no}&after={record.first_event - 1}&limit={most}"
        yield {"href": f"/api/v1/events?{after}", "text": _("Its events (JSON)"), "is_here": False}
