"""The files of a KiCad project beside schematic and board: settings, libraries and the tables that name
them."""

import json

from .model import Design
from .schematic import LIBRARY, library_symbols
from .sexpr import Node, Quoted, write


def symbol_library(design: Design) -> str:
    """The text of the project's symbol library."""
    head: Node = ["kicad_symbol_lib", ["version", 20241209], ["generator", Quoted("boardside")]]
    return write([*head, ["generator_version", Quoted("9.0")], *library_symbols(design)])


def _table(kind: str, uri: str) -> str:
    entry: Node = [
        "lib",
        ["name", Quoted(LIBRARY)],
        ["type", Quoted("KiCad")],
        ["uri", Quoted("${KIPRJMOD}/" + uri)],
    ]
    return write([kind, ["version", 7], [*entry, ["options", Quoted("")], ["descr", Quoted("")]]])


def symbol_table() -> str:
    """The text of `sym-lib-table`."""
    return _table("sym_lib_table", f"{LIBRARY}.kicad_sym")


def footprint_table() -> str:
    """The text of `fp-lib-table`."""
    return _table("fp_lib_table", f"{LIBRARY}.pretty")


def settings(design: Design) -> str:
    """The project file: clearances and sizes a cheap two-layer service takes, net classes from the board's
    widths."""
    default = {
        "name": "Default", "clearance": 0.2, "track_width": 0.25, "via_diameter": 0.8, "via_drill": 0.4,
        "bus_width": 12, "wire_width": 6, "diff_pair_gap": 0.25, "diff_pair_via_gap": 0.25,
        "diff_pair_width": 0.2,
        "line_style": 0, "microvia_diameter": 0.3, "microvia_drill": 0.1, "priority": 2147483647,
        "pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)",
    }  # fmt: skip
    rules = {
        "min_clearance": 0.2, "min_track_width": 0.2, "min_via_diameter": 0.6,
        "min_through_hole_diameter": 0.3,
        "min_copper_edge_clearance": 0.5, "min_hole_to_hole": 0.25, "min_hole_clearance": 0.25,
        "min_via_annular_width": 0.13, "solder_mask_to_copper_clearance": 0.0, "min_text_height": 0.8,
        "min_text_thickness": 0.08, "min_silk_clearance": 0.0,
    }  # fmt: skip
    content = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{design.name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [default], "meta": {"version": 4}},
        "schematic": {"legacy_lib_dir": "", "legacy_lib_list": []},
        "sheets": [],
    }
    return json.dumps(content, indent=2) + "\n"
