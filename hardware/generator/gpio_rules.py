"""What each GPIO of an ESP32 with PSRAM, or of an ESP32-S3 with octal PSRAM, may be used for.

Sources: ESP32 Datasheet (Espressif), 2.2 pin overview, 2.4 strapping pins; ESP32-WROVER-E Datasheet, 3.3
pin definitions
and note on GPIO 16 and 17 (PSRAM); ESP32 Technical Reference Manual, 4.12 (34 to 39 have no output and no
pulls). ESP32-S3: ESP-IDF's GPIO page, ESP32-S3 Datasheet, 2.3 and 3 (sources.md)."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rules:
    """The GPIOs of a chip that cannot be used freely. `strapping`: the level each must have at reset;
    `missing`: numbers without a pin; `taken`: pins for USB or a serial line; `boot_voltage`: high at reset
    it selects another voltage for the flash."""

    missing: frozenset[int] = frozenset()
    flash: frozenset[int] = frozenset()
    psram: frozenset[int] = frozenset()
    taken: frozenset[int] = frozenset()
    input_only: frozenset[int] = frozenset()
    strapping: dict[int, int] = field(default_factory=dict)
    adc1: frozenset[int] = frozenset()
    boot_voltage: int = 0


ESP32 = Rules(
    flash=frozenset(range(6, 12)),
    psram=frozenset((16, 17)),
    taken=frozenset((1, 3)),
    input_only=frozenset((34, 35, 36, 39)),
    strapping={0: 1, 2: 0, 5: 1, 12: 0, 15: 1},
    adc1=frozenset((32, 33, 34, 35, 36, 39)),
    boot_voltage=12,
)
"""2 and 12 must be low or open at reset; 0, 5, 15 high or open. The second analogue converter's inputs do
not work while Wi-Fi is on."""

ESP32_S3 = Rules(
    missing=frozenset(range(22, 26)),
    flash=frozenset(range(26, 33)),
    psram=frozenset(range(33, 38)),
    taken=frozenset((19, 20, 43, 44)),
    strapping={0: 1, 3: 1, 45: 0, 46: 0},
    adc1=frozenset(range(1, 11)),
    boot_voltage=45,
)
"""3 chooses where JTAG is, by fuses that nobody burns; 46 low keeps the ROM's messages on."""

KEY, OUTPUT, ADC, INPUT = "key with the pull-up inside", "output", "analogue input", "input"


def role(net: str) -> str:
    """What the ESP32 does at a net, by the net's name."""
    if net.startswith("KEY_"):
        return KEY
    if net == "BATTERY":
        return ADC
    return INPUT if net in ("EPD_BUSY", "SERVICE") else OUTPUT


def problems(gpios: dict[str, int], pulls: dict[str, int] | None = None, rules: Rules = ESP32) -> list[str]:
    """Every rule broken by an assignment of nets to GPIOs. `pulls` gives the level a resistor on the board
    holds a net
    at before the firmware runs (0 or 1)."""
    broken = []
    for net, gpio in sorted(gpios.items()):
        use = role(net)
        if gpio in rules.missing:
            broken.append(f"{net}: there is no GPIO {gpio}")
        if gpio in rules.flash:
            broken.append(f"{net}: GPIO {gpio} belongs to the flash")
        if gpio in rules.psram:
            broken.append(f"{net}: GPIO {gpio} belongs to the PSRAM")
        if gpio in rules.taken:
            broken.append(f"{net}: GPIO {gpio} belongs to the USB serial line")
        if gpio in rules.input_only and use == OUTPUT:
            broken.append(f"{net}: GPIO {gpio} has no output")
        if gpio in rules.input_only and use == KEY:
            broken.append(f"{net}: GPIO {gpio} has no pull-up")
        if use == ADC and gpio not in rules.adc1:
            broken.append(f"{net}: GPIO {gpio} cannot measure while Wi-Fi is on")
        if gpio in rules.strapping and use == KEY:
            broken.append(f"{net}: a key held at power-on sets strapping pin GPIO {gpio}")
        level = (pulls or {}).get(net)
        if gpio in rules.strapping and level is not None and level != rules.strapping[gpio]:
            broken.append(f"{net}: strapping pin GPIO {gpio} is pulled to the wrong level")
        if gpio == rules.boot_voltage and level != 0:
            broken.append(f"{net}: GPIO {gpio} high at reset selects 1.8 V for the flash")
    for gpio in sorted(set(gpios.values())):
        nets = sorted(net for net, at in gpios.items() if at == gpio)
        if len(nets) > 1:
            broken.append(f"GPIO {gpio} has {' and '.join(nets)}")
    return broken
