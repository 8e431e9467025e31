"""What each GPIO of an ESP32 with PSRAM may be used for.

Sources: ESP32 Datasheet (Espressif), 2.2 pin overview, 2.4 strapping pins; ESP32-WROVER-E Datasheet, 3.3
pin definitions
and note on GPIO 16 and 17 (PSRAM); ESP32 Technical Reference Manual, 4.12 (34 to 39 have no output and no
pulls)."""

FLASH = frozenset(range(6, 12))
PSRAM = frozenset((16, 17))
SERIAL = frozenset((1, 3))
INPUT_ONLY = frozenset((34, 35, 36, 39))
STRAPPING = {0: 1, 2: 0, 5: 1, 12: 0, 15: 1}
"""The strapping pins and the level each must have at reset (2 and 12: low or open; 0, 5, 15: high or
open)."""

ADC1 = frozenset((32, 33, 34, 35, 36, 39))
"""Analogue inputs that work while Wi-Fi is on (the second converter's do not)."""

KEY, OUTPUT, ADC, INPUT = "key with the pull-up inside", "output", "analogue input", "input"


def role(net: str) -> str:
    """What the ESP32 does at a net, by the net's name."""
    if net.startswith("KEY_"):
        return KEY
    if net == "BATTERY":
        return ADC
    return INPUT if net in ("EPD_BUSY", "SERVICE") else OUTPUT


def problems(gpios: dict[str, int], pulls: dict[str, int] | None = None) -> list[str]:
    """Every rule broken by an assignment of nets to GPIOs. `pulls` gives the level a resistor on the board
    holds a net
    at before the firmware runs (0 or 1)."""
    found = []
    for net, gpio in sorted(gpios.items()):
        use = role(net)
        if gpio in FLASH:
            found.append(f"{net}: GPIO {gpio} belongs to the flash")
        if gpio in PSRAM:
            found.append(f"{net}: GPIO {gpio} belongs to the PSRAM")
        if gpio in SERIAL:
            found.append(f"{net}: GPIO {gpio} belongs to the USB serial line")
        if gpio in INPUT_ONLY and use == OUTPUT:
            found.append(f"{net}: GPIO {gpio} has no output")
        if gpio in INPUT_ONLY and use == KEY:
            found.append(f"{net}: GPIO {gpio} has no pull-up")
        if use == ADC and gpio not in ADC1:
            found.append(f"{net}: GPIO {gpio} cannot measure while Wi-Fi is on")
        if gpio in STRAPPING and use == KEY:
            found.append(f"{net}: a key held at power-on sets strapping pin GPIO {gpio}")
        level = (pulls or {}).get(net)
        if gpio in STRAPPING and level is not None and level != STRAPPING[gpio]:
            found.append(f"{net}: strapping pin GPIO {gpio} is pulled to the wrong level")
        if gpio == 12 and level != 0:
            found.append(f"{net}: GPIO 12 high at reset selects 1.8 V for the flash")
    for gpio in sorted(set(gpios.values())):
        nets = sorted(net for net, at in gpios.items() if at == gpio)
        if len(nets) > 1:
            found.append(f"GPIO {gpio} has {' and '.join(nets)}")
    return found
