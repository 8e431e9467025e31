"""Commands that read a named file refuse one of gigabytes in words."""

from pathlib import Path

import pytest

from host_tools.outside.files import read_input
from host_tools.rules import files
from host_tools.rules.reasons import RulesFileError
from host_tools.tournament.commands import import_commands
from host_tools.tournament.model.errors import DeskError


def test_a_file_of_gigabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as sparse:
        sparse.truncate(2**40)
    with pytest.raises(OSError, match="more than"):
        read_input(path)
    with pytest.raises(RulesFileError):
        files.read(path)
    with pytest.raises(DeskError):
        import_commands._file(str(path))
