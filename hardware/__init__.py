"""The hardware of Boardside: designs as data, drawn as KiCad files and checked. Start: python -m
hardware.generator."""
