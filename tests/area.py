"""The tests of one area: `python -m tests.area game` (what `make test AREA=game` runs).

An area is a folder of tests/, of tests/portable, or of both; portable tests run on both interpreters.
Exit status 2, with the areas that there are, when there is none of that name; else that of pytest.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
_RUN = "tests/test_portable.py::test_passes_under_micropython"


def areas() -> list[str]:
    """The names of all areas."""
    folders = [path.parent for path in HERE.rglob("test_*.py")]
    portable = HERE / "portable"
    return sorted({folder.name for folder in folders if folder.parent in (HERE, portable)} - {"portable"})


def tests_of(area: str) -> list[str]:
    """What pytest is to run for an area, as its arguments; relative to the repository."""
    sys.path.insert(0, str(HERE / "portable"))
    from tests.test_portable import RUNS

    folders = [f"tests/{area}", f"tests/portable/{area}"]
    runs = [
        f"{_RUN}[{run.id}]" for run in RUNS if str(run.values[0][0]).startswith(f"tests/portable/{area}/")
    ]
    return [folder for folder in folders if (HERE.parent / folder).is_dir()] + runs


def main(arguments: list[str]) -> int:
    """Run an area's tests with pytest's options behind its name."""
    if not arguments or arguments[0] not in areas():
        named = arguments[0] if arguments else ""
        print(f"There is no area of tests {named!r}. There are: {', '.join(areas())}.", file=sys.stderr)
        return 2
    area, *options = arguments
    return subprocess.call([sys.executable, "-m", "pytest", *tests_of(area), *options], cwd=HERE.parent)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
