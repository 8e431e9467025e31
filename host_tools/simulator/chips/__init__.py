"""The chips of a simulated table, and the modules through which the firmware reaches them.

These files run inside the MicroPython process of the table; the models (`digit_chips`, `gpio`, `keys`,
`pwm`, `flash`, `radio`) are plain Python and run on CPython too, so that both test them.
"""
