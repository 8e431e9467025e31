"""The displays that a table can have, a module each, named as in config.json and in `arrangement.DISPLAYS`.

Each module describes its display and makes its face:

SAYS the display's name for people ROWS digits: a row each, as the parts that it is made of; absent for an
e-paper HAS_COLON digits: whether there is a colon in the middle; absent: no PIXELS e-paper: (width, height);
absent for digits BUS "spi", "i2c", or "" for separate lines gpios(names) (purpose, GPIO) of its lines beside
those of its bus, at a table with these displays face(names, buses) the face of the display, blank: see
`faces`. OSError when the chip does not answer. buses: `app.buses.Buses`

Only the modules of a table's own displays are loaded.
"""
