"""A reader of the digits who knows the rules of the lid (docs/umpire/panel.md) and nothing else: no match, no
page, no state, not what was shown before.

`readings(segments)` gives every reading that the rules allow of eight or four digits, each a dict; what is
dark or blinks off is not claimed. A good display has exactly one reading for every frame. The shapes are
written down here anew, from how they look: nothing is taken from the firmware.
"""

# Segments A..G, bit 6 to bit 0: what a shape can be. Some are a number and a letter at once.
DARK = 0
SHAPES = {
    0x7E: "0O",
    0x30: "1I",
    0x6D: "2",
    0x79: "3",
    0x33: "4",
    0x5B: "5S",
    0x5F: "6",
    0x70: "7",
    0x7F: "8",
    0x7B: "9",
    0x77: "A",
    0x1F: "b",
    0x4E: "C",
    0x3D: "d",
    0x4F: "E",
    0x47: "F",
    0x5E: "G",
    0x37: "H",
    0x17: "h",
    0x10: "i",
    0x3C: "J",
    0x0E: "L",
    0x15: "n",
    0x1D: "o",
    0x67: "P",
    0x73: "q",
    0x05: "r",
    0x0F: "t",
    0x3E: "U",
    0x1C: "u",
    0x3B: "Y",
}
DASH = 0x01
CROWN = 0x22
BARS = {0x08: 1, 0x09: 2, 0x49: 3, 0x37: "many"}
ARROWS = {
    0x0D: ("left", "first"),
    0x43: ("left", "second"),
    0x19: ("right", "first"),
    0x61: ("right", "second"),
}
POINT = 0x80

# Letters in the middle: what both outer numbers are. "" in front of a number: that number alone.
MIDDLES = {
    "--": ("points", None),
    "b": ("points", "board"),
    "r": ("points", "round"),
    "Eb": ("points", "extra board"),
    "Er": ("points", "extra round"),
    "Ed": ("points", "set by hand"),
    "br": ("points", "who breaks is set"),
    "Pr": ("points", "provisional"),
    "Fi": ("points", "final"),
    "G": ("points of a game", None),
    "LG": ("points of a game", None),
    "AL": ("points of all games", None),
    "tY": ("20s", None),
}
PRESSED = {"--": "", "St": "striker", "Fo": "foul", "SF": "striker and foul"}
ON_BOARD = {"on": "", "qb": "on the board", "q-": "asked", "q": "asked", "qU": "held"}
PAIRS = {"GA": "games", "tY": "20s", "di": "discs left"}


def readings(segments):
    """Every reading of four or eight digits; [] for what cannot be read."""
    if len(segments) == 4:
        possible = [
            _clock(segments),
            _points(segments),
            _table(segments),
            _result(segments),
            _message(segments),
        ]
    else:
        possible = [form(segments) for form in FORMS]
    return [reading for reading in possible if reading is not None]


def letter(value):
    """The letter or sign that a shape is, else ""."""
    value &= 0x7F
    return "-" if value == DASH else SHAPES.get(value, " ")[-1].strip()


def figure(value):
    """0 to 9, or -1 for what is no figure."""
    return "0123456789".find(SHAPES.get(value & 0x7F, "x")[0])


def number(segments, first, width):
    """A right-aligned number without leading zeros: an int; "dashes"; "dark"; None for what is no number."""
    shapes = [value & 0x7F for value in segments[first : first + width]]
    if not any(shapes):
        return "dark"
    if shapes == [DASH] * width:
        return "dashes"
    whole, begun = 0, False
    for value in shapes:
        if value == DARK and not begun:
            continue
        digit = figure(value)
        if digit < 0 or (begun and not whole):
            return None
        begun = True
        whole = whole * 10 + digit
    return whole


def lettered(segments, first):
    """A letter and one figure beside each other: (letter, figure), or None."""
    named, digit = letter(segments[first]), figure(segments[first + 1])
    pure = figure(segments[first]) < 0 and named and named != "-"
    return (named, digit) if pure and digit >= 0 else None


def middle(segments):
    """The letters of the two digits in the middle, and the number behind them: ("b", 3), ("--", None)."""
    two = lettered(segments, 3)
    if two and two[0] in MIDDLES:
        return two
    both = letter(segments[3]) + letter(segments[4])
    if letter(segments[4]) == "-" and letter(segments[3]) in ("b", "r"):
        return letter(segments[3]), "dashes"
    return both, None


