"""The packages that an installation may lack: extras of Boardside (pyproject.toml)."""

from importlib.util import find_spec

#: The extra that brings a module.
EXTRAS = {
    "aiomqtt": "mqtt",
    "cryptography": "device",
    "esptool": "device",
    "littlefs": "device",
    "mpremote": "device",
    "psycopg": "postgres",
    "yaml": "sol",
}


class MissingExtra(Exception):  # noqa: N818
    """An extra is needed that is not installed; the message says which, and how it is installed."""

    def __init__(self, module: str) -> None:
        extra = EXTRAS[module]
        super().__init__(
            f"This needs {module}, of Boardside's extra {extra!r}, which is not installed. "
            f"Install it: pipx install --force 'boardside[{extra}]' (or pip install 'boardside[{extra}]')."
        )


def require(module: str) -> None:
    """Raise MissingExtra when this module of an extra is not installed. It is not imported."""
    if find_spec(module) is None:
        raise MissingExtra(module)
