"""`config.json` on the root of the flash: who this table is and how it reaches its host. See
docs/builder/device.md.

Every field may be missing. A field that cannot be used gets its default and a line in `problems`; a file that
cannot be read gives all defaults, and is never written over.
"""

import json
import os

FILE = "config.json"
RULESETS = "rulesets"
"""The folder with an organiser's own rules, a JSON file each (docs/organiser/rulesets.md)."""

HOST_PORT = 7580
AUTO = "auto"
"""The table finds the host by its announcement (docs/builder/device.md)."""

DISPLAY = "max7219"
PANEL = "gpio"

BATTERY_MAH = 5000
"""The cell of a table that has one and does not say how large it is."""

_KEY_BYTES_LEAST = 16
_KEY_BYTES_MOST = 32
#: WPA2 and WPA3: a passphrase, or the key itself.
_PASSWORD = "8 to 63 characters, or 64 hex digits, or empty for a network without a password"


class Config:
    """The settings of this table, checked, as attributes:

    table (1..999), name (at most 32 characters), brightness (0..15), volume (0..10), watchdog (bool),
    wifi_ssid ("" for no Wi-Fi), wifi_password, host_address (an IPv4 address, a name, or AUTO: to be found;
    AUTO too when there is Wi-Fi and none is given; "" without Wi-Fi), host_port (1..65535), key (bytes;
    b"" is an open table), strokes (0 or 1: boards stroke by stroke), struck (0 to 2: when CLOCK is
    pressed in a stroke, table/core/conduct.py), ruleset (what a match set
    up at the table begins with), rulesets (own rules: tuples of name, base and changes), displays (names) and
    panel (a name), as in arrangement.py, battery (bool: there is a cell to be watched, of battery_mah mAh),
    idle (minutes without a key after which the table rests, 0 to 240; 0: never), sounds (patterns by name, as
    in table/sounds.py).
    `problems`: what was wrong, in words; `is_kept`: the file could not be read and must not be replaced.
    """

    def __init__(self, fields: dict) -> None:
        self.problems: "list[str]" = []
        self.is_kept = False
        self._fields = fields
        self.table: int = self._number("table", 1, 1, 999)
        self.name: str = self._text("name", "Table %d" % self.table, 1, 32)
        self.brightness: int = self._number("brightness", 8, 0, 15)
        self.volume: int = self._number("volume", 7, 0, 10)
        battery = self._field("battery", False, _is_battery, "true, false, or the cell's mAh, 500 to 99999")
        self.battery: bool = battery is not False
        self.battery_mah: int = BATTERY_MAH if battery is True else int(battery)
        self.idle: int = self._number("idle", 10, 0, 240)
        self.watchdog: bool = self._field("watchdog", True, _is_bool, "true or false")
        self.strokes: int = self._switch("strokes")
        self.struck: int = self._switch("struck", 2)
        self.ruleset: str = self._text("ruleset", "icf", 1, 80)
        self.rulesets: "list[tuple[str, str, dict]]" = []
        self.displays: "list[str]" = self._field("displays", [DISPLAY], _is_names, "a list of names")
        self.panel: str = self._text("panel", PANEL, 1, 16)
        self.sounds: "dict[str, str]" = self._field("sounds", {}, _is_texts, "an object of texts")
        self.wifi_ssid: str = self._field("wifi.ssid", "", _is_ssid, "a name of 1 to 32 bytes in UTF-8")
        self.wifi_password: str = self._field("wifi.password", "", _is_password, _PASSWORD)
        self.host_address: str = self._text("host.address", AUTO if self.wifi_ssid else "", 1, 253)
        self.host_port: int = self._number("host.port", HOST_PORT, 1, 65535)
        self.key: bytes = _key_bytes(self._field("key", "", _is_key, "32 to 64 hex digits"))

    def keep(self, name: str, value: "int | str") -> None:
        """Set a setting (`brightness`, `strokes`, ...) that was changed at the table; `save` writes it."""
        setattr(self, name, value)
        self._fields[name] = value

    def renumber(self, table: int) -> None:
        """Set the table's number (1..999) from the next start on; a name equal to it changes too."""
        if self._fields.get("name") == "Table %d" % self.table:
            del self._fields["name"]
        self.keep("table", table)

    def try_rules(self, problem) -> None:
        """Drop the organiser's rules that cannot be played by, each with a line in `problems`.

        problem(base, changes): what is wrong with them, in words, or "". The game package checks them.
        """
        good = []
        for rules in self.rulesets:
            wrong = problem(rules[1], rules[2])
            if wrong:
                self.problems.append("%s/: %s: %s" % (RULESETS, rules[0], wrong))
            else:
                good.append(rules)
        self.rulesets = good

    def try_host(self, is_address) -> None:
        """Look for the host by its announcement when is_address(host_address) is false; the link package
        supplies `is_address`. A line in `problems` says so.
        """
        if self.host_address not in ("", AUTO) and not is_address(self.host_address):
            self.problems.append('host.address must be an IPv4 address, a name or "auto"')
            self.host_address = AUTO

    def try_arrangement(self, problem) -> None:
        """Fall back to the Basic build when the displays and the panel cannot be combined, with a line in
        `problems`. problem(panel, displays): what is wrong, in words, or ""; see arrangement.py.
        """
        wrong = problem(self.panel, self.displays)
        if wrong:
            self.problems.append(wrong)
            self.displays, self.panel = [DISPLAY], PANEL

    def try_sounds(self, replace) -> None:
        """Replace sounds by the configured ones: `replace(name, pattern)` returns what is wrong with one, or
        "". A sound that cannot be replaced stays as it is, with a line in `problems`.
        """
        for name in sorted(self.sounds):
            wrong = replace(name, self.sounds[name])
            if wrong:
                self.problems.append("sounds: " + wrong)

    def save(self, path: str = FILE) -> bool:
        """Write the file with all its fields, unknown ones included; False when it must be kept as it is.

        A power cut leaves either the old file or the new one. OSError when the flash cannot be written.
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

    def _switch(self, name: str, most: int = 1) -> int:
        def fits(value) -> bool:
            return value in range(most + 1)  # true and false are 1 and 0

        return int(self._field(name, most, fits, "1 (on) or 0 (off)" if most == 1 else "0 to %d" % most))

    def _text(self, name: str, default: str, least: int, most: int) -> str:
        def fits(value) -> bool:
            return isinstance(value, str) and least <= len(value) <= most

        return self._field(name, default, fits, "a text of at most %d characters" % most)

    def _field(self, name: str, default, fits, expected: str):
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
        self.problems.append("%s must be %s" % (name, expected))
        return default


def load(path: str = FILE, rulesets: str = RULESETS) -> Config:
    """Read the configuration; defaults for what is missing. Never raises for what the files contain.

    rulesets: the folder with own rules; a file that cannot be used is left out and named in `problems`.
    """
    config = _load(path)
    try:
        names = sorted(os.listdir(rulesets))
    except OSError:
        return config
    for name in names:
        if name.endswith(".json"):
            _add_rules(config, rulesets + "/" + name, name[:-5])
    return config


def panel(problem, path: str = FILE) -> str:
    """The panel's name alone: its keys are read before the table starts; see
    `Config.try_arrangement`."""
    config = _load(path)
    config.try_arrangement(problem)
    return config.panel


def _add_rules(config: Config, path: str, name: str) -> None:
    """The file's form only; `try_rules` checks the rules in it."""
    try:
        with open(path) as file:
            fields = json.load(file)
    except OSError:
        config.problems.append("%s cannot be read" % path)
        return
    except (ValueError, RuntimeError, MemoryError):  # no JSON or UTF-8; nested too deeply; too long
        config.problems.append("%s is no JSON: see docs/organiser/rulesets.md" % path)
        return
    if not isinstance(fields, dict) or not isinstance(fields.get("base"), str):
        config.problems.append('%s must be an object with "base", the ruleset it starts from' % path)
        return
    base = fields.pop("base")
    called = fields.pop("name", name)
    fields.pop("source", None)
    config.rulesets.append((called if isinstance(called, str) and called else name, base, fields))


