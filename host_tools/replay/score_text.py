"""A replayed match for people: the sides, the score card by board or round, what is in play, every ruling."""

from collections.abc import Callable, Iterator
from typing import TypeAlias, cast

from boardside.game.strokes import MEN
from host_tools.console.terminal import visible
from host_tools.live_values import BoardInPlay, BySide, OfficialResult, Side
from host_tools.replay.score_card import (
    CarromBoard,
    CrokinoleRound,
    FoldedMatch,
    MatchState,
    PlayedGame,
    Replayed,
    Tie,
)

_GameLines: TypeAlias = Callable[[PlayedGame], Iterator[str]]

_QUEENS = {"a": "A", "b": "B", "board": "board", None: "-"}
_RIGHTS = {"board": "on the board", "covering": "to be covered"}


def lines(report: Replayed) -> Iterator[str]:
    """The lines of what `replay.matches` gives, without line ends; an empty line between the parts."""
    return (visible(line, lines="") for line in _lines(report))


def _lines(report: Replayed) -> Iterator[str]:
    for number, match in enumerate(report["matches"]):
        if number:
            yield ""
        yield from _match(match)
    for tie in report["ties"]:
        yield ""
        yield _tie(tie)
    if "ended" in report:
        yield ""
        yield f"The rest is left out: {report['ended']['text']}"


def _match(match: FoldedMatch) -> Iterator[str]:
    state, result = match["state"], match["result"]
    a, b = " / ".join(state["names"]["a"]) or "A", " / ".join(state["names"]["b"]) or "B"
    title = f"{state['title']}: " if state["title"] else ""
    yield f"{title}{a} (A) v {b} (B)"
    rules = state["variant"] or state["ruleset"]
    yield f"match {state['match']}, {rules}, {state['stage'].replace('_', ' ')}, " + (
        "doubles" if state["doubles"] else "singles"
    )
    rows = _CARDS[state["rules"]["sport"]]
    for game in match["games"]:
        yield ""
        yield f"Game {game['number']}"
        yield from rows(game)
        yield "  " + _game_result(game)
    yield ""
    yield _result(state, result)
    situation = state["situation"]
    if situation is not None and "down" in situation:  # a board; a round's counted shots are not shown
        yield _situation(situation, state["names"])
    for protest in state["protests"]:
        about = f"board {protest['board']} of game {protest['game']}"
        yield f"Protest {protest['number']} by {protest['side'].upper()} about {about}: {protest['state']}"
    yield ""
    yield "Rulings"
    for ruling in match["rulings"]:
        laws = ", ".join(ruling["laws"])
        yield f"  {ruling['seq']:>5}  {ruling['text']}" + (f"  [{laws}]" if laws else "")


def _boards(game: PlayedGame) -> Iterator[str]:
    yield "  board  break  winner  left  Queen  demand  points  score"
    for board in cast("list[CarromBoard]", game["boards"]):
        notes = [
            word
            for word, holds in (
                ("extra", board["extra"]),
                (f"{board['slam']} slam", board["slam"]),
                (f"Law {board['law']}", board["law"]),
                (f"umpire, computed {board['computed']}", board["override"]),
                ("corrected against the strokes", board["source"] == "corrected"),
                (f"{board['withheld']} withheld, D10", board["withheld"]),
            )
            if holds
        ]
        score = f"{board['after']['a']}-{board['after']['b']}"
        row = (
            f"  {board['number']:>5}  {(board['breaker'] or '-').upper():>5}  {board['winner'].upper():>6}"
            f"  {board['left']:>4}  {_QUEENS[board['queen']]:>5}  {board['demand']:>6}  {board['points']:>6}"
            f"  {score:>5}  {'; '.join(notes)}"
        )
        yield row.rstrip()