def _signs(segments, claims):
    """Adds arrow, games and Queen of the two signs; whether both are signs."""
    for at, side in ((2, "left"), (5, "right")):
        value, lamp = segments[at] & 0x7F, segments[at] & POINT
        if lamp:
            if value == DARK:
                return False  # it would be a point before a number
            claims["queen"] = side
        if value in ARROWS:
            if ARROWS[value][0] != side:
                return False
            if "arrow" in claims:
                claims["arrow"], claims["seat"] = "both", "first"
            else:
                claims["arrow"], claims["seat"] = ARROWS[value]
        elif value in BARS:
            claims["games_" + side] = BARS[value]
        elif value == CROWN:
            if not lamp:
                return False
            claims["games_" + side] = 0
        elif value == DARK:
            claims["games_" + side] = 0
        else:
            return False
    return True


def _clock_lamps(segments):
    """What the points of the two middle digits say: "time", "minutes" or ""; None: the lid has no such."""
    return {(0, 0): "", (0, 1): "minutes", (1, 1): "time"}.get((segments[3] >> 7, segments[4] >> 7))


def score(segments):
    """Two outer numbers, perhaps a clock between them."""
    if segments[0] & POINT or segments[6] & POINT:
        return None
    claims = {"page": "score"}
    left, right = number(segments, 0, 2), number(segments, 6, 2)
    if left is None or right is None or (left == "dark" and right == "dark"):
        return None
    if not _signs(segments, claims):
        return None
    lamps = _clock_lamps(segments)
    if lamps is None:
        return None
    for at, side in ((1, "left"), (7, "right")):
        if segments[at] & POINT:
            claims["due_" + side] = True
    meaning, count = "points", None
    clock = number(segments, 3, 2)
    letters = middle(segments)
    if clock == "dark":
        if lamps:
            return None
    elif clock == "dashes" and lamps == "minutes":
        pass  # more minutes than fit
    elif clock is not None and clock != "dashes":
        if letters[0] in MIDDLES and letters[1] is None:
            return None
        claims["minutes" if lamps == "minutes" else "seconds"] = clock
    else:
        if letters[0] not in MIDDLES or lamps == "minutes":
            return None
        meaning, count = MIDDLES[letters[0]]
        if count:
            claims["letters"] = count
        if letters[1] is not None:
            claims["number"] = letters[1]
    if lamps == "time":
        claims["time is up"] = True
    claims["what"] = meaning
    for side, value in (("left", left), ("right", right)):
        if value != "dark":
            claims[side] = value
    return claims


def proposal(segments):
    """The new score outside, P (U: by the umpire) and the points of the board in the middle."""
    if any(value & POINT for value in segments):
        return None
    left, right = number(segments, 0, 2), number(segments, 6, 2)
    if left is None or right is None or "dark" in (left, right):
        return None
    arrows = [ARROWS.get(segments[at], (None,))[0] for at in (2, 5)]
    claims = {"page": "proposal", "left": left, "right": right}
    by = {"P": "table", "U": "umpire"}
    signs = [letter(segments[at]) for at in (2, 5)]
    if (arrows == ["left", None] and signs[1] in by) or (arrows == [None, "right"] and signs[0] in by):
        gain = number(segments, 3, 2)
        claims["by"] = by[signs[1] if arrows[0] else signs[0]]
        if gain is None or gain == "dashes" or (gain != "dark" and gain < 10):
            return None
    else:
        if letter(segments[3]) not in by:
            return None
        claims["by"] = by[letter(segments[3])]
        if (segments[2] and arrows[0] != "left") or (segments[5] and arrows[1] != "right"):
            return None
        gain = figure(segments[4]) if segments[4] else "dark"
        if gain == -1:
            return None
    if gain != "dark":
        claims["gain"] = gain
    claims["gets"] = "both" if all(arrows) else arrows[0] or arrows[1]
    return claims


def _ends(segments):
    """What stands at both ends: (letter, figure), "PL", "" for dark, None for anything else."""
    possible = []
    for at in (0, 6):
        if not segments[at] and not segments[at + 1]:
            possible.append("")
        elif letter(segments[at]) + letter(segments[at + 1]) == "PL":
            possible.append("PL")
        else:
            possible.append(lettered(segments, at))
    return possible


