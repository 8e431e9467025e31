"""The sheet for the table as an HTML page of two A4 sides: print it, or let `printing` make the PDF."""

import base64
import html
import re
from pathlib import Path

from . import digits, keys
from .content import BACK, FRONT, KEYS, MESSAGES, RULES, Messages, Steps
from .walks import GuideError, Walk, encoded, walks

HERE = Path(__file__).resolve().parent
FONT = HERE.parent / "web" / "static" / "fonts" / "anek-latin.woff2"

SCORE = encoded("·8._12··3")
"""The digits on the pictured panel."""

_MEANINGS = re.compile(r"^\| `([^`]+)` \| (.+?) \|$", re.MULTILINE)


def page(guides: list[str]) -> str:
    """The whole page, from the walks and messages of `guides` (panel.md, crokinole.md).

    The same guides give the same text. GuideError when they lack what content.py chooses from them.
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
<div class="top"><figure><svg viewBox="0 0 {keys.WIDTH} {keys.HEIGHT}">{keys.drawing(SCORE)}</svg>
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
    colours = keys.CAPS[name]
    rim = keys.RIM if name == "OK" else "#0009"
    return (
        f"<b class='cap' style='background:{colours.cap};color:{colours.ink};border-color:{rim}'>{name}</b>"
    )


def _keys() -> str:
    names = [name for row in keys.ROWS for name in row]
    return "".join(f"<div><dt>{cap(name)}</dt><dd>{KEYS[name]}</dd></div>" for name in names)


def _plain(markdown: str) -> str:
    """Markdown's emphasis as HTML, its links as their text."""
    text = html.escape(markdown, quote=False)
    text = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"\*([^*]+)\*", r"<i>\1</i>", text)
    return re.sub(r"`([^`]+)`", r"<i>\1</i>", text)
