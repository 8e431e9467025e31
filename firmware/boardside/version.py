"""The firmware's own version: told to the host in the handshake, shown in the menu's "about"."""

FIRMWARE = "1.0.0"
