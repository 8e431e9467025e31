"""The panels that a table can have, a module each, named as in config.json and in `arrangement.PANELS`.

BUS "i2c", or "" for separate lines gpios() (purpose, GPIO) of its lines beside those of its bus source(buses)
the source of the ten keys' readings, see `drivers.keys`. A missing panel is noticed at the first reading, not
here. buses: `app.buses.Buses`

Only the module of a table's own panel is loaded.
"""
