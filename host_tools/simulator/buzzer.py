"""`boardside sounds`: each sound of the table as the buzzer gives it, as a WAV file.

The firmware's own driver plays it, a model of the part

The part is the magnetic transducer of hardware/: of its response only the frequency of its resonance is
known, that at which its maker rates it. So it is modelled as one resonance of second order there, 0 dB at its
top and 6 dB an octave down on both sides far from it. How sharp it is (QUALITY) is assumed; the resonances of
the case, and the coil that lets less current through at high tones, are left out. Nothing was measured.

The transistor drives the part with a square wave. Its harmonics below HARMONICS_BELOW_HZ are there, each as
strong as the duty makes it: sin(pi k duty) / k. A low tone is heard by those of them that the resonance lets
through.
"""

import math
import struct
import wave
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from boardside.drivers.buzzer import VOLUME_MAX, Buzzer
from boardside.table.sounds import PATTERNS, pattern
from host_tools.console import terminal, text_tables
from host_tools.console.text_tables import Column

#: What each sound says, in a few words; docs/umpire/panel.md has more.
MEANINGS = {
    "key": "a key was taken",
    "refuse": "a key means nothing now",
    "warn": "5 s (15 s) before a clock's zero",
    "zero": "a clock is at zero",
    "board": "a board's or round's result is entered; the seal",
    "game": "a game is over",
    "match": "the match is decided",
    "change": "a change of sides falls due",
    "start": '"Play"; a match has come',
    "hall_start": "the hall's clock starts",
    "hall_end": "the hall's clock has ended",
}


PART = "CEM-1205C"
RESONANCE_HZ = 2400
QUALITY = 5.0

RATE_HZ = 48_000
HARMONICS_BELOW_HZ = 20_000
TICK_MS = 10
"""How often the device calls the driver: a step lasts until the first tick at or after its end."""

MARGIN_MS = 50
"""Silence before the sound, so that no player cuts its beginning, and after it: the part rings out."""

_DUTY_WHOLE = 65536
_TABLE = 2048
_PEAK = 0.9 * 32767 / (2 / math.pi)
"""The fundamental at the resonance, half on, which is the loudest there is, takes 0.9 of the file's range."""

_COSINES = [math.cos(2 * math.pi * place / _TABLE) for place in range(_TABLE)]


class Drive(NamedTuple):
    """What the pin does for `ms`: a square wave of `hertz`, on for `duty` of each period; 0 Hz: silence."""

    hertz: int
    duty: float
    ms: int


class _Pin:
    """The PWM as the driver sees it."""

    def __init__(self) -> None:
        self.hertz = 0
        self.duty = 0

    def freq(self, hertz: int) -> None:
        self.hertz = hertz

    def duty_u16(self, duty: int) -> None:
        self.duty = duty

    def now(self) -> tuple[int, float]:
        return (self.hertz, self.duty / _DUTY_WHOLE) if self.duty else (0, 0.0)


def driven(name: str, volume: int) -> list[Drive]:
    """What the driver does with the pin for the sound `name` at `volume` (1 to 10)."""
    pin = _Pin()
    buzzer = Buzzer(pin, lambda end, start: end - start, lambda ticks, ms: ticks + ms)
    buzzer.volume(volume)
    buzzer.play(pattern(name), 0)
    drives: list[Drive] = []
    now = 0
    while buzzer.is_playing():
        hertz, duty = pin.now()
        if drives and drives[-1][:2] == (hertz, duty):
            drives[-1] = drives[-1]._replace(ms=drives[-1].ms + TICK_MS)
        else:
            drives.append(Drive(hertz, duty, TICK_MS))
        now += TICK_MS
        buzzer.tick(now)
    return drives


def rendered(name: str, volume: int) -> list[int]:
    """The sound `name` as samples of 16 bits, RATE_HZ of them a second."""
    silence = Drive(0, 0.0, MARGIN_MS)
    return list(_resonance(_voltage([silence, *driven(name, volume), silence])))


def write(path: Path, samples: Sequence[int]) -> None:
    """Write `samples` as a WAV file of one channel. Raises OSError."""
    with path.open("wb") as file, wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE_HZ)
        out.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def _voltage(drives: Sequence[Drive]) -> Iterator[float]:
    """The square wave at the coil, without its mean, sample by sample."""
    for hertz, duty, ms in drives:
        count = RATE_HZ * ms // 1000
        if not hertz:
            yield from [0.0] * count
            continue
        period = _period(hertz, duty)
        step, place = hertz * _TABLE / RATE_HZ, 0.0
        for _ in range(count):
            left = int(place)
            part = place - left
            yield period[left] * (1 - part) + period[(left + 1) % _TABLE] * part
            place = (place + step) % _TABLE


def _period(hertz: int, duty: float) -> list[float]:
    """One period of the square wave, of the harmonics that are rendered."""
    strengths = [
        (number, 2 * math.sin(math.pi * number * duty) / (math.pi * number))
        for number in range(1, HARMONICS_BELOW_HZ // hertz + 1)
    ]
    return [
        sum(strength * _COSINES[number * place % _TABLE] for number, strength in strengths)
        for place in range(_TABLE)
    ]


def _resonance(voltage: Iterator[float]) -> Iterator[int]:
    """The part's answer: a band-pass of second order (bilinear transform, 0 dB at its centre)."""
    angle = 2 * math.pi * RESONANCE_HZ / RATE_HZ
    width = math.sin(angle) / (2 * QUALITY)
    gain = width / (1 + width)
    back, back_2 = 2 * math.cos(angle) / (1 + width), -(1 - width) / (1 + width)
    before = before_2 = sound = sound_2 = 0.0
    for now in voltage:
        sound, sound_2 = gain * (now - before_2) + back * sound + back_2 * sound_2, sound
        before, before_2 = now, before
        yield max(-32767, min(32767, round(sound * _PEAK)))


COLUMNS = (Column("file", whole=True), Column("lasts", right=True, whole=True), Column("says"))

out = terminal.console()
err = terminal.console(stderr=True)


def sounds_command(
    folder: Annotated[Path, typer.Argument(help="Where the files go; it is made.", show_default=False)],
    volume: Annotated[int, typer.Option("--volume", help="The table's volume.", min=1, max=VOLUME_MAX)] = 7,
) -> None:
    """Write each sound of the table as a WAV file, as the buzzer would give it.

    The firmware's own patterns and driver make the square wave. The buzzer is a model: a magnetic transducer
    with one resonance at 2,400 Hz, whose sharpness is assumed. All files have one scale, so what is louder at
    the table is louder here.
    """
    rows = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in PATTERNS:
            path = folder / f"{name}.wav"
            write(path, rendered(name, volume))
            ms = sum(drive.ms for drive in driven(name, volume))
            rows.append((path.name, f"{ms / 1000:.2f} s", MEANINGS[name]))
    except OSError as error:
        err.print(
            f"{error.filename or folder} cannot be written: {error.strerror}.",
            style="red",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(2) from error
    text_tables.show(out, "", COLUMNS, rows)
    out.print(f"{len(rows)} files in {folder}: 48 kHz, mono, 16 bit.", markup=False, soft_wrap=True)
