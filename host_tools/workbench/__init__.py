"""The boards at this laptop and in the hall, worked on from the organiser's page: the acts of
`boardside flash`, `provision` and `update`, one at a time for a port, with their progress.
"""

from .acts import Act, Busy
from .bench import NewBoard, Workbench
from .ports import SerialPort

__all__ = ["Act", "Busy", "NewBoard", "SerialPort", "Workbench"]
