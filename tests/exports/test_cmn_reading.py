"""Reading CMN: the examples of its own text, what we write ourselves, and hostile files."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from carded import Recorded, opened
from hypothesis import given, settings
from hypothesis import strategies as some
from test_cmn import doubles, one_game, written
from typer.testing import CliRunner

from host_tools import cli
from host_tools.exports.output import Choice
from host_tools.integrations.cmn.reading import MOST_BYTES, CmnGame, CmnMatch, events, parse
from host_tools.integrations.cmn.reasons import CmnError
from host_tools.replay.command import matches

#: After the README's "Full Example: Doubles Tournament Match".
PAIRS: dict[str, Any] = {
    "cmn": "1.0",
    "id": "f7e6d5c4-b3a2-1098-fedc-ba9876543210",
    "match": {
        "date": "2026-03-08T14:00:00Z",
        "format": "doubles",
        "teams": [
            {"players": [{"name": "Jeff Decker", "cid": "CRK-00142"}, {"name": "Alex Kim"}]},
            {"players": [{"name": "Maria Santos", "cid": "CRK-00087"}, {"name": "Liam Chen"}]},
        ],
        "gameFormat": {"type": "first_to", "target": 5},
        "games": [
            {"winner": 0, "twenties": [1, 0], "scores": [85, 60]},
            {"winner": 1, "hammer": 1, "scores": [15, 20], "twenties": [0, 3]},
            {"winner": None},
            {"winner": 0},
        ],
        "winner": 0,
    },
    "event": {"name": "Tavistock Doubles", "type": "tournament", "location": {"country": "CA"}},
    "source": {"app": "scorekinole", "version": "2.1.0"},
}


def raw(document: Any) -> bytes:
    return json.dumps(document).encode()


def changed(path: str, value: Any) -> bytes:
    """PAIRS with something else at a place such as `match.games.0.winner`; `...` takes it away."""
    document = copy.deepcopy(PAIRS)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    held: Any = document
    for step in way:
        held = held[step]
    if value is ...:
        del held[last]
    else:
        held[last] = value
    return raw(document)


def test_a_record_is_read_and_told_as_events() -> None:
    (match,) = parse(raw(PAIRS))
    assert match.teams == (("Jeff Decker", "Alex Kim"), ("Maria Santos", "Liam Chen"))
    assert match.games[1] == CmnGame(1, 1, (15, 20), (0, 3))
    assert (match.points, match.winner, match.event) == ((5, 3), 0, "Tavistock Doubles")
    rounds = events(match)
    assert rounds[1] == {"kind": "round", "total": {"a": 85, "b": 60}, "twenties": {"a": 1, "b": 0}}
    assert rounds[2] == {
        "kind": "round",
        "winner": "b",
        "twenties": {"a": 0, "b": 3},
    }  # 3 20s are more than 20
    state = replayed(match)
    assert (state["points"], state["phase"]) == ({"a": 5, "b": 3}, "confirmed")


def replayed(match: CmnMatch) -> dict[str, Any]:
    """The match as the rules have it after these events."""
    (printed,) = matches(json.dumps(event) for event in events(match))["matches"]
    state: dict[str, Any] = printed["state"]
    return state


@pytest.mark.parametrize(
    ("scores", "twenties", "expected"),
    [
        ((100, 20), (1, 0), {"total": {"a": 100, "b": 20}, "twenties": {"a": 1, "b": 0}}),
        ((300, 20), None, {"winner": "a"}),  # 8 discs give 160 at most
        ((240, 20), (3, 0), {"winner": "a", "twenties": {"a": 3, "b": 0}}),
        ((240, 20), (12, 0), {"winner": "a"}),  # 12 20s of 8 discs
        ((101, 20), (1, 0), {"winner": "a", "twenties": {"a": 1, "b": 0}}),
    ],
)
def test_what_the_discs_cannot_give_is_left_out(
    scores: tuple[int, int], twenties: tuple[int, int] | None, expected: dict[str, Any]
) -> None:
    match = CmnMatch(
        "M1", "2026-02-11T19:30:00Z", (("Ann",), ("Bob",)), (CmnGame(0, 0, scores, twenties),), 0
    )
    assert events(match)[1] == {"kind": "round", **expected}
    assert replayed(match)["winner"] == "a"


def test_what_no_event_has_room_for_is_said() -> None:
    long = CmnMatch("M1", "2026-02-11T19:30:00Z", (("A" * 120,), ("Bob",)), (CmnGame(0, 0),), 0)
    with pytest.raises(CmnError) as caught:
        events(long)
    assert re.match(r"M1 cannot be written as events: .*80", str(caught.value))


def test_a_match_that_was_decided_early_and_played_on_is_told_whole() -> None:
    (match,) = parse(changed("match.games", [{"winner": side} for side in (0, 0, 0, 1)]))
    assert replayed(match)["points"] == {"a": 6, "b": 2}


def test_what_we_write_comes_back(tmp_path: Path) -> None:
    store = opened(tmp_path)
    first, second = Recorded(5, "0badcafd"), Recorded(6, "0badcafe")
    one_game(first, "G1")
    doubles(second, "D1")
    for table in (first, second):
        table.store_all(store)
    rows = {row["match"]: row["official"] for row in store.matches()}
    matches_read = parse(written(store, Choice()))
    store.close()
    assert len(matches_read) == 2
    for match in matches_read:
        rounds = replayed(match)["boards"]
        ours = rows["D1" if len(match.teams[0]) == 2 else "G1"]
        assert [sum(played["twenties"][side] for played in rounds) for side in "ab"] == ours["twenties"]
    single = next(match for match in matches_read if len(match.teams[0]) == 1)
    assert list(single.points) == rows["G1"]["points"]


@pytest.mark.parametrize(
    ("given_raw", "said"),
    [
        (b"", "it is no JSON"),
        (b"\xff\xfe", "it is not UTF-8 (at byte 0)"),
        (raw(PAIRS)[:-40], "is it complete?"),
        (b"[" * 100_000, "too deep"),
        (b" " * (MOST_BYTES + 1), "larger than 20 MB"),
        (b'{"cmn": "1.0", "id": "a", "id": "b"}', "'id' occurs twice in one object"),
        (b'{"cmn": "1.0", "x": NaN}', "NaN is no number"),
        (b'{"cmn": "1.0", "x": ' + b"9" * 5000 + b"}", "too long"),
        (b"[]", "the file: an object is wanted, not []"),
        (changed("cmn", "2.0"), 'cmn: this is version "2.0"; "1.0" can be read'),
        (changed("cmn", 1.0), "cmn: this is version 1.0;"),
        (changed("cmn", ...), "cmn: this is version null;"),
        (changed("id", 7), "id: a text is wanted, not 7"),
        (changed("id", "a\nb"), 'id: "a\\nb" (1 to 200 characters on one line'),
        (changed("match", []), "match: an object is wanted, not []"),
        (changed("match.date", "8 March"), 'match.date: "8 March" (a date such as'),
        (changed("match.date", "2026-02-31T10:00:00Z"), "match.date: "),
        (changed("match.date", "2026-02-11T19:30:00+01:00"), "match.date: "),
        (changed("match.format", "triples"), 'match.format: "triples" ('),
        (changed("match.format", ["singles"]), "match.format: "),
        (changed("match.format", "singles"), "match: singles has 1 a side"),
        (changed("match.teams.1", ...), "match.teams: List should have at least 2 items"),
        (changed("match.teams.1.players.0.name", "\ud800"), "match.teams[1].players[0].name: "),
        (changed("match.teams.1.players.0", "Maria"), "match.teams[1].players[0]: an object is wanted"),
        (changed("match.games", {}), "match.games: a list is wanted"),
        (changed("match.games.0.winner", ...), "match.games[0].winner: it is missing"),
        (changed("match.games.0.winner", 2), "match.games[0].winner: 2 ("),
        (changed("match.games.3.winner", True), "match.games[3].winner: true ("),
        (changed("match.games.0.winner", 1), "match: the winner of games[0] does not fit 85-60"),
        (changed("match.games.1.hammer", "0"), 'match.games[1].hammer: "0" ('),
        (changed("match.games.0.scores", [85]), "match.games[0].scores[1]: it is missing"),
        (changed("match.games.0.twenties", [1, -1]), "match.games[0].twenties[1]: -1 ("),
        (changed("match.games.0.twenties", [1.5, 0]), "match.games[0].twenties[0]: 1.5 ("),
        (changed("match.winner", ...), "match.winner: it is missing"),
        (changed("event", "x"), 'event: an object is wanted, not "x"'),
    ],
)
def test_a_hostile_file_is_refused_in_words(given_raw: bytes, said: str) -> None:
    with pytest.raises(CmnError) as caught:
        parse(given_raw)
    assert said in str(caught.value)
    str(caught.value).encode()  # can be shown


def test_a_batch_is_taken_whole_or_not_at_all() -> None:
    record = {"id": "x", "match": PAIRS["match"]}
    batch: dict[str, Any] = {"cmn": "1.0", "batch": True, "event": PAIRS["event"]}
    matches_read = parse(
        raw({**batch, "matches": [record, {**record, "id": "y", "event": {"name": "Other"}}]})
    )
    assert [(match.id, match.event) for match in matches_read] == [("x", "Tavistock Doubles"), ("y", "Other")]
    bad = {"id": "z", "match": {**PAIRS["match"], "winner": 3}}
    with pytest.raises(CmnError) as caught:
        parse(raw({**batch, "matches": [record, bad, None]}))
    first, *others = str(caught.value).split("\n")
    assert first.startswith("matches[1].match.winner: 3 (")
    assert others == ["matches[2]: an object is wanted, not null", "Nothing was taken."]
    with pytest.raises(CmnError, match=re.escape('matches[1].id: "x" is the id of matches[0], too')):
        parse(raw({**batch, "matches": [record, record]}))
    with pytest.raises(CmnError) as caught:
        parse(raw({**batch, "matches": [None] * 50}))
    assert "and 30 more" in str(caught.value)


JSON = some.recursive(
    some.none() | some.booleans() | some.integers(-3, 3) | some.text(max_size=3),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
PLACES = [
    "id", "match", "event", "source", "match.teams", "match.teams.0", "match.teams.0.players",
    "match.teams.1.players.0", "match.games", "match.games.1", "match.games.0.scores", "match.winner",
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(some.sampled_from(PLACES), JSON)
def test_anything_at_any_place_is_read_or_refused(place: str, value: Any) -> None:
    message, matches_read = "", []
    try:
        matches_read = parse(changed(place, value))
    except CmnError as error:
        message = str(error)
    assert len(matches_read) == 1 or message.endswith("Nothing was taken.")


def test_the_command_shows_and_tells(tmp_path: Path) -> None:
    file = tmp_path / "day.cmn"
    file.write_bytes(raw(PAIRS))
    app = cli.build("cmn")
    ran = CliRunner().invoke(app, ["cmn", str(file)])
    assert ran.exit_code == 0
    assert ran.output == (
        f"{PAIRS['id']}  2026-03-08T14:00:00Z  Jeff Decker / Alex Kim - Maria Santos / Liam Chen  5-3, "
        "to Jeff Decker / Alex Kim (Tavistock Doubles)\n"
    )
    ran = CliRunner().invoke(app, ["cmn", str(file), "--events", PAIRS["id"]])
    assert len(ran.output.splitlines()) == 6
    assert CliRunner().invoke(app, ["cmn", str(file), "--events", "x"]).exit_code == 2
    for wrong in (tmp_path, tmp_path / "none.cmn"):
        ran = CliRunner().invoke(app, ["cmn", str(wrong)])
        assert ran.exit_code == 2
        assert f"{wrong} cannot be read" in ran.output
