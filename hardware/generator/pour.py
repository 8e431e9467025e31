"""Fills ground pours with KiCad's own filler and reads the copper back.

pcbnew is bound to the system's Python, so this file runs itself there: `/usr/bin/python3 pour.py BOARD`."""

import json
import subprocess
import sys
from pathlib import Path

Layers = dict[str, list[list[tuple[float, float]]]]
SYSTEM_PYTHON = "/usr/bin/python3"


def fill(board: Path) -> Layers:
    """The copper of each layer's pour as polygons in millimetres. RuntimeError when pcbnew cannot be used."""
    command = ["nice", "-n", "15", SYSTEM_PYTHON, __file__, str(board)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise RuntimeError(f"pcbnew: {done.stderr}")
    layers: dict[str, list[list[list[float]]]] = json.loads(done.stdout.splitlines()[-1])
    return {
        layer: [[(x, y) for x, y in polygon] for polygon in polygons] for layer, polygons in layers.items()
    }


def main(path: str) -> None:
    """Fills the zones of a board and prints them as JSON: layer to polygons, holes joined to the outline."""
    import pcbnew  # type: ignore[import-not-found]

    board = pcbnew.LoadBoard(path)
    zones = [zone for zone in board.Zones() if not zone.GetIsRuleArea()]
    pcbnew.ZONE_FILLER(board).Fill(zones)
    layers: dict[str, list[list[list[float]]]] = {}
    for zone in zones:
        layer = zone.GetLayer()
        polygons = zone.GetFilledPolysList(layer)
        for index in range(polygons.OutlineCount()):
            chain = polygons.Outline(index)
            points = (chain.CPoint(i) for i in range(chain.PointCount()))
            outline = [[round(p.x / 1e6, 4), round(p.y / 1e6, 4)] for p in points]
            layers.setdefault(board.GetLayerName(layer), []).append(outline)
    print(json.dumps(layers))


if __name__ == "__main__":
    main(sys.argv[1])
