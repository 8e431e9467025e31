"""Sounds as data: all there, low enough for old ears, and the weightiest heard."""

from boardside.table import sounds


def test_all_names_have_a_pattern_within_its_limits():
    names = ["key", "refuse", "warn", "zero", "board", "game", "match", "change", "start"]
    assert sorted(sounds.PATTERNS) == sorted(names) == sorted(sounds.RANK)
    for name in names:
        for frequency, ms in sounds.PATTERNS[name]:
            assert frequency == 0 or 100 <= frequency <= sounds.FREQUENCY_MAX_HZ
            assert 0 < ms <= 2_000


def test_only_zero_is_a_long_tone():
    for name in sounds.PATTERNS:
        longest = max([ms for frequency, ms in sounds.PATTERNS[name] if frequency])
        assert (longest >= 1_000) == (name == "zero")


def test_no_two_sound_alike():
    patterns = [sounds.PATTERNS[name] for name in sounds.PATTERNS]
    assert len(set(patterns)) == len(patterns)


def test_the_weightiest_is_heard_and_nothing_comes_late():
    box = sounds.SoundBox()
    assert box.take() is None
    for name in ("key", "zero", "refuse"):
        box.ask(name)
    assert box.take() == "zero"
    assert box.take() is None
    box.ask("key")
    box.ask("board")
    assert box.take() == "board"
