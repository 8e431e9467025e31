"""What leaves Boardside: score cards on paper, lists and files, other systems."""

from host_tools.exports.errors import ExportError

__all__ = ["ExportError"]
