"""The baseline of the latency benchmark: a bare asyncio loop that echoes one pin to the display and the
buzzer.

No debouncing, no journal, no rules: what remains is the machine, the interpreter and the wires. It looks at
the pin as often as the firmware scans its keys.
"""

import asyncio

from machine import PWM, SPI, Pin

KEY, CS, SCK, MOSI, BUZZER = 4, 5, 18, 23, 19
SCAN_MS = 10


def write(spi, select, register, value):
    select.value(0)
    spi.write(bytes((register, value)))
    select.value(1)


async def main():
    key = Pin(KEY, Pin.IN, Pin.PULL_UP)
    select = Pin(CS, Pin.OUT, value=1)
    spi = SPI(2, baudrate=1_000_000, polarity=0, phase=0, sck=Pin(SCK), mosi=Pin(MOSI))
    tone = PWM(Pin(BUZZER), freq=2000, duty_u16=0)
    for register, value in ((9, 0), (10, 8), (11, 7), (15, 0), (12, 1)):
        write(spi, select, register, value)
    drawn = -1
    while True:
        level = key.value()
        if level != drawn:
            drawn = level
            write(spi, select, 1, 0x7E if level else 0x30)
            tone.duty_u16(0 if level else 20000)
        await asyncio.sleep_ms(SCAN_MS)


asyncio.run(main())