def pieces(segments):
    """C and how many c/m: gone down in this stroke, or left on the board, by the letters in the middle."""
    left, right = _ends(segments)
    both = letter(segments[3]) + letter(segments[4])
    claims = {}
    lit = segments[2] | segments[5]
    if not _signs(segments, claims) or any(segments[at] & POINT for at in (0, 1, 3, 4, 6, 7)):
        return None
    if claims.get("games_left") or claims.get("games_right"):
        return None
    arrow, queen = claims.get("arrow"), claims.get("queen")
    claims = {"arrow": arrow, "queen": queen}
    for side, end in (("left", left), ("right", right)):
        if end is None or end == "PL" or (end and end[0] not in "CP"):
            return None
        if end:
            claims["c/m " + side if end[0] == "C" else "demand " + side] = end[1]
    demand = [name for name in claims if name.startswith("demand")]
    if both in PRESSED:
        if demand or arrow is None:
            return None
        claims["page"], claims["also"] = "stroke", PRESSED[both]
        return claims
    if both not in ON_BOARD or not (lit or left or right or both != "on"):
        return None
    if left and right and not demand:
        claims["page"], claims["the Queen"] = "men", ON_BOARD[both]
        return claims if both in ("on", "qb") else None
    claims["page"], claims["the Queen"] = "entry", ON_BOARD[both]
    return None if queen or (arrow is not None) != (both == "qU") else claims


def placing(segments):
    """d and how many at the side whose c/m they are, PL at the side that places, the clock."""
    left, right = _ends(segments)
    claims = {"page": "placing"}
    sides = ("left", "right")
    for own, other, side in ((left, right, 0), (right, left, 1)):
        if own and own != "PL" and own[0] == "d" and (other == "" or other == "PL"):
            claims["of"], claims["count"] = sides[side], own[1]
            claims["by"] = sides[1 - side] if other == "PL" else sides[side]
    signs = {}
    if "of" not in claims or not _signs(segments, signs) or signs.get("arrow") != claims["by"]:
        return None
    if signs.get("queen") or signs.get("games_left") or signs.get("games_right"):
        return None
    claims["seat"] = signs["seat"]
    clock, lamps = number(segments, 3, 2), _clock_lamps(segments)
    if clock is None or lamps is None:
        return None
    if lamps == "time":
        claims["time is up"] = True
    if isinstance(clock, int):
        claims["minutes" if lamps == "minutes" else "seconds"] = clock
    return claims


def pair(segments):
    """A word of two letters, and a number for each side with a dash between them."""
    word = letter(segments[0]) + letter(segments[1])
    if word not in PAIRS or any(value & POINT for value in segments) or segments[5] != DASH:
        return None
    claims = {"page": "pair", "what": PAIRS[word]}
    if segments[2]:
        if segments[2] not in ARROWS:
            return None
        claims["arrow"] = ARROWS[segments[2]][0]
    left = number(segments, 3, 2)
    shifted = bytes([0]) + bytes(segments[6:7]) if not segments[7] else bytes(segments[6:8])
    right = number(shifted, 0, 2)
    if left is None or right is None:
        return None
    for side, value in (("left", left), ("right", right)):
        if value != "dark":
            claims[side] = value
    return claims


def totals(segments):
    """Crokinole: two numbers of up to three digits, whose last digits stand where the signs are, and an arrow
    to the side whose discs are counted; to both, while it is not chosen.
    """
    if any(value & POINT for value in segments):
        return None
    left, right = number(segments, 0, 3), number(segments, 5, 3)
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    claims = {"page": "totals", "left": left, "right": right}
    arrows = [ARROWS.get(segments[at], (None,))[0] if segments[at] else "" for at in (3, 4)]
    counted = {("left", ""): "left", ("", "right"): "right", ("left", "right"): "either"}.get(tuple(arrows))
    if counted is None:
        return None
    claims["arrow"] = counted
    return claims


