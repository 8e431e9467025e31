"""The cell's voltage at an ADC pin behind two equal resistors, and the charge of a Li-ion cell by voltage.

The ESP32's ADC with 11 dB of attenuation reads 150 to 2450 mV (ESP32 data sheet, table 4-4 "ADC calibration
results"): half of 4.2 V is within it, and `read_uv` corrects each chip by its fused calibration.
"""

READINGS = 8
"""Readings averaged at a time: the ADC's noise is about 10 mV."""

_SHIFT = 3  # the smoothing: a new sample counts for one eighth

CURVE = (
    (3000, 0),
    (3150, 45),
    (3300, 100),
    (3450, 250),
    (3560, 400),
    (3680, 550),
    (3830, 700),
    (3980, 850),
    (4150, 1000),
)
"""(mV under a small load, permille left) of one Li-ion cell, rising. After the discharge curve at 0.2 C of an
18650 cell (Panasonic NCR18650B data sheet, "Discharge characteristics"), to a regulator's end at 3.0 V. The
open-circuit table that Meshtastic's firmware uses for Li-ion (src/power.h) lies 0 to 80 mV above it. Not
measured on a cell of ours."""


def permille(mv: int) -> int:
    """The charge left in a cell at `mv` millivolts, 0 to 1000 permille."""
    below_mv, below = CURVE[0]
    if mv <= below_mv:
        return below
    for at_mv, full in CURVE:
        if mv < at_mv:
            return below + (mv - below_mv) * (full - below) // (at_mv - below_mv)
        below_mv, below = at_mv, full
    return below


class Battery:
    """`adc` has `read_uv()`: microvolts at the pin, half the cell's. Allocates nothing once it is made."""

    def __init__(self, adc) -> None:
        self._adc = adc
        self._smooth = 0  # mV << _SHIFT; 0: no sample yet

    def sample(self) -> int:
        """Read the cell; its smoothed voltage in mV. Call it about once a second: it takes 8 readings."""
        total = 0
        for _ in range(READINGS):
            total += self._adc.read_uv() // 100
        mv = total * 2 // (READINGS * 10)
        if self._smooth:
            self._smooth += mv - (self._smooth >> _SHIFT)
        else:
            self._smooth = mv << _SHIFT
        return self.mv

    @property
    def mv(self) -> int:
        """The cell's smoothed voltage in mV; 0 before the first sample."""
        return self._smooth >> _SHIFT
