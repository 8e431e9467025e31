"""Run the portable tests of some modules under MicroPython: `micropython tests/run_portable.py FILES`.

Prints a line for each failing test, and `FILE: N passed, N failed` for each module; the exit status is 1 when
one failed. The same files run under CPython through pytest.
"""

import gc
import sys

lacking = ()
"""What this MicroPython has not: a test that fails with one of these words is left out, and that is said."""


def run(path):
    """Whether all tests of this module passed."""
    folder, _, name = path.rpartition("/")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module = __import__(name[:-3])
    passed = failed = 0
    for attribute in sorted(dir(module)):
        if not attribute.startswith("test_"):
            continue
        try:
            getattr(module, attribute)()
            passed += 1
        except Exception as error:  # a test may fail in any way; the runner goes on to the next
            if any(word in str(error) for word in lacking):
                print("LEFT OUT", attribute, error)
                continue
            failed += 1
            print("FAILED", attribute)
            sys.print_exception(error)
    print("%s: %d passed, %d failed" % (path, passed, failed))
    return not failed and bool(passed or lacking)


def run_all(paths):
    """Whether all tests of these modules passed."""
    sys.path.insert(0, "tests/portable")
    good = True
    for path in paths:
        good = run(path) and good
        gc.collect()
    return good


if __name__ == "__main__":
    sys.exit(0 if run_all(sys.argv[1:]) else 1)
