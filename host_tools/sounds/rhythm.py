"""Whether two sounds can be told apart with eyes closed: by rhythm, else by pitch.

People tell rhythms apart better than pitches, also those who hear high tones badly. Two rhythms differ when
the tones differ in number (up to four are counted without counting, if the rests can be heard), when one
sound lasts at least twice as long as the other, or when one tone or rest takes a share of the whole that
differs by 20 percent of the whole or more. The shares, and not the milliseconds, because a sound that comes
alone is not compared with another tempo. Where the rhythms do not differ, the mean pitch has to, by a fifth
or more.
"""

import math
from collections.abc import Sequence

Pattern = Sequence[tuple[int, int, int]]
"""Steps as `boardside.table.sounds.pattern` has them: (Hz, 0 for a rest; ms; accent)."""

SHARE = 0.2
TIMES = 2.0
FIFTH = 3 / 2
REST_MIN_MS = 40
"""A shorter rest is filled by the echo of a hall."""


def rhythm(pattern: Pattern) -> list[int]:
    """Milliseconds of tone, rest, tone, ..., tone. A change of pitch without a rest begins a new tone, after
    a rest of 0 ms; rests at the end do not count.
    """
    parts: list[int] = []
    for hertz, ms, _ in pattern:
        if not hertz and parts:
            parts[-1] += ms
        elif hertz:
            parts += [ms, 0]
    return parts[:-1]


def tones(pattern: Pattern) -> int:
    """How many tones it has."""
    return len(rhythm(pattern)[::2])


def pitch_hz(pattern: Pattern) -> float:
    """The mean pitch: the geometric mean of the tones, each as much as it lasts."""
    sounding = [(hertz, ms) for hertz, ms, _ in pattern if hertz]
    return math.exp(sum(ms * math.log(hertz) for hertz, ms in sounding) / sum(ms for _, ms in sounding))


def differ_in_rhythm(pattern: Pattern, other: Pattern) -> bool:
    """Whether their rhythms differ, whatever their pitches are."""
    first, second = rhythm(pattern), rhythm(other)
    if len(first) != len(second):
        return True
    whole, other_whole = sum(first), sum(second)
    if max(whole, other_whole) >= TIMES * min(whole, other_whole):
        return True
    return any(
        abs(part / whole - other_part / other_whole) >= SHARE
        for part, other_part in zip(first, second, strict=True)
    )


def differ_in_pitch(pattern: Pattern, other: Pattern) -> bool:
    """Whether their mean pitches are a fifth apart, or more."""
    pitches = sorted((pitch_hz(pattern), pitch_hz(other)))
    return pitches[1] >= FIFTH * pitches[0]


def can_be_told_apart(pattern: Pattern, other: Pattern) -> bool:
    """Whether a person with eyes closed can tell them apart."""
    return differ_in_rhythm(pattern, other) or differ_in_pitch(pattern, other)
