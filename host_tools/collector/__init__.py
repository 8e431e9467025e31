"""Where the tables meet the database: sessions, ingest, acknowledgements, commands, and the live state for
the pages.
"""
