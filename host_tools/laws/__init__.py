"""What the rules of the games and a table say, in words: rulings, refusals, the Laws."""
