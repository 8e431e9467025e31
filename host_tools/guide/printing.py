"""The sheet as a PDF: a headless Chromium prints the page."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from .walks import GuideError

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")

# Without tags the file is a fifth smaller; a reader who needs them has docs/umpire/panel.md.
_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-pdf-tagging")
_TIMEOUT_S = 60


def print_pdf(page: str, target: Path) -> None:
    """Print the page into `target`. GuideError when there is no Chromium or it does not print."""
    if CHROMIUM is None:
        raise GuideError(
            "There is no Chromium to print the guide with: install it, or set CHROMIUM to its path."
        )
    with tempfile.TemporaryDirectory() as folder:
        source, printed = Path(folder) / "guide.html", Path(folder) / "guide.pdf"
        source.write_text(page, encoding="utf-8")
        command = [CHROMIUM, *_OPTIONS, f"--user-data-dir={folder}/profile"]
        command += [f"--print-to-pdf={printed}", source.as_uri()]
        try:
            result = subprocess.run(command, capture_output=True, timeout=_TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise GuideError(f"{CHROMIUM} did not print the guide: {error}") from None
        if result.returncode or not printed.exists():
            raise GuideError(f"{CHROMIUM} did not print the guide: {result.stderr.decode()[-400:]}")
        target.write_bytes(printed.read_bytes())
