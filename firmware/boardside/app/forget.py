"""Lets go of modules that are wanted once: on a board without PSRAM what runs at power-on is needed later."""

import sys

_PACKAGE = "boardside."


def forget(*names: str) -> None:
    """Modules by their path below the package ("app.displays"); whoever wants one again imports it anew.

    What else still holds one of them, or what it made, keeps that.
    """
    for name in names:
        path = _PACKAGE + name
        sys.modules.pop(path, None)
        parent, leaf = path.rsplit(".", 1)
        if hasattr(sys.modules.get(parent), leaf):
            delattr(sys.modules[parent], leaf)
