"""A score card as values: the fields of the ICF's form (Laws XIX) or crokinole's, computed from a match.

Pure: a folded match and what the tournament knows of it in, texts out; `card_sheet` puts them on paper.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from boardside.game import official
from host_tools.exports import columns
from host_tools.exports.columns import SIDES

NIL = "Nil"
OVERRIDE, CORRECTED = "override", "corrected"
STAGES = {
    "group": "Group",
    "round": "Round",
    "pre_quarter_final": "Pre-quarter-final",
    "quarter_final": "Quarter-final",
    "semi_final": "Semi-final",
    "final": "Final",
}
CHOICES = {"break": "Break", "side": "Side"}
HOWS = {
    "conceded": "conceded",
    "ruling": "by ruling",
    "walkover": "walk-over",
    "time": "time called",
    "draw": "draw",
}
SEALS = {
    "sealed": "sealed by the table's key",
    "open": "sealed, the table had no key",
    "unknown": "sealed by a key that is not known here",
    "broken": "ITS SEAL DOES NOT FIT",
}


@dataclass(frozen=True, slots=True)
class Header:
    """The fields over the boards; "" is left blank, to be written by hand."""

    tournament: str = ""
    event: str = ""
    round: str = ""
    date: str = ""
    time: str = ""
    match: str = ""
    umpire: str = ""
    table: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """One side's three columns of a line: carrom's Queen, c/m, total; crokinole's 20s, discs, points."""

    first: str = ""
    second: str = ""
    total: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A board or a round. `mark`: "" or why the line is to be looked at (OVERRIDE, CORRECTED)."""

    number: str
    breaker: str = ""
    a: Half = Half()
    b: Half = Half()
    remark: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class GameCard:
    """The lines of one game; `score` and `twenties` by side, () while it is not finished."""

    number: int
    lines: tuple[Line, ...]
    score: tuple[int, ...] = ()
    twenties: tuple[int, ...] = ()
    how: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """Why it can be believed: the seal's state, the head of the hash chain, and where it stands."""

    seal: str
    head: str
    events: int
    journal: str
    first_seq: int


