"""What leaves Boardside: score cards on paper, lists and files, other systems."""
