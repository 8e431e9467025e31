"""A new firmware for a table in use: received from the host, verified, switched to, confirmed
(docs/maintainer/update.md).

Imported only when an update begins or is on trial. `receiver` takes it, `trial` confirms it.
"""
