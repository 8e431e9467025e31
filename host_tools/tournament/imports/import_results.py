"""Imports results: of games, of boards, or of totals, each checked by the rules of its match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boardside.game import flow
from boardside.game.net import published
from host_tools.tournament.imports import import_sides
from host_tools.tournament.imports.import_files import FileRow, RowError
from host_tools.tournament.imports.import_run import Run
from host_tools.tournament.imports.import_sides import Sides
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Correction, Fixture, How, Result, Side
from host_tools.tournament.reasons import cause
from host_tools.tournament.rounds import advancing
from host_tools.tournament.standings import results, sports, typed_results
from host_tools.tournament.standings.results import Typed

_HOW: Mapping[str, How] = {
    **{"played": "played", "entered": "entered", "conceded": "conceded", "lost": "lost"},
    **{"walk_over": "walk_over", "walk-over": "walk_over", "walkover": "walk_over", "w.o.": "walk_over"},
}
_DRAWN = ("draw", "drawn")
#: Neither side came: a walk-over for nobody.
_NOBODY = "none"
_AT_TABLE = ("called", "playing", "held")
_SAYS = ("games", "winner", "how", "games_won_a", "games_won_b", "points_a", "points_b")

#: The boards of each match, by its id.
Boards = Mapping[str, Sequence[FileRow]]


def boards_of(run: Run) -> Boards:
    """The rows of boards by their match, for matches whose own row has no result and no state; a match that
    has no row gets one.
    """
    own = {row.text("match"): row for row in run.rows["matches"] if row.has("match")}
    boards: dict[str, list[FileRow]] = {}
    for row in run.rows["boards"]:
        of_match = own.get(row.text("match"))
        if of_match is None:
            cells = {name: row.get(name) for name in ("match", "tournament", "event") if row.has(name)}
            own[row.text("match")] = FileRow(row.file, row.line, cells)
            run.rows["matches"].append(own[row.text("match")])
        elif of_match.has("state", *_SAYS):
            continue
        boards.setdefault(row.text("match"), []).append(row)
    return boards


def take(run: Run, competition: Competition, rows: Sequence[FileRow], boards: Boards) -> None:
    """Enter the results of these rows, round by round as the matches become known."""
    sides = import_sides.known(run, competition)
    pending = list(rows)
    while pending:
        matches = _There(run.book.fixtures(competition.id))
        later: list[FileRow] = []
        entered: dict[str, tuple[FileRow, Fixture]] = {}
        for row in pending:
            try:
                fixture, is_turned = matches.find(row, sides)
                if fixture is None or (fixture.state == "waiting" and _says(row, boards)):
                    later.append(row)
                    continue
                run.each_one(row)
                fixture = entered[fixture.id][1] if fixture.id in entered else fixture
                new = _enter(run, competition, row, fixture, is_turned, sides, boards)
                if new is not None:
                    entered[new.id] = row, new
            except (RowError, DeskError) as error:
                run.fault(row, error)
        run.book.put_fixtures(fixture for _, fixture in entered.values())
        mark(run, entered.values())
        if later and entered:
            advancing.advance(run.book, competition, run.at)
        elif later:
            for row in later:
                run.because(
                    row,
                    "match" if row.has("match") else "",
                    cause("import_no_match", sides=sides.titles_of(row)),
                )
            return
        pending = later
    advancing.advance(run.book, competition, run.at)


def _says(row: FileRow, boards: Boards) -> bool:
    return row.has(*_SAYS) or row.text("match") in boards


class _There:
    """The matches of an event, as rows name them."""

    def __init__(self, fixtures: Sequence[Fixture]) -> None:
        self._fixtures = fixtures
        self._by_id = {fixture.id: fixture for fixture in fixtures}
        self._by_place = {
            (each.stage, each.group, each.round, each.number): each for each in fixtures if not each.tie
        }

    def find(self, row: FileRow, sides: Sides) -> tuple[Fixture | None, bool]:
        """The match of a row, and whether its sides are the other way round. None: not known (yet)."""
        pair = sides.of_row(row)
        if row.has("match"):
            fixture = self._by_id.get(row.text("match"))
        elif row.has("number"):
            where = (row.get("stage") or 1, row.get("group") or 0, row.get("round") or 1)
            fixture = self._by_place.get((*where, row.get("number")))
        else:
            fixture = self._of_sides(row, pair)
        if fixture is None or pair is None or None in (fixture.a, fixture.b, *pair):
            return fixture, False
        if {fixture.a, fixture.b} != set(pair):
            titles = sides.titles(fixture.a, fixture.b)
            raise DeskError("import_other_sides", match=fixture.id, sides=titles, given=sides.titles(*pair))
        return fixture, fixture.a != pair[0]

    def _of_sides(self, row: FileRow, pair: tuple[int | None, int | None] | None) -> Fixture | None:
        if pair is None or pair == (None, None):
            raise DeskError("import_match_unnamed")
        meant = [
            fixture
            for fixture in self._fixtures
            if {fixture.a, fixture.b} == set(pair)
            and all(row.get(name) in (None, getattr(fixture, name)) for name in ("stage", "round", "group"))
        ]
        if len(meant) > 1:
            ids = [fixture.id for fixture in meant[:5]]
            raise DeskError("which_match", match=f"{row.text('a')} - {row.text('b')}", matches=ids)
        return meant[0] if meant else None


def _enter(
    run: Run,
    competition: Competition,
    row: FileRow,
    fixture: Fixture,
    is_turned: bool,
    sides: Sides,
    boards: Boards,
) -> Fixture | None:
    """The match with the row's result; None when that is not new."""
    own_boards = boards.get(fixture.id, ())
    result = read(row, competition, fixture, own_boards, is_turned, sides)
    if result is None or (fixture.result is not None and _is_same(result, fixture.result)):
        run.same += 1
        return None
    if fixture.state in _AT_TABLE:
        raise DeskError("import_at_table", match=fixture.id, table=fixture.table)
    if fixture.result is not None:
        now, new = fixture.result.to_json(), result.to_json()
        raise DeskError("import_other_result", match=fixture.id, now=now, new=new)
    if fixture.state != "ready":
        raise DeskError("no_result_possible", match=fixture.id, state=fixture.state)
    run.changed(row, "result", competition.key, fixture.id, sides.said(fixture, result))
    return replace(fixture, state="done", result=result, decided_at=run.at).noted(None)


