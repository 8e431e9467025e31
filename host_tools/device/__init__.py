"""The laptop's side of a board: compile the firmware, copy it onto a board, prepare a new one."""
