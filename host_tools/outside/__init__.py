"""Readers for what came from outside: JSON, YAML, ZIP; each has bounds on what a file becomes. Safe names."""
