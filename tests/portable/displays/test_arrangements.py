"""Which displays go together, and which of them may face the other way."""

from boardside import arrangement, pins


def test_any_display_may_face_the_other_way():
    for name in arrangement.DISPLAYS:
        assert arrangement.plain(name + " back") == arrangement.plain(name) == name
        assert arrangement.is_back(name + " back")
        assert not arrangement.is_back(name)
        for panel in arrangement.PANELS:
            assert arrangement.gpios(panel, [name + " back"]) == arrangement.gpios(panel, [name])
            assert arrangement.problem(panel, [name + " back"]) == arrangement.problem(panel, [name])


def test_an_e_paper_beside_a_display_on_the_back_has_its_own_select():
    assert ("EPD_CS", pins.EPD_CS_BESIDE) in arrangement.gpios("mcp23017", ["max7219 back", "epd42"])
    assert ("EPD_CS", pins.EPD_CS) in arrangement.gpios("gpio", ["epd42 back"])


def test_there_is_one_of_each_at_most():
    for displays in (["ht16k33", "ht16k33"], ["tm1637", "tm1637 back"], ["max7219", "tm1637", "max7219"]):
        assert "at most" in arrangement.problem("mcp23017", displays), displays


def test_an_unknown_display_is_named():
    for name in ("max7219 front", "back", " back", "max7219 back back"):
        assert "there is no display" in arrangement.problem("gpio", [name]), name


def test_displays_of_the_same_pins_do_not_go_together():
    assert arrangement.problem("mcp23017", ["max7219", "max7219x2"])
    assert arrangement.problem("mcp23017", ["digits", "max7219 back"])
    assert arrangement.problem("mcp23017", ["max7219x2", "tm1637", "ht16k33 back"]) == ""
    assert arrangement.problem("gpio", ["digits"]) == ""
