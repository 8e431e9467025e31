"""The firmware's own version: told to the host in the handshake, shown in the menu's "about"."""

FIRMWARE = "0.1.0"
