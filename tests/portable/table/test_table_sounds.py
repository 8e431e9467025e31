"""Sounds as data: all there, low enough for old ears, the weightiest heard, each with its light."""

from portable import raises
from table_kit import Umpire

from boardside.table import sounds


def test_all_names_have_a_pattern_within_its_limits():
    assert sorted(sounds.PATTERNS) == sorted(sounds.RANK)
    for name in sounds.PATTERNS:
        for frequency, ms, accent in sounds.pattern(name):
            assert frequency == 0 or 100 <= frequency <= sounds.FREQUENCY_MAX_HZ
            assert 0 < ms <= 2_000
            assert accent == 0


def long_tones(name):
    return len([ms for frequency, ms, _ in sounds.pattern(name) if frequency and ms >= 1_000])


def test_only_zero_is_a_long_tone_and_only_the_halls_end_two():
    for name in sounds.PATTERNS:
        assert long_tones(name) == {"zero": 1, "hall_end": 2}.get(name, 0), name


def test_the_halls_sounds_begin_at_once_and_rise_and_stay():
    tones = [hertz for hertz, _, _ in sounds.pattern("hall_start") if hertz]
    assert tones[:3] == sorted(set(tones)) == tones[3:]
    assert len({hertz for hertz, _, _ in sounds.pattern("hall_end") if hertz}) == 1
    for name in ("hall_start", "hall_end"):
        assert sounds.pattern(name)[0][0], "all tables begin together"


def test_no_two_sound_alike():
    patterns = [sounds.pattern(name) for name in sounds.PATTERNS]
    assert len(set(patterns)) == len(patterns)


def test_a_pattern_is_read_as_it_is_written():
    assert sounds.steps("2000/25") == ((2000, 25, 0),)
    assert sounds.steps("400/90! -/50 400/90?") == ((400, 90, 1), (0, 50, 0), (400, 90, -1))
    assert sounds.steps("1000/10 2(1200/150 -/80) 500/1") == (
        (1000, 10, 0),
        (1200, 150, 0),
        (0, 80, 0),
        (1200, 150, 0),
        (0, 80, 0),
        (500, 1, 0),
    )


def test_what_is_no_pattern_is_refused_with_the_reason():
    for text, part in (
        ("", "1 to 32 steps"),
        ("2501/10", "100 to 2500 Hz"),
        ("99/10", "100 to 2500 Hz"),
        ("1000", "no step"),
        ("1000/", "no step"),
        ("1000/0", "lasts no time"),
        ("1000/x", "no step"),
        ("-/-5", "no step"),
        ("1(1000/10)", "2( to 9("),
        ("2(2(1000/10))", "not within another"),
        ("2(1000/10", "without its )"),
        ("1000/10)", "without its repeat"),
        ("9(1000/10 -/10 1000/10 -/10)", "1 to 32 steps"),
        ("9(1000/900)", "at most 5000 ms"),
        ("!", "no step"),
    ):
        assert part in str(raises(ValueError, sounds.steps, text)), text


def test_the_organiser_may_have_other_sounds():
    usual = sounds.pattern("warn")
    try:
        assert sounds.replace("warn", "2(1000/60 -/60)") == ""
        assert len(sounds.pattern("warn")) == 4
        assert sounds.replace("warn", "3000/60").startswith("warn: 3000/60: a tone has")
        assert len(sounds.pattern("warn")) == 4
        assert "no sound bell" in sounds.replace("bell", "1000/60")
    finally:
        assert sounds.replace("warn", sounds.PATTERNS["warn"]) == ""
    assert sounds.pattern("warn") == usual


def test_the_weightiest_is_heard_and_nothing_comes_late():
    box = sounds.SoundBox()
    assert box.take() is None
    for name in ("key", "zero", "refuse"):
        box.ask(name)
    assert box.take() == "zero"
    assert box.take() is None
    for name in ("hall_end", "zero", "warn"):
        box.ask(name)
    assert box.take() == "hall_end"
    box.ask("key")
    box.ask("board")
    assert box.take() == "board"


# How each sound comes about, from a match before "Play": what is pressed, and how long is waited then.
WAYS = {
    "key": ("O", 0),
    "refuse": ("Q", 0),
    "start": ("C", 0),
    "warn": ("C", 10_000),
    "zero": ("C", 15_000),
    "board": ("OBBQOO", 0),
}


def seen(umpire):
    """The eight digits, as bytes; a flash has them dark."""
    return "" if umpire.table.screen(umpire.now).dark else umpire.show()


def test_every_sound_has_its_light_within_50_ms():
    for name in WAYS:
        umpire = Umpire(strokes=0)
        assert umpire.assign()[0]
        umpire.press("P")
        umpire.wait(2_000)
        keys, ms = WAYS[name]
        umpire.press(keys[:-1])
        before = seen(umpire)
        umpire.sounds.clear()
        umpire.press(keys[-1:])
        if ms:
            umpire.wait(ms - 60)
            before = seen(umpire)
            assert umpire.sounds[-1] != name
        looks = []
        for _ in range(12):
            looks.append(seen(umpire))
            umpire.wait(10)
        assert name in umpire.sounds, name
        assert [look for look in looks if look != before] != [], name
        if name in sounds.FLASHES:
            assert "" in looks, name


def test_zero_flashes_three_times_and_a_key_ends_it():
    umpire = Umpire(strokes=0)
    assert umpire.assign()[0]
    umpire.press("C")
    umpire.wait(15_000)
    dark = []
    for _ in range(60):
        umpire.wait(10)
        dark.append(seen(umpire) == "")
    assert len([at for at in range(1, 60) if dark[at] and not dark[at - 1]]) == 3
    umpire.press("C")
    umpire.wait(100)
    umpire.press("C")
    umpire.wait(15_050)
    assert seen(umpire) == ""
    umpire.press("C")
    assert seen(umpire) != ""


def test_the_hall_begins_with_two_flashes_and_ends_with_five():
    for is_playing in (False, True):
        umpire = Umpire(strokes=0)
        if is_playing:
            assert umpire.assign()[0]
            umpire.press("P")
            umpire.wait(2_000)
        for name, event, count in (
            ("hall_start", {"kind": "hall", "do": "start", "ms": 60_000}, 2),
            ("hall_end", {"kind": "hall", "do": "end"}, 5),
        ):
            assert umpire.table.command(event, umpire.now)[0]
            dark = []
            for _ in range(100):
                dark.append(seen(umpire) == "")
                umpire.wait(10)
            assert umpire.sounds[-1] == name
            assert len([at for at in range(1, 100) if dark[at] and not dark[at - 1]]) == count
            assert True in dark[:6], "within 50 ms"


def test_the_end_of_games_and_matches_has_a_page_of_its_own():
    umpire = Umpire(strokes=0)
    assert umpire.assign()[0]
    shown = {"game": ("SidE", "rESt"), "change": ("SidE",), "match": ("ConF",)}
    last = ""
    for _ in range(60):
        umpire.sounds.clear()
        if umpire.state.phase == "over":
            break
        if umpire.state.phase == "board" or umpire.state.phase == "ready":
            umpire.result(
                umpire.state.breaker, 6, None if max(umpire.state.points.values()) > 21 else "board"
            )
        else:
            umpire.press("C")
        for name in shown:
            if name in umpire.sounds:
                last = name
                assert set(shown[name]) & set(pages(umpire)), (name, pages(umpire))
    assert last == "match"


def pages(umpire):
    """The messages shown by turns."""
    messages = []
    for step in range(3):
        messages.append(umpire.table.screen(umpire.now + 2_048 * step).message)
    return messages
