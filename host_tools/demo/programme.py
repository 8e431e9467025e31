"""The demonstration's programme: the recorded matches as a tournament, imported as organisers import rounds.

The championship is a Swiss whose five rounds stand as the record has them. A doubles with a bracket is drawn
for visitors: the robots leave it to them.
"""

import json
from collections.abc import Sequence

from host_tools.demo.play_offs import PlayOff
from host_tools.demo.recorded import RULES, RecordedMatch
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.model.model import Kind

TOURNAMENT = "demo"
OPEN = "open"
DOUBLES = "doubles"
FINAL = "final"
ROUND_ROBIN = "robin"
#: Of the draw of the doubles.
SEED = "DEMO"
PAIRS = 8

Rows = dict[str, list[dict[str, object]]]


def enter(
    desk: Desk, record: Sequence[RecordedMatch], crokinole: Sequence[PlayOff], actor: str
) -> dict[str, RecordedMatch | PlayOff]:
    """Make the tournament; returns the recorded match of each match (id) that the robots play."""
    content = json.dumps(_rows(record, crokinole)).encode()
    desk.import_files([ImportFile("championship.json", content)], actor=actor)
    owner = desk.tournament(TOURNAMENT)
    recorded: dict[str, Sequence[RecordedMatch | PlayOff]] = {
        OPEN: _by_round(record),
        FINAL: [match for match in crokinole if not match.doubles],
        ROUND_ROBIN: [match for match in crokinole if match.doubles],
    }
    planned: dict[str, RecordedMatch | PlayOff] = {}
    for event in desk.competitions(owner):
        if event.key == DOUBLES:
            desk.draw(event, SEED, actor=actor)
        else:
            pairs = zip(desk.fixtures(event), recorded[event.key], strict=True)
            planned |= {fixture.id: match for fixture, match in pairs}
    return planned


def _by_round(record: Sequence[RecordedMatch]) -> list[RecordedMatch]:
    return sorted(record, key=lambda match: (match.turn, match.table))


def _rows(record: Sequence[RecordedMatch], crokinole: Sequence[PlayOff]) -> Rows:
    owner = {"tournament": TOURNAMENT, "name": "Demonstration Open", "ruleset": "icf"}
    rows: Rows = {"tournaments": [owner | {"settings": {"rest_minutes": 0}}]}  # robots do not tire
    rows |= {"programme": [], "stages": [], "entries": [], "matches": []}
    swiss: dict[str, object] = {"kind": "swiss", "settings": {"rounds": max(match.turn for match in record)}}
    _add_event(rows, OPEN, swiss, name="Open Singles", kind="singles", rules=RULES)
    names = list(dict.fromkeys(name for match in record for name in match.players))
    rows["entries"] += [{"event": OPEN, "name": name} for name in names]
    for match in _by_round(record):
        a, b = match.players
        rows["matches"].append({"event": OPEN, "round": match.turn, "a": a, "b": b})
    pairs = list(zip(names[:PAIRS], reversed(names[PAIRS:]), strict=False))
    if len(pairs) == PAIRS:
        _add_event(rows, DOUBLES, {"kind": "knockout"}, name="Doubles", kind="doubles")
        rows["entries"] += [{"event": DOUBLES, "name": name, "partner": partner} for name, partner in pairs]
    _add_play_offs(rows, FINAL, "singles", [match for match in crokinole if not match.doubles])
    _add_play_offs(rows, ROUND_ROBIN, "doubles", [match for match in crokinole if match.doubles])
    return rows


def _add_play_offs(rows: Rows, key: str, kind: Kind, matches: Sequence[PlayOff]) -> None:
    if not matches:
        return
    more: dict[str, object] = {"kind": kind, "ruleset": "wcc", "category": "adult"}
    stage: dict[str, object] = {"kind": "knockout"}
    if kind == "doubles":  # one game with each other pair
        stage, more["rules"] = {"kind": "round_robin"}, {"games": 1}
    _add_event(rows, key, stage, name=matches[0].title, **more)
    for name, *partner in dict.fromkeys(tuple(match.names(side)) for match in matches for side in (0, 1)):
        rows["entries"].append({"event": key, "name": name, "partner": "".join(partner)})
    for number, match in enumerate(matches, 1):
        a, b = (" / ".join(match.names(side)) for side in (0, 1))
        rows["matches"].append({"event": key, "round": number, "a": a, "b": b})


def _add_event(rows: Rows, key: str, stage: dict[str, object], **more: object) -> None:
    rows["programme"].append({"event": key, **more})
    rows["stages"].append({"event": key, "stage": 1, **stage})
