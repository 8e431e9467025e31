"""`esp` as the firmware of a simulated table sees it: the log of the system's own code."""

import sys

import utime

LOG_NONE = 0
LOG_ERROR = 1
LOG_INFO = 3

log_level = LOG_ERROR
"""What of the log reaches the console; errors at power-on, as with the generic images."""


def osdebug(uart, level=LOG_INFO) -> None:
    """Set what of the log reaches the console. None restores errors: it does not silence them."""
    global log_level
    log_level = LOG_ERROR if uart is None else level


def log_nack() -> None:
    """What ESP-IDF's I2C driver writes to the console when no chip answers: three errors."""
    if log_level < LOG_ERROR:
        return
    for text in (
        "I2C transaction unexpected nack detected",
        "s_i2c_synchronous_transaction(945): I2C transaction failed",
        "i2c_master_multi_buffer_transmit(1214): I2C transaction failed",
    ):
        sys.stdout.write(f"E ({utime.ticks_ms()}) i2c.master: {text}\r\n")