@dataclass(frozen=True, slots=True)
class Card:
    """A whole card. names: by side, the players'; standing: "", or why it is not final, in capitals."""

    sport: str
    header: Header
    names: tuple[tuple[str, ...], tuple[str, ...]]
    games: tuple[GameCard, ...]
    teams: tuple[str, str] = ("", "")
    toss_won_by: str = ""
    choice: str = ""
    started: str = ""
    finished: str = ""
    remarks: tuple[str, ...] = ()
    winner: str = ""  # "a", "b" or ""
    result: str = ""
    standing: str = ""
    proof: Proof | None = None
    ids: tuple[str, str] = ("", "")  # start numbers, for crokinole's ID number


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was begun at a table: what the fold made of its events, and what is stored beside them.

    state: `boardside.game.state.State`. events: those that hold, decoded. undone: those that were undone.
    left_out: what the rules did not take, in words. seal: of `matches`. head: of the chain. times: started
    and finished, as written on the card. corrections: of the organiser, in words. seats: by game, the seat
    that broke each board, of a doubles (`seats.breaking`).
    """

    state: Any
    events: Sequence[Mapping[str, Any]]
    undone: Sequence[Mapping[str, Any]] = ()
    left_out: Sequence[str] = ()
    seal: str | None = None
    head: str = ""
    journal: str = ""
    first_seq: int = 0
    count: int = 0
    started: str = ""
    finished: str = ""
    corrections: Sequence[str] = field(default=())
    seats: Mapping[int, Sequence[int | None]] = field(default_factory=dict)


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
        header=replace(header, rules=header.rules or _rules(state)),
        names=(_names(state, "a"), _names(state, "b")),
        games=tuple(games),
        teams=((state.teams or {}).get("a", ""), (state.teams or {}).get("b", "")),
        toss_won_by=_names_of(state, toss.get("won")),
        choice=CHOICES.get(toss.get("choice") or "", ""),
        started=played.started,
        finished=played.finished if decided else "",
        remarks=() if is_blank else tuple(_remarks(played)),
        winner=state.winner or "",
        result=_result(state) if decided else "",
        standing="" if is_blank else _standing(state),
        proof=None if is_blank else _proof(played),
    )


# Games


def _game(played: Played, game: Mapping[str, Any]) -> GameCard:
    state, boards = played.state, game["boards"]
    seats = list(played.seats.get(game["number"], ()))
    if len(seats) != len(boards):
        seats = [None] * len(boards)
    seated = list(zip(boards, seats, strict=True))
    finished = game["how"] is not None or state.phase in ("over", "confirmed")
    score = tuple(game["points"][side] for side in SIDES) if finished else ()
    how = HOWS.get(game["how"] or "", "")
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
        _breaker(state, board["breaker"], seat),
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
    return Line(number, _breaker(state, done["first"], seat), halves[0], halves[1], remark)


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


# Words


def _names(state: Any, side: str) -> tuple[str, ...]:
    return tuple(name for name in state.names.get(side) or () if name)


def _names_of(state: Any, side: str | None) -> str:
    if side not in SIDES:
        return ""
    return " / ".join(_names(state, side)) or f"Side {side.upper()}"


def _breaker(state: Any, side: str | None, seat: int | None) -> str:
    """Who broke, or shot first: of a pair the one whose seat it was, where that is known."""
    if side not in SIDES:
        return ""
    names = _names(state, side)
    if seat is not None and len(names) == 2 and "ab"[seat & 1] == side:
        return names[seat // 2]
    return _names_of(state, side)


def _rules(state: Any) -> str:
    return str(state.variant or (state.ruleset or "").upper())


def _standing(state: Any) -> str:
    if any(protest.state == "open" for protest in state.protests):
        return "PROTEST OPEN: THE RESULT IS HELD BACK (LAW 150)"
    if state.phase == "over":
        return "PROVISIONAL: NOT CONFIRMED BY THE UMPIRE"
    return "" if state.phase == "confirmed" else "IN PLAY"


def _result(state: Any) -> str:
    found = official.official(state)
    games = [tuple(game) for game in found["games"]]
    won = found["games_won"]
    loser_first = state.winner == "b"
    pairs = [tuple(reversed(game)) if loser_first else game for game in games]
    score = ", ".join(f"{one}\u2013{other}" for one, other in pairs)
    how = HOWS.get(state.how or "", "")
    if state.winner is None:
        return f"Draw {score}".strip()
    if len(games) > 1:
        first, second = (won[1], won[0]) if loser_first else (won[0], won[1])
        score = f"{first}\u2013{second} ({score})"
    laws = ", ".join(law for law in state.how_laws if law[:1].isdigit())
    return f"{score} {how}, Law {laws}" if how and laws else f"{score} {how}".strip()


def _remarks(played: Played) -> Iterable[str]:
    state = played.state
    for event in played.events:
        kind = event.get("kind")
        if kind == "replayed":
            yield f"A board was replayed (Law {event.get('law')})."
        elif kind == "override":
            fields = ", ".join(f"{name} {value}" for name, value in sorted((event.get("set") or {}).items()))
            why = f": {event['why']}" if event.get("why") else ""
            yield f"Set by the umpire (Law 143c): {fields}{why}."
        elif kind == "concede":
            yield f"{_names_of(state, event.get('side'))} conceded the {event.get('what')} (Law 139)."
        elif kind == "lost":
            yield f"{_names_of(state, event.get('side'))} lost the match by ruling (Law {event.get('law')})."
        elif kind == "forfeit":
            why = f": {event['why']}" if event.get("why") else ""
            yield f"{_names_of(state, event.get('side'))} forfeited the {event.get('what')}{why}."
        elif kind == "time":
            yield "Time was called by the organiser."
        elif kind == "ended":
            yield "Ended as it stood: the organiser had decided the match (D296)."
    undone = sum(event.get("kind") in ("board", "round") for event in played.undone)
    if undone:
        yield f"{undone} {'entry' if undone == 1 else 'entries'} undone and entered again by the umpire."
    for protest in state.protests:
        about = f"board {protest.board} of game {protest.game}"
        text = f": {protest.text}" if protest.text else ""
        yield f"Protest {protest.number} by {_names_of(state, protest.side)}, {about}: {protest.state}{text}."
    yield from played.left_out
    yield from played.corrections


def _proof(played: Played) -> Proof:
    seal = SEALS.get(played.seal or "", "not sealed")
    return Proof(seal, played.head, played.count, played.journal, played.first_seq)
