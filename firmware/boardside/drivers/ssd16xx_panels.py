"""The e-paper panels: the commands for their controllers, as data for drivers/ssd16xx.py.

Sequences are tuples: a command, then its data as bytes, and so on. Good Display GDEY042T81 (Waveshare 4.2
inch V2) has the SSD1683, Good Display GDEY029T94 the SSD1680; the command table of each controller's data
sheet (Solomon Systech) lists the commands. What it leaves open (border, bypass of the second RAM, source
outputs) is set as in the drivers of GxEPD2 (GxEPD2_420_GDEY042T81, GxEPD2_290_GDEY029T94) and in
Waveshare's epd4in2_V2 for the same panels.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Sequence = tuple[Any, ...]


class Panel:
    """lines: how many it is written in; upright: a line is a column of bytes, written along the gates (data
    entry mode with AM = 1), because the panel is mounted on its long side. reads_both: a full refresh reads
    the second RAM too, so that it must be written before. init, full, partial: sequences after a reset and
    before either refresh.
    """

    def __init__(
        self,
        lines: int,
        upright: bool,
        reads_both: bool,
        init: "Sequence",
        full: "Sequence",
        partial: "Sequence",
    ) -> None:
        self.lines, self.upright, self.reads_both = lines, upright, reads_both
        self.init, self.full, self.partial = init, full, partial


# 0x01 Driver output control: gates - 1, scan as at reset. 0x18: the sensor inside the controller.
# 0x11 Data entry mode: 0x03 X and Y rising, X first; 0x06 X falling, Y rising, Y first.
# 0x22 Display update control 2: 0xF7 clock, analog, temperature, waveform 1, display, all off; 0xFC the
# same with mode 2, which drives only the pixels in which the two RAMs differ, and clock and analog stay on.
# 0x3C Border waveform: 0x05 follows the picture in a full refresh, 0x80 stays (VCOM) in a partial one.
EPD42 = Panel(
    lines=300,
    upright=False,
    reads_both=False,
    init=(0x01, b"\x2b\x01\x00", 0x18, b"\x80", 0x11, b"\x03"),
    full=(0x3C, b"\x05", 0x21, b"\x40\x00", 0x22, b"\xf7"),
    partial=(0x3C, b"\x80", 0x21, b"\x00\x00", 0x22, b"\xfc"),
)
"""400 x 300, SSD1683. 0x21: a full refresh takes the second RAM for 0, so that it is written afterwards."""

EPD29 = Panel(
    lines=16,
    upright=True,
    reads_both=True,
    init=(0x01, b"\x27\x01\x00", 0x18, b"\x80", 0x11, b"\x06"),
    full=(0x3C, b"\x05", 0x21, b"\x00\x80", 0x22, b"\xf7"),
    partial=(0x3C, b"\x80", 0x21, b"\x00\x80", 0x22, b"\xfc"),
)
"""296 x 128 on its long side, SSD1680. 0x21: source outputs S8 to S167 of its 176."""
