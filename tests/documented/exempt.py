"""What stands on the pages and is not run by the tests, each with its reason.

A test fails when one of these is on no page any more.
"""

#: Code that begins like a command and is none.
NO_COMMANDS = {
    "boardside": "a prefix of topics, a folder, a database, a user, a name of files",
    "boardside SP 1 SP id SP port LF": "the text of an announcement",
    "boardside example key": "a key's ASCII bytes",
    "boardside match 1": "the bytes a chain begins with",
    "make": "the program itself",
}

#: Options of other programs, or of our own modules, in running text.
OTHER_OPTIONS = {
    "--erase-all": "esptool",
    "--from": "tests/chaos/fuzz.py",
    "--day": "tests/chaos/__main__.py",
    "--virtual": "tests/soak",
}

_SERVER = "sets a server up: wants its machine and its administrator; tests/postgres and tests/mqtt run them"
_CHIP = (
    "writes to a real ESP32; tests/device holds its command line, and esptool writes to a boot loader's model"
)
_HOURS = "a run of its own, of minutes to hours; make test, slow and long run its parts"
_SETS_UP = "sets up, or runs, what these tests run in"
_MAKES = "writes anew what is kept in the repository; a test compares what it would write"
_KICAD = "wants KiCad 9; tests/hardware runs it where that is installed"
_UPDATE = "takes minutes of a table that runs from its flash; tests/update carries it out, by cable and Wi-Fi"
_PERSON = "wants a person at the keys, or a choice of files"
_TEAMS = "wants a tie of teams; tests/tournament plays one"

EXEMPT = {
    "apt install postgresql": _SERVER,
    "sudo -u postgres createuser --pwprompt boardside": _SERVER,
    "sudo -u postgres createdb --owner boardside boardside": _SERVER,
    "systemctl restart postgresql": _SERVER,
    "pg_dump --format=custom --file=hall.dump boardside": _SERVER,
    "apt-get install mosquitto": _SERVER,
    "make flash": _CHIP,
    "make flash PORT=/dev/ttyUSB0 IMAGE=ESP32_GENERIC-SPIRAM-v1.29.0.bin": _CHIP,
    "make flash PORT=/dev/ttyUSB0 IMAGE=ESP32_GENERIC-SPIRAM-….bin": _CHIP,
    "boardside flash --port /dev/ttyUSB0 --image ESP32_GENERIC-….bin --table 7 "
    '--wifi "Hall" --password secret --host 192.168.1.10': _CHIP,
    "make deploy": _CHIP,
    "make deploy PORT=/dev/ttyUSB0": _CHIP,
    "mpremote romfs build": _CHIP,
    "boardside update release/0.2.0 --all --wait": _UPDATE,
    "boardside update release/0.2.0 --tables 1-12,15": _UPDATE,
    "boardside update release/0.2.0 --port /dev/ttyUSB0": _UPDATE,
    "boardside update --back --tables 7": _UPDATE,
    "make setup": _SETS_UP,
    "make test": _SETS_UP,
    "make slow": _SETS_UP,
    "make long": _SETS_UP,
    "make demo": _HOURS,
    "make demo SPEED=2": _HOURS,
    "make demo ONCE=1": _HOURS,
    "make mutants": _HOURS,
    "make bench": _HOURS,
    "make fuzz": _HOURS,
    "boardside rehearse --ruleset vkk --tables 8": "takes minutes; tests/system/test_rehearse.py runs it",
    "python -m tests.bench digits": _HOURS,
    "python -m tests.bench paper": _HOURS,
    "python -m tests.bench pages recovery": _HOURS,
    "python -m tests.chaos SEED": _HOURS,
    "python -m tests.chaos.fuzz": _HOURS,
    "python -m tests.chaos.fuzz journal": _HOURS,
    "python -m tests.chaos.fuzz update": _HOURS,
    "python -m tests.chaos.mutants": _HOURS,
    "python -m tests.soak": _HOURS,
    "make guide": _MAKES,
    "RENEW=1 python -m pytest tests/displays/test_paper_golden.py": _MAKES,
    "python -m host_tools.device.glyphs": _MAKES,
    "python -m host_tools.exports.font_making": _MAKES,
    "python -m host_tools.web.catalogues": _MAKES,
    "python -m hardware.generator write": _MAKES,
    "python -m hardware.generator check": _KICAD,
    "python -m hardware.generator make build/hardware": _KICAD,
    "make hardware": _KICAD,
    "hardware/install-tools.sh": _KICAD,
    "mpremote ... fs rm": _PERSON,
    "mpremote connect run/tables/table1.tty": _PERSON,
    'boardside call MATCH --a "Ann" --a "Bob" --b …': _TEAMS,
}
