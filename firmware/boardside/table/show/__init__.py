"""What is seen: the screen's fields, filled from the match, and drawn on digits. Paper is in faces/."""
