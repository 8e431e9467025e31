"""The organiser's day: entries, draw, assignment to tables, standings."""
