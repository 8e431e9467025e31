"""`boardside verify`: is the record of a match what the table sent, and what the umpire sealed (D128)?"""

from host_tools.verify.command import verify_command

__all__ = ["verify_command"]
