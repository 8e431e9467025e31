"""The legends of the lids: clear of holes, edges and each other, and the words that the guide explains."""

import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.generator import enclosure, labels, lid
from host_tools.guide import panel as guide
from host_tools.guide.digits import SCORE, encoded
from host_tools.simulator import displays
from host_tools.simulator.displays import text_of

LIDS = enclosure.lids()
BASIC, EINK = enclosure.consoles()
FRAMES = enclosure.digit_frames()


def told_on(lids: list[lid.Lid]) -> list[str]:
    return [legend.text for made in lids for legend in made.legends]


@pytest.mark.parametrize("made", LIDS, ids=lambda made: made.name)
def test_every_legend_is_clear_and_large_enough(made: lid.Lid) -> None:
    assert lid.faults(made) == []
    assert len(made.legends) >= 4


@pytest.mark.parametrize(
    ("text", "x", "y", "says"),
    [
        ("CLOCK", 0.0, 31.66, "CLOCK is -0.1 mm from the key FOUL"),  # where it once was
        ("CLOCK", 0.0, 6.0, "from the key CLOCK"),
        ("CLOCK", 34.0, 0.0, "from a screw"),
        ("WHITE", 15.0, 0.0, "from BLACK"),
        ("POINT: MIN", 0.0, 2.0, "from the window"),
        ("UNDO", -34.0, 0.0, "UNDO is 1.2 mm from the edge"),
    ],
)
def test_a_legend_that_is_not_clear_is_found(text: str, x: float, y: float, says: str) -> None:
    assert any(says in fault for fault in lid.faults(BASIC.moved(text, x, y)))


def test_a_letter_whose_width_is_not_known_is_an_error() -> None:
    with pytest.raises(KeyError):
        _ = lid.Legend("Q!", 0, 0, 3).box


def test_the_check_tells_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from hardware.generator import __main__ as command

    monkeypatch.setattr(enclosure, "lids", lambda: [BASIC.moved("POINT: MIN", 0, 2)])
    assert command.check([], is_quick=True) == 1
    assert "POINT: MIN is -0.4 mm from the window" in capsys.readouterr().out


def test_the_lids_say_what_the_guide_explains() -> None:
    picture = guide.lid_picture(SCORE)
    drawn = re.findall(r"<text x=[^>]*>([A-Z: ]+)</text>", picture)
    pairs = list(
        zip(
            re.findall(r">([^<]+)</tspan><", picture),
            re.findall(r"</tspan><tspan dx=.5.>([^<]+)<", picture),
            strict=False,
        )
    )
    words = [word for word, *_ in (*displays.ABOVE, *displays.BELOW)]
    assert drawn == words
    assert [meaning for _, meaning in pairs] == [
        meaning for _, meaning in (*displays.SIGNS, *displays.LETTERS)
    ]
    signs = [f"{sign}: {meaning}" for sign, meaning in (*displays.SIGNS, *displays.LETTERS)]
    for lids, twice in (([BASIC], []), (FRAMES, ["CLOCK"])):
        printed = [
            part
            for text in told_on(lids)
            for part in text.split("   ")
            if text not in lid.KEY_PLACES or text in words
        ]
        if lids == [BASIC]:
            for key in set(lid.KEY_PLACES) & set(words):
                printed.remove(key)
        assert sorted(printed) == sorted(words + signs + twice)
    assert set(told_on([EINK])) == set(lid.KEY_PLACES)


def test_the_guide_lists_every_word_of_the_lid(hardware: Path) -> None:
    guide_text = (hardware.parent / "docs" / "umpire" / "panel.md").read_text(encoding="utf-8")
    section = guide_text.partition("## The rules on the lid")[2].partition("\n## ")[0]
    for word, *_ in (*displays.ABOVE, *displays.BELOW, *displays.SIGNS):
        assert word in section, word
    for sign, _ in displays.LETTERS:
        assert f"`{sign}`" in section, sign


