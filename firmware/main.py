"""Started by MicroPython after boot.py. Kept tiny, so that an update never has to touch it."""

from loader import start

start()
