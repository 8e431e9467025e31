"""What each page supposes: tables, a collector, files, a tournament; and what its reader does between two of
its commands.
"""

import gzip
import json
import os
import re
import shlex
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing

from tests.documented.extraction import ROOT
from tests.documented.installation import Installation
from tests.mqtt.mosquitto_broker import Mosquitto
from tests.postgres.cluster import Cluster, programs
from tests.sol import sol_exports

CLUB = ROOT / "docs" / "organiser" / "rulesets" / "club_23_points.json"
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

#: A first round of them, with two byes.
ROUNDS = """number,a,b
1,Asha Kulkarni,
2,Chitra Iyer,Dev Bose
3,Esha Menon,Farid Rao
4,Asha Patil,
"""

#: The six whose draw docs/organiser/tournament.md shows.
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


def sealed(installation: Installation) -> str:
    """The match that an umpire confirmed; nothing as long as there is none."""
    matches = json.loads(installation.boardside("verify --json"))["matches"]
    return next((str(match["match"]) for match in matches if match.get("seal") == "sealed"), "")


def commands(installation: Installation) -> None:
    installation.write("events.jsonl", events_of("docs/scripts/events.md"))
    installation.write("singles.csv", ENTRIES)
    installation.write("rounds.csv", ROUNDS)
    installation.copy(CLUB, "club.json")
    installation.furnish(6)


def drawn(installation: Installation, key: str = "open") -> None:
    """A tournament of one knockout, drawn; nothing called."""
    installation.write("singles.csv", ENTRIES)
    installation.boardside(f'tournament new {key} "City Open"')
    installation.boardside('event add ms "Men\'s Singles"')
    installation.boardside("entries import singles.csv")
    installation.boardside("draw --seed 2026")


def api(installation: Installation) -> None:
    drawn(installation)
    installation.furnish(5)
    installation.collect(5)


def played(installation: Installation) -> None:
    """A match at table 3, played to its confirmed result; and a round of crokinole at table 2."""
    installation.furnish(3)
    installation.collect(3)
    installation.write("short.json", json.dumps({"name": "Short", "base": "icf", "games": 1, "points": 10}))
    installation.boardside("assign --table 3 --a Asha --b Bela --rules short.json --stage final --breaks a")
    assert installation.tables
    installation.tables.press(3, WHOLE_MATCH)
    installation.until(lambda: sealed(installation))
    installation.places["played"] = sealed(installation)


def audit(installation: Installation) -> None:
    played(installation)
    installation.boardside("keys export keys.json")
    installation.end("collect")
    installation.write("events.jsonl", installation.boardside("pull --events --port {port}"))


def nothing(installation: Installation) -> None:
    """The page supposes nothing but a folder."""


def rulesets(installation: Installation) -> None:
    installation.copy(CLUB, "club.json")
    installation.furnish(3)
    installation.collect(3)


def events(installation: Installation) -> None:
    installation.write("events.jsonl", events_of("docs/scripts/events.md"))


def round_of_crokinole(installation: Installation) -> None:
    """A match of crokinole at table 2, confirmed after its only round."""
    installation.furnish(2)
    installation.collect(2)
    installation.write("round.json", json.dumps({"name": "Round", "base": "wcc", "games": 1, "rounds": 1}))
    installation.boardside("assign --table 2 --a Ann --b Bob --rules round.json --stage final --breaks a")
    assert installation.tables
    installation.tables.sees(2, "0_r1")
    installation.tables.press(2, WHOLE_ROUND)
    installation.until(lambda: sealed(installation))
    installation.places["round"] = sealed(installation)


def exports(installation: Installation) -> None:
    played(installation)
    drawn(installation, "open-2026")
    installation.boardside("call --next --tables 1")
    begun(installation)


def begun(installation: Installation) -> None:
    """Waits until a table has taken the match of the tournament that it was called to."""
    words = ["boardside", "scorecards", "--event", "ms", "begun.pdf"]
    installation.until(lambda: installation.run(words).returncode == 0)


def database(installation: Installation) -> None:
    played(installation)
    installation.boardside("tournament new open-2026 Open")
    server(installation)


def damage(installation: Installation) -> None:
    """The page on which the acts of the desk stand is overwritten, after the collector has ended."""
    installation.end("collect")
    path = installation.folder / "boardside.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'acts'"
        (page,) = connection.execute(query).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x99" * 4096)


