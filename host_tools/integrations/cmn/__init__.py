"""Crokinole Match Notation (CMN): matches written as such files, and results read from them."""
