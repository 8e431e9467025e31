"""What Boardside prints and writes to files: score cards, lists, brackets, exports."""

from host_tools.exports.output import Choice
from host_tools.exports.reasons import ExportError

__all__ = ["Choice", "ExportError"]