def server(installation: Installation) -> None:
    """A PostgreSQL server with an empty database; where none is installed, another file instead."""
    installation.places["postgres"] = "sqlite:///server.sqlite3"
    folder = programs()
    if folder is not None:
        cluster = Cluster(folder, durable=False)
        installation.at_the_end(cluster.remove)
        cluster.start()
        installation.places["postgres"] = cluster.new_database()


def broker(installation: Installation) -> None:
    """A Mosquitto; where none is installed an address at which nobody is."""
    installation.places["broker"] = "mqtt://user:password@127.0.0.1:9/boardside"
    program = shutil.which("mosquitto", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if program is not None:
        (installation.folder / "mosquitto").mkdir(mode=0o700)
        mosquitto = Mosquitto(program, installation.folder / "mosquitto")
        mosquitto.start()
        installation.at_the_end(mosquitto.stop)
        installation.places["broker"] = mosquitto.url


def integrations(installation: Installation) -> None:
    broker(installation)
    (installation.folder / "Open.sol.gz").write_bytes(gzip.compress(sol_exports.export()))
    installation.write("addresses.txt", "http://127.0.0.1:9/lit/match/12-1.aa\n")
    round_of_crokinole(installation)


def draw_of_crokinole(installation: Installation) -> None:
    """A draw that waits for the match of day.cmn."""
    crokinole = "--db sqlite:///crokinole.sqlite3"
    installation.boardside(f"tournament new wcc Crokinole --ruleset wcc {crokinole}")
    rules = shlex.quote(json.dumps({"games": 1, "rounds": 1}))
    installation.boardside(f"event add s Singles --stage knockout --rules {rules} {crokinole}")
    for name in ("Ann", "Bob"):
        installation.boardside(f"entries add {name} {crokinole}")
    installation.boardside(f"draw {crokinole}")


def device(installation: Installation) -> None:
    installation.furnish(3)


def tournament(installation: Installation) -> None:
    installation.write("list.csv", SIX)
    installation.furnish(5)
    pairs = "--db sqlite:///pairs.sqlite3"
    installation.boardside(f"tournament new pairs Pairs --ruleset spandan {pairs}")
    installation.boardside(f"event add md Doubles --kind doubles {pairs}")
    installation.boardside(f"entries add Ann Bob {pairs}")
    installation.boardside("tournament new test Test --db sqlite:///test.sqlite3")
    shoot_out(installation)


def shoot_out(installation: Installation) -> None:
    """An event of two groups; in the first everybody has won once and lost once, by one score."""
    shoot = "--db sqlite:///shoot.sqlite3"
    installation.boardside(f"tournament new shoot Shoot --ruleset vkk {shoot}")
    installation.boardside(f"event add ms Singles --stage groups:size=3,advance=2 --stage knockout {shoot}")
    for name in ("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid"):
        installation.boardside(f"entries add {name} {shoot}")
    installation.boardside(f"draw {shoot}")
    matches = json.loads(installation.boardside(f"matches --json {shoot}"))
    for group in (1, 2):
        own = [match for match in matches if (match["stage"], match["group"]) == (1, group)]
        names = sorted({match[f"title_{side}"] for match in own for side in "ab"})
        beats = dict(zip(names, names[1:] + names[:1], strict=True))
        for match in own:
            score = "25-0" if beats[match["title_a"]] == match["title_b"] else "0-25"
            installation.boardside(f"result {match['id']} {score} --reason paper {shoot}")
        if group == 1:
            installation.places |= dict(zip(("first", "second", "third"), names, strict=True))


def protest(installation: Installation) -> None:
    """A match at table 4, in which the left side protests after the first board."""
    tables = installation.tables
    assert tables
    installation.boardside("call g1-2-1 4 --anyway")
    tables.sees(4, "to")
    tables.press(4, "WHITE OK CLOCK OK BLACK BLACK QUEEN OK OK")
    tables.choose(4, "Prot")
    tables.press(4, "QUEEN OK OK")
    installation.until(lambda: json.loads(installation.boardside("protests --json")))


def importing(installation: Installation) -> None:
    """The files that the page shows."""
    page = (ROOT / "docs" / "scripts" / "import.md").read_text("utf-8")
    for name, text in re.findall(r"\*\*`(\S+)`\*\*\n\n```\n(.*?)```", page, re.DOTALL):
        installation.write(name, text)


PREPARATIONS: dict[str, Callable[[Installation], None]] = {
    "docs/organiser/commands.md": commands,
    "docs/scripts/api.md": api,
    "docs/organiser/audit.md": audit,
    "docs/maintainer/database.md": database,
    "docs/builder/boards.md": played,
    "docs/builder/bring-up.md": device,
    "docs/builder/device.md": device,
    "docs/scripts/events.md": events,
    "docs/organiser/paper.md": exports,
    "docs/scripts/exports.md": exports,
    "docs/scripts/import.md": importing,
    "docs/scripts/pull.md": device,
    "docs/scripts/integrations.md": integrations,
    "docs/umpire/panel.md": api,
    "docs/organiser/rulesets.md": rulesets,
    "docs/organiser/security.md": device,
    "docs/organiser/standings.md": drawn,
    "docs/organiser/tournament.md": tournament,
    "docs/organiser/update.md": rulesets,
}

#: What is typed at a command that asks.
TYPED = {"password": f"{LONG_PASSWORD}\n", "forget": "y\ny\n", "new": "\n" * 10, "result": "y\n"}

#: Commands during which no collector may run, or which want the port for themselves: it is ended for them,
#: and goes on after them.
ALONE = ("provision", "pull", "restore", "forget", "mpremote", "flash", "board")

RESCUE = "boardside restore boardside.sqlite3 --rescue --db sqlite:///rescued.sqlite3"

Steps = list[str | Callable[[Installation], None]]

#: What else is done before a command of a page.
BEFORE: dict[tuple[str, str], Steps] = {
    ("docs/maintainer/database.md", "boardside restore FILE --force"): ["boardside backup FILE"],
    ("docs/maintainer/database.md", RESCUE): [damage],
    ("docs/scripts/integrations.md", "boardside cmn day.cmn --take"): [draw_of_crokinole],
    ("docs/organiser/rulesets.md", 'boardside event add ms "Men\'s Singles" --ruleset club'): [
        "boardside tournament new open Open"
    ],
    ("docs/organiser/tournament.md", "boardside draw --undo"): ["boardside draw"],
    ("docs/organiser/tournament.md", "boardside call"): [lambda home: home.collect(5)],
    ("docs/organiser/tournament.md", "boardside call MATCH 3"): ["boardside call g1-1-1 --recall"],
    ("docs/organiser/tournament.md", "boardside protests"): [protest],
}

#: What else is done after a command of a page, before the next one.
AFTER: dict[tuple[str, str], Steps] = {
    ("docs/organiser/commands.md", "boardside collect --host 0.0.0.0 --soft 5-8"): [
        lambda home: home.collect(6, "--hall North")
    ],
    ("docs/organiser/commands.md", "boardside keys revoke 3"): [
        "boardside provision --port /dev/ttyUSB0 --new-key"
    ],
    ("docs/organiser/commands.md", "boardside call --next --tables 3 --umpire Rao"): [begun],
    ("docs/scripts/api.md", "boardside token remove streamer"): ["boardside token add streamer"],
    ("docs/organiser/tournament.md", "boardside collect --hall North"): [lambda home: home.collect(5)],
    # No table of this installation stands in South.
    ("docs/organiser/tournament.md", "boardside event set ms --hall South"): [
        'boardside event set ms --hall ""'
    ],
    ("docs/organiser/tournament.md", "boardside tournament close"): ["boardside tournament close --undo"],
    (
        "docs/organiser/tournament.md",
        'boardside result g1-1-1 25-12 --known 1ad141a9f58d --reason "misread"',
    ): ['boardside result g1-1-1 25-10 --known c3f66b7be88a --reason "it was right"'],
    ("docs/organiser/tournament.md", 'boardside result g1-1-1 --clear --reason "it was the other match"'): [
        'boardside result g1-1-1 25-10 --reason "it was this one"'
    ],
}

#: Commands which the page itself says to end with another status than 0.
STATUS: dict[tuple[str, str], int] = {
    ("docs/organiser/commands.md", "boardside rules diff spandan vkk"): 1,
    ("docs/organiser/rulesets.md", "boardside rules diff vkk spandan"): 1,
    ("docs/maintainer/database.md", RESCUE): 1,
}
