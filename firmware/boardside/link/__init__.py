"""The link between a table and the host: frames, authentication and sessions without any I/O, and two thin
shells.
"""
