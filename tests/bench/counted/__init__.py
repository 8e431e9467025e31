"""What `instructions.py` needs: callgrind for the host; marks, mute chips and scenes for MicroPython."""
