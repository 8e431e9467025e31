"""`python tests/displays/cold_frames.py OUT [SEED] [COUNT]`: frames of eight digits to be read by people who
know the lid only: 01.png ... of matches played anew from SEED, lid.png, and beside the folder OUT_answers.txt
with what each frame says, which its readers must not see.
"""

import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(ROOT),
    str(ROOT / "firmware"),
    *(str(ROOT / "tests/portable" / at) for at in ("", "table")),
]

from PIL import Image, ImageDraw, ImageFont  # noqa: E402
from table_kit import Umpire  # noqa: E402

from boardside.table.show.screens import Screen  # noqa: E402
from boardside.table.show.segments import render  # noqa: E402
from host_tools.simulator.digits import (  # noqa: E402  # noqa: E402
    ABOVE,
    BELOW,
    CELL_HEIGHT,
    CELL_WIDTH,
    LETTERS,
    OUTLINES,
    POINT_AT,
    SIGNS,
)

Frame = tuple[bytes, str, str]
"""Eight segments' bytes, the kind of frame, what it says."""

SCALE = 0.8
LEFT_PX, TOP_PX, FOOT_PX = 30, 60, 60
WIDE = int(CELL_WIDTH * 8 * SCALE) + 2 * LEFT_PX
HIGH = int(CELL_HEIGHT * SCALE) + TOP_PX + FOOT_PX
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"

MATCHES: tuple[dict[str, Any], ...] = (
    {"ruleset": "icf", "stage": "final"},
    {"ruleset": "icf", "stage": "round", "doubles": True, "a": ["Asha", "Amir"], "b": ["Bo", "Bina"]},
    {"ruleset": "vkk", "stage": "group", "breaks": None},
    {"ruleset": "spandan", "stage": "round"},
    {"ruleset": "vaishali", "stage": "round", "doubles": True, "a": ["Asha", "Amir"], "b": ["Bo", "Bina"]},
    {"ruleset": "wcc", "stage": "final"},
    {"ruleset": "wcc", "stage": "round", "doubles": True, "a": ["Asha", "Amir"], "b": ["Bo", "Bina"]},
)

WORDS = {
    "Go   on": "the ruling: the same player goes on",
    "Go  LEFt": "the ruling: left's turn",
    "Go  rGHt": "the ruling: right's turn",
    "turn": "the turn (is set by the umpire)",
    "CoUEr": "the ruling: the Queen must be covered",
    "qUEEn in": "the ruling: the Queen is in (covered)",
    "qUEEnoUt": "the ruling: the Queen comes out again",
    "rEPLAY": "the board is to be replayed",
    "PLACEd": "placing is done",
    "ForGonE": "placing is forgone",
    "LAPSEd": "the right to place has lapsed",
    "FULL": "no room to place",
    "AGAin": "the break is tried again",
    "PASS": "the side passes",
    "FoUL": "a foul",
    "tECHFoUL": "a technical foul",
    "PAUSEd": "paused (by the umpire)",
    "rESULt": "the result (is to be entered or looked at)",
    "ConF": "to be confirmed",
    "End LEFt": "the match has ended; left has won",
    "End rGHt": "the match has ended; right has won",
    "LEFt 1St": "left is first (breaks, or shoots)",
    "rGHt 1St": "right is first (breaks, or shoots)",
    "L or r": "left or right is asked",
    "Undo.CLoC": "undone: a press of CLOCK",
    "Undo.StrC": "undone: a stroke",
    "LAtE": "late: a piece of the stroke before",
    "PUSH.CLoC": "CLOCK is to be pressed",
    "1 PrESS": "one press (of CLOCK, a stroke)",
    "2 PrESS": "two presses (of CLOCK, a stroke)",
    "EntEr": "OK/enter is to be pressed",
    "CLoC OFF": "refused: no clock runs",
    "toSS": "the toss",
    "SidE": "change of sides",
    "rESt": "interval (rest)",
    "CALL": "called: the players are awaited",
    "EArLY 47": "early: a break before Play",
    "rE-PrESS": "the presses of a stroke are to be made again",
    "onCE": "refused: once is enough",
    "tiE   bd": "tie: an extra board",
    "tiE   rd": "tie: an extra round",
    "LAStLEFt": "last shot: left",
    "LAStrGHt": "last shot: right",
}
GESTURES = ("", "", "", "W", "W", "B", "WW", "BB", "Q", "S", "WS", "BF", "F", "QW", "QB", "SF", "QS", "WBS")