def _rounds(game: PlayedGame) -> Iterator[str]:
    yield "  round  first   total A-B   20s A-B   points A-B   score"
    for played in cast("list[CrokinoleRound]", game["boards"]):
        total = "-" if played["total"] is None else _pair(played["total"])
        notes = [
            word
            for word, holds in (
                ("extra", played["extra"]),
                ("not shot", played["unshot"]),
                (f"{played['law']}", played["law"]),
            )
            if holds
        ]
        row = (
            f"  {played['number']:>5}  {(played['first'] or '-').upper():>5}  {total:>10}"
            f"  {_pair(played['twenties']):>8}  {_pair(played['points']):>11}  {_pair(played['after']):>6}"
            f"  {'; '.join(notes)}"
        )
        yield row.rstrip()


def _pair(by_side: BySide[int]) -> str:
    return f"{by_side['a']}-{by_side['b']}"


def _game_result(game: PlayedGame) -> str:
    score = _pair(game["points"])
    if game["how"] is None:
        return f"in play, {score}"
    if game["winner"] is None:
        return f"drawn, {score}"
    how = "" if game["how"] == "played" else f" ({game['how']})"
    return f"to {game['winner'].upper()}, {score}{how}"


def _result(state: MatchState, result: OfficialResult) -> str:
    games = f"{result['games_won'][0]}-{result['games_won'][1]}"
    if result["how"] is None:
        return f"Match in play, games {games}"
    words = "Drawn" if result["winner"] is None else f"Won by {result['winner'].upper()}"
    how = "" if result["how"] == "played" else f" ({result['how']})"
    stands = "confirmed" if state["confirmed"] else "not confirmed"
    if result["held"]:
        stands = "held back, a protest is open (150)"
    return f"{words}, games {games}{how}; {stands}"


def _seat(names: BySide[list[str]], seat: int) -> str:
    """The player at a seat, by name if it is known."""
    side: Side = "b" if seat & 1 else "a"
    players = names[side]
    return players[seat >> 1] if seat >> 1 < len(players) else f"seat {seat}"


def _situation(situation: BoardInPlay, names: BySide[list[str]]) -> str:
    if situation["replay"] is not None:
        return f"The board is to be replayed (Law {situation['replay']})"
    down, owes, waiting = situation["down"], situation["owes"], situation["waiting"]
    left: BySide[int] = {"a": MEN - down["a"], "b": MEN - down["b"]}
    result = situation["result"]
    if result is not None:
        worth = f"{result['points']}" + (f" to {result['most']}" if result["most"] > result["points"] else "")
        laws = ", ".join(result["laws"])
        text = f"The board is over, not entered yet: {result['winner'].upper()} gets {worth}"
        return f"{text}; on the board {_pair(left)} [{laws}]"
    queen = _RIGHTS.get(situation["queen"], f"covered by {situation['queen'].upper()}")
    player = _seat(names, situation["seat"])
    text = f"In play: {situation['turn'].upper()}'s turn, {player}; on the board {_pair(left)}"
    text += f"; Queen {queen}"
    owed: BySide[int] = {"a": owes["a"] + waiting["a"], "b": owes["b"] + waiting["b"]}
    if owed["a"] or owed["b"]:
        text += f"; owed {_pair(owed)}"
    for entry in situation["placing"]:
        text += f"; {entry['count']} of {entry['side'].upper()} to be placed by {_seat(names, entry['seat'])}"
    return text


def _tie(tie: Tie) -> str:
    first, second = tie["teams"]
    score = f"{first} {tie['wins'][first]}-{tie['wins'][second]} {second}"
    left = tie["left"]
    text = f"Tie {tie['tie']}: {score}"
    if tie["decided"] and tie["winner"] is not None:
        text += f", to {tie['winner']} ({tie['points'][tie['winner']]} points)"
    else:
        text += f", still to play: {left['doubles']} doubles, {left['singles']} singles"
    return "; ".join([text, *tie["problems"]])


#: The lines of a game's card, by sport.
_CARDS: dict[str, _GameLines] = {"carrom": _boards, "crokinole": _rounds}
