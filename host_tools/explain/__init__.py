"""`boardside explain`: the ruling for what happens at a table, and why, for training umpires.

The table's rules make the ruling; this package only puts it into sentences. "You" is the striker: side a.
"""
