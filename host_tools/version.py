"""The version of Boardside."""

import typer


def version() -> str:
    """The versions of the program, of the firmware it puts onto tables, and of the protocol."""
    from importlib import metadata

    from boardside.link.session import PROTOCOL
    from boardside.version import FIRMWARE

    return f"boardside {metadata.version('boardside')} (firmware {FIRMWARE}, protocol {PROTOCOL})"


def say_version(is_asked: bool) -> None:
    """The option `--version`."""
    if is_asked:
        typer.echo(version())
        raise typer.Exit
