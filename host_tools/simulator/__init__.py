"""Tables without hardware: the real firmware on real MicroPython, over models of the chips."""
