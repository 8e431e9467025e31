"""The rules of the game: pure, integers only, no clock, pin, file or socket; for table and host."""