def mark(run: Run, decided: Iterable[tuple[FileRow, Fixture]]) -> None:
    """Put on record that the results of these matches came in a file."""
    run.book.add_corrections(
        Correction(match.id, run.at, run.actor, "", None, match.result, "imported", {"file": row.file})
        for row, match in decided
    )


def _is_same(result: Result, other: Result) -> bool:
    """Whether they say the same; one that has no games is compared by its totals."""
    if result.winner != other.winner:
        return False
    if result.games and other.games:
        return result.games == other.games
    return (result.games_won, result.points) in ((other.games_won, other.points), ((0, 0), (0, 0)))


def read(
    row: FileRow,
    competition: Competition,
    fixture: Fixture,
    boards: Sequence[FileRow] = (),
    is_turned: bool = False,
    sides: Sides | None = None,
) -> Result | None:
    """The result of a row, with the sides as the match has them; None: it has none. Raises DeskError."""
    if not boards and not row.has(*_SAYS):
        return None
    how = _how(row)
    winner, is_draw = _winner(row, sides, is_turned)
    if is_draw and how in ("walk_over", "conceded", "lost"):
        raise RowError("winner", cause("import_no_draw", how=row.text("how")))
    if row.text("winner").strip().casefold() == _NOBODY:
        if how not in (None, "walk_over"):
            raise RowError("winner", cause("import_winner", text=row.text("winner")))
        how = "walk_over"
    typed = _games(row, competition, fixture, boards)
    games, twenties = typed.games, _pair(row, "twenties_a", "twenties_b") or (0, 0)
    won, points, net = (
        _pair(row, "games_won_a", "games_won_b"),
        _pair(row, "points_a", "points_b"),
        row.get("net_a"),
    )
    if boards and not any(twenties):
        twenties = _sums(boards, "twenties_a", "twenties_b")
    if is_turned:
        games, twenties = tuple((b, a) for a, b in games), twenties[::-1]
        won, points = won and won[::-1], points and points[::-1]
        net = None if net is None else -net
    if how == "walk_over":
        made = results.walk_over(competition, fixture, winner)
        made = replace(made, games=games or made.games)
    else:
        if how is None and winner is None and not games:
            winner = _leader(won) or _leader(points)
            is_draw = winner is None
        is_draw = is_draw or (how is not None and winner is None)
        made = typed_results.judge(competition, fixture, Typed(games, twenties, winner, is_draw, typed.extra))
        totals = (won, made.games_won), (points, made.points)
        if how is None and games and any(given not in (None, total) for given, total in totals):
            raise DeskError("import_totals", games=games)
    points = points or made.points
    if net is None:
        net = made.net if points == made.points else points[0] - points[1]
    return replace(made, how=how or "entered", games_won=won or made.games_won, points=points, net=net)


