"""Some of the table's sounds as spectrograms: what the model of the buzzer gives, all on one scale of time.

Powers of a DFT of WINDOW samples under Hann's window, every STEP_MS; five shades of SHADE_DB each, down from
the strongest of each sound.
"""

import math
from collections.abc import Iterator, Sequence

from host_tools.simulator import buzzer
from host_tools.simulator.buzzer import MEANINGS

FILE = "sounds-spectrograms.svg"
SHOWN = ("warn", "zero", "refuse", "change", "match", "hall_end")

VOLUME = 7
_EVERY = 3
"""One sample of so many is enough up to 8 kHz; the resonance has damped what is above."""
WINDOW, STEP_MS = 320, 20
BIN_HZ, TOP_HZ = 100, 8000
SHADES, SHADE_DB = 5, 8

_COLUMNS = 2
_SHOWN_MS = 2500
_WIDE_PX, _HIGH_PX = 250, 120
_LEFT_PX, _HEAD_PX, _FOOT_PX, _GAP_PX = 44, 24, 22, 16
_FONT = "-apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_COLOURS = ("#f3d9c8", "#f0b392", "#e8845c", "#c94f2e", "#7d2413")


def levels(samples: Sequence[int]) -> list[list[int]]:
    """For each step of time the shade of each band of BIN_HZ, from 0 Hz up: 0 for none, SHADES at most."""
    coarse = samples[::_EVERY]
    rate = buzzer.RATE_HZ // _EVERY
    hann = [0.5 - 0.5 * math.cos(2 * math.pi * at / WINDOW) for at in range(WINDOW)]
    powers = [
        list(
            _powers(
                [sample * weight for sample, weight in zip(coarse[at : at + WINDOW], hann, strict=True)], rate
            )
        )
        for at in range(0, len(coarse) - WINDOW + 1, rate * STEP_MS // 1000)
    ]
    top = max(max(moment) for moment in powers)
    return [[_shade(power / top) for power in moment] for moment in powers]


def _shade(share: float) -> int:
    if share <= 0:
        return 0
    return max(0, SHADES - int(-10 * math.log10(share) / SHADE_DB))


def _powers(window: Sequence[float], rate: int) -> Iterator[float]:
    """The power in each band, by Goertzel's recursion."""
    for hertz in range(0, TOP_HZ, BIN_HZ):
        turn = 2 * math.cos(2 * math.pi * hertz / rate)
        last = before = 0.0
        for sample in window:
            last, before = sample + turn * last - before, last
        yield last * last + before * before - turn * last * before


def picture() -> str:
    """A stand-alone SVG with a field for each of SHOWN."""
    rows = -(-len(SHOWN) // _COLUMNS)
    field_wide, field_high = _LEFT_PX + _WIDE_PX + _GAP_PX, _HEAD_PX + _HIGH_PX + _FOOT_PX + _GAP_PX
    width, height = _COLUMNS * field_wide, rows * field_high
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        "<title>Spectrograms of six sounds of the table, as the buzzer's model gives them</title>",
        f"<style>text{{font:12px {_FONT};fill:#3b3128}}.head{{font-weight:bold}}"
        ".scale{font-size:10px}.end{text-anchor:end}.middle{text-anchor:middle}"
        + "".join(f".s{shade}{{fill:{colour}}}" for shade, colour in enumerate(_COLOURS, 1))
        + "</style>",
        f'<rect width="{width}" height="{height}" rx="12" fill="#f3ece0"/>',
    ]
    for at, name in enumerate(SHOWN):
        x, y = at % _COLUMNS * field_wide + _LEFT_PX, at // _COLUMNS * field_high + _HEAD_PX
        parts.append(f'<g transform="translate({x} {y})">{_field(name)}</g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _field(name: str) -> str:
    parts = [
        f'<text class="head" y="-7">{name}: {MEANINGS[name]}</text>',
        f'<rect width="{_WIDE_PX}" height="{_HIGH_PX}" fill="#fffdf9"/>',
    ]
    for khz in range(0, TOP_HZ // 1000 + 1, 2):
        y = _HIGH_PX - khz * 1000 * _HIGH_PX // TOP_HZ
        parts.append(f'<text class="scale end" x="-5" y="{y + 3}">{khz}{" kHz" if khz else ""}</text>')
    for ms in range(0, _SHOWN_MS + 1, 500):
        x = ms * _WIDE_PX // _SHOWN_MS
        parts.append(f'<path d="M{x} {_HIGH_PX}v4" stroke="#3b3128"/>')
        parts.append(
            f'<text class="scale middle" x="{x}" y="{_HIGH_PX + 15}">{ms / 1000:g}{" s" if ms else ""}</text>'
        )
    shades = levels(buzzer.rendered(name, VOLUME))
    across, up = _WIDE_PX * STEP_MS / _SHOWN_MS, _HIGH_PX * BIN_HZ / TOP_HZ
    scale = f'transform="translate(0 {_HIGH_PX}) scale({across:g} {-up:g})"'
    for shade in range(1, SHADES + 1):
        runs = "".join(f"M{at} {band}h{length}v1h-{length}z" for at, band, length in _runs(shades, shade))
        if runs:
            parts.append(f'<path class="s{shade}" {scale} d="{runs}"/>')
    return "".join(parts)


def _runs(shades: Sequence[Sequence[int]], shade: int) -> Iterator[tuple[int, int, int]]:
    """(first step, band, steps) of each stretch of one shade."""
    for band in range(TOP_HZ // BIN_HZ):
        first = None
        for at in range(len(shades) + 1):
            is_in = at < len(shades) and shades[at][band] == shade
            if is_in and first is None:
                first = at
            elif not is_in and first is not None:
                yield first, band, at - first
                first = None
