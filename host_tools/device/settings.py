"""The decisions of `boardside provision` on a table's config.json and its keys; provision.py carries them
out.
"""

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from boardside.config import Config
from host_tools.device.tools import DeviceError
from host_tools.outside import json_text
from host_tools.store.keys import NEW, USABLE, KeyRow, fingerprint, read_key
from host_tools.store.reasons import KeyRefused

#: The fields of a config.json, as JSON. A device may have any: `boardside.config` checks those that it knows,
#: and the others stay.
ConfigFields: TypeAlias = dict[str, object]

NOTHING = "-"


class BadSettings(DeviceError):  # noqa: N818
    """Settings that no table accepts were asked for. Exit status 2."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wanted fields of config.json; None: unchanged, "" (a text): removed."""

    table: int | None = None
    name: str | None = None
    wifi_ssid: str | None = None
    wifi_password: str | None = None
    host_address: str | None = None
    host_port: int | None = None


@dataclass(frozen=True, slots=True)
class KeyChoice:
    """The new key of a table (b"": none) and why, in words. `is_made`: the database does not have it
    yet.
    """

    key: bytes
    why: str
    is_made: bool = False


def decoded(text: bytes | None) -> ConfigFields | None:
    """The fields of a config.json, {} when there is none; None when it cannot be read."""
    if text is None:
        return {}
    try:
        fields = json_text.value(text)
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


def merged(old: ConfigFields, wishes: Wishes) -> ConfigFields:
    """The fields of `old` with the wishes carried out; other fields stay, known or not.

    The name of a renumbered table changes too if it was the old number. Raises BadSettings when no table
    would accept the result.
    """
    new = copy.deepcopy(old)
    table = old.get("table") if wishes.table is None else wishes.table
    if table is None:
        raise BadSettings("The table has no number yet: name it with --table.")
    if wishes.table is None and Config({"table": table}).problems:
        raise BadSettings(f"The table's number, {json.dumps(table)}, is not 1 to 999: name it with --table.")
    new["table"] = table
    if wishes.name is not None:
        new["name"] = wishes.name
    elif wishes.table is not None and new.get("name") in (None, f"Table {old.get('table')}"):
        new["name"] = f"Table {table}"
    _merge_wifi(new, wishes)
    for field, value in (("address", wishes.host_address), ("port", wishes.host_port)):
        if value is not None:
            _put(new, "host", field, value)
    wished = {
        "table": (wishes.table,),
        "name": (wishes.name,),
        "wifi": (wishes.wifi_ssid, wishes.wifi_password),
        "host": (wishes.host_address, wishes.host_port),
    }
    unwished = {name: old[name] for name in old if not any(each is not None for each in wished.get(name, ()))}
    before = set(Config(unwished).problems)
    problems = [problem for problem in Config(new).problems if problem not in before]
    if problems:
        raise BadSettings("No table takes that: " + "; ".join(problems) + ".")
    return new


def _merge_wifi(new: ConfigFields, wishes: Wishes) -> None:
    old = new.get("wifi")
    ssid = old.get("ssid") if isinstance(old, dict) else None
    if wishes.wifi_ssid == "":
        new.pop("wifi", None)
        return
    if wishes.wifi_ssid is not None and wishes.wifi_ssid != ssid and wishes.wifi_password is None:
        raise BadSettings('Another network needs its password: --wifi-password ("" for one without).')
    if wishes.wifi_password is not None and ssid is None and wishes.wifi_ssid is None:
        raise BadSettings("--wifi-password needs --wifi-ssid, the network's name.")
    if wishes.wifi_ssid is not None:
        _put(new, "wifi", "ssid", wishes.wifi_ssid)
    if wishes.wifi_password is not None:
        _put(new, "wifi", "password", wishes.wifi_password)


def _put(fields: ConfigFields, name: str, field: str, value: object) -> None:
    """Set a field of the object `name`; an empty field is removed."""
    inner = fields.get(name)
    inner = inner if isinstance(inner, dict) else {}
    if value == "" and field != "password":
        inner.pop(field, None)
    else:
        inner[field] = value
    fields[name] = inner
    if not inner:
        del fields[name]


def key_in(fields: ConfigFields) -> bytes:
    """The key in a table's settings; b"" when there is no usable one."""
    key = fields.get("key")
    if not isinstance(key, str):
        return b""
    try:
        return read_key(key)
    except KeyRefused:
        return b""


def choose_key(
    old: bytes, rows: Sequence[KeyRow], fresh: bytes, requested: bytes | None = None, always_new: bool = False
) -> KeyChoice:
    """The key for a table that has `old` now (b"": none that is valid for its number); `rows` are the keys of
    its number in the database, newest first; `fresh` is an unused one. `requested`: the key asked for.
    """
    known = {row.key: row for row in rows}
    if requested is not None:
        return KeyChoice(requested, "as asked for", requested not in known)
    if always_new:
        return KeyChoice(fresh, "a new one", True)
    newest = next((row for row in rows if row.state in USABLE), None)
    if newest is not None and newest.state == NEW and newest.key != old:
        return KeyChoice(newest.key, "it was made before, and never reached the table")
    if not old:
        return KeyChoice(fresh, "the table had none", True)
    if old not in known:
        return KeyChoice(old, "the table has it already, the database takes it over", True)
    if known[old].state in USABLE:
        return KeyChoice(old, "as it is")
    return KeyChoice(fresh, f"the one it has was {known[old].state}", True)


def changes(old: ConfigFields, new: ConfigFields) -> list[tuple[str, str, str]]:
    """(field, before, after) of each difference, for people: keys as fingerprints, no passwords."""
    before, after = _flat(old), _flat(new)
    names = [*before, *(name for name in after if name not in before)]
    return [
        (name, _shown(name, before.get(name)), _shown(name, after.get(name)))
        for name in names
        if before.get(name) != after.get(name)
    ]


def _flat(fields: ConfigFields, within: str = "") -> ConfigFields:
    flat: ConfigFields = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{within}{name}.")
        else:
            flat[within + name] = value
    return flat


def _shown(name: str, value: object) -> str:
    if value is None or value == "":
        return NOTHING
    if name == "key":
        key = key_in({"key": value})
        return f"{fingerprint(key)} (fingerprint)" if key else "unusable"
    if name.endswith("password"):
        return "(secret)"
    return value if isinstance(value, str) else json.dumps(value)
