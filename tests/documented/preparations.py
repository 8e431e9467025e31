"""What each page supposes: tables, a collector, files, a tournament; and what its reader does between two of
its commands.
"""

import gzip
import json
import os
import shlex
import shutil
from collections.abc import Callable

from tests.documented.extraction import ROOT
from tests.documented.house import House
from tests.mqtt.mosquitto_broker import Mosquitto
from tests.postgres.cluster import Cluster, programs
from tests.sol import sol_exports

CLUB = ROOT / "docs" / "rulesets" / "club_23_points.json"
LONG_PASSWORD = "a good long password"
#: Those for a match of crokinole of one round: a 20 for the left side, and the result is confirmed.
WHOLE_ROUND = "CLOCK OK WHITE QUEEN OK OK OK"
#: The umpire's keys for a match of one game of 10 points: two boards, and the result is confirmed.
WHOLE_MATCH = "CLOCK OK BLACK BLACK QUEEN OK OK CLOCK OK WHITE WHITE QUEEN OK OK OK"

ENTRIES = """name,club,country,licence,seeding
Asha Kulkarni,CSE,IND,,
Asha Patil,Civil,IND,,
Chitra Iyer,Civil,IND,,
Dev Bose,CSE,IND,,
Esha Menon,ECE,IND,,
Farid Rao,ECE,IND,,
"""

#: The six whose draw docs/tournament.md shows.
SIX = """name,club
Asha Kulkarni,CSE
Esha Menon,ECE
Chitra Iyer,Civil
Dev Bose,CSE
Bela Nair,Civil
Farid Rao,ECE
"""


def events_of(page: str) -> str:
    """The first file of events that a page shows."""
    lines = (ROOT / page).read_text("utf-8").splitlines()
    first = next(
        n for n, line in enumerate(lines) if line.startswith('{"kind": "match"') and "```" in lines[n - 1]
    )
    return "\n".join(lines[first : lines.index("```", first)]) + "\n"


def sealed(house: House) -> str:
    """The match that an umpire confirmed; nothing as long as there is none."""
    matches = json.loads(house.boardside("verify --json"))["matches"]
    return next((str(match["match"]) for match in matches if match.get("seal") == "sealed"), "")


def readme(house: House) -> None:
    house.write("events.jsonl", events_of("README.md"))
    house.write("singles.csv", ENTRIES)
    house.copy(CLUB, "club.json")
    house.furnish(6)


def drawn(house: House, key: str = "open") -> None:
    """A tournament of one knockout, drawn; nothing called."""
    house.write("singles.csv", ENTRIES)
    house.boardside(f'tournament new {key} "City Open"')
    house.boardside('event add ms "Men\'s Singles"')
    house.boardside("entries import singles.csv")
    house.boardside("draw --seed 2026")


def api(house: House) -> None:
    drawn(house)
    house.furnish(5)
    house.collect(5)


def played(house: House) -> None:
    """A match at table 3, played to its confirmed result; and a round of crokinole at table 2."""
    house.furnish(3)
    house.collect(3)
    house.write("short.json", json.dumps({"name": "Short", "base": "icf", "games": 1, "points": 10}))
    house.boardside("assign --table 3 --a Asha --b Bela --rules short.json --stage final --breaks a")
    assert house.tables
    house.tables.press(3, WHOLE_MATCH)
    house.until(lambda: sealed(house))
    house.places["played"] = sealed(house)


def audit(house: House) -> None:
    played(house)
    house.boardside("keys export keys.json")
    house.end("collect")
    house.write("events.jsonl", house.boardside("pull --events --port {port}"))


def nothing(house: House) -> None:
    """It supposes nothing but a folder."""


def rulesets(house: House) -> None:
    house.copy(CLUB, "club.json")
    house.furnish(3)
    house.collect(3)


def events(house: House) -> None:
    house.write("events.jsonl", events_of("docs/events.md"))


def round_of_crokinole(house: House) -> None:
    """A match of crokinole at table 2, confirmed after its only round."""
    house.furnish(2)
    house.collect(2)
    house.write("round.json", json.dumps({"name": "Round", "base": "wcc", "games": 1, "rounds": 1}))
    house.boardside("assign --table 2 --a Ann --b Bob --rules round.json --stage final --breaks a")
    assert house.tables
    house.tables.sees(2, "0.0r1")
    house.tables.press(2, WHOLE_ROUND)
    house.until(lambda: sealed(house))
    house.places["round"] = sealed(house)


def exports(house: House) -> None:
    played(house)
    drawn(house, "open-2026")
    house.boardside("call --next --table 1")
    begun(house)


def begun(house: House) -> None:
    """Until a table has taken the match of the tournament that it was called to."""
    words = ["boardside", "scorecards", "--event", "ms", "-o", "begun.pdf"]
    house.until(lambda: house.run(words).returncode == 0)


def database(house: House) -> None:
    house.boardside("tournament new open-2026 Open")
    server(house)


def server(house: House) -> None:
    """A PostgreSQL server with an empty database; where none is installed, another file instead."""
    house.places["postgres"] = "sqlite:///server.sqlite3"
    found = programs()
    if found is not None:
        cluster = Cluster(found, durable=False)
        house.at_the_end(cluster.remove)
        cluster.start()
        house.places["postgres"] = cluster.new_database()


