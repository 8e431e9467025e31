"""Running code with MicroPython's heap locked, so that whatever allocates fails."""

try:
    from micropython import heap_lock, heap_unlock
except ImportError:  # CPython has no heap to lock; there the code just runs

    def heap_lock():
        """CPython has none."""

    def heap_unlock():
        pass


def heap_locked(function):
    """Call `function()`; under MicroPython any allocation in it raises MemoryError."""
    heap_lock()
    try:
        function()
    finally:
        heap_unlock()
