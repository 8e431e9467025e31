"""Deliberate mistakes, each with the finding it must bring: what shows that the checks can fail."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from .designs.basic import BASIC
from .model import Design


@dataclass(frozen=True)
class Mistake:
    """A design that is wrong on purpose, and KiCad's type of the finding that must come."""

    name: str
    design: Callable[[], Design]
    finding: str


def _renamed(ref: str, **nets: str) -> Design:
    part = BASIC.part(ref)
    return BASIC.with_part(replace(part, nets=part.nets | {key[1:]: net for key, net in nets.items()}))


def short_of_two_outputs() -> Design:
    """Two outputs of the level shifter on one net."""
    return _renamed("U2", p6="CLK_5V")


def dangling_net() -> Design:
    """A net that leads from one pin to nowhere."""
    return _renamed("M1", p3="NOWHERE")


def missing_power_flag() -> Design:
    """Ground without its power flag."""
    return replace(BASIC, flags=())


def unconnected_pin() -> Design:
    """The display's clock not connected, and not marked as left open: its wire is there, its label is not
    the net's."""
    return _renamed("U2", p2="CLOK")


def swapped_gpios() -> Design:
    """Two keys exchanged at the ESP32: legal for KiCad, wrong for the firmware."""
    nets = BASIC.part("U1").nets
    return _renamed("U1", p15=nets["12"], p12=nets["15"])


ELECTRICAL = (
    Mistake("short of two outputs", short_of_two_outputs, "pin_to_pin"),
    Mistake("dangling net", dangling_net, "label_dangling"),
    Mistake("missing power flag", missing_power_flag, "power_pin_not_driven"),
    Mistake("misspelt net", unconnected_pin, "label_dangling"),
)
"""What KiCad's electrical rule check must find."""


def without_tracks(board: str, net_number: str) -> str:
    """A board's text without one net's tracks: an unrouted net."""
    mark = f"(net {net_number})"
    kept = []
    block = ""
    for line in board.splitlines(keepends=True):
        block += line
        if block.count("(") > block.count(")") and block.startswith(("\t(segment", "\t(via")):
            continue
        if not (block.startswith(("\t(segment", "\t(via")) and mark in block):
            kept.append(block)
        block = ""
    return "".join(kept)
