"""Under MicroPython: the SHA-256 of each page of the states named; for test_paper_drawn."""

import binascii
import hashlib
import sys

sys.path.insert(0, "tests/portable/displays")

import paper_page
import paper_states

from boardside.faces.paper import page29, page42

for name in sys.argv[1:]:
    umpire = getattr(paper_states, name)()
    for size, layout, upright in (("42", page42, False), ("29", page29, True)):
        pixels = paper_page.page(layout, umpire.table.screen(umpire.now), upright)
        print(size, name, binascii.hexlify(hashlib.sha256(pixels).digest()).decode())
