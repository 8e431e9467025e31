"""The caps' colours as colour-blind people see them: the keys stay apart, and the legends can be read.

Seen colours: Machado, Oliveira, Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision
Deficiency", table 1, severity 1.0, in linear RGB. Difference: CIE 1976 in L*a*b* under D65; 2.3 is just
noticed side by side, 10 at a glance. Contrast: WCAG 2.
"""

import itertools
import re
from pathlib import Path

import pytest

from boardside.table.pages.panel import KEYS

ROOT = Path(__file__).resolve().parents[2]
CSS = (ROOT / "host_tools" / "web" / "static" / "panel" / "keys.css").read_text(encoding="utf-8")

Colour = tuple[float, float, float]

SIGHTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

AT_A_GLANCE = 10.0
BY_RIM = {frozenset(("WHITE", "OK"))}
"""Both are white: OK has its rim, its hollow, and lies in the other row."""

READABLE = 4.5


def cap(key: str, which: str = "cap") -> Colour:
    """A key's colour in panel.css, linear RGB from 0 to 1."""
    rule = re.search(rf"^\.{key} \{{(.*?)\}}", CSS, re.MULTILINE)
    assert rule is not None, key
    colour = re.search(rf"--{which}: #([0-9a-f]{{6}})", rule.group(1))
    text = colour.group(1) if colour else "ffffff"  # the usual legend is white
    red, green, blue = (linear(int(text[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return red, green, blue


def linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: Colour, sight: str) -> Colour:
    red, green, blue = (
        min(1.0, max(0.0, sum(part * value for part, value in zip(row, colour, strict=True))))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def lab(colour: Colour) -> Colour:
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(first: str, second: str, sight: str) -> float:
    """How different two keys look."""
    pairs = zip(lab(seen(cap(first), sight)), lab(seen(cap(second), sight)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def luminance(colour: Colour) -> float:
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2]


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_keys_look_alike(sight: str) -> None:
    for first, second in itertools.combinations(KEYS, 2):
        if frozenset((first, second)) not in BY_RIM:
            assert apart(first, second, sight) >= AT_A_GLANCE, (first, second, apart(first, second, sight))


@pytest.mark.parametrize("sight", SIGHTS)
def test_every_legend_can_be_read(sight: str) -> None:
    for key in KEYS:
        lights = sorted((luminance(seen(cap(key), sight)), luminance(seen(cap(key, "on-cap"), sight))))
        assert (lights[1] + 0.05) / (lights[0] + 0.05) >= READABLE, key


def test_the_model_keeps_greys_and_confuses_what_it_should() -> None:
    for sight in SIGHTS:
        for value in (0.0, 0.2, 1.0):
            assert max(abs(part - value) for part in seen((value, value, value), sight)) < 0.001
    red, green = (0.5, 0.0, 0.0), (0.1, 0.13, 0.0)
    usual = sum((a - b) ** 2 for a, b in zip(lab(red), lab(green), strict=True)) ** 0.5
    confused = (
        sum(
            (a - b) ** 2
            for a, b in zip(lab(seen(red, "deuteranopia")), lab(seen(green, "deuteranopia")), strict=True)
        )
        ** 0.5
    )
    assert confused < usual / 2
