"""What the portable tests share: no pytest here, MicroPython has none."""

import os

#: `make night` tries every case; without it a test that reads this tries only some of them.
WHOLE = os.getenv("BOARDSIDE_WHOLE") == "1"


def raises(error, function, *arguments):
    """Call `function(*arguments)`; return the exception of type `error` that it must raise."""
    try:
        function(*arguments)
    except error as caught:
        return caught
    raise AssertionError("%s was not raised" % error.__name__)
