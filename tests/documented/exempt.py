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

_SERVER = "wants a machine to set a server up on, and its administrator"
_CHIP = "wants a real ESP32 at the port"
_HOURS = "runs for minutes to hours, and is a run of its own"
_MAKES = "writes into the repository what is kept there"

EXEMPT = {
    "apt install postgresql": _SERVER,
    "sudo -u postgres createuser --pwprompt boardside": _SERVER,
    "sudo -u postgres createdb --owner boardside boardside": _SERVER,
    "systemctl restart postgresql": _SERVER,
    "pg_dump --format=custom --file=hall.dump boardside": _SERVER,
    "apt-get install mosquitto": _SERVER,
}
