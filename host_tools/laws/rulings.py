"""A ruling in words, in English or in any language of the pages.

The rules give a ruling as clauses; a clause is a tuple (reason, value, ...). `CLAUSES` is the closed list of
them. Values are JSON-ready. side, winner: "a" or "b". a, b: a score, or a count of each side. number: of a
board, round, game or protest, from 1; seq: of an event. clock, breach: as in the event. seconds: left,
rounded up. A clause of a stroke that names no side is about the side that struck.

The English text is also the key of its translations in the pages' catalogues (under CONTEXT). Clauses are
joined, and shortened to fit, in the same way as on the table (table.ruling_words).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from boardside.game.state import Ruling
from boardside.table import ruling_words
from boardside.table.ruling_words import LONGEST, fitted, joined
from host_tools.live_values import NamedClause, RulingView
from host_tools.reasons import Translate, untranslated

if TYPE_CHECKING:
    from boardside.game.state import Clause

#: The names of the sides, by "a" and "b".
Names = Mapping[str, str]

CONTEXT = "ruling"
#: The names of its values, in their order, and its text. {side} and {winner} are sides, {score} is the values
#: a and b as one; the rest is as in the clause.
CLAUSES: Mapping[str, tuple[str, str]] = {
    # a match begins
    "match_begins": ("games", "Match begins: best of {games} games"),
    "match_begins_all_games": ("games", "Match begins: {games} games"),
    "match_begins_one_game": ("", "Match begins: one game"),
    "to_points": ("points", "to {points} points"),
    "or_boards": ("boards", "or {boards} boards"),
    "of_rounds": ("rounds", "of {rounds} rounds"),
    "discs": ("discs", "{discs} discs a side"),
    "toss": ("side", "Toss: {side} breaks"),
    "toss_won": ("winner side", "Toss: {winner} won it, {side} breaks"),
    "toss_extra": ("side", "Toss: {side} breaks the extra board"),
    "toss_won_extra": ("winner side", "Toss: {winner} won it, {side} breaks the extra board"),
    "toss_first_shot": ("side", "Toss: {side} shoots first"),
    "trial_board": ("number most", "Trial board {number} of {most}"),
    "names_corrected": ("", "Names corrected"),
    # a board or a round begins
    "play": ("number side", '"Play": board {number}, {side} breaks'),
    "play_round": ("number side", '"Play": round {number}, {side} shoots first'),
    "change_owed": ("", "change of sides still owed"),
    "board_replayed": ("number side", "Board {number} is replayed, {side} breaks again"),
    # sides and clocks; clock: as in the event, seconds: left, rounded up
    "sides_changed": ("side", "Sides changed: {side} is left now"),
    "sides_swapped": ("side", "Sides swapped: {side} is left"),
    "appeal": ("clock seconds", "Appeal: the {clock} clock stands at {seconds} s"),
    "clock_set": ("clock seconds", "The umpire sets the {clock} clock to {seconds} s"),
    "play_clock": ("clock", '"Play": the {clock} clock goes on'),
    "paused": ("clock seconds", "Paused: the {clock} clock stands at {seconds} s"),
    "clock_goes_on": ("clock", "The {clock} clock goes on"),
    "clock_zero": ("clock", "The {clock} clock is at zero"),
    "breach": ("breach", "umpire decides"),  # what may be ruled is among the facts: nobody has given it
    # a stroke; a clause that names no side is about the side that struck
    "stroke": ("side", "{side}"),
    "down": ("count", "{count} down"),
    "other_down": ("side count", "{side} {count} down"),
    "back": ("count", "{count} back"),
    "due": ("count", "due {count}"),
    "penalty": ("count", "penalty {count}"),
    "nothing_down": ("", "nothing down"),
    "no_break": ("side", "{side}: no break"),
    "queen_to_cover": ("", "Queen to cover"),
    "queen_covered": ("", "Queen covered"),
    "queen_back": ("", "Queen back"),
    "queen_back_by": ("side", "Queen back by {side}"),
    "to_centre": ("side", "{side} 1 to centre"),
    "owes": ("side count", "{side} owes {count}"),
    "places": ("side number count", "{side} ({number}) places {count}"),
    "goes_on": ("side", "{side} goes on"),
    "turn": ("side", "{side}'s turn"),
    "to_be_replayed": ("", "the board is replayed"),
    # beside the strokes
    "foul": ("side", "{side}: foul"),
    "technical_foul": ("side", "{side}: technical foul"),
    "passes": ("side", "{side} passes"),
    "placed": ("side", "{side}'s c/m are placed"),
    "placing_forgone": ("side", "{side}'s c/m are forgone"),
    "placing_lapsed": ("side", "{side}'s c/m: right to place lapsed"),
    "placing_not_completed": ("side", "{side}'s c/m: not placed in time, foul"),
    "waits_for_room": ("side", "{side}'s c/m wait for room"),
    "has_room": ("side", "{side}'s c/m have room now"),
    "out_of_turn_allowed": ("side", "{side} played out of turn: allowed"),
    "board_set_up": ("a b side", "Board set up: {name_a} {a}, {name_b} {b} left, {side} in turn"),
    "strokes_left_off": ("number", "Strokes are not recorded any more in board {number}"),
    # strokes have ended the board
    "board_ends": ("side points", "Board to {side}: {points}"),
    "board_lost_by_ruling": (
        "side winner points",
        "{side} loses the board by ruling: {winner} gets {points}",
    ),
    "on_demand": ("most", "on demand up to {most}"),
    "slam": ("colour", "{colour} slam"),
    # a board is entered
    "board_won": ("number side", "Board {number} to {side}"),
    "board_won_by_ruling": ("number side", "Board {number} to {side} by ruling"),
    "extra_board_won": ("number side", "Extra board {number} to {side}"),
    "extra_board_won_by_ruling": ("number side", "Extra board {number} to {side} by ruling"),
    "board_points": ("points left queen demand", "{sum}"),  # in all; of the loser's c/m, Queen, on demand
    "points_by_umpire": ("points computed", "{points} by the umpire (computed {computed})"),
    "points_withheld": ("points", "0, its account is not open ({points})"),
    # crokinole: a round
    "shot": ("side", "{side} has shot"),
    "shot_twenty": ("side", "{side} has shot, 20"),
    "to_shoot": ("side count", "{side} to shoot, {count} left"),
    "all_shot": ("", "all discs are shot"),
    "was_last_shot": ("", "that was the last shot"),
    "twenty": ("side count", "20 for {side}: {count} in this round"),
    "last_shot": ("side", "End buzzer: last shot to {side}"),
    "no_last_shot": ("", "End buzzer: no shot is left"),
    "time_last_round": ("number", "Time: round {number} is the last; a last shot evens"),
    "round_won": ("number side", "Round {number} to {side}"),
    "round_won_by_forfeit": ("number side", "Round {number} to {side} by forfeit"),
    "round_level": ("number", "Round {number} level"),
    "round_unshot": ("number", "Round {number} was not shot: 0-0"),
    "round_total": ("a b", "{score}"),
    "round_twenties": ("a b", "20s {score}"),
    # what follows from the points
    "change_sides": ("", "change sides"),
    "level_extra_board": ("", "level, toss for an extra board"),
    "decided_early": ("number", "round {number} not played"),
    "level_round_decides": ("number", "level, round {number} decides"),
    "level_rounds_decide": ("number next", "level, rounds {number} and {next} decide"),
    "level_shoot_out": ("", "level, a shoot-out decides"),
    "game_won": ("number side a b", "game {number} to {side}, {score}"),
    "game_drawn": ("number a b", "game {number} drawn, {score}"),
    "game_level": ("number a b", "game {number} level, {score}"),
    "match_won": ("side a b", "match to {side} {score}"),
    "match_drawn": ("a b", "match drawn {score}"),
    "match_level": ("a b", "match level {score}"),
    # endings off the board
    "concedes": ("side", "{side} concedes"),
    "concedes_match": ("side winner a b", "{side} concedes the match: to {winner}, {score}"),
    "forfeits": ("side", "{side} forfeits"),
    "disqualified": ("side winner a b", "{side} is disqualified: to {winner}, {score}"),
    "disqualified_after_end": ("side", "{side} is disqualified after the match's end"),
    "did_not_play": ("side winner a b", "Walk-over: {side} did not play: to {winner}, {score}"),
    "walkover": ("side a b", "Walk-over: {side} did not report; {score}"),
    "loses_match": ("side law", "{side} loses the match ({law})"),
    "loses_match_after_end": ("side law", "{side} loses the match after its end ({law})"),
    "decided_by_desk": ("side", "Decided by the organiser: match to {side}"),
    "decided_by_desk_for_nobody": ("", "Decided by the organiser: match to nobody"),
    "time": ("", "Time"),
    "time_last_board": ("number", "Time: board {number} is the last"),
    "confirmed": ("side a b", "Result confirmed: match to {side}, {score}"),
    "confirmed_draw": ("", "Result confirmed: a draw"),
    "confirmed_level": ("", "Result confirmed: level"),
    # protests
    "protest": ("number side board", "Protest {number} by {side} about board {board}; result held back"),
    "protest_upheld": ("number board", "Protest {number} upheld: on from the beginning of board {board}"),
    "protest_upheld_after_another": (
        "number board",
        "Protest {number} upheld: an earlier one has taken back board {board}",
    ),
    "protest_overruled": ("number", "Protest {number} overruled: the result stands"),
    "protest_overruled_after_another": (
        "number board",
        "Protest {number} overruled; an earlier one has taken back board {board}",
    ),
    # the umpire's override
    "umpire": ("", "Umpire"),
    "referee": ("", "Referee"),
    "set_points": ("a b", "points {score}"),
    "set_games": ("a b", "games {score}"),
    "set_twenties": ("a b", "20s {score}"),
    "set_board": ("number", "board {number}"),
    "set_round": ("number", "round {number}"),
    "set_breaks": ("side", "{side} breaks"),
    "set_first": ("side", "{side} first"),
    "set_left": ("side", "{side} left"),
    "undone": ("kind seq", "Undone: {kind} (event {seq})"),
    "restored": ("kind seq", "Restored: {kind} (event {seq})"),
}
#: The parts of the sum `board_points`.
SUM: Mapping[str, str] = {
    "total": "{sum} = {points}",
    "most": "{sum} = {points} (at most)",
    "queen": "Queen {points}",
    "demand": "demand {points}",
}
#: The names of each clause's values.
REASONS: Mapping[str, tuple[str, ...]] = {
    reason: tuple(names.split()) for reason, (names, _) in CLAUSES.items()
}
#: Values that are words themselves, by the value's name; other values are shown as they are.
VALUES: Mapping[str, Mapping[str, str]] = {
    "clock": {
        "break": "break",
        "stroke": "stroke",
        "placing": "placing",
        "side_change": "side change",
        "interval": "interval",
        "report": "report",
        "protest": "protest",
        "round": "round",
        "hall": "hall",
    },
    "colour": {"white": "white", "black": "black"},
    "kind": {
        "toss": "toss",
        "play": "play",
        "board": "board",
        "round": "round",
        "shot": "shot",
        "twenty": "twenty",
        "last_shot": "last shot",
        "forfeit": "forfeit",
        "stroke": "stroke",
        "foul": "foul",
        "place": "place",
        "room": "room",
        "pass": "pass",
        "turn": "turn",
        "situation": "situation",
        "leave": "leave",
        "trial": "trial",
        "protest": "protest",
        "ruled": "ruled",
        "replayed": "replayed",
        "sides": "sides",
        "concede": "concede",
        "lost": "lost",
        "ended": "ended",
        "time": "time",
        "override": "override",
        "confirm": "confirm",
    },
}
_LETTERS: Names = {"a": "A", "b": "B"}


def text(ruling: Ruling) -> str:
    """A ruling in one line of English, at most 60 characters; "" for one without clauses."""
    return fitted(ruling.clauses, lambda clause: _say(clause, untranslated, _LETTERS, "-"), LONGEST)


def row(seq: int, ruling: Ruling) -> RulingView:
    """A ruling as JSON has it: the number of its event, English, Laws, and its clauses as codes."""
    return {"seq": seq, "text": text(ruling), "laws": list(ruling.laws), "clauses": named(ruling)}


def named(ruling: Ruling) -> list[NamedClause]:
    """The clauses of a ruling, as in JSON: [{"reason": .., "args": {name: value}}, ...]."""
    return [
        {"reason": reason, "args": dict(zip(REASONS[reason], values, strict=True))}
        for reason, *values in ruling.clauses
    ]


def spoken(clauses: Iterable[Mapping[str, Any]], translate: Translate, names: Names) -> str:
    """The text of all clauses of a ruling (from `named`), of any length, with the sides' names.

    Raises KeyError for a reason or a value that is not known here.
    """
    return joined(
        tuple(_clause(clause) for clause in clauses),
        lambda clause: _say(clause, translate, {**_LETTERS, **names}, "–"),
    )


def announcement(clauses: Iterable[Mapping[str, Any]], names: Names, players: Callable[[int], str]) -> str:
    """What the umpire announces of a ruling (from `named`), in English; "" for nothing.

    players: the name of the player at a seat.
    """
    return ruling_words.announcement(
        tuple(_clause(clause) for clause in clauses), {**_LETTERS, **names}.__getitem__, players
    )


def marked() -> list[tuple[str, str]]:
    """(context, English text) of everything that needs a translation."""
    words = [words for _, words in CLAUSES.values()] + [*SUM.values()]
    texts = [(CONTEXT, text) for text in words if any(part.isalpha() for part in _plain(text))]
    return texts + [(context(name), words) for name in VALUES for words in VALUES[name].values()]


def context(name: str) -> str:
    """The context under which the words for a value of this name are translated."""
    return f"{CONTEXT} {name}"


def _plain(words: str) -> str:
    return words.format_map(_Nothing())


class _Nothing(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return ""


def _clause(clause: Mapping[str, Any]) -> "Clause":
    args = clause["args"]
    return (clause["reason"], *(args[name] for name in REASONS[clause["reason"]]))


def _say(clause: "Clause", translate: Translate, names: Names, dash: str) -> str:
    reason = clause[0]
    values: dict[str, Any] = dict(zip(REASONS[reason], clause[1:], strict=True))
    if reason == "board_points":
        return _sum(translate, **values)
    fields = {"name_a": names["a"], "name_b": names["b"], **values}
    for name, value in values.items():
        if name in ("side", "winner"):
            fields[name] = names[value]
        elif name in VALUES:
            known = VALUES[name].get(value)
            fields[name] = translate(context(name), known) if known else str(value).replace("_", " ")
    if "b" in values:
        fields["score"] = f"{values['a']}{dash}{values['b']}"
    return translate(CONTEXT, CLAUSES[reason][1]).format_map(fields)


def _sum(translate: Translate, points: int, left: int, queen: int, demand: int) -> str:
    """`5 + Queen 3 + demand 1 = 9`."""

    def say(part: str, **values: object) -> str:
        return translate(CONTEXT, SUM[part]).format_map(values)

    parts = [str(left)] if left or not queen else []
    if queen:
        parts.append(say("queen", points=queen))
    if demand:
        parts.append(say("demand", points=demand))
    text = " + ".join(parts)
    if max(left + queen, 1) + demand != points and (points or left):
        return say("most", sum=text, points=points)
    return say("total", sum=text, points=points) if len(parts) > 1 else text
