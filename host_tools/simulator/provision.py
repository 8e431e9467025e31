"""The configuration of a simulated table, written into its flash before it is switched on."""

import json
from collections.abc import Mapping
from pathlib import Path

from host_tools.outside import json_text

from . import flash_image
from .options import PASSWORD, SSID

CONFIG = "config.json"

# The settings that depend on this run of the simulator and not on the table.
_OF_THE_RUN = ("wifi", "host")


def provision(
    image: Path,
    number: int,
    relay_port: int | None,
    config: Mapping[str, object],
    journal: Path | None = None,
    host: str = "127.0.0.1",
) -> None:
    """Create the flash image if there is none, and update its config.json; its other files stay.

    `relay_port` makes it a Wi-Fi table whose collector has the name `host` and that port of this machine;
    None: a serial table; 0: the table finds the port together with the host. `config` overrides. `journal`:
    the image of the journal's partition, None for a stock board. SimulatorError when the image or its
    config.json cannot be read.
    """
    old: dict[str, object] | None = None
    if image.exists():
        try:
            old = json_text.value(flash_image.read(image).get(CONFIG, b"{}"))
        except ValueError:
            old = {}
    new = {key: value for key, value in (old or {}).items() if key not in _OF_THE_RUN}
    new |= {"table": number, "name": f"Table {number}"}
    if relay_port is not None:
        new["wifi"] = {"ssid": SSID, "password": PASSWORD}
        new["host"] = {"address": host, "port": relay_port} if relay_port else {"address": host}
    new |= config
    if old is None:
        blocks = flash_image.BLOCKS - (flash_image.JOURNAL_BLOCKS if journal is not None else 0)
        flash_image.create(image, {CONFIG: json.dumps(new)}, blocks)
    elif new != old:
        flash_image.write(image, {CONFIG: json.dumps(new)})
    if journal is not None and not journal.exists():
        flash_image.create_journal(journal)
