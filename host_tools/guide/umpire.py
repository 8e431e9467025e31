"""The umpire's sheet: A4 to keep at the table, in each of six languages; on its back Laws in a line each.

Its steps are those of the guide's walks, found by their digits, in their order; its words are in
words/*.toml.
"""

import base64
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import digits, sheet
from .digits import SCORE, GuideError, Walk, encoded, walks
from .panel import (
    ALL_LIT,
    KEYS_HEIGHT,
    KEYS_WIDTH,
    LID_WIDTH,
    ROWS,
    keys_drawing,
    lid_drawing,
    lid_height,
    lid_style,
)

HERE = Path(__file__).resolve().parent
FONTS = HERE.parent / "web" / "static" / "fonts"
LANGUAGES = ("en", "de", "fr", "it", "hi", "ta")


@dataclass(frozen=True)
class Part:
    """Steps of some walks under one title: walk, digits as the guide writes them, key of the words; and the
    presses to show, where the walk's row does not tell them all or tells others as well."""

    title: str
    steps: tuple[tuple[str, ...], ...]


_TOSS = "The menu 2"
_LEARN = "The menu 3"
_STROKE = "A board stroke by stroke"
_TWO = "Two presses a stroke"
_RESULT = "A board's result alone"
_END = "The end of the board"
_WRONG = "Corrections"
_OVER = "The end of a game and of the match"

PARTS = (
    Part(
        "setup",
        (
            (_TOSS, "toSS15.00", "toss", "OK ×2, CLOCK"),
            (_TOSS, "LEFt·1St", "won"),
            (_TOSS, "·0_b1··0", "board"),
            (_LEARN, "LEArn···", "learn"),
        ),
    ),
    Part(
        "stroke",
        (
            (_STROKE, "·0_15··0", "play"),
            (_STROKE, "·0_····0", "struck"),
            (_STROKE, "C2_in···", "down"),
            (_STROKE, "Go···on", "complete"),
            (_STROKE, "duE····1", "one_due", "CLOCK, WHITE, STRIKER, wait 5 s"),
            (_STROKE, "d2·13_PL", "place"),
            (_STROKE, "CoUEr···", "cover", "CLOCK, QUEEN, wait 5 s"),
            (_STROKE, "qUEEn·in", "covered"),
            (_STROKE, "··_Fo·C1", "foul"),
            (_STROKE, "tECH···r", "technical"),
            (_STROKE, "Go··LEFt", "nothing"),
            (_STROKE, "LAtE····", "late"),
            (_STROKE, "PAUSEd··", "hold"),
        ),
    ),
    Part(
        "other",
        (
            (_TWO, "·2·PrESS", "two"),
            (_TWO, "PUSH.CLoC / ·0···_·0", "asked", "wait 40 s"),
            (_TWO, "rESULtS·", "results"),
        ),
    ),
    Part(
        "placing",
        (
            ("Placing", "PLACForG", "answers"),
            (_END, "·0·P5··5", "points"),
            (_END, "·0·b2_·5", "entered"),
        ),
    ),
    Part(
        "result",
        (
            (_RESULT, "rESULt··", "result"),
            (_RESULT, "qUEEn·C5", "count"),
            (_RESULT, "··.·on·C5", "holder"),
            (_RESULT, "·8·P8··0", "gain"),
        ),
    ),
    Part(
        "wrong",
        (
            (_WRONG, "Undo.CLoC", "undo_clock"),
            (_WRONG, "Undo.StrC", "undo_stroke"),
            (_WRONG, "C1_in···", "again"),
            (_WRONG, "Undo.bd·1", "undo_board"),
            (_WRONG, "rEdo.bd·1", "redo", "OK held, BLACK, OK"),
            (_WRONG, "·6·Ed_·0", "edit"),
            ("A clock set by hand", "t1···0.13", "set_clock", "OK held, WHITE ×2, OK"),
        ),
    ),
    Part(
        "time",
        (
            ("When time runs out", "·0··.0._·0", "zero"),
            ("When time runs out", "tECH···r", "breach"),
        ),
    ),
    Part(
        "end",
        (
            (_OVER, "SidE·2.00 / 25··2._·0", "side", "OK"),
            (f"{_OVER} 2", "ConF···· / 25·····0", "confirm", "OK"),
            (f"{_OVER} 2", "End·LEFt / 25·····0", "final"),
        ),
    ),
)

