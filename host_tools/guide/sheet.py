"""The sheet for the table as an HTML page of two A4 sides: print it, or let `print_pdf` make its PDF."""

import base64
import html
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from . import digits
from .digits import SCORE, GuideError, Walk, encoded, walks
from .panel import CAPS, KEYS_HEIGHT, KEYS_WIDTH, RIM, ROWS, keys_drawing


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


HERE = Path(__file__).resolve().parent
FONT = HERE.parent / "web" / "static" / "fonts" / "anek-latin.woff2"

_MEANINGS = re.compile(r"^\| `([^`]+)` \| (.+?) \|$", re.MULTILINE)


def page(guides: list[str]) -> str:
    """The whole page, from the walks and messages of `guides` (panel.md, crokinole.md).

    The same guides give the same text. GuideError when they lack what FRONT, BACK and MESSAGES choose.
    """
    by_name = {walk.name: walk for guide in guides for walk in walks(guide)}
    meanings = dict(_MEANINGS.findall(guides[0]))
    screens = {SCORE}
    front = "".join(_steps(section, by_name, screens) for section in FRONT)
    back = "".join(_steps(section, by_name, screens) for section in BACK)
    messages = "".join(_messages(section, meanings, screens) for section in MESSAGES)
    font = base64.b64encode(FONT.read_bytes()).decode()
    style = (HERE / "sheet.css").read_text(encoding="utf-8").replace("FONT", font)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Boardside: the panel at a glance</title>
<style>{style}</style></head><body>
<svg width="0" height="0" style="position:absolute"><defs>{digits.definitions(screens)}</defs></svg>
<section class="side">
<header><h1>The panel at a glance</h1><p>Boardside, carrom</p></header>
<div class="top"><figure><svg viewBox="0 0 {KEYS_WIDTH} {KEYS_HEIGHT}">{keys_drawing(SCORE)}</svg>
<figcaption>Points, clock, points. Arrow: whose turn. Bar: a game won. Point of a sign: Queen; of points: due.
</figcaption></figure>
<dl class="keys">{_keys()}</dl></div>
<ul class="rules">{"".join(f"<li>{rule}</li>" for rule in RULES)}</ul>
<div class="columns">{front}</div></section>
<section class="side">
<header><h1>When it is not so simple</h1><p>Corrections, time, the end, messages, crokinole</p></header>
<div class="columns">{back}</div>{messages}
<footer>The whole guide: docs/umpire/panel.md, docs/umpire/crokinole.md.
</footer></section>
</body></html>
"""


def _steps(section: Steps, by_name: dict[str, Walk], screens: set[bytes]) -> str:
    if section.walk not in by_name:
        raise GuideError(f"The guide has no walk under the heading {section.walk!r}.")
    rest = iter(by_name[section.walk].steps)
    rows = []
    for text, words in section.chosen:
        step = next((step for step in rest if step.screens == _screens(text)), None)
        if step is None:
            raise GuideError(f"The walk {section.walk!r} no longer comes to {text}: choose its steps anew.")
        screens.update(step.screens)
        pictures = "".join(digits_picture(screen) for screen in step.screens)
        rows.append(
            f"<div class='step'><p class='press'>{press(step.press)}</p><p class='shown'>{pictures}</p>"
            f"<p class='means'>{words}</p></div>"
        )
    lead = f"<p class='lead'>{section.lead}</p>" if section.lead else ""
    first, *others = rows
    # A title stays on the page of its walk.
    return f"<div class='head'><h2>{section.title}</h2>{lead}{first}</div>{''.join(others)}"


def _screens(texts: str) -> tuple[bytes, ...]:
    return tuple(encoded(text) for text in texts.split(" / "))


def _messages(section: Messages, meanings: dict[str, str], screens: set[bytes]) -> str:
    rows = []
    for text in section.texts:
        if text not in meanings:
            raise GuideError(f"The guide does not say what `{text}` means.")
        screen = encoded(text)
        screens.add(screen)
        words = section.words.get(text) or _plain(meanings[text])
        rows.append(f"<div class='message'>{digits_picture(screen)}<p>{words}</p></div>")
    head = f"<h2>{section.title}</h2><p class='lead'>{section.lead}</p>"
    return f"{head}<div class='messages'>{''.join(rows)}</div>"


def digits_picture(screen: bytes) -> str:
    """Eight digits on paper."""
    text = f"viewBox='0 0 {digits.WIDTH} {digits.HEIGHT}'"
    return f"<svg class='digits' {text}>{digits.picture(screen)}</svg>"


def press(cell: str) -> str:
    """A cell of a walk, its keys drawn as caps."""
    if cell == "-":
        return ""
    parts = (
        re.sub(r"[A-Z]{2,}", lambda match: cap(match[0]), html.escape(part)) for part in cell.split(", ")
    )
    return "".join(f"<span>{part}</span>" for part in parts)


def cap(name: str) -> str:
    """A key as it is printed among text."""
    colours = CAPS[name]
    rim = RIM if name == "OK" else "#0009"
    return (
        f"<b class='cap' style='background:{colours.cap};color:{colours.ink};border-color:{rim}'>{name}</b>"
    )


def _keys() -> str:
    names = [name for row in ROWS for name in row]
    return "".join(f"<div><dt>{cap(name)}</dt><dd>{KEYS[name]}</dd></div>" for name in names)


def _plain(markdown: str) -> str:
    """Markdown's emphasis as HTML, its links as their text."""
    text = html.escape(markdown, quote=False)
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)
    return re.sub(r"`([^`]+)`", r"<i>\1</i>", text)


CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")

# Without tags the file is a fifth smaller; a reader who needs them has docs/umpire/panel.md.
_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-pdf-tagging")
_TIMEOUT_S = 60


def print_pdf(page: str, target: Path) -> None:
    """Print the page into `target`. GuideError when there is no Chromium or it does not print."""
    if CHROMIUM is None:
        raise GuideError(
            "There is no Chromium to print the guide with: install it, or set CHROMIUM to its path."
        )
    with tempfile.TemporaryDirectory() as folder:
        source, printed = Path(folder) / "guide.html", Path(folder) / "guide.pdf"
        source.write_text(page, encoding="utf-8")
        command = [CHROMIUM, *_OPTIONS, f"--user-data-dir={folder}/profile"]
        command += [f"--print-to-pdf={printed}", source.as_uri()]
        try:
            result = subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise GuideError(f"{CHROMIUM} did not print the guide: {error}") from None
        if result.returncode or not printed.exists():
            raise GuideError(f"{CHROMIUM} did not print the guide: {result.stderr.decode()[-400:]}")
        target.write_bytes(printed.read_bytes())
