"""The score card of a match: a folded match and what the tournament knows of it in, texts out. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from boardside.game import official
from host_tools.exports import card_words, columns
from host_tools.exports.card import (
    CORRECTED,
    NIL,
    OVERRIDE,
    Card,
    GameCard,
    Half,
    Header,
    Line,
    Played,
    Proof,
)
from host_tools.exports.columns import SIDES

CHOICES = {"break": "Break", "side": "Side"}
SEALS = {
    "sealed": "sealed by the table's key",
    "open": "sealed, the table had no key",
    "unknown": "sealed by a key that is not known here",
    "broken": "ITS SEAL DOES NOT FIT",
}


def of_match(played: Played, header: Header, *, is_blank: bool = False) -> Card:
    """The card of a match. is_blank: nothing was played yet; lines for all of it, to be written by hand."""
    state = played.state
    sport = state.rules.get("sport", "carrom")
    games = [_game(played, game) for game in official.score_card(state)] if not is_blank else []
    toss: Mapping[str, Any] = next((one for one in played.events if one.get("kind") == "toss"), {})
    decided = state.phase in ("over", "confirmed")
    if not decided:
        games = _with_blanks(state, [game for game in games if game.lines or game.score])
    return Card(
        sport=sport,
        header=replace(header, rules=header.rules or card_words.rules(state)),
        names=(card_words.names(state, "a"), card_words.names(state, "b")),
        games=tuple(games),
        teams=((state.teams or {}).get("a", ""), (state.teams or {}).get("b", "")),
        toss_won_by=card_words.names_of(state, toss.get("won")),
        choice=CHOICES.get(toss.get("choice") or "", ""),
        started=played.started,
        finished=played.finished if decided else "",
        remarks=() if is_blank else tuple(card_words.remarks(played)),
        winner=state.winner or "",
        result=card_words.result(state) if decided else "",
        standing="" if is_blank else card_words.standing(state),
        proof=None if is_blank else _proof(played),
    )


def _game(played: Played, game: Mapping[str, Any]) -> GameCard:
    state, boards = played.state, game["boards"]
    seats = list(played.seats.get(game["number"], ()))
    if len(seats) != len(boards):
        seats = [None] * len(boards)
    seated = list(zip(boards, seats, strict=True))
    finished = game["how"] is not None or state.phase in ("over", "confirmed")
    score = tuple(game["points"][side] for side in SIDES) if finished else ()
    how = card_words.HOWS.get(game["how"] or "", "")
    if state.rules.get("sport") == "crokinole":
        rounds = tuple(_round_line(state, done, seat) for done, seat in seated)
        twenties = tuple(sum(done["twenties"][side] for done in boards) for side in SIDES)
        return GameCard(game["number"], rounds, score, twenties if finished else (), how)
    lines = tuple(_board_line(state, board, seat) for board, seat in seated)
    return GameCard(game["number"], lines, score, (), how)


def _board_line(state: Any, board: Mapping[str, Any], seat: int | None) -> Line:
    winner, after = board["winner"], board["after"]
    before = after[winner] - board["points"]
    queen = columns.queen_points(board, state.rules, before)
    halves = {}
    for side in SIDES:
        won = side == winner
        has_queen = board["queen"] == side or (won and board["queen"] == "board")
        first = str(queen) if won and has_queen else "0" if has_queen else NIL
        halves[side] = Half(first, str(board["left"]) if won else NIL, str(after[side]), won)
    mark = OVERRIDE if board["override"] else CORRECTED if board["source"] == "corrected" else ""
    return Line(
        "E" if board["extra"] else str(board["number"]),
        card_words.breaker(state, board["breaker"], seat),
        halves["a"],
        halves["b"],
        "; ".join(_with_law(board, columns.board_remarks(board))),
        mark,
    )


def _with_law(board: Mapping[str, Any], remarks: Iterable[str]) -> list[str]:
    law = board.get("law")
    return [f"{text} (Law {law})" if law and text == "Lost by ruling" else text for text in remarks]


def _round_line(state: Any, done: Mapping[str, Any], seat: int | None) -> Line:
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
    remark = "; ".join(columns.round_remarks(done))
    return Line(number, card_words.breaker(state, done["first"], seat), halves[0], halves[1], remark)


def _with_blanks(state: Any, games: list[GameCard]) -> list[GameCard]:
    """Lines and games are added up to what the rules allow, for writing by hand."""
    rules = state.rules
    is_crokinole = rules.get("sport") == "crokinole"
    limit = rules.get("rounds") if is_crokinole else (rules.get("board_limit") or {}).get(state.stage)
    limit = limit or BOARDS_WITHOUT_LIMIT
    filled = []
    for number in range(1, max(int(rules.get("games") or 1), len(games)) + 1):
        known = games[number - 1] if number <= len(games) else GameCard(number, ())
        blanks = () if known.score else range(len(known.lines) + 1, int(limit) + 1)
        filled.append(replace(known, lines=known.lines + tuple(Line(str(one)) for one in blanks)))
    return filled


#: The form has eight lines; later rounds play to 25 without a limit of boards (D7).
BOARDS_WITHOUT_LIMIT = 8


def _proof(played: Played) -> Proof:
    seal = SEALS.get(played.seal or "", "not sealed")
    return Proof(seal, played.head, played.count, played.journal, played.first_seq)
