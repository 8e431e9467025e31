"""Every two sounds of a table can be told apart with eyes closed."""

from itertools import combinations

import pytest

from boardside.table import sounds
from host_tools.sounds import rhythm
from host_tools.sounds.meanings import MEANINGS

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
    return rhythm.can_be_told_apart(sounds.steps(name), sounds.steps(other))


@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_two_sounds_differ_in_rhythm_or_by_a_fifth(name: str, other: str) -> None:
    assert rhythm.can_be_told_apart(sounds.pattern(name), sounds.pattern(other))


def test_at_present_all_of_them_differ_in_rhythm_alone() -> None:
    alike = [pair for pair in PAIRS if not rhythm.differ_in_rhythm(*(sounds.pattern(name) for name in pair))]
    assert alike == []


def test_tones_can_be_counted() -> None:
    for name in sounds.PATTERNS:
        rests = [ms for hertz, ms, _ in sounds.pattern(name) if not hertz]
        assert all(ms >= rhythm.REST_MIN_MS for ms in rests), name
    many = [name for name in sounds.PATTERNS if rhythm.tones(sounds.pattern(name)) > 4]
    assert many == ["hall_start"]


def test_each_sound_is_said_in_words() -> None:
    assert set(MEANINGS) == set(sounds.PATTERNS)


@pytest.mark.parametrize(("name", "other"), [("board", "start"), ("game", "match")])
def test_sounds_that_were_taken_for_one_another_fail(name: str, other: str) -> None:
    assert not apart(BEFORE[name], BEFORE[other])


def test_sounds_that_differed_in_pitch_alone_are_known_as_such() -> None:
    board, change = sounds.steps(BEFORE["board"]), sounds.steps(BEFORE["change"])
    assert not rhythm.differ_in_rhythm(board, change)
    assert rhythm.differ_in_pitch(board, change)


def test_a_rhythm_is_tones_and_the_rests_between() -> None:
    assert rhythm.rhythm(sounds.steps("1000/100 -/50 -/10 1500/30 2000/20 -/90")) == [100, 60, 30, 0, 20]
    assert rhythm.tones(sounds.steps("-/50 2(1000/100 -/50)")) == 2


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
    assert rhythm.pitch_hz(sounds.steps("1000/100 -/900 2000/100")) == pytest.approx(1414.2, abs=0.1)
    assert rhythm.pitch_hz(sounds.steps("1000/300 2000/100")) == pytest.approx(1189.2, abs=0.1)
