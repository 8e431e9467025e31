"""Importing this puts the project's root on MicroPython's path; pytest has it there already."""

import sys

if "." not in sys.path:
    sys.path.append(".")
