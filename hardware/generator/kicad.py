"""Runs kicad-cli (KiCad 9) on a project's files."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path


class KicadError(Exception):
    """kicad-cli is missing, or said that it could not do its work."""


@dataclass(frozen=True)
class Finding:
    """One violation: KiCad's type of it, its severity, what it says, and the items it names."""

    type: str
    severity: str
    text: str
    items: tuple[str, ...]


def available() -> bool:
    """True when kicad-cli is on the path."""
    return shutil.which("kicad-cli") is not None


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """kicad-cli with arguments; exit status 5 (violations found) is no error here."""
    if not available():
        raise KicadError("kicad-cli is not installed: hardware/install-tools.sh")
    command = ["nice", "-n", "15", "kicad-cli", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 5):
        raise KicadError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done


def _findings(violations: list[dict[str, object]]) -> list[Finding]:
    findings = []
    for entry in violations:
        items = entry["items"]
        assert isinstance(items, list)
        names = tuple(str(item["description"]) for item in items)
        findings.append(Finding(str(entry["type"]), str(entry["severity"]), str(entry["description"]), names))
    return findings


def erc(schematic: Path, report: Path) -> list[Finding]:
    """Everything KiCad's electrical rule check finds, warnings too. KicadError when status and report
    disagree."""
    done = run(
        "sch", "erc", "--severity-all", "--exit-code-violations", "--format", "json", "-o", report, schematic
    )
    sheets = json.loads(report.read_text())["sheets"]
    findings = [finding for sheet in sheets for finding in _findings(sheet["violations"])]
    if bool(findings) != (done.returncode == 5):
        raise KicadError(f"exit status {done.returncode} with {len(findings)} findings")
    return findings


def drc(board: Path, report: Path) -> list[Finding]:
    """Everything the design rule check finds: rules, unrouted nets, differences from the schematic."""
    done = run(
        "pcb", "drc", "--severity-all", "--exit-code-violations", "--schematic-parity", "--format", "json",
        "-o", report, board,
    )  # fmt: skip
    content = json.loads(report.read_text())
    kinds = ("violations", "unconnected_items", "schematic_parity")
    findings = [finding for kind in kinds for finding in _findings(content[kind])]
    if bool(findings) != (done.returncode == 5):
        raise KicadError(f"exit status {done.returncode} with {len(findings)} findings")
    return findings
