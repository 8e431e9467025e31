"""Every two sounds of a table can be told apart with eyes closed: by rhythm, else by pitch.

People tell rhythms apart better than pitches, also those who hear high tones badly. Two rhythms differ when
the tones differ in number (up to four are counted without counting, if the rests can be heard), when one
sound lasts at least twice as long as the other, or when one tone or rest takes a share of the whole that
differs by 20 percent of the whole or more. The shares, and not the milliseconds, because a sound that comes
alone is not compared with another tempo. Where the rhythms do not differ, the mean pitch has to, by a fifth
or more.
"""

import math
from collections.abc import Sequence
from itertools import combinations

import pytest

from boardside.table import sounds
from host_tools.simulator.buzzer import MEANINGS

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


PAIRS = list(combinations(sounds.PATTERNS, 2))
BEFORE = {
    "board": "1600/80 -/40 2000/120",
    "start": "1200/60 -/30 1800/90",
    "change": "2(1200/150 -/80)",
    "game": "1600/80 -/40 2000/80 -/40 2400/160",
    "match": "1600/120 -/60 2000/120 -/60 2400/360",
}
"""Patterns that the measure found too much alike."""


def apart(name: str, other: str) -> bool:
    return can_be_told_apart(sounds.steps(name), sounds.steps(other))


@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_two_sounds_differ_in_rhythm_or_by_a_fifth(name: str, other: str) -> None:
    assert can_be_told_apart(sounds.pattern(name), sounds.pattern(other))


def test_at_present_all_of_them_differ_in_rhythm_alone() -> None:
    alike = [pair for pair in PAIRS if not differ_in_rhythm(*(sounds.pattern(name) for name in pair))]
    assert alike == []


def test_tones_can_be_counted() -> None:
    for name in sounds.PATTERNS:
        rests = [ms for hertz, ms, _ in sounds.pattern(name) if not hertz]
        assert all(ms >= REST_MIN_MS for ms in rests), name
    many = [name for name in sounds.PATTERNS if tones(sounds.pattern(name)) > 4]
    assert many == ["hall_start"]


def test_each_sound_is_said_in_words() -> None:
    assert set(MEANINGS) == set(sounds.PATTERNS)


@pytest.mark.parametrize(("name", "other"), [("board", "start"), ("game", "match")])
def test_sounds_that_were_taken_for_one_another_fail(name: str, other: str) -> None:
    assert not apart(BEFORE[name], BEFORE[other])


def test_sounds_that_differed_in_pitch_alone_are_known_as_such() -> None:
    board, change = sounds.steps(BEFORE["board"]), sounds.steps(BEFORE["change"])
    assert not differ_in_rhythm(board, change)
    assert differ_in_pitch(board, change)


def test_a_rhythm_is_tones_and_the_rests_between() -> None:
    assert rhythm(sounds.steps("1000/100 -/50 -/10 1500/30 2000/20 -/90")) == [100, 60, 30, 0, 20]
    assert tones(sounds.steps("-/50 2(1000/100 -/50)")) == 2


def test_the_measure_at_its_edges() -> None:
    assert apart("1000/100", "1000/200")
    assert not apart("1000/100", "1000/199")
    assert apart("1000/100", "1500/100")
    assert not apart("1000/100", "1499/100")
    assert apart("1000/100 -/50 1000/100", "1000/100")
    # Shares of the whole: 40, 20 and 40 percent against 20, 20, 60 and against 21, 20, 59.
    assert apart("1000/100 -/50 1000/100", "1000/50 -/50 1000/150")
    assert not apart("1000/80 -/40 1000/80", "1000/42 -/40 1000/118")


def test_the_mean_pitch_is_as_long_as_its_tones() -> None:
    assert pitch_hz(sounds.steps("1000/100 -/900 2000/100")) == pytest.approx(1414.2, abs=0.1)
    assert pitch_hz(sounds.steps("1000/300 2000/100")) == pytest.approx(1189.2, abs=0.1)
