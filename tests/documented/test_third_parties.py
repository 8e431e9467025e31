"""THIRD-PARTY.md names what others made, with its licence: packages, fonts, recorded results."""

import ast
import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_COPYLEFT = re.compile(r"\b(A|L)?GPL|\bMPL|\bEPL|\bEUPL|Mozilla|GNU")
#: Started as programs of their own; what runs in our process must not be under the GPL.
OWN_PROCESSES = {"esptool"}


def plain(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name.group()).lower()


def asked_for() -> set[str]:
    """The packages that an installation with all extras asks for."""
    extras = PROJECT["optional-dependencies"]
    asked = [
        *PROJECT["dependencies"],
        *(name for extra in ("device", "mqtt", "postgres", "sol") for name in extras[extra]),
    ]
    return set(map(plain, asked))


def with_theirs(names: set[str]) -> dict[str, str]:
    """These and the packages that they need, as far as they are installed here, and their licences."""
    licences: dict[str, str] = {}
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name in licences:
            continue
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        about = found.metadata
        classified = [line for line in about.get_all("Classifier") or [] if line.startswith("License")]
        licences[name] = (
            next(iter(about.get_all("License-Expression") or []), "")
            or "; ".join(classified)
            or next(iter(about.get_all("License") or []), "")
            or ""
        )
        waiting += [plain(line) for line in found.requires or [] if "extra ==" not in line]
    return licences


def test_each_package_is_named() -> None:
    assert [name for name in sorted(asked_for()) if name not in TEXT] == []


def test_each_copyleft_package_is_named_also_those_that_others_need() -> None:
    licences = with_theirs(asked_for())
    assert {"zeroconf"} <= licences.keys()
    copyleft = {name for name, licence in licences.items() if _COPYLEFT.search(licence)}
    assert [name for name in sorted(copyleft) if name not in TEXT] == []


def test_nothing_under_the_gpl_is_imported() -> None:
    licences = with_theirs(asked_for())
    strong = {name for name, licence in licences.items() if re.search(r"\bA?GPL", licence)}
    assert strong == OWN_PROCESSES
    for path in (ROOT / "host_tools").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not {name.split(".")[0] for name in names} & strong, path


def test_each_font_and_recorded_result_has_its_source_and_licence() -> None:
    for font in [*ROOT.glob("host_tools/**/fonts/*.ttf"), *ROOT.glob("host_tools/**/fonts/*.woff2")]:
        assert list(font.parent.glob("*.txt")), font
        assert font.parent.relative_to(ROOT).as_posix() in TEXT
        assert font.name.partition("-")[0].partition(".")[0] in TEXT.lower(), font
    for licence in ROOT.glob("host_tools/**/fonts/*.txt"):
        assert licence.name in TEXT
    for results in (ROOT / "host_tools/demo/data").iterdir():
        assert results.name in TEXT
        assert results.read_text(encoding="utf-8").startswith("# Source: ")


def test_the_package_says_its_licences() -> None:
    assert {"MIT", "OFL-1.1"} == set(PROJECT["license"].split(" AND "))
    files = {path.name for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    assert {
        "LICENSE",
        "THIRD-PARTY.md",
        "OFL.txt",
        "OFL-noto.txt",
    } <= files
