"""The screen of a match when no entry or menu is open: fills the fields of `Screen` from state and clocks.

`compose` has what all sports share, `lay_carrom` what is carrom's own; a board played stroke by stroke adds
whose turn it is, the Queen, what is owed and to be placed.
"""

from ...game.official import BY_DESK, is_held
from ...game.play import recorded
from ...game.strokes import has_technical
from .. import texts
from ..core.clocks import EXPIRED, OFF, PAUSED, RESTED
from ..texts import LINE_MAX, PAGE_MAX
from .called import line_of, seat_name
from .screens import is_plain, player, players, right_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ...game.state import State
    from ...game.strokes import Situation
    from ..core.clocks import Clock, Clocks
    from ..core.strokes import Strokes
    from .screens import Screen

_OWES = 16  # characters of what a side owes: a name of seven
_PRESSED = 38
_STRIKES = 8  # of a name, the least that is left of it by what is unusual on the board
_RESULT = 27  # ". OK confirms" comes behind it
_BY_DESK = 33

UP = "Time is up. "
"""Begins the line of the next board when the hall's clock has ended."""


def shown_points(state: "State") -> dict:
    """The points to show, {"a", "b"}: of the game being played; of the finished one until the next begins."""
    decided = state.phase in ("over", "confirmed")
    between = state.phase in ("change", "interval") and not state.boards
    if state.history and (decided or between):
        return state.history[-1].points
    return state.points


def compose(
    screen: "Screen",
    state: "State",
    clocks: "Clocks",
    lay: "Callable[[Screen, State, Clocks], None]",
) -> None:
    """Fill `screen` with the present match, as shown when no entry or menu is open. `lay` adds what belongs
    to the sport: `lay_carrom`, or crokinole/views.py.
    """
    screen.clear()
    phase = screen.phase = state.phase
    screen.change_due = state.change_due
    if phase == "idle":
        free_table(screen, clocks)
        return
    if screen.shows_lines:  # each text that is made costs a search through all names that are known
        _texts(screen, state)
    _score(screen, shown_points(state), state.games, state.left_side)
    screen.match_games = state.setup.rules["games"]
    screen.game, screen.board, screen.stage = state.game, state.board, state.setup.stage or ""
    screen.provisional = phase == "over"
    screen.confirmed = state.confirmed
    marked = state.breaker
    if marked and phase not in ("over", "confirmed"):
        screen.mark = "left" if marked == state.left_side else "right"
    if screen.games_left or screen.games_right:
        screen.aside = "games"
    lay(screen, state, clocks)


# Parts of `compose`: MicroPython takes memory for a call that needs more than eleven words.


def _texts(screen: "Screen", state: "State") -> None:
    left = state.left_side
    title = state.title or ""
    screen.title = title if is_plain(title) else ""
    screen.names_left = _named(screen, state, left)
    screen.names_right = _named(screen, state, right_side(state))
    screen.short_left, screen.short_right = _short(screen.names_left), _short(screen.names_right)
    screen.gains, screen.results = _gains(state, left), _results(state, left)


def _named(screen: "Screen", state: "State", side: str) -> str:
    """A side's players; the table's number and the side when they have names that cannot be shown."""
    names = state.names.get(side)
    if not names or players(state, side):
        return player(state, side)
    name = side.upper()
    if len(names) > 1:
        name = "%s1 / %s2" % (name, name)
    return "Table %d %s" % (screen.table, name)


def _short(names: str) -> str:
    """Players with initials before the last word of their name: `K. Kumari / R. Devi`. A blank that does not
    break keeps both together where that word is the same for both.
    """
    named = [name.split() or [name] for name in names.split(" / ")]
    blank = "\xa0" if len(named) > 1 and named[0][-1] == named[1][-1] else " "
    return " / ".join(
        ["".join([word[0] + "." + blank for word in words[:-1]]) + words[-1] for words in named]
    )


def _score(screen: "Screen", points: dict, games: dict, left: str) -> None:
    right = "b" if left == "a" else "a"
    screen.points_left, screen.points_right = points[left], points[right]
    screen.games_left, screen.games_right = games[left], games[right]


