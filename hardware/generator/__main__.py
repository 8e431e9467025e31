"""The command: python -m hardware.generator write|check|make …

write [NAME…]   the committed files: KiCad projects, PDFs, pictures, parts lists
check [NAME…]   every rule; exit status 1 when something is found; --quick: what needs no KiCad
make OUT        what a factory and a printer want: gerbers, drill files, positions, parts to tick off, STL
labels OUT      the lids' legends in their real size, to print: legends.html, legends.pdf"""

import argparse
import sys
from pathlib import Path

from . import checks, documents, enclosure, kicad, lid, parts_page
from .boards import board_files
from .builds import BUILDS, Build, build
from .enclosure import DIMENSIONS, dimensions, draw, make_stl
from .files import HARDWARE, project_files, write_files
from .labels import drawings, write_sheet


def write(chosen: list[Build], with_boards: bool) -> None:
    """Writes the committed files of builds into `hardware/NAME`."""
    for project in chosen:
        design = project.design
        folder = HARDWARE / design.name
        files = board_files(design) if design.board and with_boards else project_files(design)
        changed = write_files(files, folder)
        changed += documents.write(project, folder, changed)
        print(f"{design.name}: {len(changed)} files changed")
    write_files(drawings(), DIMENSIONS.parent)
    if write_files({DIMENSIONS.name: dimensions()}, DIMENSIONS.parent):
        draw()


def check(chosen: list[Build], is_quick: bool) -> int:
    """Prints what is found; the number of findings."""
    count = 0
    for project in chosen:
        find = checks.quick_problems if is_quick else checks.problems
        findings = find(project, HARDWARE / project.design.name)
        print(f"{project.design.name}: {len(findings)} findings")
        for line in findings:
            print("  " + line)
        count += len(findings)
    findings = [fault for made in enclosure.lids() for fault in lid.faults(made)]
    print(f"lids: {len(findings)} findings")
    for line in findings:
        print("  " + line)
    return count + len(findings)


def make(target: Path) -> None:
    """Writes manufacturing files of every board and the enclosure's STL below a folder."""
    for project in BUILDS:
        design = project.design
        if not design.board:
            continue
        folder = target / design.name
        folder.mkdir(parents=True, exist_ok=True)
        board = HARDWARE / design.name / f"{design.name}.kicad_pcb"
        kicad.run("pcb", "export", "gerbers", "--layers", "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,F.SilkS,Edge.Cuts",
                  "-o", folder, board)  # fmt: skip
        kicad.run("pcb", "export", "drill", "-o", f"{folder}/", board)
        kicad.run(
            "pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o", folder / "positions.csv", board
        )
        parts_page.write(design, folder)
        print(f"{folder}: {len(list(folder.iterdir()))} files")
    print(write_sheet(target / "enclosure"))
    for path in make_stl(target / "enclosure"):
        print(f"{path}: {path.stat().st_size // 1024} KiB")


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="python -m hardware.generator", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("write", "check"):
        command = commands.add_parser(name)
        command.add_argument("names", nargs="*", metavar="NAME")
        if name == "write":
            command.add_argument("--keep-boards", action="store_true", help="do not route again")
        else:
            command.add_argument("--quick", action="store_true", help="only what needs no KiCad")
    for name in ("make", "labels"):
        commands.add_parser(name).add_argument("target", type=Path)
    arguments = parser.parse_args()
    try:
        if arguments.command == "make":
            make(arguments.target)
            return 0
        if arguments.command == "labels":
            print(write_sheet(arguments.target))
            return 0
        chosen = [build(name) for name in arguments.names] or list(BUILDS)
        if arguments.command == "check":
            return 1 if check(chosen, arguments.quick) else 0
        write(chosen, with_boards=not arguments.keep_boards)
    except (kicad.KicadError, FileNotFoundError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
