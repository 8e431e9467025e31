"""What a collector adds to the commands of an update: its word that the table's own host wants it."""

from typing import Any

from boardside.link.auth import update_mac


def signed(event: dict[str, Any], key: bytes) -> dict[str, Any]:
    """The event as it goes to a table with this key: only `switch` is signed, by the digest it names."""
    if event.get("kind") == "update" and event.get("do") == "switch":
        return event | {"mac": update_mac(key, str(event.get("sha256")))}
    return event
