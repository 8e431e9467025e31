"""`boardside verify`: checks that a match's record is the one the table sent and the umpire sealed."""
