"""The generator gives the same bytes each time, and the committed files are what it gives."""

import re
from pathlib import Path

import pytest

from boardside import pins
from hardware.generator import documents, enclosure, lid
from hardware.generator.board import board_text
from hardware.generator.boards import board_files
from hardware.generator.builds import BUILDS, Build, build
from hardware.generator.files import project_files
from hardware.generator.netlist import export
from hardware.generator.router import Routing
from hardware.generator.sexpr import read

NAMES = [build.design.name for build in BUILDS]


@pytest.mark.parametrize("build", BUILDS, ids=NAMES)
def test_same_bytes_twice_and_as_committed(build: Build, hardware: Path) -> None:
    """Schematic, libraries and settings."""
    files = project_files(build.design)
    assert files == project_files(build.design)
    for name, text in files.items():
        assert (hardware / build.design.name / name).read_text() == text, (
            f"{name}: run python -m hardware.generator write"
        )


@pytest.mark.parametrize("build", BUILDS, ids=NAMES)
def test_parts_page_is_as_committed(build: Build, hardware: Path) -> None:
    """Parts, budget and limits."""
    assert (hardware / build.design.name / "parts.md").read_text() == documents.parts_page(build)


def test_the_enclosure_follows_the_boards(hardware: Path) -> None:
    """The dimensions OpenSCAD reads are those of the boards."""
    assert enclosure.DIMENSIONS.read_text() == enclosure.dimensions()
    main = build("tournament-main").design.board
    assert main
    assert f"main_size = [{main.width:g}, {main.height:g}];" in enclosure.dimensions()


def test_the_lids_keys_lie_as_the_panel_guide_draws_them(hardware: Path) -> None:
    """Far and near row from left to right, and each of the ten once."""
    guide = (hardware.parent / "docs" / "umpire" / "panel.md").read_text()
    guide = guide.partition("## The keys")[2].partition("\n## ")[0]
    drawn = [line for line in guide.splitlines() if line.lstrip().startswith(("far row", "near row", "|"))]
    rows = [re.findall(r"[A-Z]{2,}", line) for line in drawn if re.search(r"[A-Z]{2,}", line)][:2]
    places = lid.KEY_PLACES
    for row, names in ((1, rows[0]), (0, rows[1])):
        assert names == sorted(
            (name for name, place in places.items() if place[1] == row), key=lambda n: places[n][0]
        )
    assert sorted(places) == sorted(name for name, _ in pins.KEYS)


@pytest.mark.usefixtures("kicad_cli")
def test_a_piece_is_made_and_one_that_cannot_be_printed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenSCAD only warns of a piece that touches itself along a line; here it is an error."""
    path = enclosure.make_piece("digit_frame_1", tmp_path)
    assert path.read_text().startswith("solid")
    assert path.stat().st_size > 10_000
    source = tmp_path / "touching.scad"
    source.write_text("cube(1); translate([1, 1, 0]) cube(1);\n")
    monkeypatch.setitem(enclosure.PIECES, "touching", (source, {}))
    with pytest.raises(RuntimeError, match="manifold"):
        enclosure.make_piece("touching", tmp_path)


@pytest.mark.usefixtures("kicad_cli")
@pytest.mark.parametrize(
    "build", [build for build in BUILDS if build.wired], ids=lambda build: build.design.name
)
def test_wiring_picture_comes_from_the_netlist(build: Build, hardware: Path, tmp_path: Path) -> None:
    """WireViz's committed input is made from the netlist KiCad exports now."""
    folder = hardware / build.design.name
    nets = export(folder / f"{build.design.name}.kicad_sch", tmp_path / "netlist")
    assert (folder / "wiring.yml").read_text() == documents.texts(build, nets)["wiring.yml"]
    assert (folder / "wiring.png").stat().st_size > 10_000


@pytest.mark.parametrize("name", ["tournament-digits", "tournament-main"])
def test_the_committed_board_has_the_parts_where_the_design_has_them(name: str, hardware: Path) -> None:
    """A quick look that needs no routing: every placed part stands in the file at its place."""
    design = build(name).design
    text = (hardware / name / f"{name}.kicad_pcb").read_text()
    assert read(text)[0] == "kicad_pcb"
    bare = board_text(design, Routing())
    for line in bare.splitlines():
        if line.strip().startswith(("(pad ", "(gr_line", "(gr_arc")):
            assert line in text


@pytest.mark.slow
@pytest.mark.usefixtures("kicad_cli")
@pytest.mark.parametrize("name", ["tournament-digits", "tournament-main"])
def test_routing_again_gives_the_committed_board(name: str, hardware: Path) -> None:
    """The whole board, routed and poured anew, has the committed bytes."""
    files = board_files(build(name).design)
    assert (hardware / name / f"{name}.kicad_pcb").read_text() == files[f"{name}.kicad_pcb"]
