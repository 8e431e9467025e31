"""A new firmware for a table in use: taken from the host, proven, switched to, confirmed (docs/update.md).

Imported only when an update begins or is on trial. `receiver` takes it, `trial` confirms it.
"""
