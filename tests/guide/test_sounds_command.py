"""`boardside sounds`, its model of the buzzer."""

import math
import struct
import sys
import wave
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boardside.table import sounds
from hardware.generator.designs.basic import TRANSDUCER
from host_tools import cli
from host_tools.guide import spectrograms
from host_tools.simulator import buzzer

VOLUME = 7


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli.build("sounds"), ["sounds", *arguments], env={"COLUMNS": "120"})
    return done.exit_code, done.stdout, done.stderr


def strength(samples: list[int], hertz: float) -> float:
    """The amplitude of one frequency."""
    rate = buzzer.RATE_HZ
    turns = [2 * math.pi * hertz * at / rate for at in range(len(samples))]
    across = sum(sample * math.cos(turn) for sample, turn in zip(samples, turns, strict=True))
    along = sum(sample * math.sin(turn) for sample, turn in zip(samples, turns, strict=True))
    return 2 * math.hypot(across, along) / len(samples)


def sounding(pattern: str, volume: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The samples of one tone of a second, without its beginning and end."""
    monkeypatch.setitem(sounds._made, "zero", sounds.steps(pattern))
    margin = buzzer.RATE_HZ * (buzzer.MARGIN_MS + 50) // 1000
    return buzzer.rendered("zero", volume)[margin:-margin]


def decibels(strong: float, other: float) -> float:
    return 20 * math.log10(strong / other)


def test_each_sound_is_a_wav_file_and_the_table_says_which(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "sounds"
    code, output, _ = run(str(folder))
    assert code == 0
    assert sorted(path.stem for path in folder.iterdir()) == sorted(sounds.PATTERNS)
    for name in sounds.PATTERNS:
        assert f"\n{name}.wav " in output
        with wave.open(str(folder / f"{name}.wav"), "rb") as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (48_000, 1, 2)
            ms = sum(ms for _, ms, _ in sounds.pattern(name)) + 2 * buzzer.MARGIN_MS
            assert ms <= file.getnframes() / 48 <= ms + 10 * len(sounds.pattern(name))
            samples = struct.unpack(f"<{file.getnframes()}h", file.readframes(file.getnframes()))
        assert 1_000 < max(samples) < 32_767
        assert set(samples[: 48 * buzzer.MARGIN_MS]) == {0}
        assert abs(samples[-1]) <= 1, "it has rung out"
    assert "2 s" in output
    assert output.splitlines()[-1].startswith(f"{len(sounds.PATTERNS)} files in ")


@pytest.mark.parametrize("place", ["a file", "a file/within"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "a file").write_text("")
    code, output, problem = run(str(tmp_path / place))
    assert code == 2
    assert output == ""
    assert problem.startswith(str(tmp_path / "a file"))
    assert " cannot be written: " in problem


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "key.wav").mkdir()
    code, _, problem = run(str(tmp_path))
    assert code == 2
    assert problem == f"{tmp_path / 'key.wav'} cannot be written: Is a directory.\n"


def test_a_louder_table_is_louder_in_the_file(tmp_path: Path) -> None:
    peaks = [max(buzzer.rendered("warn", volume)) for volume in range(1, 11)]
    assert peaks == sorted(set(peaks))


def test_the_drivers_ticks_end_a_step() -> None:
    assert [(drive.hertz, drive.ms) for drive in buzzer.driven("key", VOLUME)] == [(2000, 30)]
    assert [drive.ms for drive in buzzer.driven("refuse", VOLUME)] == [90, 50, 90]


def test_the_part_is_that_of_the_parts_lists() -> None:
    assert TRANSDUCER.mpn == buzzer.PART
    assert buzzer.RESONANCE_HZ <= sounds.FREQUENCY_MAX_HZ


def test_the_response_is_one_resonance(monkeypatch: pytest.MonkeyPatch) -> None:
    at = {
        hertz: strength(sounding(f"{hertz}/1000", 10, monkeypatch), hertz)
        for hertz in (600, 1200, 2160, 2400, 2500)
    }
    assert max(at, key=lambda hertz: at[hertz]) == buzzer.RESONANCE_HZ
    for hertz, strong in at.items():
        off = buzzer.QUALITY * (hertz / 2400 - 2400 / hertz)
        assert decibels(strong, at[2400]) == pytest.approx(-10 * math.log10(1 + off * off), abs=0.3), hertz
    assert decibels(at[1200], at[600]) == pytest.approx(8, abs=1), "about 6 dB an octave, more near it"


def test_the_duty_makes_the_harmonics(monkeypatch: pytest.MonkeyPatch) -> None:
    half = sounding("800/1000", 10, monkeypatch)
    assert strength(half, 2400) > 3 * strength(half, 800), "the third harmonic is at the resonance"
    assert strength(half, 1600) < strength(half, 800) / 50, "half on has no even harmonics"
    tenth = sounding("1200/1000", VOLUME, monkeypatch)
    assert strength(tenth, 2400) > 3 * strength(tenth, 1200)


def test_a_spectrogram_shows_each_tone_where_and_when_it_is() -> None:
    shades = spectrograms.levels(buzzer.rendered("zero", VOLUME))
    middle = shades[len(shades) // 2]
    assert middle[23] == spectrograms.SHADES == max(middle)
    assert max(shades[0]) == 0
    strong = [at for at, moment in enumerate(shades) if moment[23] == spectrograms.SHADES]
    assert len(strong) * spectrograms.STEP_MS == pytest.approx(1_200, abs=40)


def test_no_other_program_is_needed() -> None:
    assert "numpy" not in sys.modules


def loudest_db(name: str) -> float:
    """The loudest 50 ms of a sound as the model of the buzzer gives it."""
    samples, window = buzzer.rendered(name, 7), buzzer.RATE_HZ // 20
    powers = [
        sum(value * value for value in samples[at : at + window])
        for at in range(0, max(1, len(samples) - window), window // 4)
    ]
    return 10 * math.log10(max(powers) / window)


def test_a_refusal_is_not_louder_than_a_warning_nor_zero_than_the_halls_end() -> None:
    assert loudest_db("refuse") <= loudest_db("warn")
    assert loudest_db("hall_end") >= loudest_db("zero") - 0.5
    assert loudest_db("warn") < loudest_db("zero")