def _load(path: str) -> Config:
    try:
        with open(path) as file:
            text = file.read()
        if not text:  # a first write that the flash refused, or a power cut ended: none to lose
            config = Config({})
            config.problems.append("it is empty")
            return config
        fields = json.loads(text)
    except OSError:
        return Config({})
    except (ValueError, RuntimeError, MemoryError):  # no JSON or UTF-8; nested too deeply; too long
        return _unreadable("it is no JSON: correct it, or remove it")
    if not isinstance(fields, dict):
        return _unreadable("it must hold one JSON object")
    return Config(fields)


def _unreadable(reason: str) -> Config:
    config = Config({})
    config.problems.append(reason)
    config.is_kept = True
    return config


def _is_names(value) -> bool:
    return isinstance(value, list) and [name for name in value if not isinstance(name, str)] == []


def _is_texts(value) -> bool:
    return isinstance(value, dict) and [name for name in value if not isinstance(value[name], str)] == []


def _is_ssid(value) -> bool:
    return isinstance(value, str) and 1 <= len(value.encode()) <= 32


def _is_password(value) -> bool:
    if not isinstance(value, str) or value == "":
        return value == ""
    if len(value) == 64:
        return all(digit in "0123456789abcdefABCDEF" for digit in value)
    return 8 <= len(value.encode()) <= 63


def _is_bool(value) -> bool:
    return isinstance(value, bool)


def _is_battery(value) -> bool:
    return isinstance(value, bool) or (isinstance(value, int) and 500 <= value <= 99_999)


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
