"""Prepares a board, for the commands and the organiser's page alike: builds what goes onto it, writes it."""

from dataclasses import replace

from boardside.version import FIRMWARE
from host_tools.device import bundle, flash, partitions, prompt
from host_tools.device.build import BUILD, Built, build
from host_tools.device.tools import BeginChange, Command, DeviceError, Say, check_port, run, shown
from host_tools.folders import CHECKOUT, work

_WORK = work()
CONFIG = _WORK / "config.json"
IMAGE = _WORK / "image.bin"
"""The stock image with the table's own partitions."""
FILES = _WORK / "files.bin"
"""The file system with the firmware and config.json: it holds secrets, and is readable by its owner only."""
PACK = _WORK / "firmware.pack"
TABLE = _WORK / "partitions.bin"
"""The partition table that `keep` found on the board."""


def deploy_board(port: str, say: Say, *, dry_run: bool = False) -> None:
    """Copy the firmware onto the board at `port`, which runs MicroPython. DeviceError: what to do."""
    if not dry_run:
        check_port(port)
        flash.refuse_at_prompt(*prompt.board(port), port)
    built()
    packed()
    _do([(prompt.deploy_command(port, BUILD, PACK), prompt.DEPLOY_EXPLAIN)], say, None, dry_run)


def flash_board(
    port: str,
    stock: flash.Image,
    config: flash.TableConfig,
    say: Say,
    *,
    keep: bool = False,
    dry_run: bool = False,
    output: Say | None = None,
    begin_change: BeginChange = lambda: None,
) -> None:
    """Write the image `stock`, the firmware and `config` onto the board at `port`; everything on it is
    erased. With `keep` journal and config.json stay. DeviceError: what to do.

    `output` gets the tools' lines; None: they pass through. `begin_change` is called before the board is put
    into its loader: one that is written in part does not start, and has to be flashed again.
    """
    chosen = stock if keep else flash.divided(stock, IMAGE)
    built()
    pack = packed().pack
    begin_change()
    if not dry_run:
        flash.refuse(stock, flash.ask(port), port)
    flash.write_config(config, CONFIG)
    if keep:
        _do([(flash.read_table_command(port, chosen, TABLE), flash.EXPLAIN)], say, output, dry_run)
        chosen = replace(chosen, path=IMAGE) if dry_run else flash.divided(chosen, IMAGE, TABLE)
        steps = [
            (flash.write_command(port, chosen), flash.EXPLAIN),
            (prompt.deploy_command(port, BUILD, PACK), prompt.DEPLOY_EXPLAIN),
        ]
    else:
        place = flash.file_system(chosen)
        partitions.write_file_system(
            FILES, partitions.file_contents(BUILD, pack, CONFIG.read_bytes()), place.size
        )
        steps = [(flash.write_all_command(port, chosen, place.address, FILES), flash.EXPLAIN)]
    _do(steps, say, output, dry_run)


def built() -> list[Built]:
    """Compile the firmware. DeviceError: why it cannot be."""
    try:
        return build()
    except OSError as error:
        raise DeviceError(f"{place()} cannot be written: {error.strerror}.") from error


def packed() -> bundle.Bundle:
    """The release of the build, its pack in PACK."""
    made = bundle.make(BUILD, FIRMWARE)
    PACK.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    PACK.write_bytes(made.pack)
    return made


def place() -> str:
    """Where the build is, as it is shown: within a checkout without the checkout's path."""
    is_own = CHECKOUT is not None and BUILD.is_relative_to(CHECKOUT)
    return (BUILD.relative_to(CHECKOUT) if CHECKOUT is not None and is_own else BUILD).as_posix()


def room(pack: bytes) -> list[str]:
    """Lines about what is left of a board's flash with this firmware."""
    return list(partitions.room(pack, BUILD))


def _do(steps: list[tuple[Command, str]], say: Say, output: Say | None, dry_run: bool) -> None:
    for command, explain in steps:
        say(shown(command))
        if not dry_run:
            run(command, explain, output=output)