def clock_said(screen: Screen) -> str:
    """What the clock's place says."""
    if screen.time_is_up:
        return "time is up (hall)"
    seconds = screen.clock_s
    if seconds < 0:
        text = bytes(screen.centre).decode().strip()
        if text[:1] in ("b", "r") and text[1:].isdigit():
            return f"{'board' if text[0] == 'b' else 'round'} {text[1:]}"
        return "no clock"
    if screen.expired:
        return "clock at zero, time is up"
    if screen.paused and not screen.blink_on:
        return "no clock to be seen (it blinks)"
    return f"clock {(seconds + 59) // 60} minutes" if seconds > 99 else f"clock {seconds} seconds"


def turn_said(side: str, second: bool) -> str:
    """Whose turn."""
    if not side:
        return "no turn"
    return f"turn (or break): {side}" + (", the second player" if second else "")


def queen_said(screen: Screen) -> str:
    """Who is seen to have the Queen."""
    if screen.seat < 0 or screen.queen not in ("left", "right"):
        return "nobody has the Queen"
    if screen.queen_to_cover and not screen.blink_on:
        return "Queen's point dark (it blinks)"
    return f"Queen: {screen.queen}"


def answer(screen: Screen) -> tuple[str, str]:
    """The kind of the frame, and what it says."""
    if screen.aside_now:
        if screen.aside == "games":
            return "games", f"games won: left {screen.games_left}, right {screen.games_right}"
        return "twenties", f"20s: left {screen.twenties_left}, right {screen.twenties_right}"
    page = screen.page_now
    if page == "message":
        return message_said(screen)
    sides = (("left", screen.down_left), ("right", screen.down_right))
    if page == "stroke":
        parts = [f"{count} c/m of {side}" for side, count in sides if count]
        parts += ["the Queen"] * screen.down_queen + ["the striker"] * screen.down_striker
        parts += ["a foul"] * screen.down_improper
        return "stroke", f"pocketed in this stroke: {', '.join(parts)}; " + turn_said(
            screen.turn, screen.turn_second
        )
    if page == "placing":
        side, count, by, second = screen.placing[screen.placing_at]
        return "placing", f"{count} c/m of {side} to be placed (due), {by} places; " + turn_said(
            by, second
        ) + "; " + clock_said(screen)
    if page == "men":
        return "men", (
            f"c/m on the board: left {screen.men_left}, right {screen.men_right}; "
            + turn_said(screen.turn, screen.turn_second)
            + "; "
            + queen_said(screen)
        )
    if page == "entry":
        return entry_said(screen)
    if page == "proposal":
        by = " set by the umpire" if screen.gain_overridden else ""
        if screen.quarter & 1:
            side = "left" if screen.gain_left else "right"
            if screen.round_left >= 0 and screen.round_left == screen.round_right:
                side = "each side"
            return "gain", f"{side} gets {screen.gain} points{by} (of this board or round)"
        return (
            "after",
            f"points {screen.after_left} and {screen.after_right}, {screen.gain} of this board or round{by}",
        )
    return score_said(screen)


def score_said(screen: Screen) -> tuple[str, str]:
    """The score page."""
    owed = screen.seat >= 0 and screen.quarter == 1
    sides = (
        ("left", screen.points_left, screen.owes_left),
        ("right", screen.points_right, screen.owes_right),
    )
    parts = [
        f"{side} owes {owes if owes < 10 else '10 or more'} (dues)"
        if owed and owes
        else f"{side} {points} points"
        for side, points, owes in sides
    ]
    kind = "owed" if owed and (screen.owes_left or screen.owes_right) else "score"
    kind += " " + (
        "struck" if screen.clock_s < 0 and screen.seat >= 0 else "counts" if screen.clock_s >= 0 else ""
    )
    parts += [turn_said(screen.mark, screen.mark_second), clock_said(screen)]
    if screen.seat >= 0:
        parts.append(queen_said(screen))
        if screen.queen in ("left", "right"):
            kind += " queen"
    return kind, "; ".join(parts)


def entry_said(screen: Screen) -> tuple[str, str]:
    """The count of a board's result."""
    left = screen.entry_left if screen.entry_left >= 0 else screen.entry_right
    side = "left" if screen.entry_left >= 0 else "right"
    text = f"{left} c/m of {side} are left on the board"
    if screen.entry_queen == "asked":
        return "entry", text + "; the Queen is asked"
    if screen.entry_queen in ("left", "right"):
        text += f"; Queen: {screen.entry_queen}"
    if screen.entry_demand:
        text += f"; {screen.entry_demand} points (on demand) for the other side"
    return "entry", text


