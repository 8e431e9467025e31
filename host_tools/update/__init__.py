"""New firmware for tables in use: the dialogue with a table, for one at its cable or a whole hall."""
