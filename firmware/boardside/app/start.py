"""From main.py to a running table, and back to the prompt when somebody breaks in."""

import asyncio
import time

from . import hardware


def start() -> None:
    """Run the table; returns to the prompt when a service key is held, or on Ctrl-C."""
    problem = hardware.quicken()
    if problem:
        print("# " + problem)
    if hardware.is_service_asked_for(_panel(), time.sleep_ms):
        print("Boardside is not started: a service key is held. Ctrl-D starts it.")
        return
    from .device import Device  # not above: most of the start is this import, and now the chip is quick

    device = Device()
    try:
        asyncio.run(device.run())
    except KeyboardInterrupt:
        device.leave()
        print("Boardside has stopped. Ctrl-D starts it again.")
    finally:
        asyncio.new_event_loop()


def _panel() -> str:
    """The panel's name; what checks it is wanted once more, and then not."""
    from .. import arrangement, config

    return config.panel(arrangement.problem)
