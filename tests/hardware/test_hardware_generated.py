"""The generator gives the same bytes each time, and the committed files are what it gives."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from boardside import pins
from hardware.generator import documents, enclosure, lid, stripboard_picture
from hardware.generator.board import board_text
from hardware.generator.boards import board_files
from hardware.generator.builds import BUILDS, Build, build
from hardware.generator.designs.basic import BASIC
from hardware.generator.files import project_files
from hardware.generator.model import Design
from hardware.generator.netlist import export
from hardware.generator.parts_page import page, write
from hardware.generator.router import Routing
from hardware.generator.sexpr import read
from hardware.generator.stripboard import Plan, PlanError, hole_name, leg_seat, plan
from hardware.generator.stripboard_check import problems
from hardware.generator.stripboard_layouts import LAYOUTS

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


# The stripboard plans join exactly what the netlist joins; and every kind of mistake in one is found.


def basic_plan() -> Plan:
    """The plan of the Basic build, made anew, to be spoilt."""
    return plan(BASIC, LAYOUTS["basic"])


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_plan_joins_what_the_netlist_joins(name: str) -> None:
    """Copper, wires and leads followed hole by hole."""
    design = build(name).design
    made = plan(design, LAYOUTS[name])
    assert problems(made, design) == []
    assert made.cuts
    assert made.wires
    assert len(made.leads) >= 11


@pytest.mark.slow
def test_every_cut_is_needed() -> None:
    """Left out one by one, each leaves two nets joined, or a leg joined that is to be open."""
    made = basic_plan()
    for cut in list(made.cuts):
        made.cuts.remove(cut)
        assert problems(made, BASIC), hole_name(cut)
        made.cuts.append(cut)


@pytest.mark.slow
def test_every_wire_and_lead_is_needed() -> None:
    """Left out one by one, each leaves its own net open."""
    whole = basic_plan()
    spoilt = [(w[0], replace(whole, wires=[x for x in whole.wires if x != w])) for w in whole.wires]
    spoilt += [(w[0], replace(whole, leads=[x for x in whole.leads if x != w])) for w in whole.leads]
    spoilt += [(w[0], replace(whole, outside=[x for x in whole.outside if x != w])) for w in whole.outside]
    assert len(spoilt) > 40
    for net, made in spoilt:
        assert [line for line in problems(made, BASIC) if " is open" in line] == [
            f"{net} is open: 2 parts of it do not hang together"
        ]


def test_a_wire_one_hole_off_is_found() -> None:
    """A strip further up it joins another net, and its own is open."""
    made = basic_plan()
    net, a, b = next(wire for wire in made.wires if wire[0] == "CLK")
    made.wires[made.wires.index((net, a, b))] = (net, (a[0] - 1, a[1]), b)
    assert problems(made, BASIC) == [
        "CLK is open: 2 parts of it do not hang together",
        "BUZZER and CLK are joined",
    ]


@pytest.mark.slow
def test_crowded_holes_are_found() -> None:
    """Two in one hole, one below a screw, in a cut, beyond the edge, or where another part lies."""
    made = basic_plan()
    net, a, b = made.wires[0]
    made.wires.append((net, a, b))
    made.wires.append((net, (1, 1), made.cuts[0]))
    made.wires.append((net, (0, 39), (26, 0)))
    text = "\n".join(problems(made, BASIC))
    assert f"{hole_name(a)} has wire {net} and wire {net}" in text
    assert "B2 is below a screw" in text
    assert f"{hole_name(made.cuts[0])} is cut and has" in text
    assert "A40 is beyond the edge" in text
    seats = LAYOUTS["basic"].seats | {"C1": leg_seat((17, 28), 19)}
    made = plan(BASIC, replace(LAYOUTS["basic"], seats=seats))
    assert "C1.1 is where LS1 lies" in problems(made, BASIC)


@pytest.mark.slow
def test_a_part_left_out_is_found() -> None:
    """A resistor more in the design than on the board; and the plan of one for a design with swapped keys."""
    more = replace(BASIC, parts=(*BASIC.parts, replace(BASIC.part("R1"), ref="R9")))
    assert "R9 is not in the plan" in problems(basic_plan(), more)
    clock = replace(BASIC.part("SW7"), nets={"1": "KEY_DUE", "2": "GND"})
    swapped: Design = BASIC.with_part(clock)
    assert "KEY_CLOCK and KEY_DUE are joined" in problems(basic_plan(), swapped)


def test_parts_without_room_between_them_are_refused() -> None:
    """Two nets in neighbouring holes of a strip: no cut can part them."""
    seats = LAYOUTS["basic"].seats | {"C1": leg_seat((16, 23), 18)}
    with pytest.raises(PlanError, match="no room for a cut"):
        plan(BASIC, replace(LAYOUTS["basic"], seats=seats | {"C3": leg_seat((18, 24), 20)}))


@pytest.mark.slow
def test_picture_and_page_show_every_cut_wire_and_lead() -> None:
    """Same text twice; the page has each hole by its name."""
    made = basic_plan()
    drawn, written = stripboard_picture.picture(made, BASIC), stripboard_picture.page(made, BASIC)
    assert (drawn, written) == (
        stripboard_picture.picture(basic_plan(), BASIC),
        stripboard_picture.page(basic_plan(), BASIC),
    )
    for cut in made.cuts:
        assert hole_name(cut) in written
    for net, a, b in made.wires:
        assert f"| {net} | {hole_name(a)} | {hole_name(b)} |" in written
    assert drawn.count('stroke-width="3.2"') == len(made.wires)
    assert drawn.count('stroke-dasharray="6 3"') == len(made.leads)
    assert "SW8 PAUSE" in drawn


# The interactive parts list: every part once on the board and once in a row, and the browser joins them.

BOARDS = ("tournament-main", "tournament-digits")


@pytest.mark.parametrize("name", BOARDS)
def test_each_placed_part_is_drawn_and_listed_once(name: str) -> None:
    """And lies on the board; nothing is fetched from elsewhere."""
    design = build(name).design
    html = page(design)
    placed = {part.ref for part in design.parts if part.place}
    assert sorted(re.findall(r'id="part-(\w+)"', html)) == sorted(placed)
    listed = [ref for refs in re.findall(r'data-refs="([^"]*)"', html) for ref in refs.split()]
    assert sorted(listed) == sorted(placed)
    assert "http" not in html
    assert design.board
    for x, y, width, height in re.findall(
        r'<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" rx="3"', html
    ):
        assert float(x) + float(width) <= design.board.width * 8 + 40
        assert float(y) + float(height) <= design.board.height * 8 + 40


@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs a Chromium")
def test_a_ticked_row_is_ticked_on_the_board(tmp_path: Path) -> None:
    """The page's own script, in a real browser."""
    path = write(build("tournament-main").design, tmp_path)
    poke = "<script>document.querySelector('tr[data-refs] input').click()</script></body>"
    path.write_text(path.read_text().replace("</body>", poke))
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", path.as_uri()],
        capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    assert 'class="part done" id="part-U1"' in done.stdout
    assert done.stdout.count('class="part done"') == 1
