"""Why an ESP32 starts, in MicroPython's numbers, and what its boot ROM writes to the serial line then."""

POWER_ON = 1
HARD = 2
WATCHDOG = 3
DEEP_SLEEP = 4
SOFTWARE = 5

_ROM_NAMES = {
    POWER_ON: "rst:0x1 (POWERON_RESET)",
    HARD: "rst:0x10 (RTCWDT_RTC_RESET)",
    WATCHDOG: "rst:0x8 (TG1WDT_SYS_RESET)",
    DEEP_SLEEP: "rst:0x5 (DEEPSLEEP_RESET)",
    SOFTWARE: "rst:0xc (SW_CPU_RESET)",
}

_NOISE = """ets Jul 29 2019 12:21:46\r
\r
{reason},boot:0x13 (SPI_FAST_FLASH_BOOT)\r
configsip: 0, SPIWP:0xee\r
clk_drv:0x00,q_drv:0x00,d_drv:0x00,cs0_drv:0x00,hd_drv:0x00,wp_drv:0x00\r
mode:DIO, clock div:2\r
load:0x3fff0030,len:4892\r
ho 0 tail 12 room 4\r
load:0x40078000,len:14896\r
load:0x40080400,len:4\r
load:0x40080404,len:3372\r
entry 0x400805b0\r
"""


def noise(cause: int) -> bytes:
    """What stands on the line before the firmware's first byte: no frame of any protocol."""
    return _NOISE.format(reason=_ROM_NAMES[cause]).encode()
