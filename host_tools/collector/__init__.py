"""Where the tables meet the database: sessions, storing and acknowledging events, commands to the tables, and
the live state for the pages. The layers: docs/maintainer/architecture.md, Inside the collector.
"""
