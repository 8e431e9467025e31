"""Drivers: each takes its bus or pins from the caller and knows no game."""
