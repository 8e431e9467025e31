"""What an umpire reads when the rules refuse an event: what is wrong and what to do, in eight digits and in
at most 40 characters.

The rules say it for whoever reads an audit, with field names; here is the short form. A message that has none
is one that no key leads to, and gives way to a general one: never is a sentence cut in the middle.
"""

GENERAL = "rEFUSEd", "Not possible now. UNDO goes back"

# A row each: part of the rules' message|eight digits|line. The first that is found counts. One text and no
# table of texts, which would take more memory: it is loaded at the first refusal, and stays.
LINES = """\
the result is confirmed|SEALEd|Sealed: UNDO opens it first
the match is decided|FiniSH|Decided: UNDO the last event first
breaks already|toSSdonE|The toss is made: UNDO it, or Edit
who breaks is not known|L or r|First the toss: WHITE or BLACK, OK
the toss is awaited|L or r|First the toss: WHITE or BLACK, OK
shots were counted|Count|Discs were counted: enter their points
slam|Count|That is no slam (26): enter it anew
has had no c/m down|no qUEEn|No c/m down yet: the Queen is not theirs
she is not on the board|no qUEEn|The Queen is not on the board
on the board nobody has won|qUEEn|The Queen is somebody's then (V9)
queen: null is nobody's|qUEEn|Whose is the Queen? QUEEN chooses (52b)
is nobody's side|qUEEn|Whose is the Queen? QUEEN chooses
discs in a round|Count 20|More 20s than that side has discs
20s alone are|Count 20|Fewer points than those 20s alone give
discs give|Count|More than those discs can give
20s among them|Count|More than those discs can give
multiple of 5|Count  5|Points of discs end in 0 or 5
pieces on the board (V9)|1 to 9|The loser has 1 to 9 pieces left (V9)
c/m on the board (D22)|1 to 9|The loser has 1 to 9 c/m left (D22)
cannot go down|Count|So many are not on the board
the board is over|bd  End|The board is over: UNDO, or OK enters it
strokes are not recorded|no StrC|No strokes are recorded in this board
is to be replayed|bd AGAin|To be replayed: OK; else UNDO
are to be placed first|PLACE|First place: CLOCK. DUE: forgone, other
are to be placed now|no PLAC|Nothing is to be placed now
the others wait|PLACE|Not so many are to be placed now
c/m of both are to be placed|L or r|Whose? WHITE or BLACK chooses
points on demand|no duE|No points on demand here
none can go down at the break|touCHEd|Untouched: nothing can have gone down
trial boards have been played|no triAL|No more trial boards (40)
trial boards come before|no triAL|Trial boards come before the match (40)
the break has been made|br donE|The break is made: clear FOUL, or UNDO
the turn of seat|turn|That player is in turn already
is not in turn|tECH|Not in turn: only a technical foul (63b)
has lost the match already|LoSt|That side has lost already
after the match's end|FiniSH|The match is over: UNDO goes back
several are open|ProtESt|Several protests are open: see the host
the result is held back|ProtESt|A protest is open (150): menu, ruLEd
no protest|no Prot|No protest is open
the last one is too far back|ProtESt|Too far back: UNDO what came after it
is about a board|no bd|A protest is about a board: none here
it is called already|StoP|Time is called: enter this round
it has been said already|LASt|That was said already: UNDO takes it
buzzer has sounded; say|LASt|Last shot? WHITE, BLACK, or OK for none
no shot is left|End|The round is over: OK enters its discs
have been shot|End|The round is over: OK enters its discs
but a has shot|LASt|Only the side one shot behind has it
give total|Count|WHITE or BLACK first, then its discs
the totals are|Count|Who has won? The totals say another
's round (Scoring)|Count|Who has won? The totals say another
so the sum is even|not odd|A round is two points: the sum is even
cannot be in a|Count|So many games cannot be: set them anew
only one side can have|Count|Only one side can have won the game
the most a board gives|Count|More than a board can give (55)
only break is chosen|br onLY|Before an extra board: break only (56b)
won the toss|toSS|Who won the toss and chose, breaks (39)
there is no match|no PLAY|No match here: OK opens the menu
no board is in play|no bd|No board is in play: CLOCK first
a board is in play|bd on|Not while a board is in play: OK, enter
a change of sides is owed|SidE|First the change of sides: CLOCK
it is the interval|rESt|Interval: CLOCK ends it first
; this match is|SPort no|Not in this sport
; allowed:|CHooSE|Not possible here: choose anew
nothing to undo|At StArt|Nothing is left to undo
left out already|Undo|That is undone already
is not a seat|CHooSE|That player cannot be it: choose anew
must be|CHooSE|Not possible here: choose anew
does not say who won|L or r|Who has won? WHITE or BLACK
"""


def words_of(message: str) -> "tuple[str, str]":
    """(eight digits, line) for a GameError's message."""
    at = 0
    while at < len(LINES):
        bar = LINES.find("|", at)
        end = LINES.find("\n", bar)
        if LINES[at:bar] in message:
            digits, _, line = LINES[bar + 1 : end].partition("|")
            return digits, line
        at = end + 1
    return GENERAL
