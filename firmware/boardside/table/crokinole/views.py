"""The screen of a crokinole match when no entry or menu is open, laid over the common part of the screen.

The score page: the game's points, games won, who shoots first (in a round whose shots are counted: whose
shot it is), and in the middle the clock, else the round. In turn with it: round and 20s, the last game, the
discs left.
"""

from ...game.crokinole import official
from ...game.crokinole.play import SIDES, in_play
from ...game.crokinole.round import counts_at_once, is_shoot_out
from ...game.official import BY_DESK
from ...game.terms import HOLE
from .. import texts
from ..show.called import line_of, seat_name
from ..show.screens import right_side, spelled
from ..show.views import UP, final_message, is_time_up
from ..show.views import result as of_match
from ..texts import LINE_MAX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.crokinole.play import Play
    from ...game.state import State
    from ..core.clocks import Clocks
    from ..show.screens import Screen

LAST_GAME = "LG"
_RESULT = 27  # characters: ". OK confirms" comes behind it
ASKED, LEFT, RIGHT, NONE = "LASt   ", "LAStLEFt", "LAStrGHt", "LASt  no"


def lay(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    """Fill `screen` for the phase of the match; names, points and games are there already."""
    phase = state.phase
    left, right = state.left_side, right_side(state)
    play = in_play(state)
    screen.twenties_left, screen.twenties_right = state.twenties[left], state.twenties[right]
    if play is not None:
        screen.twenties_left += play.twenties[left]
        screen.twenties_right += play.twenties[right]
        if counts_at_once(state.setup.rules):  # the game's points have them already
            screen.points_left += HOLE * play.twenties[left]
            screen.points_right += HOLE * play.twenties[right]
        if play.counted:
            screen.discs_left, screen.discs_right = play.left(left), play.left(right)
    if phase == "toss":
        screen.say("  " + texts.TOSS, "First shot: WHITE left, BLACK right; OK")
    elif phase == "ready":
        _ready(screen, state, clocks)
    elif phase == "board":
        _round(screen, state)
    else:
        _decided(screen, state)


def play_of(state: "State") -> "Play | None":
    """The round in play, or None."""
    if state.phase != "board":
        return None
    return in_play(state)


def last_message(state: "State", side: "str | None") -> str:
    """The eight digits for a last shot of `side`, on its side of the display."""
    return LEFT if side == state.left_side else RIGHT


def twenties_message(state: "State") -> str:
    """The 20s of the match, those counted in the round in play included: `tY 12-9`."""
    play = in_play(state)
    counted = state.twenties
    if play is not None:
        counted = {side: counted[side] + play.twenties[side] for side in SIDES}
    return both("tY", counted[state.left_side], counted[right_side(state)])


def both(word: str, left: int, right: int) -> str:
    """A word of two letters, perhaps an arrow, and a number for each side, from 100 on dashes, as
    `segments.pair`.
    """
    numbers = ["%d" % number if number < 100 else "--" for number in (left, right)]
    return "%-3s%2s-%s" % (word, numbers[0], numbers[1])


def outer(state: "State", numbers: "dict[str, int]", centre: str) -> str:
    """Two numbers in the places of the points, two letters in the clock's. From 100 on a number takes the
    place of its sign, too.
    """
    left = "%2d " % numbers[state.left_side]
    right = " %2d" % numbers[right_side(state)]
    return left[:3] + centre + right[-3:]


def large(state: "State", points: "dict[str, int]") -> str:
    """Points of which one takes three digits, as a message; "" when the score page has room for them."""
    return outer(state, points, "Pt") if max(points.values()) > 99 else ""


def round_centre(state: "State") -> bytes:
    """The two digits for the round to come or in play: `r3`; dark from ten on, and for one that decides a
    level game.
    """
    if state.extra or state.board > 9:
        return texts.DARK  # their page has a word
    return bytes("r%d" % state.board, "ascii")


def _ready(screen: "Screen", state: "State", clocks: "Clocks") -> None:
    screen.centre = round_centre(state)
    if is_time_up(clocks):
        line = UP + "Round %d: CLOCK is Play" % state.board
    else:
        shooter = state.breaker or "a"
        if is_shoot_out(state):
            line = line_of(state, "CLOCK: shoot-out, %s first", (shooter,))
        else:
            line = line_of(state, "CLOCK: round %d, %s first", (state.board, shooter))
    if state.extra:
        screen.say(texts.EXTRA + "   rd", line, alternate=True)
    elif state.board > 9:
        screen.say("rd %5d" % state.board, line, alternate=True)
    elif state.boards:
        screen.say(large(state, state.points) or twenties_message(state), line, alternate=True)
    elif state.history:
        game = state.history[-1]
        named = game.number < 10 and max(game.points.values()) < 100
        centre = "G%d" % game.number if named else LAST_GAME
        screen.say(outer(state, game.points, centre), line, alternate=True)
    else:
        screen.tell(line)


def _round(screen: "Screen", state: "State") -> None:
    play = in_play(state)
    if play is None or (not play.counted and not play.ended):
        line = "Round %d in play. OK: its result" % state.board
        screen.say(twenties_message(state), line, alternate=True)
    elif play.last in SIDES:
        screen.mark = "left" if play.last == state.left_side else "right"
        line = line_of(state, "Last shot: %s. CLOCK when shot", (play.last,))
        screen.say(last_message(state, play.last), line, alternate=True)
    elif play.turn is None:
        screen.say(texts.RESULT, "All is shot: OK, the round's result", alternate=True)
    else:
        screen.mark = "left" if play.turn == state.left_side else "right"
        words, left = "%s to shoot, %d left", play.left(play.turn)
        line = words % (_shooter(state, play, LINE_MAX - len(words % ("", left))), left)
        screen.say(_discs_message(state, play), line, alternate=True)


def _discs_message(state: "State", play: "Play") -> str:
    """The discs left to shoot: `di  8-7`."""
    return both("di", play.left(state.left_side), play.left(right_side(state)))


def _shooter(state: "State", play: "Play", room: int) -> str:
    """Whose shot it is, in at most `room` characters: the player, in doubles by his seat."""
    names = state.names[play.turn or "a"]
    if names and spelled(state, names[(play.seat // 2) % len(names)]):
        return seat_name(state, play.seat % 2 + play.seat // 2 % len(names) * 2, room)
    side = (play.turn or "a").upper()
    return "%s, seat %d" % (side, play.seat + 1) if state.setup.doubles else side


def _decided(screen: "Screen", state: "State") -> None:
    left, right = state.left_side, right_side(state)
    result = official(state)
    if state.setup.rules["all_games"] and state.setup.rules["games"] > 1:
        total = {"a": result["total"][0], "b": result["total"][1]}
        screen.points_left, screen.points_right = total[left], total[right]
    screen.clock_hidden = True
    line = _result(state, result)
    message = large(state, {left: screen.points_left, right: screen.points_right})
    if state.confirmed:
        screen.say(message or final_message(state), line, alternate=True)
        screen.aside = "twenties"
    else:
        screen.say(message or texts.PROVISIONAL, "%s. OK confirms" % line, alternate=True)


def _result(state: "State", result: dict) -> str:
    if state.how_laws == BY_DESK:
        return of_match(state)
    if state.winner is None:
        return "Level"
    by_points = state.setup.rules["all_games"] or state.setup.rules["games"] == 1
    a, b = result["total"] if by_points else result["games_won"]
    score = (a, b) if state.winner == "a" else (b, a)
    return line_of(state, "Match to %s %d-%d", (state.winner,) + score, _RESULT)
