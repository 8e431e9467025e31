"""The commands on the pages that the tests do not run, each with the reason. A test fails when one of them is
on no page any more.
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
    "--keep": "tests/soak",
    "--leak": "tests/soak",
    "--pages": "tests/bench/serving.py",
}

_SERVER = "sets a server up: wants its machine and its administrator; tests/postgres and tests/mqtt run them"
_CHIP = (
    "writes to a real ESP32; tests/device holds its command line, and esptool writes to a boot loader's model"
)
_SETS_UP = "sets up, or runs, what these tests run in"
_INSTALLS = "changes a person's own files; tests/installed installs the wheel elsewhere, and runs it"
_MAKES = "writes anew what is kept in the repository"
_KICAD = "wants KiCad 9; tests/hardware runs it where that is installed"
_UPDATE = "takes minutes of a table that runs from its flash; tests/update carries it out, by cable and Wi-Fi"
_ADDS = "names a display that the reader is about to add"
_PERSON = "wants a person at the keys, or a choice of files"
_SERVICE = "changes the services of the computer; tests/service gives it a systemd that only listens"
_TWICE = "wants somebody entered under two names; tests/tournament/test_joining.py joins and parts them"
_TEAMS = "wants a tie of teams; tests/tournament plays one"
_CONTRADICTS = "wants a journal that contradicts, or its id; tests/security/test_trust_command.py runs it"
_SWISS = "wants a Swiss in play; tests/tournament/test_swiss_rounds.py plays them"
_ACT = "wants the number of an act; tests/tournament/test_desk_acts.py takes acts back"
_SHOOT_OUT = "wants a group that is level; tests/tournament/test_shoot_outs.py plays some"
_SWAP = "would change the draw of all that follows; tests/tournament swaps entries of draws"
_PLACE = "wants a reserve and a place that is free; tests/tournament fills some"
_REPORTED = "wants a table that was not called; tests/tournament runs it"

_DIES = "wants a table that dies in mid-match; tests/tournament/test_exchanging.py has some"
_STICK = "wants the folder of a collector's backups; tests/backup/test_regular.py makes them"

EXEMPT = {
    "boardside backup": _STICK,
    'boardside tournament acts 12 --take-back --reason "wrong match"': _ACT,
    'boardside tournament acts 8 --take-back --with-later --reason "…"': _ACT,
    'boardside draw ms --swap Asha Bela --reason "same train"': _SWAP,
    "boardside standings ms --shoot-out --group 2": _SHOOT_OUT,
    "boardside event fill B": _PLACE,
    'boardside event fill 3 --reason "first in the list"': _PLACE,
    "boardside event fill ms-1-1-2 --reserve 12": _PLACE,
    "boardside entries withdraw NAME --return": _PLACE,
    "boardside journals show JOURNAL": _CONTRADICTS,
    "boardside journals show 0badcafe": _CONTRADICTS,
    'boardside journals keep 0badcafe --reason "…"': _CONTRADICTS,
    'boardside journals take 0badcafe --reason "…"': _CONTRADICTS,
    "boardside journals give JOURNAL N --reason REASON": _CONTRADICTS,
    'boardside reports 1 take --reason "they sat down at table 6"': _REPORTED,
    'boardside reports 1 leave --reason "children tried the board"': _REPORTED,
    "boardside reports 1 leave": _REPORTED,
    'boardside event add ms "Men\'s Singles" --stage swiss:rounds=7,clubs_apart=2 --rules '
    '\'{"games": 1, "draws": true}\'': _SWISS,
    "boardside event set ms --rounds 6": _SWISS,
    "boardside entries bye Asha 5": _SWISS,
    'boardside entries apart Asha Bela --reason "sisters"': _SWISS,
    "apt install postgresql": _SERVER,
    "sudo -u postgres createuser --pwprompt boardside": _SERVER,
    "sudo -u postgres createdb --owner boardside boardside": _SERVER,
    "systemctl restart postgresql": _SERVER,
    "apt-get install mosquitto": _SERVER,
    "mpremote connect /dev/ttyUSB0 resume repl": _PERSON,
    "boardside flash --port /dev/ttyUSB0 --image ESP32….bin --table 7": _CHIP,
    "boardside flash --port /dev/ttyUSB0 --image ESP32_GENERIC-….bin --table 7 "
    '--wifi "Hall" --password "open sesame" --host 192.168.1.10': _CHIP,
    "boardside update release/1.1.0 --all --wait": _UPDATE,
    "boardside update release/1.1.0 --tables 1-12,15": _UPDATE,
    "boardside update release/1.1.0 --port /dev/ttyUSB0": _UPDATE,
    "boardside update --back --tables 7": _UPDATE,
    "boardside service install -- --serial /dev/ttyUSB0": _SERVICE,
    "boardside service install -- --serial /dev/ttyUSB0 --host 0.0.0.0": _SERVICE,
    "sudo .venv/bin/boardside service install --system -- --host 0.0.0.0": _SERVICE,
    "boardside service status": _SERVICE,
    "boardside service remove": _SERVICE,
    "systemctl --user edit boardside": _SERVICE,
    "systemctl stop": _SERVICE,
    "sudo usermod -aG dialout anna": _SERVICE,
    "sudo systemctl disable --now ModemManager": _SERVICE,
    "sudo apt remove brltty": _SERVICE,
    "boardside serve --db postgresql://viewer@db.example.org/boardside --wait": _SERVER,
    "boardside collect --wait": "runs until it is ended; tests/service runs it",
    "boardside --install-completion": _INSTALLS,
    "boardside demo rehearsal --ruleset vkk --tables 8": "takes minutes; tests/system does",
    "python -m host_tools.web.pages.catalogues": _MAKES,
    "python -m hardware.generator write": _MAKES,
    "python -m hardware.generator check": _KICAD,
    "python -m hardware.generator make build/hardware": _KICAD,
    "hardware/install-tools.sh": _KICAD,
    "boardside dev simulate --display max7219,clock71 --panel mcp23017": _ADDS,
    "mpremote ... fs rm": _PERSON,
    "mpremote connect run/tables/table1.tty": _PERSON,
    "boardside flash --keep": "wants a board; tests/device writes to simulated ones",
    "boardside restore FILE --archive": "wants an archive; that of paper.md is made and read",
    "boardside entries join 7 5": _TWICE,
    "boardside entries join 7 5 --part": _TWICE,
    'boardside entries join 5 5 --part --name "Tariq Patel jun."': _TWICE,
    'boardside lineup MATCH a "Ann, Bob"': _TEAMS,
}
