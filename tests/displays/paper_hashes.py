"""Under MicroPython: the SHA-256 of each page of the states named; for test_paper_golden."""

import binascii
import hashlib
import sys

sys.path.insert(0, "tests/portable/displays")

import paper_page
import paper_states

from boardside.faces.paper import page29, page42
from boardside.faces.paper.strip import Row, Upright

for name in sys.argv[1:]:
    umpire = getattr(paper_states, name)()
    for size, layout, strip in (("42", page42, Row), ("29", page29, Upright)):
        pixels = paper_page.page(layout, umpire.table.screen(umpire.now), strip)
        print(size, name, binascii.hexlify(hashlib.sha256(pixels).digest()).decode())
