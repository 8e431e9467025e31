"""Care for stored data: backup, restore and rescue, archives of tournaments, deletion of personal data."""
