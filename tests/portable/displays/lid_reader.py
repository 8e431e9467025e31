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
TURNS = {0x08: "first", 0x40: "second"}
POINT = 0x80

# Letters in the middle: what both outer numbers are. "" in front of a number: that number alone.
MIDDLES = {
    "b": ("points", "board"),
    "r": ("points", "round"),
    "Ed": ("points", "set by hand"),
    "br": ("points", "who breaks is set"),
    "G": ("points of a game", None),
    "LG": ("points of a game", None),
    "AL": ("points of all games", None),
    "tY": ("20s", None),
    "on": ("points on the board", None),
}
BLINKING = ("Ed", "br")
PRESSED = {"in": "", "St": "striker", "Fo": "foul", "SF": "striker and foul"}
PAIRS = {"GA": "games", "tY": "20s", "di": "discs left"}


def readings(segments):
    """Every reading of four or eight digits; [] for what cannot be read."""
    if len(segments) == 4:
        possible = [
            _clock(segments),
            _points(segments),
            _table(segments),
        ]
    else:
        possible = [form(segments) for form in FORMS]
    read = [reading for reading in possible if reading is not None]
    return read or [reading for reading in [words(segments)] if reading is not None]


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
    return letter(segments[3]) + letter(segments[4]), None


def _signs(segments, claims):
    """Adds the bars of the turn; whether both places have one or are dark."""
    for at, side in ((2, "left"), (5, "right")):
        value = segments[at]
        if value in TURNS:
            claims["arrow"] = "both" if "arrow" in claims else side
            claims["seat"] = TURNS[value]
        elif value != DARK:
            return False
    return True


def _queen(segments, claims):
    """Adds the Queen's point; whether no other point is lit but in the middle."""
    lit = [side for at, side in ((1, "left"), (7, "right")) if segments[at] & POINT]
    if len(lit) > 1 or any(segments[at] & POINT for at in (0, 2, 5, 6)):
        return False
    if lit:
        claims["queen"] = lit[0]
    return True


def _owed(segments, at):
    """d and how many are owed, in the place of points; None: no such."""
    pair = lettered(segments, at)
    if letter(segments[at]) == "d" and segments[at + 1] == DASH:
        return 10
    return pair[1] if pair and pair[0] == "d" else None


def _clock_lamps(segments):
    """What the points of the two middle digits say: "time", "minutes" or ""; None: the lid has no such."""
    return {(0, 0): "", (0, 1): "minutes", (1, 1): "time"}.get((segments[3] >> 7, segments[4] >> 7))


def score(segments):
    """Two outer numbers, or what is owed; perhaps a clock between them."""
    claims = {"page": "score"}
    lamps, letters, clock = _clock_lamps(segments), middle(segments), number(segments, 3, 2)
    if not _signs(segments, claims) or not _queen(segments, claims) or lamps is None:
        return None
    for at, side in ((0, "left"), (6, "right")):
        owed, value = _owed(segments, at), number(segments, at, 2)
        if owed is not None:
            claims["owes_" + side] = owed
        elif value is None or (value == "dark" and letters[0] not in BLINKING):
            return None
        elif value != "dark":
            claims[side] = value
    meaning = "points"
    if clock == "dark":
        if lamps == "minutes":
            return None
    elif clock == "dashes":
        if lamps != "minutes":
            return None  # more minutes than fit
    elif clock is not None:
        claims["minutes" if lamps == "minutes" else "seconds"] = clock
    else:
        if letters[0] not in MIDDLES or lamps == "minutes":
            return None
        meaning, kind = MIDDLES[letters[0]]
        if kind:
            claims["letters"] = kind
        if letters[1] is not None:
            claims["number"] = letters[1]
    if lamps == "time":
        claims["time is up"] = True
    claims["what"] = meaning
    return claims


BY = {"P": "table", "U": "umpire"}
SIDES = {"LEFt": "left", "rGHt": "right", "EACH": "both"}


