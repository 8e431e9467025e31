"""The values that the tests fill into the placeholders of the pages, in one table.

`{…}` is what only the running hall knows: a port, the id of the match that was played.
"""

import re

#: What stands in a command on a page: what a test says instead. Longer ones go first.
PLACES = {
    "/dev/ttyUSB0": "{port}",
    "/dev/ttyUSB1": "{other_port}",
    "http://127.0.0.1:7500": "http://127.0.0.1:{web}",
    "http://127.0.0.1:7510": "http://127.0.0.1:{panels}",
    "mqtt://user:password@broker:1883/boardside": "{broker}",
    "postgresql://boardside:PASSWORD@server/boardside?sslmode=require": "{postgres}",
    "postgresql://boardside:secret@server/boardside": "{postgres}",
    "sqlite:////home/anna/open-2026.sqlite3": "sqlite:///open-2026.sqlite3",
    # The hall of commands.md gives table 3 a match of no tournament, and its umpire has not begun.
    "call --next --tables 3": "call --next --tables 6",
    # Files of one name and several kinds.
    "replay FILE": "replay events.jsonl",
    "backup FILE": "backup before.sqlite3",
    "restore FILE": "restore before.sqlite3 --force",
    "backup FILE --tournament KEY": "backup again.boardside --tournament open-2026",
    "keys export FILE": "keys export keys.json",
    "keys export": "keys export more-keys.json",
    "--keys FILE": "--keys keys.json",
    # What a sentence leaves out.
    "keys import": "keys import all-keys.json",
    "--take": "--take --db sqlite:///crokinole.sqlite3",
    "export --what events": "export --what events events.csv",
    "export --what matches": "export --what matches matches.csv",
    "pull --events": "pull --events --port {port}",
    "replay --text": "replay --text events.jsonl",
    "provision --repair": "provision --repair --port {port}",
    "provision --new-key": "provision --new-key --port {port}",
    "provision --table 7": "provision --table 7 --port {port}",
    # Matches, people, tables.
    "result MATCH --walkover a": "result g2-1-1 --walkover a --early --yes",
    "MATCH": "g1-1-1",
    "forget NAME": 'forget "Dev Bose"',
    "M17": "{played}",
    "s-1-2-1": "{round}",
    "ms-1-2-1 uphold": "g1-2-1 uphold",
    "ms-1-2-1 --fee": "g1-2-1 --fee",
    "entries edit PAIR --replace OUT --name IN": 'entries edit "Ann / Bob" --replace Bob --name Ravi '
    "--db sqlite:///pairs.sqlite3",
    "entries withdraw NAME --return": 'entries withdraw "Ann / Ravi" --return --db sqlite:///pairs.sqlite3',
    "entries withdraw NAME": 'entries withdraw "Ann / Ravi" --yes --db sqlite:///pairs.sqlite3',
    "entries add NAME --reserve": "entries add Zoe Yasmin --reserve --db sqlite:///pairs.sqlite3",
    "entries edit NAME --reserve 1": 'entries edit "Zoe / Yasmin" --reserve 1 --db sqlite:///pairs.sqlite3',
    # A slip of the page's pairs; the hall of commands.md has a no. 2.
    "entries edit 2 --name": "entries edit 3 --player 1 --db sqlite:///pairs.sqlite3 --name",
    "entries withdraw 2 --delete": "entries withdraw 3 --delete --yes --db sqlite:///pairs.sqlite3",
    "event set ms --name": "event set md --db sqlite:///pairs.sqlite3 --name",
    "event delete ms": "event delete md --yes --db sqlite:///pairs.sqlite3",
    "tournament delete": "tournament delete --yes --db sqlite:///test.sqlite3",
    "tournament set --name": "tournament set --db sqlite:///pairs.sqlite3 --name",
    '--decide "Asha=8" --decide "Bela=5"': "--decide {first}=8 --decide {second}=5 --decide {third}=1 "
    "--db sqlite:///shoot.sqlite3",
    "revoke N": "revoke 3",
    "JOURNAL N": "JOURNAL 3",
    "--port P": "--port {port}",
    "DIR": "release/2",
}
_PLACE = re.compile(
    "|".join(rf"(?<![\w-]){re.escape(place)}(?![\w-])" for place in sorted(PLACES, key=len, reverse=True))
)


def filled(text: str) -> str:
    """A command, or a word of one, with every place filled."""
    return _PLACE.sub(lambda match: PLACES[match[0]], text)
