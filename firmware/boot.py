"""Run before main.py, also after Ctrl-D. Kept empty: what failed here would stand in the way of the REPL."""
