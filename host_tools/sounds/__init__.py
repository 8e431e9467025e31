"""The table's sounds away from the table: heard as files, seen as spectrograms, held apart by a measure."""
