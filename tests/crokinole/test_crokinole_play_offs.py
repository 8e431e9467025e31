"""The recorded play-offs, folded and held against their official results, on both interpreters."""

import json
import os
import subprocess
import sysconfig
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from boardside.game import dicts, fold, match
from host_tools.demo.recorded import PlayOff, play_offs

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"

# (match, ours, published): what does not come out is reported, not bent. Nothing does not.
DISAGREEING: list[tuple[str, Any, Any]] = []


def on_cpython(recorded: PlayOff) -> dict[str, Any]:
    folded = fold.fold(lambda: iter(recorded.events()))
    return {"state": dicts.to_dict(folded.state), "result": match.official(folded.state)}


@pytest.fixture(scope="module")
def results() -> list[dict[str, Any]]:
    return [on_cpython(recorded) for recorded in play_offs()]


def test_the_file_holds_one_final_and_a_round_robin_of_six() -> None:
    matches = play_offs()
    assert Counter((match.date, match.doubles, len(match.games)) for match in matches) == {
        ("2009-06-06", False, 3): 1,
        ("2014-06-07", True, 1): 15,
    }


def test_each_match_comes_out_as_published(results: list[dict[str, Any]]) -> None:
    disagreeing = []
    for recorded, replayed in zip(play_offs(), results, strict=True):
        ours = (replayed["result"]["games"], replayed["result"]["twenties"])
        published = (recorded.published, recorded.published_twenties)
        if ours != published:
            disagreeing.append((replayed["state"]["match"], ours, published))
        assert replayed["state"]["confirmed"]
    assert disagreeing == DISAGREEING


def test_tournament_scoring_the_final_of_2009_had_two_fifth_rounds(results: list[dict[str, Any]]) -> None:
    final = results[0]
    history = final["state"]["history"]
    assert [len(game["boards"]) for game in history] == [5, 5, 3]
    assert [game["boards"][-1]["extra"] for game in history] == [True, True, False]
    assert final["result"]["games"] == [[4, 6], [6, 4], [1, 5]]
    assert final["result"]["games_won"] == [1, 2]
    assert final["state"]["winner"] == "b"


def test_d81_the_last_game_of_2009_stopped_when_it_was_decided(results: list[dict[str, Any]]) -> None:
    last = results[0]["state"]["history"][2]
    assert last["points"] == {"a": 1, "b": 5}
    assert "D81" in last["laws"]


def test_d84_the_first_shot_went_to_the_other_side_in_each_game_of_2009(
    results: list[dict[str, Any]],
) -> None:
    (recorded,) = [match for match in play_offs() if not match.doubles]
    written = ["a" if game.a.first == "First" else "b" for game in recorded.games]
    assert written == ["a", "b", "a"]
    assert [game["boards"][0]["first"] for game in results[0]["state"]["history"]] == written


def test_scoring_level_games_of_the_round_robin_stood(results: list[dict[str, Any]]) -> None:
    level = [replayed for replayed in results[1:] if replayed["state"]["winner"] is None]
    assert all(
        replayed["result"]["points"] == [4, 4] and replayed["state"]["how"] == "draw" for replayed in level
    )
    assert len(level) == 6


def test_micropython_gives_the_same(results: list[dict[str, Any]], tmp_path: Path) -> None:
    lines = tmp_path / "matches.jsonl"
    lines.write_text("".join(json.dumps(recorded.events()) + "\n" for recorded in play_offs()))
    done = subprocess.run(
        [str(MICROPYTHON), "-X", "heapsize=8M", "tests/game/fold_lines.py", str(lines)],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": "firmware:.frozen"},
        capture_output=True,
        text=True,
        timeout=180,
        check=True,
    )
    theirs = [json.loads(line) for line in done.stdout.splitlines()]
    assert [{"state": row["state"], "result": row["result"]} for row in theirs] == results
