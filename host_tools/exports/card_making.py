"""Makes the score card of a match, from the folded match and the tournament's data about it. Pure.

`state` is a folded match, `boardside.game.state.State`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from boardside.game import official
from host_tools.exports import card
from host_tools.exports.card import (
    CORRECTED,
    NIL,
    OVERRIDE,
    SIDES,
    Card,
    GameCard,
    Half,
    Header,
    Line,
    Played,
    Proof,
)
from host_tools.exports.reasons import remark, spoken
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext
from host_tools.i18n.labels import Words
from host_tools.reasons import Cause
from host_tools.replay.score_card import CarromBoard, CrokinoleRound, PlayedGame, games_of
from host_tools.tournament.model.model import FEES, Result
from host_tools.tournament.standings import sports

WORDS = Words()


def seal(state: str | None) -> str:
    """What a card says of a seal (`matches.seal`)."""
    match state:
        case "sealed":
            return _("sealed by the table's key")
        case "open":
            return _("sealed, the table had no key")
        case "unknown":
            return _("sealed by a key that is not known here")
        case "broken":
            return _("ITS SEAL DOES NOT FIT")
    return _("not sealed")


def of_match(played: Played, header: Header, *, is_blank: bool = False) -> Card:
    """The card of a match. is_blank: nothing was played yet; the card has lines for all of it, to fill in by
    hand.
    """
    state = played.state
    games = [_game(played, game) for game in games_of(state)] if not is_blank else []
    toss_won_by, choice = _toss(played) if not is_blank else ("", "")
    teams = state.setup.tournament["teams"] or {}
    decided = state.phase in ("over", "confirmed")
    if not decided:
        games = _with_blanks(state, [game for game in games if game.lines or game.score])
    return Card(
        sport=state.setup.sport.name,
        header=replace(header, rules=header.rules or _rules(state)),
        names=(_names(state, "a"), _names(state, "b")),
        games=tuple(games),
        teams=(teams.get("a", ""), teams.get("b", "")),
        toss_won_by=toss_won_by,
        choice=choice,
        started=played.started,
        finished=played.finished if decided else "",
        remarks=() if is_blank else tuple(map(spoken, _remarks(played))),
        winner=state.winner or "",
        result=_result(state) if decided else "",
        standing="" if is_blank else _standing(state),
        proof=None if is_blank else _proof(played),
        latin=dict(next((event["latin"] for event in played.events if event.get("latin")), ())),
    )


def _game(played: Played, game: PlayedGame) -> GameCard:
    state, boards = played.state, game["boards"]
    seats = list(played.seats.get(game["number"], ()))
    if len(seats) != len(boards):
        seats = [None] * len(boards)
    finished = game["how"] is not None or state.phase in ("over", "confirmed")
    score = tuple(game["points"][side] for side in SIDES) if finished else ()
    how = way_of(game["how"])
    line_of = _LINE_OF[state.setup.sport.name]
    lines = tuple(line_of(state, done, seat) for done, seat in zip(boards, seats, strict=True))
    twenties: tuple[int, ...] = ()
    if finished and sports.of_rules(state.setup.rules).has_twenties:
        rounds = cast("list[CrokinoleRound]", boards)
        twenties = tuple(sum(done["twenties"][side] for done in rounds) for side in SIDES)
    return GameCard(game["number"], lines, score, twenties, how)


def _board_line(state: Any, board: CarromBoard, seat: int | None) -> Line:
    winner, after = board["winner"], board["after"]
    before = after[winner] - board["points"]
    queen = card.queen_points(board, state.setup.rules, before)
    halves, totals = {}, card.totals(board, state.setup.rules)
    for side in SIDES:
        won = side == winner
        has_queen = board["queen"] == side or (won and board["queen"] == "board")
        first = str(queen) if won and has_queen else "0" if has_queen else NIL
        halves[side] = Half(first, str(board["left"]) if won else NIL, str(totals[side]), won)
    mark = OVERRIDE if board["override"] else CORRECTED if board["source"] == "corrected" else ""
    return Line(
        "E" if board["extra"] else str(board["number"]),
        _breaker(state, board["breaker"], seat),
        halves["a"],
        halves["b"],
        "; ".join(card.board_remarks(board, state.setup.rules, names_law=True)),
        mark,
    )


def _round_line(state: Any, done: CrokinoleRound, seat: int | None) -> Line:
    total = done["total"]
    halves = [
        Half(
            str(done["twenties"][side]),
            "" if total is None else str(total[side]),
            str(done["after"][side]),
            done["winner"] == side,
        )
        for side in SIDES
    ]
    number = "E" if done["extra"] else str(done["number"])
    remark = "; ".join(card.round_remarks(done))
    return Line(number, _breaker(state, done["first"], seat), halves[0], halves[1], remark)


_LINE_OF: Mapping[str, Callable[[Any, Any, int | None], Line]] = {
    "carrom": _board_line,
    "crokinole": _round_line,
}


def _with_blanks(state: Any, games: list[GameCard]) -> list[GameCard]:
    """The games with all the lines and games that the rules allow, to fill in by hand."""
    rules = state.setup.rules
    limit = (
        rules.get("rounds") or (rules.get("board_limit") or {}).get(state.setup.stage) or BOARDS_WITHOUT_LIMIT
    )
    filled = []
    for number in range(1, max(int(rules.get("games") or 1), len(games)) + 1):
        known = games[number - 1] if number <= len(games) else GameCard(number, ())
        blanks = () if known.score else range(len(known.lines) + 1, int(limit) + 1)
        filled.append(replace(known, lines=known.lines + tuple(Line(str(line)) for line in blanks)))
    return filled


#: The form has eight lines; later rounds play to 25 without a limit of boards (D7).
BOARDS_WITHOUT_LIMIT = 8


def _proof(played: Played) -> Proof:
    says = seal(played.seal)
    if played.soft:
        says = _("{seal}, table without hardware", seal=says)
    return Proof(says, played.head, played.count, played.journal, played.first_seq)


# Texts


def _names(state: Any, side: str) -> tuple[str, ...]:
    """The players of a side ("a", "b"), as far as they are known."""
    return tuple(name for name in state.names.get(side) or () if name)


def _names_of(state: Any, side: str | None) -> str:
    """The players of a side as one text; "Side A" when none is known, "" for no side."""
    if side not in SIDES:
        return ""
    return " / ".join(_names(state, side)) or _("Side {side}", side=side.upper())


def _breaker(state: Any, side: str | None, seat: int | None) -> str:
    """The player who broke, or shot first; the whole pair when the seat is not known."""
    if side not in SIDES:
        return ""
    pair = _names(state, side)
    if seat is not None and len(pair) == 2 and "ab"[seat & 1] == side:
        return pair[seat // 2]
    return _names_of(state, side)


def _rules(state: Any) -> str:
    """The rules' own name, or the ruleset's."""
    return str(state.setup.tournament["variant"] or (state.setup.tournament["ruleset"] or "").upper())


def _standing(state: Any) -> str:
    """Why the result is not final, in capitals; "" when it is."""
    if any(protest.state == "open" for protest in state.protests):
        return _("PROTEST OPEN: THE RESULT IS HELD BACK (LAW 150)")
    if state.phase == "over":
        return _("PROVISIONAL: NOT CONFIRMED BY THE UMPIRE")
    return "" if state.phase == "confirmed" else _("IN PLAY")


def _result(state: Any) -> str:
    """The result of a match that is decided at the table: how, and the games, the winner's points first."""
    outcome = official.official(state)
    score = _score(state.winner, outcome["games"], outcome["games_won"])
    how = way_of(state.how)
    if state.winner is None:
        draw = _("Draw")
        return f"{draw} {score}".strip()
    laws = ", ".join(law for law in state.how_laws if law[:1].isdigit())
    law = _("Law {law}", law=laws)
    return f"{score} {how}, {law}" if how and laws else f"{score} {how}".strip()


