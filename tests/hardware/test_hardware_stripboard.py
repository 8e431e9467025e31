"""The stripboard plans join exactly what the netlist joins; and every kind of mistake in one is found."""

from dataclasses import replace

import pytest

from hardware.generator.builds import build
from hardware.generator.designs.basic import BASIC
from hardware.generator.model import Design
from hardware.generator.stripboard import Plan, PlanError, hole_name, leg_seat, plan
from hardware.generator.stripboard_check import problems
from hardware.generator.stripboard_layouts import LAYOUTS
from hardware.generator.stripboard_picture import page, picture


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
    drawn, written = picture(made, BASIC), page(made, BASIC)
    assert (drawn, written) == (picture(basic_plan(), BASIC), page(basic_plan(), BASIC))
    for cut in made.cuts:
        assert hole_name(cut) in written
    for net, a, b in made.wires:
        assert f"| {net} | {hole_name(a)} | {hole_name(b)} |" in written
    assert drawn.count('stroke-width="3.2"') == len(made.wires)
    assert drawn.count('stroke-dasharray="6 3"') == len(made.leads)
    assert "SW8 PAUSE" in drawn
