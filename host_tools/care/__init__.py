"""Care for what is stored: backup and restore, archives of tournaments, the deletion of personal data."""