def message_said(screen: Screen) -> tuple[str, str]:
    """A page with words."""
    text = bytes(screen.message_codes).decode().strip()
    clock = f", {screen.clock_s // 60}:{screen.clock_s % 60:02d}" if screen.message_clock else ""
    if re.match(r"L( \w)?\d", text):
        return "law", f"Law {text[1:].strip()}"
    for word, meaning in (
        ("duE", "dues"),
        ("PEnALt", "penalties"),
        ("tbL", "table"),
        ("bd", "board"),
        ("rd", "round"),
    ):
        if text.startswith(word + " "):
            return "count", f"{meaning}: {text[len(word) :].strip()}"
    for word, meaning in (("GA", "games"), ("tY", "20s"), ("di", "discs left to shoot")):
        if text.startswith(word + " "):
            return meaning, f"{meaning}, left and right: {text[3:].replace(' ', '')}"
    total = re.match(r"^ *(\d+)([ _]) ?(AL|G\d|LG|Pt|tY|on|P\d)([ _]) *(\d+)$", text)
    if total:
        left, left_bar, what, right_bar, right = total.groups()
        sides = " and ".join(side for side, bar in (("left", left_bar), ("right", right_bar)) if bar == "_")
        named = {
            "AL": "points of all games",
            "tY": "20s",
            "LG": "points of the last game",
            "Pt": "points",
            "on": "points of this round, on the board",
        }.get(what) or (
            f"points of game {what[1:]}" if what[0] == "G" else f"points, {what[1:]} of this round"
        )
        return f"total {what[:1]}", f"{named}: left {left}, right {right}" + (
            f"; bar: {sides}" if sides else ""
        )
    for word, side in (("LEFt", "left"), ("rGHt", "right")):
        if text[:4] == word and text[4:].strip().isdigit():
            return "total one", f"{side} has {text[4:].strip()} (points of this round)"
    known = WORDS.get(text)
    return "word " + text if known else "other", (known or f"as it is spelt: {text}") + clock


class Played:
    """One match, and the frames that were seen in it."""

    def __init__(self, chance: random.Random, fields: dict[str, Any]) -> None:
        self.chance = chance
        self.frames: list[Frame] = []
        self.umpire = Umpire(strokes=1, struck=2)
        self.umpire.table.shows_lines = False
        assert self.umpire.assign(**fields)[0]

    def see(self) -> None:
        """Let a moment pass, and keep what is seen, unless the menu is open."""
        for _ in range(self.chance.choice((1, 1, 2))):
            self.umpire.wait(self.chance.randint(100, 1_500), 10)
            screen = self.umpire.table.screen(self.umpire.now)
            if screen.menu_item:
                continue
            lit = bytearray(8)
            render(screen, lit)
            if any(lit):
                self.frames.append((bytes(lit), *answer(screen)))

    def keys(self, keys: str) -> None:
        """Press keys one by one, and look."""
        for key in keys.split():
            self.umpire.press(key)
            self.see()

    def go(self, boards: int) -> None:
        """Play on until the match is sealed, the first boards stroke by stroke."""
        self.see()
        for _ in range(3_000):
            phase = self.umpire.state.phase
            if phase == "confirmed":
                self.umpire.wait(1_500)
                for _ in range(8):
                    self.see()
                return
            if phase == "toss":
                self.keys("W O")
            elif phase != "board":
                self.umpire.wait(self.chance.choice((0, 3_000, 9_000)), 100)
                self.keys("O" if phase == "over" else "C")
            elif self.umpire.state.setup.sport.name != "carrom":
                self._round()
            elif len(self.umpire.state.boards) < boards and not self.umpire.state.history:
                self._stroke()
            else:
                self._result()

    def _round(self) -> None:
        winner = self.chance.choice("WB")
        for _ in range(self.chance.randint(0, 3)):
            self.keys(self.chance.choice("QS") + " C")
        self.keys(f"O {winner} " + "Q " * self.chance.randint(0, 3) + "O O")
        if self.umpire.state.phase == "board":
            self.umpire.press(f"U U U O {winner}+ O O")

    def _result(self) -> None:
        situation = self.umpire.table.sport.situation(self.umpire.state)
        if situation is not None:
            self.umpire.table.commit({"kind": "leave"}, self.umpire.now)
            self.umpire.table.panel.leave()
        colour = self.chance.choice("WB")
        self.keys("O " + f"{colour} " * self.chance.randint(1, 9) + "Q " * self.chance.randint(1, 2))
        self.keys("S " * self.chance.choice((0, 0, 1)) + "O O")
        if self.umpire.state.phase == "board":
            self.umpire.press("UUUUUUUUUUUUUUU")

    def _stroke(self) -> None:
        umpire = self.umpire
        situation = umpire.table.sport.situation(umpire.state)
        if situation is None:
            self._result()
        elif situation.over:
            for _ in range(3):
                self.see()
            self.keys("O")
        elif situation.placing:
            self.see()
            self.keys("C")
        else:
            umpire.wait(self.chance.choice((1_500, 4_000, 9_000, 15_500)), 50)
            self.see()
            if self.chance.random() < 0.15:
                self.keys("P")
                for _ in range(3):
                    self.see()
                self.keys("P")
                umpire.wait(1_500, 50)
            keys = " ".join(self.chance.choice(GESTURES))
            self.keys("C " + keys + (" P P" if self.chance.random() < 0.08 else ""))
            umpire.wait(5_050, 50)
            self.see()


