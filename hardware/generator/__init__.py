"""Draws schematics, boards, parts lists and wiring pictures from the designs in `designs/`; the same bytes
each run."""
