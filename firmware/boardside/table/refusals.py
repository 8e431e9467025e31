"""What an umpire reads when the rules refuse an event: what to do, in at most 40 characters.

The rules say it for whoever reads an audit, with field names; here is the short form. A message that has
none, and is too long, gives way to a general one: never is a sentence cut in the middle.
"""

from .texts import LINE_MAX

# (part of the rules' message, line): the first that is found counts.
_LINES = (
    ("the result is confirmed", "Sealed: UNDO opens it first"),
    ("the match is decided", "Decided: UNDO the last event first"),
    ("breaks already", "The toss is made: UNDO it, or Edit"),
    ("who breaks is not known", "First the toss: WHITE or BLACK, OK"),
    ("shots were counted", "Discs were counted: enter their points"),
    ("slam", "That is no slam (26): enter it anew"),
    ("has had no c/m down", "No c/m down yet: the Queen is not theirs"),
    ("she is not on the board", "The Queen is not on the board"),
    ("on the board nobody has won", "The Queen is somebody's then (V9)"),
    ("discs in a round", "More 20s than that side has discs"),
    ("discs give", "More than those discs can give"),
    ("with %d 20s", "More than those discs can give"),
    ("multiple of 5", "Points of discs end in 0 or 5"),
    ("pieces on the board (V9)", "The loser has 1 to 9 pieces left (V9)"),
    ("c/m on the board (D22)", "The loser has 1 to 9 c/m left (D22)"),
    ("cannot go down", "So many are not on the board"),
    ("the board is over", "The board is over: UNDO, or OK enters it"),
    ("are to be placed now", "Nothing is to be placed now"),
    ("c/m of both are to be placed", "Whose? WHITE or BLACK chooses"),
    ("points on demand", "No points on demand here"),
    ("none can go down at the break", "Untouched: nothing can have gone down"),
    ("trial boards have been played", "No more trial boards (40)"),
    ("trial boards come before", "Trial boards come before the match (40)"),
    ("the break has been made", "The break is made: clear FOUL, or UNDO"),
    ("the turn of seat", "That player is in turn already"),
    ("only break is chosen", "Before an extra board: break only (56b)"),
    ("has lost the match already", "That side has lost already"),
    ("after the match's end", "The match is over: UNDO goes back"),
    ("several are open", "Several protests are open: see the host"),
    ("is about a board", "A protest is about a board: none here"),
    ("it is called already", "Time is called: enter this round"),
    ("it has been said already", "That was said already: UNDO takes it"),
    ("the most a board gives", "More than a board can give (55)"),
    ("there is no match", "No match here: OK opens the menu"),
    ("the toss is awaited", "First the toss: WHITE or BLACK, OK"),
    ("no board is in play", "No board is in play: CLOCK first"),
    ("a board is in play", "Not while a board is in play: OK, enter"),
    ("a change of sides is owed", "First the change of sides: CLOCK"),
    ("it is the interval", "Interval: CLOCK ends it first"),
    ("; this match is", "Not in this sport"),
    ("; allowed:", "Not possible here: choose anew"),
)
_GENERAL = "Not possible now. UNDO goes back"


def line_of(message: str) -> str:
    """The line for a GameError's message."""
    for part, line in _LINES:
        if part in message:
            return line
    return message if len(message) <= LINE_MAX else _GENERAL
