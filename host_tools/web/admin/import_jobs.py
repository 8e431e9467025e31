"""The import that runs beside its page (imports.py): one transaction, of which nothing stays when it is
stopped.
"""

from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.imports.importing import Imported
from host_tools.web.admin.long_acts import LongAct


class Job(LongAct):
    """An import: its files, and what came of it."""

    failed = "It failed; the collector’s log says why. Nothing was imported."

    def __init__(self, actor: str, files: list[ImportFile], event: str | None, dry_run: bool) -> None:
        super().__init__(actor)
        self.files = files
        self.event = event
        self.dry_run = dry_run
        self.imported: Imported | None = None

    def act(self, desk: Desk) -> None:
        """Import."""
        self.imported = desk.import_files(
            self.files, event=self.event, dry_run=self.dry_run, progress=self.progress, actor=self.actor
        )
