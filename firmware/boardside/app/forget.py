"""Lets go of modules that are wanted once, at power-on."""

import sys

_PACKAGE = "boardside."


def forget(*names: str) -> None:
    """Modules by their path below the package ("app.displays"), with all that is below them. Who wants one
    again imports it anew.

    What else still holds one of them, or what it made, keeps that.
    """
    modules = [_PACKAGE + name for name in names]
    folders = [name + "." for name in modules]  # made once: each new text is looked up among all names
    for path in list(sys.modules):
        if path not in modules and not [folder for folder in folders if path.startswith(folder)]:
            continue
        sys.modules.pop(path, None)
        parent, leaf = path.rsplit(".", 1)
        if hasattr(sys.modules.get(parent), leaf):
            delattr(sys.modules[parent], leaf)
