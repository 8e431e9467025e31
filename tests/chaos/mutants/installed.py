"""Where an installation keeps its files, and what it says when something goes wrong."""

from tests.chaos.mutating import Mutant

_TEST = "tests/installed/test_kept_files.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "an installation builds beside the program",
        "host_tools.folders:work",
        "CHECKOUT is not None",
        "True",
        (_TEST, "cache_of_an_installation"),
    ),
    Mutant(
        "two demonstrations share a folder",
        "host_tools.demo.run:fresh_folder",
        "fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)",
        "pass",
        (_TEST, "for_itself"),
    ),
    Mutant(
        "a port is looked at too late",
        "host_tools.demo.run:check_ports",
        'probe.bind(("127.0.0.1", port))',
        "pass",
        (_TEST, "port_that_is_taken"),
    ),
    Mutant(
        "an installation compiles",
        "host_tools.device.build:build",
        "firmware == out and is_compiled(firmware)",
        "False",
        (_TEST, "compiled_already"),
    ),
    Mutant(
        "the file of errors grows for ever",
        "host_tools.console.installation:_kept",
        "path.stat().st_size > _ERRORS_BYTES_MOST",
        "False",
        (_TEST, "for_ever"),
    ),
)