def frames(seed: int, count: int) -> list[Frame]:
    """`count` frames of matches played from `seed`, of every kind about as many, in a random order."""
    chance = random.Random(seed)
    kinds: dict[str, dict[bytes, Frame]] = defaultdict(dict)
    for fields in MATCHES:
        played = Played(chance, fields)
        played.go(boards=2)
        for frame in played.frames:
            kinds[frame[1]].setdefault(frame[0], frame)
    chosen = list(
        _drawn(chance, {kind: list(group.values()) for kind, group in sorted(kinds.items())}, count)
    )
    chance.shuffle(chosen)
    return chosen


def _drawn(chance: random.Random, kinds: dict[str, list[Frame]], count: int) -> Iterator[Frame]:
    groups = list(kinds.values())
    chance.shuffle(groups)
    for group in groups:
        chance.shuffle(group)
    while count and any(groups):
        for group in groups:
            if group and count:
                count -= 1
                yield group.pop()


def picture(segments: bytes) -> Image.Image:
    """The digits, lit and dark, with the words that are printed above and below them."""
    image = Image.new("RGB", (WIDE, HIGH), "#2f2219")
    draw = ImageDraw.Draw(image)
    draw.rectangle((8, TOP_PX - 16, WIDE - 8, HIGH - FOOT_PX + 16), fill="#0c0605")
    for place, value in enumerate(segments):
        left = LEFT_PX + place * CELL_WIDTH * SCALE
        for index, outline in enumerate(OUTLINES):
            corners = [tuple(map(int, corner.split(","))) for corner in outline.split()]
            colour = "#ff5a36" if value >> (6 - index) & 1 else "#26100c"
            draw.polygon([(left + x * SCALE, TOP_PX + y * SCALE) for x, y in corners], fill=colour)
        x, y, radius = (of * SCALE for of in POINT_AT)
        box = (left + x - radius, TOP_PX + y - radius, left + x + radius, TOP_PX + y + radius)
        draw.ellipse(box, fill="#ff5a36" if value & 0x80 else "#26100c")
    font = ImageFont.truetype(FONT, 22)
    for word, first, last in ABOVE:
        middle = LEFT_PX + ((first + last) / 2 * CELL_WIDTH + 65) * SCALE
        draw.text((middle, 22), word, "#f3ece0", font, "mm")
    for word, place in BELOW:
        middle = LEFT_PX + (place * CELL_WIDTH + POINT_AT[0]) * SCALE
        draw.text((min(middle, WIDE - 50), HIGH - 22), word, "#f3ece0", font, "mm")
    return image


def lid() -> Image.Image:
    """The dark digits, and all that is printed around them."""
    digits = picture(bytes(8))
    lines = [SIGNS, *(LETTERS[at : at + 5] for at in range(0, len(LETTERS), 5))]
    image = Image.new("RGB", (WIDE, HIGH + 34 * len(lines) + 20), "#2f2219")
    image.paste(digits, (0, 0))
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(FONT, 20)
    for at, pairs in enumerate(lines):
        text = "      ".join(f"{sign}: {meaning}" for sign, meaning in pairs)
        draw.text((WIDE / 2, HIGH + 20 + 34 * at), text, "#f3ece0", font, "mm")
    return image


def main() -> None:
    """Draw them."""
    folder = Path(sys.argv[1])
    seed, count = (int(text) for text in (*sys.argv[2:], *("1", "60")[len(sys.argv) - 2 :]))
    folder.mkdir(parents=True, exist_ok=True)
    answers = []
    for number, (segments, _kind, text) in enumerate(frames(seed, count), 1):
        picture(segments).save(folder / f"{number:02d}.png")
        answers.append(f"{number:02d}  {text}")
    lid().save(folder / "lid.png")
    folder.with_name(folder.name + "_answers.txt").write_text("\n".join(answers) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
