"""The table's pages for crokinole (docs/crokinole.md); imported when the first crokinole match comes."""