def broker(house: House) -> None:
    """A Mosquitto; where none is installed an address at which nobody is."""
    house.places["broker"] = "mqtt://user:password@127.0.0.1:9/boardside"
    program = shutil.which("mosquitto", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if program is not None:
        (house.folder / "mosquitto").mkdir(mode=0o700)
        mosquitto = Mosquitto(program, house.folder / "mosquitto")
        mosquitto.start()
        house.at_the_end(mosquitto.stop)
        house.places["broker"] = mosquitto.url


def integrations(house: House) -> None:
    broker(house)
    (house.folder / "Open.sol.gz").write_bytes(gzip.compress(sol_exports.export()))
    house.write("addresses.txt", "http://127.0.0.1:9/lit/match/12-1.aa\n")
    round_of_crokinole(house)


def draw_of_crokinole(house: House) -> None:
    """A draw that waits for the match of day.cmn."""
    crokinole = "--db sqlite:///crokinole.sqlite3"
    house.boardside(f"tournament new wcc Crokinole --ruleset wcc {crokinole}")
    rules = shlex.quote(json.dumps({"games": 1, "rounds": 1}))
    house.boardside(f"event add s Singles --stage knockout --rules {rules} {crokinole}")
    for name in ("Ann", "Bob"):
        house.boardside(f"entries add {name} {crokinole}")
    house.boardside(f"draw {crokinole}")


def device(house: House) -> None:
    house.furnish(3)


def tournament(house: House) -> None:
    house.write("list.csv", SIX)
    house.furnish(5)
    pairs = "--db sqlite:///pairs.sqlite3"
    house.boardside(f"tournament new pairs Pairs --ruleset spandan {pairs}")
    house.boardside(f"event add md Doubles --kind doubles {pairs}")
    house.boardside(f"entries add Ann Bob {pairs}")
    shoot_out(house)


def shoot_out(house: House) -> None:
    """An event of two groups; in the first everybody has won once and lost once, by one score."""
    shoot = "--db sqlite:///shoot.sqlite3"
    house.boardside(f"tournament new shoot Shoot --ruleset vkk {shoot}")
    house.boardside(f"event add ms Singles --stage groups:size=3,advance=2 --stage knockout {shoot}")
    for name in ("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid"):
        house.boardside(f"entries add {name} {shoot}")
    house.boardside(f"draw {shoot}")
    matches = json.loads(house.boardside(f"matches --json {shoot}"))
    for group in (1, 2):
        own = [match for match in matches if (match["stage"], match["group"]) == (1, group)]
        names = sorted({match[side]["title"] for match in own for side in "ab"})
        beats = dict(zip(names, names[1:] + names[:1], strict=True))
        for match in own:
            score = "25-0" if beats[match["a"]["title"]] == match["b"]["title"] else "0-25"
            house.boardside(f"result {match['id']} {score} --reason paper {shoot}")
        if group == 1:
            house.places |= dict(zip(("first", "second", "third"), names, strict=True))


def protest(house: House) -> None:
    """A match at table 4, in which the left side protests after the first board."""
    tables = house.tables
    assert tables
    house.boardside("call g1-2-1 --table 4 --anyway")
    tables.sees(4, "to")
    tables.press(4, "WHITE OK CLOCK OK BLACK BLACK QUEEN OK OK")
    tables.choose(4, "Prot")
    tables.press(4, "QUEEN OK OK")
    house.until(lambda: json.loads(house.boardside("protests --json")))


PREPARATIONS: dict[str, Callable[[House], None]] = {
    "README.md": readme,
    "docs/api.md": api,
    "docs/audit.md": audit,
    "docs/database.md": database,
    "docs/device.md": device,
    "docs/events.md": events,
    "docs/exports.md": exports,
    "docs/integrations.md": integrations,
    "docs/panel.md": api,
    "docs/rulesets.md": rulesets,
    "docs/security.md": device,
    "docs/tournament.md": tournament,
    "docs/update.md": rulesets,
}

#: What is typed at a command that asks.
TYPED = {"password": f"{LONG_PASSWORD}\n", "forget": "y\n"}

#: Commands during which no collector may run, or which want the port for themselves: it is ended for them,
#: and goes on after them.
ALONE = ("provision", "pull", "restore", "forget", "mpremote", "deploy")

Steps = list[str | Callable[[House], None]]

#: What else is done before a command of a page.
BEFORE: dict[tuple[str, str], Steps] = {
    ("docs/integrations.md", "boardside cmn day.cmn --take"): [draw_of_crokinole],
    ("docs/tournament.md", "boardside draw --undo"): ["boardside draw"],
    ("docs/tournament.md", "boardside call"): [lambda house: house.collect(5)],
    ("docs/tournament.md", "boardside call MATCH --table 3"): ["boardside call g1-1-1 --recall"],
    ("docs/tournament.md", "boardside protests"): [protest],
}

#: What else is done after a command of a page, before the next one.
AFTER: dict[tuple[str, str], Steps] = {
    ("README.md", "boardside collect --serial /dev/ttyUSB0 --serial /dev/ttyUSB1"): [
        lambda house: house.collect(6, "--hall North")
    ],
    ("README.md", "boardside keys revoke --table 3"): ["boardside provision --port /dev/ttyUSB0 --new-key"],
    ("README.md", "boardside call --next --table 3 --umpire Rao"): [begun],
    ("docs/api.md", "boardside token remove streamer"): ["boardside token add streamer"],
    ("docs/tournament.md", "boardside collect --hall North"): [lambda house: house.collect(5)],
    # No table of this house stands in South.
    ("docs/tournament.md", "boardside event hall ms South"): ['boardside event hall ms ""'],
    ("docs/tournament.md", "boardside tournament close"): ["boardside tournament close --undo"],
    ("docs/tournament.md", 'boardside result g1-1-1 25-12 --known 1ad141a9f58d --reason "misread"'): [
        'boardside result g1-1-1 25-10 --known c3f66b7be88a --reason "it was right"'
    ],
}

#: Commands which the page itself says to end with another status than 0.
STATUS: dict[tuple[str, str], int] = {}
