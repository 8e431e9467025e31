"""`config.json` on the root of the flash: who this table is and how it reaches its host. See docs/device.md.

Every field may be missing. A field that cannot be used gets its default and a line in `problems`; a file that
cannot be read gives all defaults, and is never written over.
"""

import json

FILE = "config.json"
HOST_PORT = 7580

_KEY_BYTES_LEAST = 16
_KEY_BYTES_MOST = 32


class Config:
    """The settings of this table, checked, as attributes:

    table (1..999), name (at most 32 characters), brightness (0..15), volume (0..10), watchdog (bool),
    wifi_ssid ("" for no Wi-Fi), wifi_password, host_address ("" for none), host_port (1..65535), key (bytes;
    b"" is an open table). `problems`: what was wrong, in words; `is_kept`: the file could not be read and
    must not be replaced.
    """

    def __init__(self, fields: dict) -> None:
        self.problems: "list[str]" = []
        self.is_kept = False
        self._fields = fields
        self.table: int = self._number("table", 1, 1, 999)
        self.name: str = self._text("name", "Table %d" % self.table, 1, 32)
        self.brightness: int = self._number("brightness", 8, 0, 15)
        self.volume: int = self._number("volume", 7, 0, 10)
        self.watchdog: bool = self._field("watchdog", True, _is_bool, "true or false")
        self.wifi_ssid: str = self._text("wifi.ssid", "", 1, 32)
        self.wifi_password: str = self._text("wifi.password", "", 0, 64)
        self.host_address: str = self._text("host.address", "", 1, 64)
        self.host_port: int = self._number("host.port", HOST_PORT, 1, 65535)
        self.key: bytes = _key_bytes(self._field("key", "", _is_key, "32 to 64 hex digits"))

    def keep(self, name: str, value: int) -> None:
        """Take over `brightness` or `volume` as set at the table; `save` writes it."""
        setattr(self, name, value)
        self._fields[name] = value

    def save(self, path: str = FILE) -> bool:
        """Write the file with all its fields, also those unknown here; False when it must be kept as it is.

        A power cut leaves the old file or the new one. OSError when the flash refuses.
        """
        if self.is_kept:
            return False
        with open(path, "w") as file:
            json.dump(self._fields, file)
        return True

    def _number(self, name: str, default: int, least: int, most: int) -> int:
        def fits(value) -> bool:
            return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

        return self._field(name, default, fits, "a whole number from %d to %d" % (least, most))

    def _text(self, name: str, default: str, least: int, most: int) -> str:
        def fits(value) -> bool:
            return isinstance(value, str) and least <= len(value) <= most

        return self._field(name, default, fits, "a text of at most %d characters" % most)

    def _field(self, name: str, default, fits, wanted: str):
        """The value at `name` ("wifi.ssid": within an object), or `default` with a note of what is wrong."""
        value: object = self._fields
        for part in name.split("."):
            if not isinstance(value, dict):
                self.problems.append("%s must be inside an object" % name)
                return default
            value = value.get(part)
            if value is None:
                return default
        if fits(value):
            return value
        self.problems.append("%s must be %s" % (name, wanted))
        return default


def load(path: str = FILE) -> Config:
    """Read the configuration; defaults for what is missing. Never raises for what the file contains."""
    try:
        with open(path) as file:
            fields = json.load(file)
    except OSError:
        return Config({})
    except ValueError:
        return _unreadable("it is no JSON: correct it, or remove it")
    if not isinstance(fields, dict):
        return _unreadable("it must hold one JSON object")
    return Config(fields)


def _unreadable(reason: str) -> Config:
    config = Config({})
    config.problems.append(reason)
    config.is_kept = True
    return config


def _is_bool(value) -> bool:
    return isinstance(value, bool)


def _is_key(value) -> bool:
    if value == "":
        return True
    if not isinstance(value, str) or not _KEY_BYTES_LEAST <= len(value) // 2 <= _KEY_BYTES_MOST:
        return False
    try:
        bytes.fromhex(value)
    except ValueError:
        return False
    return len(value) % 2 == 0


def _key_bytes(value: str) -> bytes:
    return bytes.fromhex(value)
