"""One table of a tournament. Everything else of the firmware lies below."""

import array
import binascii
import collections
import errno
import hashlib
import json
import os
import struct
import sys
import time

# MicroPython does not note its built-in modules: each `import` of one first looks for a file of that name,
# with three questions to each folder of sys.path. Noted here, they are found at once.
for _module in (array, binascii, collections, errno, hashlib, json, os, struct, time):
    sys.modules.setdefault(_module.__name__, _module)
del _module

# A firmware from a pack can read its own compressed modules from here on.
if "loader" in sys.modules and sys.implementation.name == "micropython":
    from .packed import let_inflate

    let_inflate(sys.modules["loader"].Pack)
    del let_inflate
