"""New firmware for tables in use: bundles, what is said to a table, one at its cable or a whole hall."""
