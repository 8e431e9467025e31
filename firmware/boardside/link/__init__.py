"""The link between a table and the host: frames, authentication and sessions without I/O, and two thin shells
that do the I/O.
"""