def test_the_words_stand_over_the_digits_that_they_name() -> None:
    places = {(legend.text, round(legend.x, 1)) for legend in BASIC.legends if legend.y > 60}
    middle = BASIC.covers[0][1]
    first = (middle.x0 + middle.x1) / 2 - 3.5 * 20 - 0.5
    assert ("CLOCK", round(first + 3.5 * 20 + 0.5, 1)) in places
    assert ("POINTS", round(first + 0.5 * 20, 1)) in places
    assert ("POINTS", round(first + 6.5 * 20 + 1, 1)) in places
    point = 64 / 188 * 20.3
    assert ("POINT: MIN", round(first + 4 * 20 + 1 + point, 1)) in places
    assert [word for made in FRAMES for word in told_on([made]) if ":" not in word] == [
        "POINTS", "QUEEN", "TURN", "CLOCK", "CLOCK", "TURN", "POINTS", "QUEEN",
    ]  # fmt: skip


def test_the_pictures_of_the_digits_are_as_wide_as_the_modules() -> None:
    """The simulated modules have the sizes that lids and boards have."""
    row = displays.first_row("max7219")
    middles = displays.MODULES["max7219"].middles_mm(row)
    assert middles[-1] + 20 == enclosure.MAX7219_WINDOW_MM[0]
    left, right = ((box.x0 + box.x1) / 2 for _, box in FRAMES[0].covers)
    frame = FRAMES[0].edge
    tournament = displays.MODULES["digits"].middles_mm(displays.first_row("digits"))
    steps = [round(after - before, 3) for before, after in pairwise(tournament)]
    within, between = right - left, left - frame.x0 + frame.x1 - right
    assert steps == [within, between, within, between, within, between, within]


def test_letters_are_written_as_the_digits_show_them() -> None:
    for sign, _ in displays.LETTERS:
        letters = text_of(encoded(sign))[: len(sign)]
        assert letters.lower() == sign.lower().replace("s", "5"), sign


def test_the_drawings_are_as_committed() -> None:
    for name, text in labels.drawings().items():
        assert (labels.FOLDER / name).read_text(encoding="utf-8") == text, (
            f"{name}: run python -m hardware.generator write"
        )
    committed = {path.name for path in labels.FOLDER.glob("*.svg")}
    assert committed == set(labels.drawings())


def test_the_label_sheet_has_each_lid_in_its_real_size() -> None:
    sizes = re.findall(r'width="([\d.]+)mm" height="([\d.]+)mm"', labels.sheet())
    assert [(float(wide) - 4, float(high) - 4) for wide, high in sizes] == [
        pytest.approx((made.edge.x1 - made.edge.x0, made.edge.y1 - made.edge.y0), abs=0.01) for made in LIDS
    ]
    assert all(float(wide) < 297 and float(high) < 209 for wide, high in sizes)


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("openscad") is None, reason="OpenSCAD is not installed: hardware/install-tools.sh"
)
@pytest.mark.parametrize("text", ["LOW, HIGH ARROW: 1ST, 2ND PLAYER", "di: DISCS LEFT", "QUEEN"])
def test_openscad_sets_no_text_wider_or_higher_than_its_box(text: str, tmp_path: Path) -> None:
    source, drawn = tmp_path / "text.scad", tmp_path / "text.svg"
    source.write_text(f'text("{text}", size = 10, halign = "center", font = "{lid.FONT}", $fn = 4);\n')
    subprocess.run(["openscad", "-o", drawn, source], check=True, capture_output=True, timeout=60)
    box = lid.Legend(text, 0, 0, 10).box
    points = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+),(-?[\d.]+)", drawn.read_text())]
    assert 0.93 * box.x0 >= min(x for x, _ in points) >= box.x0
    assert 0.93 * box.x1 <= max(x for x, _ in points) <= box.x1
    assert max(-y for _, y in points) <= box.y1
    assert min(-y for _, y in points) >= min(box.y0, -0.2)