def words(segments):
    """A word, perhaps with a number: it begins with a letter in the first digit, or has three letters
    together, two of which can be nothing else.
    """
    text, run, pure, word = "", 0, 0, False
    for value in segments:
        shape = value & 0x7F
        read = "-" if shape == DASH else " " if shape == DARK else SHAPES.get(shape, "?")
        if read == "?":
            return None  # arrows, bars and the crown are in no word
        text += read[0] + ("." if value & POINT else "")
        if read[-1].isalpha():
            run += 1
            pure += len(read) == 1
            word = word or (run >= 3 and pure >= 2)
        else:
            run = pure = 0
    if not word:
        if not text[0].isalpha():
            return None
        if (text[0] in "CPd" and text[1:2].isdigit()) or text[:2] in PAIRS:
            return None
    return {"page": "words", "text": text}


def dark(segments):
    """Nothing at all."""
    return None if any(segments) else {"page": "dark"}


FORMS = [score, proposal, pieces, placing, pair, totals, words, dark]


def _minutes(segments):
    """m.ss in seconds, with the point of the second digit (a clock module's colon), or None."""
    minutes = number(segments, 0, 2)
    last = figure(segments[2]), figure(segments[3])
    if minutes is None or minutes == "dark" or -1 in last or last[0] > 5:
        return None
    return "dashes" if minutes == "dashes" else minutes * 60 + last[0] * 10 + last[1]


def _clock(segments):
    """Four digits with the colon: m:ss."""
    if not segments[1] & POINT:
        return None if any(segments) else {"page": "dark"}
    seconds = _minutes(segments)
    return None if seconds is None else {"page": "clock", "seconds": seconds}


def _points(segments):
    """Four digits without it: two numbers, a dark digit between them, or one with an arrow to its side."""
    if any(value & POINT for value in segments):
        return None
    claims = {"page": "points"}
    shapes = bytes(segments)
    if ARROWS.get(shapes[2], (None,))[0] == "left" and not shapes[3]:
        claims["left"] = number(shapes, 0, 2)
    elif ARROWS.get(shapes[1], (None,))[0] == "right" and not shapes[0]:
        claims["right"] = number(shapes, 2, 2)
    elif not shapes[1] and shapes[0]:
        claims["left"], claims["right"] = number(shapes, 0, 1), number(shapes, 2, 2)
    elif not shapes[2]:
        claims["left"], claims["right"] = number(shapes, 0, 2), number(shapes, 3, 1)
    else:
        return None
    values = [claims[side] for side in ("left", "right") if side in claims]
    return None if None in values or "dark" in values else claims


def _table(segments):
    """t and the number of the table."""
    shown = number(segments, 1, 3)
    if segments[0] != 0x0F or not isinstance(shown, int):
        return None
    return {"page": "table", "number": shown}


def _result(segments):
    """Fi and the arrow to the winner."""
    for at, arrow, side in ((0, 2, "left"), (2, 1, "right")):
        if letter(segments[at]) + letter(segments[at + 1]) != "Fi":
            continue
        if ARROWS.get(segments[arrow], (None,))[0] == side and not segments[3 if at == 0 else 0]:
            return {"page": "result", "winner": side}
    return None


def _message(segments):
    """A message or a half of one: with a letter that can be nothing else, or a number behind dark digits."""
    text, pure = "", 0
    for value in segments:
        read = "-" if value == DASH else " " if value == DARK else SHAPES.get(value, "?")
        if read == "?":
            return None
        text += read[0]
        pure += len(read) == 1 and read.isalpha()
    if segments[0] == 0x0F and isinstance(number(segments, 1, 3), int):
        return None
    if not pure and (segments[0] or segments[1] or not any(segments)):
        return None
    return {"page": "told", "text": text}


def line(segments):
    """Every reading of a second line: a word or none and a clock, a message, a page with a word, or dark."""
    possible = [form(segments) for form in FORMS if form is not words] + [_words_and_clock(segments)]
    return [reading for reading in possible if reading is not None]


def _words_and_clock(segments):
    """Words, with m.ss or s.t behind them."""
    claims = words(segments)
    if claims is None:
        if any(segments[:4]) or not any(segments):
            return None
        claims = {"page": "words"}
    right = segments[4:]
    points = [value >> 7 for value in right]
    if points == [0, 1, 0, 0]:
        seconds = _minutes(right)
        if seconds is not None:
            claims["seconds"] = seconds
    elif points == [0, 0, 1, 0] and not right[0] and not right[1]:
        claims["tenths"] = figure(right[2]) * 10 + figure(right[3])
    return claims
