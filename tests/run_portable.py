"""Run the portable tests of one module under MicroPython: `micropython tests/run_portable.py FILE`.

Prints a line for each failing test and `N passed, N failed`; the exit status is 1 when one failed.
The same files run under CPython through pytest.
"""

import sys


def run(path):
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder)
    sys.path.insert(0, "tests/portable")
    module = __import__(name[:-3])
    passed = failed = 0
    for attribute in sorted(dir(module)):
        if not attribute.startswith("test_"):
            continue
        try:
            getattr(module, attribute)()
            passed += 1
        except Exception as error:  # a test may fail in any way; the runner goes on to the next
            failed += 1
            print("FAILED", attribute)
            sys.print_exception(error)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


sys.exit(run(sys.argv[1]))
