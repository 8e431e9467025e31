"""The target file of a backup or an archive: replaced completely, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from host_tools.backup.reasons import CareError
from host_tools.outside.whole_file import replacing
from host_tools.store import Store


@contextmanager
def written(store: Store, target: Path, force: bool) -> Iterator[Path]:
    """A temporary file beside `target` for a copy of `store`; only its owner can read it. It gets the name
    `target` when the block ends, and is deleted when the block fails.

    Raises CareError, also when `target` exists and `force` is false.
    """
    _refuse(store, target, force)
    try:
        with replacing(target, is_private=True) as part:
            yield part
    except OSError as error:
        raise CareError("not_writable", file=str(target), why=error.strerror or str(error)) from error


def _refuse(store: Store, target: Path, force: bool) -> None:
    """Raise CareError when `target` is the database, a folder, or (without `force`) an existing file."""
    if store.engine.dialect.name == "sqlite":
        database = Path(store.engine.url.database or "").resolve()
        if target.resolve() in (database, *(Path(f"{database}{end}") for end in ("-wal", "-shm"))):
            raise CareError("target_is_database", file=str(target))
    if target.is_dir():
        raise CareError("target_is_folder", file=str(target))
    if target.exists() and not force:
        raise CareError("target_exists", file=str(target))
