"""What the portable tests share: no pytest here, MicroPython has none."""


def raises(error, function, *arguments):
    """Call `function(*arguments)`; return the exception of type `error` that it must raise."""
    try:
        function(*arguments)
    except error as caught:
        return caught
    raise AssertionError("%s was not raised" % error.__name__)
