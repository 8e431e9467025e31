"""Segments as text and as a picture."""

from xml.etree import ElementTree

from boardside.table.show.segments import GLYPHS
from host_tools.simulator.digits import svg_of, text_of

SVG = "{http://www.w3.org/2000/svg}"


def test_a_score_reads_as_digits_with_points() -> None:
    assert text_of(bytes([0x6D, 0x5B | 0x80, 0x30, 0x30, 0x5B, 0x7E, 0x00, 0x7B])) == "25.1150 9"
    assert text_of(bytes([0, 0x30, 0x08, 0x30, 0x5B, 0x40, 0, 0x7B])) == " 1_15~ 9"


def test_every_shape_of_the_firmware_is_read() -> None:
    alike = {"O": "0", "I": "1", "S": "5", "Y": "y"}
    for letter, segments in GLYPHS.items():
        assert text_of(bytes([segments])) == alike.get(letter, letter)


def test_an_unknown_shape_is_a_star() -> None:
    assert text_of(b"\x2a\xaa") == "**."


def test_the_picture_lights_what_is_lit() -> None:
    tree = ElementTree.fromstring(svg_of(bytes([0x80 | 0x30]), lit="#ff0000"))
    lit = [part for part in tree.iter() if part.get("fill") == "#ff0000"]
    assert sorted(part.tag for part in lit) == [SVG + "circle", SVG + "polygon", SVG + "polygon"]
    assert svg_of(bytes(8)) == svg_of(bytes(8))
