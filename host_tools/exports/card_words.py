"""What is said in words on a score card: names, the result, why it is not final, remarks. Pure.

`state` is a folded match, `boardside.game.state.State`.
"""

from collections.abc import Iterable
from typing import Any

from boardside.game import official
from host_tools.exports.card import Played
from host_tools.exports.columns import SIDES

HOWS = {
    "conceded": "conceded",
    "ruling": "by ruling",
    "walkover": "walk-over",
    "time": "time called",
    "draw": "draw",
}


def names(state: Any, side: str) -> tuple[str, ...]:
    """Who plays on a side ("a", "b"), as far as it was told."""
    return tuple(name for name in state.names.get(side) or () if name)


def names_of(state: Any, side: str | None) -> str:
    """The same as one text, "Side A" where nobody was named; "" for no side."""
    if side not in SIDES:
        return ""
    return " / ".join(names(state, side)) or f"Side {side.upper()}"


def breaker(state: Any, side: str | None, seat: int | None) -> str:
    """Who broke, or shot first: of a pair the one whose seat it was, where that is known."""
    if side not in SIDES:
        return ""
    pair = names(state, side)
    if seat is not None and len(pair) == 2 and "ab"[seat & 1] == side:
        return pair[seat // 2]
    return names_of(state, side)


def rules(state: Any) -> str:
    """The rules' own name, or the ruleset's."""
    return str(state.variant or (state.ruleset or "").upper())


def standing(state: Any) -> str:
    """Why the result is not final, in capitals; "" when it is."""
    if any(protest.state == "open" for protest in state.protests):
        return "PROTEST OPEN: THE RESULT IS HELD BACK (LAW 150)"
    if state.phase == "over":
        return "PROVISIONAL: NOT CONFIRMED BY THE UMPIRE"
    return "" if state.phase == "confirmed" else "IN PLAY"


def result(state: Any) -> str:
    """Of a match that is decided: the winner's games first, each with the winner's points first, and how."""
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


def remarks(played: Played) -> Iterable[str]:
    """What happened beside the boards, a sentence each, in the order of the events."""
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
            yield f"{names_of(state, event.get('side'))} conceded the {event.get('what')} (Law 139)."
        elif kind == "lost":
            yield f"{names_of(state, event.get('side'))} lost the match by ruling (Law {event.get('law')})."
        elif kind == "forfeit":
            why = f": {event['why']}" if event.get("why") else ""
            yield f"{names_of(state, event.get('side'))} forfeited the {event.get('what')}{why}."
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
        yield f"Protest {protest.number} by {names_of(state, protest.side)}, {about}: {protest.state}{text}."
    yield from played.left_out
    yield from played.corrections