def result_text(result: Result) -> str:
    """A result as a card shows it, the winner's points first: "2–1 (25–8, 0–25, 25–6)", "25–0 walk-over"."""
    score = _score(result.winner, result.games, result.games_won)
    if result.winner is None and result.how != "walk_over":
        draw = _("Draw")
        return f"{draw} {score}".strip()
    return f"{score} {way_of(result.how)}".strip()


def way_of(how: str | None) -> str:
    """In which way a game or a match ended that was not played out; "" for one that was."""
    return "" if how in ("played", "entered") else WORDS.get("how", how)


def _score(winner: str | None, games: Sequence[Sequence[int]], games_won: Sequence[int]) -> str:
    way = -1 if winner == "b" else 1
    score = ", ".join("\u2013".join(map(str, game[::way])) for game in games)
    if winner is None or len(games) < 2:
        return score
    return f"{games_won[::way][0]}\u2013{games_won[::way][1]} ({score})"


def _toss(played: Played) -> tuple[str, str]:
    """Who won the toss, and the choice, as far as the events say it: who breaks is always known."""
    state = played.state
    toss: Mapping[str, Any] = next((event for event in played.events if event.get("kind") == "toss"), {})
    breaks = toss.get("breaks") or (played.events[0].get("breaks") if played.events else None)
    won = toss.get("won") or (toss.get("breaks") if state.setup.rules.get("toss") == "break" else None)
    choices = {"break": pgettext("toss", "Break"), "side": pgettext("toss", "Side")}
    choice = choices.get(toss.get("choice") or "", "")
    if choice or breaks not in SIDES:
        return _names_of(state, won), choice
    if won is None:
        return "", _("{players} breaks", players=_names_of(state, breaks))
    return _names_of(state, won), choices["break"]


def _remarks(played: Played) -> Iterable[Cause]:
    """What happened apart from the boards, in the order of the events."""
    state = played.state
    carried = Counter(event["carried"]["journal"] for event in played.events if event.get("carried"))
    for journal, count in carried.items():
        yield remark("carried_over", count=count, journal=journal)
    for event in played.events:
        kind, players = event.get("kind"), _names_of(state, event.get("side"))
        if kind == "replayed":
            yield remark("board_replayed", law=event.get("law"))
        elif kind == "override":
            yield remark("set_by_umpire", fields=event.get("set") or {}, why=event.get("why"))
        elif kind == "concede":
            yield remark("conceded", players=players, unit=event.get("what"))
        elif kind == "lost":
            yield remark("lost_by_ruling", players=players, law=event.get("law"))
        elif kind == "forfeit":
            yield remark("forfeited", players=players, unit=event.get("what"), why=event.get("why"))
        elif kind == "time":
            yield remark("time_called")
        elif kind == "ended":
            yield remark("ended_for_desk")
    undone = sum(event.get("kind") in ("board", "round") for event in played.undone)
    if undone:
        yield remark("entries_undone", count=undone)
    for protest in state.protests:
        yield remark(
            "protest",
            number=protest.number,
            players=_names_of(state, protest.side),
            board=protest.board,
            game=protest.game,
            state=protest.state,
            text=protest.text,
        )
        if (paid := played.fees.get(protest.number)) is not None:
            yield remark("protest_fee", number=protest.number, fee=FEES[protest.state], paid=paid)
    yield from played.left_out
    yield from played.corrections
