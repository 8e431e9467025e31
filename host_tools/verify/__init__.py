"""`boardside verify`: checks that a match's record is the one the table sent and the umpire sealed."""

from host_tools.verify.command import verify_command

__all__ = ["verify_command"]
