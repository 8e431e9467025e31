"""The match at a table: record, clocks, conduct, and the hall's clock. No page, no display."""