def lay_carrom(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    """What is seen of carrom in each phase; names, points and games are there already."""
    phase = state.phase
    situation = recorded(state) if phase == "board" else None
    if situation is not None:
        lay_board(screen, state, situation, clocks)
        return
    _PHASES[phase](screen, state, clocks)
    clock = clocks.main
    if clock.state == EXPIRED and clock.name in texts.EXPIRED:
        screen.tell(texts.EXPIRED[clock.name][2])
    elif clock.state == PAUSED and phase in ("ready", "board"):
        screen.tell("Paused: CLOCK or PAUSE goes on (121)")


def _gains(state: "State", left: str) -> bytes:
    """The points of each board of the game that is shown, left and right by turns."""
    boards = state.boards
    if not boards and state.history and shown_points(state) is state.history[-1].points:
        boards = state.history[-1].boards
    pairs = bytearray()
    for board in boards:
        for side in (left, "b" if left == "a" else "a"):
            pairs.append(min(board.points_of(side), 255))
    return bytes(pairs)


def _results(state: "State", left: str) -> bytes:
    """The points of each finished game, left and right by turns."""
    pairs = bytearray()
    for game in state.history:
        for side in (left, "b" if left == "a" else "a"):
            pairs.append(min(game.points[side], 255))
    return bytes(pairs)


def free_table(screen: "Screen", clocks: "Clocks", alternate: bool = False) -> None:
    """Show the hall's clock at a free table, else the table's number. After a while the number replaces
    the hall's zero.
    """
    if clocks.hall.state == OFF:
        line = "Table %d: OK opens the menu" % screen.table
        screen.say("%s%5d" % (texts.TABLE, screen.table), line, alternate=alternate)
    elif clocks.hall.state == EXPIRED and clocks.hall.is_over:
        line = "%sTable %d: OK, menu" % (UP, screen.table)
        screen.say(texts.TABLE + texts.TIME_IS_UP + "%3d" % screen.table, line, alternate=alternate)
    else:
        screen.say(texts.HALL, "Hall clock. OK opens the menu", with_clock=True, alternate=alternate)


def lay_rest(screen: "Screen", clocks: "Clocks") -> None:
    """A table at rest over a sealed match: by turns with its result the table's number, or the hall's
    clock."""
    if screen.phase != "confirmed":
        return  # the empty table shows them anyway
    free_table(screen, clocks, alternate=True)
    screen.clock_hidden = screen.said != texts.HALL


def is_time_up(clocks: "Clocks") -> bool:
    """Whether the hall's clock has ended, and no other clock uses its place."""
    return clocks.hall.state == EXPIRED and clocks.main.state == OFF


def _toss(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    line = "Extra board, toss (56b): WHITE = left" if state.extra else "Toss: WHITE left breaks, BLACK right"
    if clocks.main.state == OFF:
        screen.say("  " + texts.TOSS, line)
    else:
        _report(screen, clocks.main, texts.TOSS, line)


def _report(screen: "Screen", clock: "Clock", message: str, line: str) -> None:
    """Show the report clock while it counts or waits, until play begins (143i)."""
    if clock.state == EXPIRED:
        screen.say(texts.REPORT + "143.i", texts.EXPIRED["report"][2], alternate=True)
    else:
        screen.say(message, line, with_clock=True, alternate=True)


def _ready(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    message = ""
    if state.extra is True:
        screen.centre, message = texts.DARK, texts.EXTRA + "   bd"
    elif state.board > 9:
        screen.centre, message = texts.DARK, "bd %5d" % state.board
    else:
        screen.centre = bytes("b%d" % state.board, "ascii")
    if clocks.main.state != OFF and clocks.main.name == "report":
        _report(screen, clocks.main, texts.REPORT, "Awaited (143i); PAUSE when both are here")
        return
    up = UP if is_time_up(clocks) else ""
    line = "%sBoard %d: CLOCK is Play%s" % (up, state.board, _owed(state)) if screen.shows_lines else ""
    if message:
        screen.say(message, line, alternate=True)
    else:
        screen.tell(line)


def _board(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    if screen.shows_lines:
        up = UP if is_time_up(clocks) else ""
        screen.tell("%sBoard %d in play%s" % (up, state.board, _owed(state)))


def _owed(state: "State") -> str:
    return "; change of sides owed" if state.change_due else ""


def _change(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    middle = state.boards and state.game == state.setup.rules["change_in_game"]
    law = 60 if middle else 59 if state.setup.doubles else 58
    clocked = clocks.main.state != OFF
    screen.say(texts.CHANGE, "Change sides (%d), then CLOCK" % law, with_clock=clocked, alternate=True)


def _interval(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    line = "Interval (138): change sides, then CLOCK"
    screen.say(texts.INTERVAL, line, with_clock=clocks.main.state != OFF, alternate=True)


def _over(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    screen.clock_hidden = True
    if is_held(state):
        screen.say(texts.HELD, "%s. Held (150)" % result(state), alternate=True)
    else:
        screen.say(texts.PROVISIONAL, "%s. OK confirms" % result(state), alternate=True)


def _confirmed(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    screen.clock_hidden = True
    screen.say(final_message(state), result(state), alternate=True)


def final_message(state: "State") -> str:
    """The end of a match on eight digits: who has won it."""
    if state.winner is None:
        return texts.FINAL
    return "%s %s" % (texts.FINAL, "LEFt" if state.winner == state.left_side else "rGHt")


def result(state: "State") -> str:
    """The end of a match in a line of at most 33 characters."""
    if state.winner is None:
        return "Decided at the desk" if state.how_laws == BY_DESK else "A draw"
    if state.how_laws == BY_DESK:
        return line_of(state, "Match to %s, by the desk", (state.winner,), _BY_DESK)
    loser = "b" if state.winner == "a" else "a"
    score = "%d-%d" % (state.games[state.winner], state.games[loser])
    return line_of(state, "Match to %s %s", (state.winner, score), _RESULT)


_PHASES = {
    "toss": _toss,
    "ready": _ready,
    "board": _board,
    "change": _change,
    "interval": _interval,
    "over": _over,
    "confirmed": _confirmed,
}


def lay_board(screen: "Screen", state: "State", situation: "Situation", clocks: "Clocks") -> None:
    """The main screen of the board in play, after `compose` has filled in the match."""
    fill(screen, state, situation)
    screen.aside = ""  # the pages of a board in play are the umpire's, at every moment
    clock = clocks.main
    if clock.state in (OFF, RESTED) and state.setup.rules["clocks"]["stroke"] is not None:
        screen.clock_hidden = True  # struck: the hall's clock would read as a count that runs on
    if situation.over:
        screen.say(texts.RESULT, "The board is over: OK shows the result")
    elif situation.placing:
        screen.turn_to("placing")
        if screen.shows_lines:
            screen.tell(_placing_line(state, situation, clock))
    elif clock.state == EXPIRED and clock.name in texts.EXPIRED:
        screen.tell(_time_line(situation))
    elif clock.state == PAUSED and not situation.tries:
        screen.turn_to("men")
        screen.alternate = True
        if screen.shows_lines:
            screen.tell(position(state, situation))
    elif clock.state == PAUSED:
        screen.tell("Paused: CLOCK or PAUSE goes on (121)")
    elif screen.shows_lines:
        screen.tell(position(state, situation))


def _time_line(situation: "Situation") -> str:
    kind = "technical foul" if situation.fresh and has_technical(situation) else "foul"
    return "Time (%s): FOUL: %s" % ("46" if situation.tries else "50", kind)


def fill(screen: "Screen", state: "State", situation: "Situation") -> None:
    """Fill the fields of `screen` for the present position on the board."""
    left = state.left_side
    at = 0 if left == "a" else 1
    screen.turn = "left" if situation.turn == left else "right"
    screen.seat = situation.seat
    screen.turn_second = situation.seat > 1
    if screen.shows_lines:
        screen.turn_name = seat_name(state, situation.seat)
    screen.mark, screen.mark_second = screen.turn, screen.turn_second
    screen.white = "left" if situation.white == left else "right"
    screen.men_left, screen.men_right = 9 - situation.down[at], 9 - situation.down[1 - at]
    screen.owes_left = situation.owes[at] + situation.waiting[at]
    screen.owes_right = situation.owes[1 - at] + situation.waiting[1 - at]
    screen.tries = situation.tries
    screen.queen = _queen(screen, situation.queen, left)
    screen.queen_to_cover = situation.queen == "covering"
    screen.placing = _placing(situation, left) if situation.placing else ()


def _placing(situation: "Situation", left: str) -> "tuple[tuple[str, int, str, bool], ...]":
    return tuple(
        [
            (
                "left" if side == left else "right",
                count,
                "left" if "ab"[seat & 1] == left else "right",
                seat > 1,
            )
            for side, count, seat in situation.placing
        ]
    )


def _queen(screen: "Screen", queen: str, left: str) -> str:
    if queen == "covering":
        return screen.turn
    if queen == "board":
        return queen
    return "left" if queen == left else "right"


def lay_pressed(screen: "Screen", state: "State", situation: "Situation", pressed: "Strokes") -> None:
    """What was pressed of the stroke, before CLOCK or the quiet enters it."""
    left = state.left_side
    right = "b" if left == "a" else "a"
    screen.turn_to("stroke")
    screen.down_left = pressed.by_side(situation, left)
    screen.down_right = pressed.by_side(situation, right)
    screen.down_queen, screen.down_striker = pressed.queen, pressed.striker
    screen.down_improper = pressed.improper
    screen.clock_hidden = True
    if screen.shows_lines:
        screen.tell(_pressed_line(state, situation, pressed))


def _pressed_line(state: "State", situation: "Situation", pressed: "Strokes") -> str:
    parts = []
    for side in (state.left_side, right_side(state)):
        count = pressed.by_side(situation, side)
        if count:
            parts.append("%d %s" % (count, "white" if side == situation.white else "black"))
    if pressed.queen:
        parts.append("Queen")
    if pressed.striker:
        parts.append("striker")
    if pressed.early:
        parts.append('before "Play"')
    elif pressed.improper:
        parts.append("improper")
    key = "Wait" if pressed.closes and not pressed.asks else "CLOCK"
    words = ", ".join(parts)
    line = "%s. %s" % (words, key)
    name = seat_name(state, situation.seat, _PRESSED - len(line))
    for whole in (name + ": " + line, line, words):
        if len(whole) <= PAGE_MAX:
            return whole
    return ", ".join(parts[:-1])  # the page has the last one in signs


def position(state: "State", situation: "Situation") -> str:
    """Whose turn it is, and anything unusual, for a line of 40 characters."""
    turn = situation.turn
    text = " breaks" if situation.tries else " strikes"
    if 0 < situation.tries < situation.rules["tries"]:
        text += ", try left %d" % situation.tries
    extras = [", Queen to cover"] if situation.queen == "covering" else []
    for side in (turn, "b" if turn == "a" else "a"):
        at = 0 if side == "a" else 1
        owed = situation.owes[at]
        if owed:
            extras.append(line_of(state, ", %s owes %d", (side, owed), _OWES))
        if situation.waiting[at]:
            extras.append(", room? DUE")
    if not situation.tries:
        extras.insert(0, ", %s" % _counts(situation))
    while len(text) + sum(map(len, extras)) > PAGE_MAX - _STRIKES:
        extras.pop(0)  # the page shows all of it in signs
    text += "".join(extras)
    return seat_name(state, situation.seat, max(LINE_MAX - len(text), _STRIKES)) + text


def _counts(situation: "Situation") -> str:
    white = situation.white
    black = "b" if white == "a" else "a"
    return "W%d B%d" % (situation.left(white), situation.left(black))


def _placing_line(state: "State", situation: "Situation", clock: "Clock") -> str:
    if clock.state == EXPIRED:
        return "Time (87a): DUE lapses, CLOCK is placed"
    side, count, seat = situation.placing[0]
    colour = "white" if side == situation.white else "black"
    words = "%s places %d %s, then CLOCK"
    room = LINE_MAX - len(words % ("", count, colour))
    return words % (seat_name(state, seat, room), count, colour)