REFUSED = (
    ("EntEr", "EntEr"),
    ("PLACE", "PLACE"),
    ("PUSH.CLoC", "CLoC"),
    ("CLoC OFF", "no_count"),
    ("onLY   5", "onLY"),
    ("no qUEEn", "no_queen"),
    ("FiniSH", "FiniSH"),
    ("SEALEd", "SEALEd"),
    ("FLASH", "FLASH"),
)
"""Digits, as the guide's table of messages has them, and the key of the words."""

SIGNS = (
    ("numbers", ""),
    ("turn", "_~"),
    ("queen", "."),
    ("time", ".."),
    ("P", "P8"),
    ("C", "C2"),
    ("d", "d1"),
    ("L", "L"),
)
"""Keys of the words, and the digits that stand before them: bars, low and high."""

_SHAPES = {"_": 0x08, "~": 0x40, ".": 0x80}


def words(language: str) -> dict[str, Any]:
    """The words of a language, as its file has them. GuideError when there is no file."""
    try:
        return tomllib.loads((HERE / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise GuideError(f"The umpire's sheet has no words in {language!r}: {error}") from None


def with_english(own: dict[str, Any], english: dict[str, Any]) -> dict[str, Any]:
    """A language's words, and the English ones where it has none."""
    return {
        key: with_english(own.get(key, {}), text) if isinstance(text, dict) else own.get(key) or text
        for key, text in english.items()
    }


def untranslated(own: dict[str, Any], english: dict[str, Any], group: str = "") -> Iterator[str]:
    """The keys of the words that a language lacks: `steps.struck`."""
    for key, text in english.items():
        if isinstance(text, dict):
            yield from untranslated(own.get(key, {}), text, f"{group}{key}.")
        elif not own.get(key):
            yield group + key


def page(guide: str, language: str) -> str:
    """The page in a language, from panel.md; in English what the language lacks. GuideError when the guide or
    the English words lack a part of it.
    """
    sheet_words = with_english(words(language), words("en"))
    by_name = {walk.name: walk for walk in walks(guide)}
    meanings = set(re.findall(r"^\| `([^`]+)`", guide, re.MULTILINE))
    screens = {SCORE, ALL_LIT}
    try:
        return _page(sheet_words, by_name, meanings, screens, language)
    except KeyError as error:
        raise GuideError(f"The English words lack {error}.") from None


def _page(
    sheet_words: dict[str, Any],
    by_name: dict[str, Walk],
    meanings: set[str],
    screens: set[bytes],
    language: str,
) -> str:
    parts = {part.title: _part(part, sheet_words, by_name, screens) for part in PARTS}
    refused = "".join(_refused(text, sheet_words["refused"][key], meanings, screens) for text, key in REFUSED)
    signs = "".join(_sign(shapes, sheet_words["signs"][key], screens) for key, shapes in SIGNS)
    caps = "".join(
        f"<div><dt>{sheet.cap(name)}</dt><dd>{sheet_words['keys'][name]}</dd></div>"
        for row in ROWS
        for name in row
    )
    rules = "".join(f"<li>{sheet_words['rules'][key]}</li>" for key in ("answer", "undo", "power"))
    laws = "".join(f"<div><dt>{law}</dt><dd>{text}</dd></div>" for law, text in sheet_words["laws"].items())
    high = lid_height(0)
    panel = (
        f"<svg viewBox='0 0 {LID_WIDTH} {high}'>{lid_drawing(SCORE, ())}</svg>"
        f"<svg class='caps' viewBox='16 150 {KEYS_WIDTH - 32} {KEYS_HEIGHT - 164}'>"
        f"{keys_drawing(SCORE)}</svg>"
    )
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>Boardside: {sheet_words["title"]}</title>
<style>{_style()}</style></head><body>
<svg width="0" height="0" style="position:absolute"><defs>{digits.definitions(screens)}</defs></svg>
<section class="side">
<header><h1>{sheet_words["title"]}</h1><p>{sheet_words["about"]}</p></header>
<div class="top"><figure>{panel}</figure><dl class="keys">{caps}</dl></div>
<ul class="rules">{rules}</ul>
<h2>{sheet_words["titles"]["signs"]}</h2><div class="signs">{signs}</div>
<div class="columns"><div>{parts["setup"]}{parts["stroke"]}{parts["placing"]}</div>
<div>{parts["other"]}{parts["result"]}{parts["wrong"]}{parts["time"]}{parts["end"]}</div></div>
</section>
<section class="side">
<h2>{sheet_words["titles"]["refused"]}</h2><div class="refused">{refused}</div>
<header><h1>{sheet_words["titles"]["laws"]}</h1><p>{sheet_words["leads"]["laws"]}</p></header>
<dl class="laws">{laws}</dl>
</section>
</body></html>
"""


def _style() -> str:
    style = (HERE / "umpire.css").read_text(encoding="utf-8") + lid_style()
    for script in ("latin", "devanagari", "tamil"):
        font = base64.b64encode((FONTS / f"anek-{script}.woff2").read_bytes()).decode()
        style = style.replace(f"FONT-{script}", font)
    return style


def _part(part: Part, sheet_words: dict[str, Any], by_name: dict[str, Walk], screens: set[bytes]) -> str:
    rows = []
    left = {walk: iter(by_name[walk].steps) for walk, *_ in part.steps if walk in by_name}
    for walk, text, key, *own_presses in part.steps:
        if walk not in left:
            raise GuideError(f"The guide has no walk under the heading {walk!r}.")
        expected = tuple(encoded(digit_text) for digit_text in text.split(" / "))
        step = next((step for step in left[walk] if step.screens == expected), None)
        if step is None:
            raise GuideError(f"The walk {walk!r} no longer comes to {text}: choose its steps anew.")
        screens.update(step.screens)
        pictures = "".join(map(sheet.digits_picture, step.screens))
        press = _press(own_presses[0] if own_presses else step.press, sheet_words)
        rows.append(
            f"<div class='step' data-row='{key}'><p class='press'>{press}</p>"
            f"<p class='shown'>{pictures}</p><p class='means'>{sheet_words['steps'][key]}</p></div>"
        )
    lead = sheet_words["leads"].get(part.title)
    lead_html = f"<p class='lead'>{lead}</p>" if lead else ""
    return f"<h2>{sheet_words['titles'][part.title]}</h2>{lead_html}{''.join(rows)}"


def _press(cell: str, sheet_words: dict[str, Any]) -> str:
    cell = re.sub(r"\bheld\b", sheet_words["held"], re.sub(r"\bwait\b", sheet_words["wait"], cell))
    return sheet.press(cell)


def _refused(text: str, means: str, meanings: set[str], screens: set[bytes]) -> str:
    if text not in meanings:
        raise GuideError(f"The guide does not say what `{text}` means.")
    screen = encoded(text)
    screens.add(screen)
    return f"<div class='message'>{sheet.digits_picture(screen)}<p>{means}</p></div>"


def _sign(shapes: str, means: str, screens: set[bytes]) -> str:
    codes = [_SHAPES[shape] if shape in _SHAPES else encoded(shape)[0] for shape in shapes]
    screens.add(bytes(codes))
    drawn = "".join(
        f"<g transform='translate({at * 150 + 20} 8) skewX(-4)'><use class='dim' href='#sff'/>"
        f"<use class='lit' href='#s{code:02x}'/></g>"
        for at, code in enumerate(codes)
    )
    picture = f"<svg class='shape' viewBox='0 0 {len(codes) * 150 + 10} 212'>{drawn}</svg>" if codes else ""
    return f"<p class='sign'>{picture}<span>{means}</span></p>"
