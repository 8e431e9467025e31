"""The table's pages for crokinole (docs/umpire/crokinole.md); imported when the first crokinole match
comes."""
