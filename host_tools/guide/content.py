"""The content of the sheet for the table: the steps of the walks in their order, and the words beside them.

The steps are found by their digits, so the sheet cannot show a step that the guide no longer has. The sheet's
words are shorter than the guide's, because it has less room.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Steps:
    """Steps of the walk called `walk`, in its order: digits as in the guide, and words beside them."""

    title: str
    walk: str
    chosen: tuple[tuple[str, str], ...]
    lead: str = ""


@dataclass(frozen=True)
class Messages:
    """Digits and what they mean: `texts` as in the guide's tables."""

    title: str
    texts: tuple[str, ...]
    lead: str = ""
    words: dict[str, str] = field(default_factory=dict)


FRONT = (
    Steps(
        "A board stroke by stroke",
        "A board stroke by stroke",
        (
            ("·0_b1··0", "Board 1; left breaks: the bar. It has white."),
            ("·0_15··0", "“Play”: 15 seconds for the break (46)."),
            ("·0_····0", "<i>Struck</i>: the count stops while c/m roll."),
            ("C2_in···", "What went down: two white."),
            ("Go···on", "<i>Complete</i> by itself: the turn goes on (48)."),
            ("C1_St···", "<i>Struck</i>: a white, and the striker."),
            ("duE····1", "The white comes out again, one due (73)."),
            ("d2·13_PL", "Two to be placed, by right (88a). CLOCK: placed."),
            ("··._in···", "The Queen."),
            ("CoUEr···", "To be covered with the next stroke ..."),
            ("·0._13··0", "... so the point of left's points blinks."),
            ("qUEEn·in", "Covered: a white went down (96)."),
            ("··_Fo·C1", "A black one, and the stroke was improper."),
            ("PEnALt·1", "A penalty (76); the turn passes."),
            ("tECH···r", "A foul without a stroke: <i>r</i>, of right."),
            ("tECHFoUL", "OK enters it (63b)."),
            ("Go··LEFt", "Nothing went down: one press."),
            ("LAtE····", "A piece in the count's first 5 s: of the stroke before."),
        ),
        lead="CLOCK when <i>struck</i>, then what goes down; after 5 s of quiet it is <i>complete</i>.",
    ),
    Steps(
        "Two presses, or results only",
        "Two presses a stroke",
        (
            ("·2·PrESS", "Two presses: CLOCK again when all rests."),
            ("rESULtS·", "Results only, from the next board. Again: one press."),
        ),
    ),
    Steps(
        "Placing",
        "Placing",
        (
            ("PLACForG", "What became of it? Forgone; QUEEN: next answer; OK."),
            ("ForGonE·", "Held: all of it forgone at once (87a)."),
        ),
    ),
    Steps(
        "The end of the board",
        "The end of the board",
        (
            ("C1_SF···", "The last white, striker and foul, the Queen left behind."),
            ("·0·P5··5", "Right wins; STRIKER: points on demand (87b)."),
            ("·0·b2_·5", "Entered. Board 2, right breaks."),
        ),
    ),
    Steps(
        "A board's result alone",
        "A board's result alone",
        (
            ("rESULt··", "OK at any time opens the board's result."),
            ("qUEEn·C5", "Count one colour on the board: five black, right has lost."),
            ("··.·on·C5", "The winner has the Queen; again: the loser; again: nobody."),
            ("P1.·on·C5", "One point on demand (87b); again: two; again: none."),
            ("·8·P8··0", "What it comes to: 8 points, to left."),
            ("·8·b2_·0", "Entered. Board 2, right breaks."),
        ),
    ),
)

