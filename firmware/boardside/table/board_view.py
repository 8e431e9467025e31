"""What is seen of a board played stroke by stroke: whose turn, the Queen, what is owed and to be placed."""

from . import texts
from .clocks import EXPIRED, OFF, PAUSED
from .sports import seats_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from ..game.strokes import Situation
    from .clocks import Clocks
    from .screens import Screen
    from .strokes import Strokes


def lay(screen: "Screen", state: "State", situation: "Situation", clocks: "Clocks") -> None:
    """The main screen of the board in play, after `compose` has filled in the match."""
    fill(screen, state, situation)
    clock = clocks.main
    timed = state.rules["clocks"]["stroke"] is not None
    if clock.state == OFF and timed:
        screen.clock_hidden = True  # struck: the hall's clock would read as a count that runs on
    if situation.over:
        screen.say(texts.RESULT, "The board is over: OK shows the result")
    elif situation.placing:
        screen.turn_to("placing")
        screen.tell(_placing_line(state, situation, clock.state == EXPIRED))
    elif clock.state == EXPIRED and clock.name in texts.EXPIRED:
        kind = "technical foul" if situation.fresh else "foul"
        law = "46" if situation.tries else "50"
        screen.tell("Time (%s): FOUL: %s" % (law, kind))
    elif clock.state == PAUSED and not situation.tries:
        screen.turn_to("men")
        screen.alternate = True
        screen.tell(position(state, situation))
    elif clock.state == PAUSED:
        screen.tell("Paused: CLOCK or PAUSE goes on (121)")
    else:
        screen.tell(position(state, situation))


def fill(screen: "Screen", state: "State", situation: "Situation") -> None:
    """The fields of `screen` that tell where the board stands."""
    left = state.left_side
    at = 0 if left == "a" else 1
    screen.turn = "left" if situation.turn == left else "right"
    screen.seat = situation.seat
    screen.turn_second = situation.seat > 1
    screen.turn_name = seat_name(state, situation.seat)
    screen.mark, screen.mark_second = screen.turn, screen.turn_second
    screen.white = "left" if situation.white == left else "right"
    screen.men_left, screen.men_right = 9 - situation.down[at], 9 - situation.down[1 - at]
    screen.owes_left = situation.owes[at] + situation.waiting[at]
    screen.owes_right = situation.owes[1 - at] + situation.waiting[1 - at]
    screen.tries = situation.tries
    screen.queen = _queen(screen, situation.queen, left)
    screen.queen_to_cover = situation.queen == "covering"
    screen.placing = tuple(
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
    """What was pressed of the stroke, before CLOCK enters it."""
    left = state.left_side
    right = "b" if left == "a" else "a"
    screen.turn_to("stroke")
    screen.down_left = pressed.by_side(situation, left)
    screen.down_right = pressed.by_side(situation, right)
    screen.down_queen, screen.down_striker = pressed.queen, pressed.striker
    screen.down_improper = pressed.improper
    screen.clock_hidden = True
    parts = []
    for side in (left, right):
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
    screen.tell("%s: %s. CLOCK" % (situation.turn.upper(), ", ".join(parts)))


def seat_name(state: "State", seat: int) -> str:
    """The player at `seat`, by name; without names A or B, in doubles A1, A2, B1 or B2."""
    side = "ab"[seat & 1]
    names = state.names.get(side) or []
    at = seat >> 1
    if at < len(names):
        return names[at]
    if len(seats_of(state, side)) == 1:
        return side.upper()
    return "%s%d" % (side.upper(), at + 1)


def position(state: "State", situation: "Situation") -> str:
    """Whose turn it is, and what is not as usual, for a line of 40 characters."""
    turn = situation.turn
    text = texts.fit(seat_name(state, situation.seat), 12)
    text += " breaks" if situation.tries else " strikes"
    if 0 < situation.tries < situation.rules["tries"]:
        text += ", try left %d" % situation.tries
    elif not situation.tries:
        text += ", %s" % _counts(situation)
    if situation.queen == "covering":
        text += ", Queen to cover"
    for side in (turn, "b" if turn == "a" else "a"):
        at = 0 if side == "a" else 1
        owed = situation.owes[at]
        if owed:
            text += ", %s owes %d" % (side.upper(), owed)
        if situation.waiting[at]:
            text += ", room? DUE"
    return text


def _counts(situation: "Situation") -> str:
    white = situation.white
    black = "b" if white == "a" else "a"
    return "W%d B%d" % (situation.left(white), situation.left(black))


def _placing_line(state: "State", situation: "Situation", expired: bool) -> str:
    if expired:
        return "Time (87a): DUE lapses, CLOCK is placed"
    side, count, seat = situation.placing[0]
    name = texts.fit(seat_name(state, seat), 14)
    colour = "white" if side == situation.white else "black"
    return "%s places %d %s, then CLOCK" % (name, count, colour)
