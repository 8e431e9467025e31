"""A ruling in a line of English, as the table shows it: on e-paper, and in the status for its host.

host_tools/laws/rulings.py has the reasons. How clauses are joined and shortened is the same in every
language, so the host asks here as well.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ..game.state import Clause, Clauses

LONGEST = 60  # characters
_DUE, _PENALTY = ("due", "dues"), ("penalty", "penalties")
SHORTEST = 2  # how far `shortened` goes

# One text of lines "reason|words", like texts.Texts: it takes less memory than a table of texts. The values
# of the clause fill it in their order.
_WORDS = """
match_begins|Match begins: best of %s games
match_begins_all_games|Match begins: %s games
match_begins_one_game|Match begins: one game
to_points|to %s points
or_boards|or %s boards
of_rounds|of %s rounds
discs|%s discs a side
toss|Toss: %s breaks
toss_won|Toss: %s won it, %s breaks
toss_extra|Toss: %s breaks the extra board
toss_won_extra|Toss: %s won it, %s breaks the extra board
toss_first_shot|Toss: %s shoots first
trial_board|Trial board %s of %s
names_corrected|Names corrected
play|"Play": board %s, %s breaks
play_round|"Play": round %s, %s shoots first
change_owed|change of sides still owed
board_replayed|Board %s is replayed, %s breaks again
sides_changed|Sides changed: %s is left now
sides_swapped|Sides swapped: %s is left
appeal|Appeal: the %s clock stands at %s s
clock_set|The umpire sets the %s clock to %s s
play_clock|"Play": the %s clock goes on
paused|Paused: the %s clock stands at %s s
clock_goes_on|The %s clock goes on
clock_zero|The %s clock is at zero
breach|umpire decides%.0s
stroke|%s
down|%s down
other_down|%s %s down
back|%s back
due|due %s
penalty|penalty %s
nothing_down|nothing down
no_break|%s: no break
queen_to_cover|Queen to cover
queen_covered|Queen covered
queen_back|Queen back
queen_back_by|Queen back by %s
to_centre|%s 1 to centre
owes|%s owes %s
places|%s (%s) places %s
goes_on|%s goes on
turn|%s's turn
to_be_replayed|the board is replayed
foul|%s: foul
technical_foul|%s: technical foul
passes|%s passes
placed|%s's c/m are placed
placing_forgone|%s's c/m are forgone
placing_lapsed|%s's c/m: right to place lapsed
placing_not_completed|%s's c/m: not placed in time, foul
waits_for_room|%s's c/m wait for room
has_room|%s's c/m have room now
out_of_turn_allowed|%s played out of turn: allowed
board_set_up|Board set up: %s %s, %s %s left, %s in turn
strokes_left_off|Strokes are not recorded any more in board %s
board_ends|Board to %s: %s
board_lost_by_ruling|%s loses the board by ruling: %s gets %s
on_demand|on demand up to %s
slam|%s slam
board_won|Board %s to %s
board_won_by_ruling|Board %s to %s by ruling
extra_board_won|Extra board %s to %s
extra_board_won_by_ruling|Extra board %s to %s by ruling
points_by_umpire|%s by the umpire (computed %s)
points_withheld|0, its account is not open (%s)
shot|%s has shot
shot_twenty|%s has shot, 20
to_shoot|%s to shoot, %s left
all_shot|all discs are shot
was_last_shot|that was the last shot
twenty|20 for %s: %s in this round
last_shot|End buzzer: last shot to %s
no_last_shot|End buzzer: no shot is left
time_last_round|Time: round %s is the last; a last shot evens
round_won|Round %s to %s
round_won_by_forfeit|Round %s to %s by forfeit
round_level|Round %s level
round_unshot|Round %s was not shot: 0-0
round_total|%s-%s
round_twenties|20s %s-%s
change_sides|change sides
level_extra_board|level, toss for an extra board
decided_early|round %s not played
level_round_decides|level, round %s decides
level_rounds_decide|level, rounds %s and %s decide
level_shoot_out|level, a shoot-out decides
game_won|game %s to %s, %s-%s
game_drawn|game %s drawn, %s-%s
game_level|game %s level, %s-%s
match_won|match to %s %s-%s
match_drawn|match drawn %s-%s
match_level|match level %s-%s
concedes|%s concedes
concedes_match|%s concedes the match: to %s, %s-%s
forfeits|%s forfeits
disqualified|%s is disqualified: to %s, %s-%s
disqualified_after_end|%s is disqualified after the match's end
did_not_play|Walk-over: %s did not play: to %s, %s-%s
walkover|Walk-over: %s did not report; %s-%s
loses_match|%s loses the match (%s)
loses_match_after_end|%s loses the match after its end (%s)
decided_by_desk|Decided by the organiser: match to %s
decided_by_desk_for_nobody|Decided by the organiser: match to nobody
time|Time
time_last_board|Time: board %s is the last
confirmed|Result confirmed: match to %s, %s-%s
confirmed_draw|Result confirmed: a draw
confirmed_level|Result confirmed: level
protest|Protest %s by %s about board %s; result held back
protest_upheld|Protest %s upheld: on from the beginning of board %s
protest_upheld_after_another|Protest %s upheld: an earlier one has taken back board %s
protest_overruled|Protest %s overruled: the result stands
protest_overruled_after_another|Protest %s overruled; an earlier one has taken back board %s
umpire|Umpire
referee|Referee
set_points|points %s-%s
set_games|games %s-%s
set_twenties|20s %s-%s
set_board|board %s
set_round|round %s
set_breaks|%s breaks
set_first|%s first
set_left|%s left
undone|Undone: %s (event %s)
restored|Restored: %s (event %s)
"""

# What comes after one of these is parted from it by ": "; after a RESULT only what is a detail.
HEADS = ("stroke", "umpire", "referee", "time", "concedes", "forfeits")
RESULTS = (
    "board_won",
    "board_won_by_ruling",
    "extra_board_won",
    "extra_board_won_by_ruling",
    "round_won",
    "round_level",
    "clock_zero",
)
FIGURES = ("board_points", "points_by_umpire", "points_withheld", "round_total", "round_twenties", "breach")
# Parted by a space, or by ", ", from what is before them; all others by "; ".
GOING_ON = ("to_points", "or_boards", "of_rounds")
DETAILS = (
    "down",
    "other_down",
    "back",
    "due",
    "penalty",
    "nothing_down",
    "queen_to_cover",
    "queen_covered",
    "queen_back",
    "queen_back_by",
    "to_centre",
    "owes",
    "on_demand",
    "slam",
    "discs",
    "set_points",
    "set_games",
    "set_twenties",
    "set_board",
    "set_round",
    "set_breaks",
    "set_first",
    "set_left",
)

# If a line is too short, what is shown elsewhere is left out first: from which step on.
_LEFT_OUT = {
    "owes": 1,
    "slam": 1,
    "round_total": 1,
    "round_twenties": 1,
    "due": 2,
    "penalty": 2,
    "decided_early": 2,
}
_AFTER_SET_UP = ("waits_for_room", "has_room")  # of what the umpire has just entered
_PLAINER = {
    "board_won_by_ruling": "board_won",
    "extra_board_won_by_ruling": "extra_board_won",
    "round_won_by_forfeit": "round_won",
}


def text_of(clauses: "Clauses") -> str:
    """The ruling in English, at most LONGEST characters; "" of no clauses."""
    return fitted(clauses, words_of, LONGEST)


def two_lines(
    clauses: "Clauses",
    named: "Callable[[str], str]",
    of_seat: "Callable[[int], str]",
    of_display: "Callable[[str], str]",
) -> "tuple[tuple[str, ...], tuple[str, ...]]":
    """What happened, and what the umpire announces: of each several texts, the best first, the shortest last.
    Without an announcement these are empty.

    named: the name of a side. of_seat: of the player at a seat, who places. of_display: Left or Right.
    """
    head = 1
    while head < len(clauses) and _is_beside(clauses[head][0]):
        head += 1
    happened: "Clauses" = tuple([clause for clause in clauses[:head] if clause[0] not in _FOLLOWS])
    lines: "tuple[str, ...]" = (joined(happened, lambda clause: words_of(clause, named)),)
    for step in range(SHORTEST + 1):
        lines += (joined(shortened(happened, step), lambda clause: words_of(clause, of_display)),)
    short = shortened(happened, SHORTEST)
    lines += (
        joined(
            short[:1] + tuple([clause for clause in short[1:] if clause[0] not in _TOLD]),
            lambda clause: words_of(clause, of_display),
        ),
    )

    def placer(seat: int) -> str:
        return of_display("ab"[seat & 1])

    texts: "tuple[str, ...]" = (announcement(clauses, named, of_seat),)
    if texts[0]:
        for left_out in _SHOWN_ELSEWHERE:
            kept = tuple([clause for clause in clauses if clause[0] not in left_out])
            texts += (
                announced(kept, lambda reason, values: _announced(reason, values, of_display, placer, True)),
            )
    return lines, texts


def announcement(clauses: "Clauses", named: "Callable[[str], str]", of_seat: "Callable[[int], str]") -> str:
    """What the umpire announces, with names as for `two_lines`; "" if nothing."""
    return announced(clauses, lambda reason, values: _announced(reason, values, named, of_seat))


def announced(clauses: "Clauses", say: "Callable[[str, tuple], str]") -> str:
    """What the umpire announces, a sentence for each clause that has one; `say` puts it into words.

    It is asked for the reasons of SPOKEN, with their values, and for those of clauses that follow the first
    one and its details, which are said as they are.
    """
    reasons = [clause[0] for clause in clauses]
    is_head = True
    text = ""
    for at in range(len(clauses)):
        reason, values = reasons[at], clauses[at][1:]
        is_head = is_head and (not at or _is_beside(reason))
        if reason == "due" and "penalty" in reasons:
            reason, values = "due_and_foul", ()
        elif reason == "penalty" and "due" in reasons:
            continue
        elif reason == "penalty" and reasons[0] in ("stroke", "no_break"):
            reason = "foul_and_penalty"
        elif is_head and reason not in SPOKEN:
            continue
        if reason == "places" and reasons[at - 1] == "places":
            reason = "places_too"
        words = say(reason, values)
        if reason == "places_too":
            text = text[:-1] + ", " + words + "."
        elif words:
            text += (" " if text else "") + words[0].upper() + words[1:] + "."
    return text


def _is_beside(reason: str) -> bool:
    """Whether a clause belongs to the one before it."""
    return reason in DETAILS or reason in FIGURES or reason in GOING_ON or reason in _FOLLOWS


def _announced(
    reason: str,
    values: tuple,
    call: "Callable[[str], str]",
    of_seat: "Callable[[int], str]",
    is_short: bool = False,
) -> str:
    if reason not in SPOKEN:
        return words_of((reason,) + values, call)
    if reason in _CHARGED:
        return SPOKEN[reason] % counted(values[0], _CHARGED[reason], is_short)
    if reason in ("places", "places_too"):
        side, player, count = values
        words = SPOKEN[reason] % of_seat(2 * player - (2 if side == "a" else 1))
        return words if count == 1 and reason == "places" else words + " %d" % count
    return SPOKEN[reason] % tuple([_shown(value, call) for value in values])


def counted(count: int, name: "tuple[str, str]", is_short: bool) -> str:
    """A number with its noun, in words unless it is to be short: `One penalty`, `5 penalties`."""
    word = str(count) if is_short or count >= len(_NUMBERS) else _NUMBERS[count]
    return word + " " + name[count != 1]


_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six")
_CHARGED = {"due": _DUE, "penalty": _PENALTY, "foul_and_penalty": _PENALTY}
_QUEEN = ("queen_to_cover", "queen_covered", "queen_back", "queen_back_by")
_SHOWN_ELSEWHERE = (
    (),
    ("owes",),
    ("owes", "turn", "goes_on", "slam"),
    ("owes", "turn", "goes_on", "slam", "to_centre", "decided_early") + _QUEEN,
    ("owes", "turn", "goes_on", "slam", "to_centre", "decided_early", "due", "penalty") + _QUEEN,
)
_TOLD = ("on_demand", "to_centre") + _QUEEN  # in the announcement, too
_FOLLOWS = ("owes", "places", "goes_on", "turn")

# What the umpire announces; the values of the clause fill it in their order, but of "places" who, how many.
SPOKEN = {
    "due": "%s",
    "due_and_foul": "Due and foul",
    "penalty": "%s",
    "foul_and_penalty": "Foul. %s",
    "foul": "Foul%.0s",
    "technical_foul": "Technical foul%.0s",
    "placing_not_completed": "Not placed in time: foul%.0s",
    "no_break": "No break%.0s",
    "passes": "Pass%.0s",
    "placing_forgone": "Forgone%.0s",
    "placing_lapsed": "Right to place lapsed%.0s",
    "waits_for_room": "No room: it waits%.0s",
    "queen_to_cover": "Queen to be covered",
    "queen_covered": "Queen covered",
    "queen_back": "Queen back",
    "queen_back_by": "%s puts the Queen back",
    "owes": "%s owes %s",
    "places": "%s to place",
    "places_too": "%s",
    "goes_on": "%s goes on",
    "turn": "%s to play",
    "board_ends": "Board to %s: %s",
    "on_demand": "On demand up to %s",
}


def fitted(clauses: "Clauses", say: "Callable[[Clause], str]", longest: int) -> str:
    """All clauses as `say` has each in words, or as many as are in `longest` characters; else it is cut."""
    text = ""
    for step in range(SHORTEST + 1):
        text = joined(shortened(clauses, step), say)
        if len(text) <= longest:
            return text
    return text[: longest - 3] + "..."


def joined(clauses: "Clauses", say: "Callable[[Clause], str]") -> str:
    """All clauses in one line, `say` giving the words of each."""
    text = before = ""
    for clause in clauses:
        reason = clause[0]
        if reason == "places" and before:  # announced
            continue
        if before:
            text += _between(before, reason)
        text += say(clause)
        before = reason
    return text


def _between(before: str, reason: str) -> str:
    if before in HEADS or (before in RESULTS and reason in FIGURES):
        return ": "
    if reason in GOING_ON:
        return " "
    return ", " if reason in DETAILS or reason in FIGURES else "; "


def shortened(clauses: "Clauses", step: int) -> "Clauses":
    """What is left for a short line: 0 is all of it, SHORTEST the least. What is due or won always stays."""
    if not step:
        return clauses
    kept: "Clauses" = ()
    for clause in clauses:
        reason = clause[0]
        if reason in _PLAINER:
            clause = (_PLAINER[reason],) + clause[1:]
        elif reason == "queen_back_by":
            clause = ("queen_back",)
        elif reason in ("board_points", "points_by_umpire"):
            clause = ("board_points", clause[1], clause[1], 0, 0)
        elif reason == "points_withheld":
            clause = ("board_points", 0, 0, 0, 0)
        if kept and kept[0][0] == "board_set_up" and reason in _AFTER_SET_UP:
            continue
        if _LEFT_OUT.get(reason, SHORTEST + 1) > step:
            kept += (clause,)
    return kept


def words_of(clause: "Clause", call: "Callable[[str], str]" = str.upper) -> str:
    """One clause in English; "" for a reason that is not known here. call: makes a name of "a" and "b"."""
    reason = clause[0]
    if reason == "board_points":
        return _sum(clause[1], clause[2], clause[3], clause[4])
    start = _WORDS.find("\n" + reason + "|")
    if start < 0:
        return ""
    start += len(reason) + 2
    words = _WORDS[start : _WORDS.index("\n", start)]
    values = clause[1:]
    if reason == "board_set_up":  # its first two values are what is left of A's and of B's c/m
        values = ("a", values[0], "b", values[1], values[2])
    return words % tuple([_shown(value, call) for value in values])


def _shown(value: "str | int", call: "Callable[[str], str]") -> "str | int":
    if isinstance(value, str):
        return call(value) if value in ("a", "b") else value.replace("_", " ")
    return value


def _sum(points: int, left: int, queen: int, demand: int) -> str:
    """`5 + Queen 3 + demand 1 = 9`; "(at most)" where a board gives no more."""
    parts = []
    if left or not queen:
        parts.append(str(left))
    if queen:
        parts.append("Queen %d" % queen)
    if demand:
        parts.append("demand %d" % demand)
    text = " + ".join(parts)
    if max(left + queen, 1) + demand != points and (points or left):
        return text + " = %d (at most)" % points
    return text + " = %d" % points if len(parts) > 1 else text
