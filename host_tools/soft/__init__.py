"""Tables without hardware: the firmware on this computer, its panel and display on a phone at the board."""
