"""The pictures of the panel guide, and the sheet of it that lies at the table."""