def proposal(segments):
    """The new score outside, P (U: by the umpire) and the points of the board or round in the middle."""
    if any(value & POINT for value in segments):
        return None
    left, right = number(segments, 0, 2), number(segments, 6, 2)
    if left is None or right is None or "dark" in (left, right):
        return None
    claims = {"page": "proposal", "left": left, "right": right}
    if letter(segments[2]) in BY and not segments[5]:
        gain = number(segments, 3, 2)
        if not isinstance(gain, int) or gain < 10:
            return None
        claims["by"] = BY[letter(segments[2])]
    else:
        gain = figure(segments[4])
        if letter(segments[3]) not in BY or gain < 0 or segments[2] or segments[5]:
            return None
        claims["by"] = BY[letter(segments[3])]
    claims["gain"] = gain
    return claims


def gain(segments):
    """LEFt, rGHt or EACH, and the points of the board or round that this side gets."""
    side = "".join([letter(value) for value in segments[:4]])
    points = number(segments, 6, 2)
    if side not in SIDES or segments[4] or letter(segments[5]) not in BY:
        return None
    if not isinstance(points, int):
        return None
    return {
        "page": "gain",
        "gets": SIDES[side],
        "gain": points,
        "by": BY[letter(segments[5])],
    }


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
    if not _signs(segments, claims) or not _queen(segments, claims) or _clock_lamps(segments) != "":
        return None
    claims.pop("seat", None)
    for side, end in (("left", left), ("right", right)):
        if end is None or end == "PL" or (end and end[0] not in "CP"):
            return None
        if end:
            claims["c/m " + side if end[0] == "C" else "demand " + side] = end[1]
    demand = [name for name in claims if name.startswith("demand")]
    if both in PRESSED:
        claims["page"], claims["also"] = "stroke", PRESSED[both]
        return None if demand or "arrow" not in claims else claims
    if both != "on":
        return None
    claims["page"] = "men" if left and right and not demand else "entry"
    return None if (claims["page"] == "men") != ("arrow" in claims) else claims


def asked(segments):
    """C and how many c/m are left, and the word QUEEN."""
    for first, at, side in ((3, 0, "left"), (0, 6, "right")):
        end = lettered(segments, at)
        word = "".join([letter(value) for value in segments[first : first + 5]])
        if end and end[0] == "C" and word == "qUEEn":
            return {"page": "entry", "c/m " + side: end[1], "asked": True}
    return None


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
    if any(segments[at] & POINT for at in (0, 1, 6, 7)):
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
    if word not in PAIRS or any(value & POINT for value in segments) or segments[5] not in (DASH, 0x08):
        return None
    claims = {"page": "pair", "what": PAIRS[word]}
    if segments[2] not in (DARK, 0x08):
        return None
    if 0x08 in (segments[2], segments[5]):
        claims["arrow"] = "left" if segments[2] else "right"
    left = number(segments, 3, 2)
    shifted = bytes([0]) + bytes(segments[6:7]) if not segments[7] else bytes(segments[6:8])
    right = number(shifted, 0, 2)
    if left is None or right is None:
        return None
    for side, value in (("left", left), ("right", right)):
        if value != "dark":
            claims[side] = value
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
            return None  # bars are in no word
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


def law(segments):
    """L and a Law in the middle."""
    text = "".join([" " if not value else SHAPES.get(value, "?")[0] for value in segments])
    shown = text.strip()
    if text[0] != " " or shown[:1] != "L" or "?" in shown or " " in shown[2:]:
        return None
    return {"page": "words", "text": text} if shown[1:2].isdigit() or shown[1:2] == " " else None


def dark(segments):
    """Nothing at all."""
    return None if any(segments) else {"page": "dark"}


FORMS = [score, proposal, gain, pieces, asked, placing, pair, law, dark]


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
    if letter(shapes[0]) == "L" and not shapes[1]:
        claims["left"] = number(shapes, 2, 2)
    elif letter(shapes[0]) == "r" and not shapes[1]:
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