def _how(row: FileRow) -> How | None:
    if not row.has("how"):
        return None
    how = _HOW.get(row.text("how").casefold().replace(" ", "_"))
    if how is None:
        raise RowError(
            "how", cause("import_how", text=row.text("how"), ways=list(dict.fromkeys(_HOW.values())))
        )
    return how


def _winner(row: FileRow, sides: Sides | None, is_turned: bool) -> tuple[Side | None, bool]:
    """(the side that won by the match's own sides, whether the row says that nobody did)."""
    text = row.text("winner").strip()
    if text.casefold() in ("", _NOBODY):
        return None, False
    if text.casefold() in _DRAWN:
        return None, True
    side = import_sides.SIDES.get(text.casefold())
    if side is None and sides is not None:
        side = sides.side_of(row, text)
    if side is None:
        raise RowError("winner", cause("import_winner", text=text))
    return ("b" if side == "a" else "a") if is_turned else side, False


def _games(row: FileRow, competition: Competition, fixture: Fixture, boards: Sequence[FileRow]) -> Typed:
    """The games of a row, or of its boards: of these, more than the limit are an extra board."""
    if row.has("games"):
        return results.typed_in([row.text("games").replace(";", " ")])
    if not boards:
        return Typed()
    state = results.begun(competition, fixture)
    numbers = sorted({board.get("game") or 1 for board in boards})
    of_games = [[board for board in boards if (board.get("game") or 1) == game] for game in numbers]
    limit = flow.board_limit(state)
    extra = frozenset(at for at, own in enumerate(of_games) if limit is not None and len(own) > limit)
    return Typed(tuple(_points(state.setup.rules, own) for own in of_games), extra=extra)


def _points(rules: Any, boards: Sequence[FileRow]) -> tuple[int, int]:
    """The points of a game from its boards, as they are published."""
    if sports.of_rules(rules).has_twenties or any(board.has("points_a", "points_b") for board in boards):
        return _sums(boards, "points_a", "points_b")
    points = {"a": 0, "b": 0}
    for board in boards:
        side = import_sides.SIDES.get(board.text("winner").casefold())
        if side is not None:
            points[side] += board.get("points") or 0
        elif board.get("points"):
            raise RowError("winner", cause("import_winner", text=board.text("winner")))
    counted = published(rules, points)
    return counted["a"], counted["b"]


def _sums(boards: Sequence[FileRow], a: str, b: str) -> tuple[int, int]:
    return sum(board.get(a) or 0 for board in boards), sum(board.get(b) or 0 for board in boards)


def _pair(row: FileRow, a: str, b: str) -> tuple[int, int] | None:
    return (row.get(a) or 0, row.get(b) or 0) if row.has(a, b) else None


def _leader(pair: tuple[int, int] | None) -> Side | None:
    if pair is None or pair[0] == pair[1]:
        return None
    return "a" if pair[0] > pair[1] else "b"