BACK = (
    Steps(
        "Corrections",
        "Corrections",
        (
            ("Undo.CLoC", "Right after CLOCK, PAUSE or DUE: that key is taken back, the clock has run on."),
            ("Undo.StrC", "The last stroke is taken back ..."),
            ("C1_in···", "... and its presses are there again: add what was missing."),
            ("Undo.bd·1", "The last event is taken back, and named: board 1's result."),
            ("Edit····", "The menu. WHITE, BLACK: up, down; OK: in."),
            ("rEdo.bd·1", "<i>rEdo</i>: the undone event holds again."),
            ("·6·Ed_·0", "<i>Edit</i>: QUEEN more, STRIKER less; WHITE, BLACK to the next figure."),
            ("·8·b2_·0", "Entered as the umpire's override (143c)."),
        ),
        lead="UNDO takes back press by press, then event by event, to the match's beginning.",
    ),
    Steps(
        "The list of what happened",
        "Corrections 2",
        (
            ("1·bd··L2", "Board 3: to left, two c/m. BLACK: older."),
            ("Undo··-2", "Leave out the last two? OK: yes. UNDO: no."),
        ),
    ),
    Steps(
        "A clock set by hand",
        "A clock set by hand",
        (("t1···0.13", "Menu, <i>CLoC</i>: QUEEN more, STRIKER less, by 1 s. OK, CLOCK."),),
    ),
    Steps(
        "When time runs out",
        "When time runs out",
        (
            ("·0··.0._·0", "Both points: time. The table names the breach, you decide."),
            ("tECH···r", "FOUL: the breach as the Laws have it ..."),
            ("tECHFoUL", "... OK enters it. CLOCK instead: struck after all."),
        ),
    ),
    Steps(
        "End of a game",
        "The end of a game and of the match",
        (
            ("SidE·2.00 / 25··2._·0", "Game over: two minutes to change sides, by turns with the score."),
            ("·0_b1··0", "They sit in their new places."),
        ),
    ),
    Steps(
        "End of the match",
        "The end of a game and of the match 2",
        (
            ("ConF···· / 25·····0", "Decided, <b>provisional</b>."),
            ("End·LEFt / 25·····0", "<b>Final</b>; sent as confirmed."),
        ),
    ),
    Steps(
        "A match without the organiser",
        "The menu",
        (
            ("StArt···", "OK, OK: set one up. Stage: QUEEN next, OK."),
            ("tYPESinG", "Singles, or doubles."),
            ("br··LEFt", "Who breaks: toss, left, right."),
            ("CALL15.00 / ·0_15.··0", "Players have 15 minutes to report."),
        ),
    ),
    Steps(
        "Crokinole",
        "A round without counting",
        (
            ("·0_····0 / tY··0-0·", "“Play” of round 1. By turns: 20s so far."),
            ("·0_····0 / tY··0-1·", "A 20 for right, set aside (if counted)."),
            ("·0_on_20", "Round over: totals; by turns the 20s."),
            ("20_on·20", "Left's discs as they come off: QUEEN 20 ..."),
            ("50_on·20", "... STRIKER 15 ..."),
            ("65_on·20", "... FOUL 10, DUE 5."),
            ("·2·P2··0", "Two points to left; the game as it will stand."),
            ("·2·r2_·0 / tY··1-1·", "Entered; by turns: 20s of the match."),
        ),
    ),
)

MESSAGES = (
    Messages(
        "What else the digits say",
        (
            "EntEr",
            "PLAY",
            "PUSH.CLoC",
            "PLACE",
            "no PLAC",
            "qUEEn",
            "no qUEEn",
            "onLY   5",
            "no duE",
            "tECH",
            "EArLY 47",
            "LAtEr",
            "CHooSE",
            "At StArt",
            "ConF",
            "FiniSH",
            "SEALEd",
            "ProtESt",
            "torn",
            "dAtA Err",
            "FLASH",
        ),
        lead="A low double tone and one of these: that key means nothing now. The next key acts at once.",
        words={
            "PUSH.CLoC": "a press is missing: CLOCK goes on; PAUSE: “Play”",
            "EntEr": "OK first: an entry is open, or to be opened",
            "PLACE": "place first: CLOCK; DUE when not possible",
            "ProtESt": "a protest is open: <i>ruLEd</i> in the menu",
            "EArLY 47": "a break before “Play”: what went down, CLOCK",
            "tECH": "not in turn: only a technical foul (63b)",
            "FiniSH": "decided: OK confirms, UNDO goes back",
            "FLASH": "<b>not stored</b>: note the result on paper, call for help",
            "torn": "power went while something was written",
            "dAtA Err": "a stored event is unreadable: check the score",
            "ConF": "confirm this result: OK",
            "qUEEn": "tell first where the Queen is",
        },
    ),
)

RULES = (
    "<b>Held</b> is 0.7 seconds. New digits answer each press, and a click unless c/m roll; a low double "
    "tone and the reason, when it means nothing now. A long tone: a clock is at zero; a short one: 5 seconds "
    "before.",
    "Only OK, CLOCK, DUE and 5 s of quiet record something. <b>UNDO is always safe.</b>",
    "<b>Power gone?</b> The match is as it was before, with its clock paused: CLOCK or PAUSE goes on.",
)

KEYS = {
    "WHITE": "a white c/m went down; up, “more”",
    "BLACK": "a black c/m went down; down, “less”",
    "QUEEN": "the Queen went down; next value",
    "STRIKER": "the striker went down; value before",
    "FOUL": "improper stroke; held: foul without one",
    "UNDO": "takes back; leaves every screen",
    "DUE": "how placing went; held: forgone",
    "PAUSE": "an appeal stops the clock; goes on",
    "OK": "result, confirm; held: the menu",
    "CLOCK": "“Play”, struck, placed; goes on",
}
