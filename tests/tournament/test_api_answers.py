"""The JSON API's refusals, notes and bodies: reasons with facts, and what the schema allows."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from api_walk import BODIES, KO, Walk, before_play, walking
from desk_hall import Hall
from pydantic import ValidationError

from host_tools.tournament.desk.desk import Desk
from host_tools.web.api.desk.requests import Asked

#: In the place of every field, one after the other.
VALUES: tuple[Any, ...] = (None, True, 0, 5, -1, 2**70, 0.5, "5", "", "true", "x" * 999, [], ["x"], [1], {})


@pytest.fixture
def walk(hall: Hall) -> Iterator[Walk]:
    yield from walking(hall)


def variants(shape: Any, value: Any) -> Iterator[Any]:
    """`value`, which fits the schema `shape`, with one of its parts exchanged at a time."""
    yield from VALUES
    inner = [variant for variant in shape.get("anyOf", [shape]) if variant.get("type") in ("object", "array")]
    if inner and inner[0]["type"] == "array":
        for other in variants(inner[0]["items"], value[0] if value else None):
            yield [other]
    for name, part in inner[0].get("properties", {}).items() if inner else ():
        for other in variants(part, (value or {}).get(name)):
            yield {**(value or {}), name: other}


def test_a_refusal_has_its_reason_and_facts_beside_the_message(walk: Walk, hall: Hall) -> None:
    before_play(walk)
    absent = walk.ask("GET", "/tournaments/none", 404)["error"]
    assert (absent["code"], absent["reason"]) == ("not_found", "no_tournament")
    assert absent["facts"] == {"key": "none", "keys": ["open"]}
    hall.hear(1, link="stale")
    match = next(
        match["id"] for match in walk.ask("GET", f"{KO}/matches", 200)["matches"] if match["state"] == "ready"
    )
    refused = walk.ask("POST", f"/planned/{match}/call", 409, {"table": 1})["error"]
    assert (refused["code"], refused["reason"]) == ("refused", "table_not_callable")
    [why] = refused["facts"]["causes"]
    link = {"reason": "link_not_up", "facts": {"link": "stale"}}
    assert why == {"reason": "table_not_free", "facts": {"table": 1, "why": link}}
    assert refused["message"] == "Table 1 is not free: its link is stale."
    [table] = [row for row in walk.ask("GET", "/desk/tables", 200)["tables"] if row["number"] == 1]
    assert (table["free"], table["why"], table["reason"]) == (False, "its link is stale", "link_not_up")
    assert "reason" not in walk.ask("POST", "/tournaments", 422, {"nmae": "x"})["error"]


def test_a_note_is_a_code_with_facts_and_words(walk: Walk, hall: Hall) -> None:
    before_play(walk)
    match = next(
        match["id"] for match in walk.ask("GET", f"{KO}/matches", 200)["matches"] if match["state"] == "ready"
    )
    command = walk.ask("POST", f"/planned/{match}/call", 200, {"table": 1})["command"]
    hall.refuse(command, "its journal is full")
    Desk(hall.store, hall.clock).settle()
    noted = walk.ask("GET", f"/planned/{match}", 200)["match"]
    assert (noted["note_code"], noted["note_facts"]) == (
        "refused",
        {
            "table": 1,
            "why": "its journal is full",
            "answer": {"code": "not_now", "message": "its journal is full", "reason": None, "facts": {}},
        },
    )
    assert noted["note"].startswith("Table 1 refuses it: its journal is full.")


def test_the_schema_says_which_bodies_are_taken(walk: Walk) -> None:
    """What it forbids is refused, and what it allows is not: `true` and "5" are no numbers, 1 is no yes."""
    parts = walk.schema["components"]["schemas"]
    models = {model.__name__: model for model in Asked.__subclasses__()}
    counted = {True: 0, False: 0}
    for _, _, operation in walk.operations:
        content = operation.get("requestBody", {"content": {}})["content"].get("application/json")
        if content is None:
            continue
        shape = resolved(content["schema"], parts)
        allows = jsonschema.Draft202012Validator(shape).is_valid
        model = models[content["schema"]["$ref"].rsplit("/", 1)[1]]
        base = BODIES.get(operation["operationId"], {})
        assert allows(base), operation["operationId"]
        for body in variants(shape, base):
            assert is_taken(model, body) == allows(body), (operation["operationId"], body)
            counted[allows(body)] += 1
    assert counted[False] > 1000
    assert counted[True] > 100


def resolved(shape: Any, parts: dict[str, Any]) -> Any:
    """The schema with what it refers to in its place."""
    if isinstance(shape, list):
        return [resolved(part, parts) for part in shape]
    if not isinstance(shape, dict):
        return shape
    if "$ref" in shape:
        return resolved(parts[shape["$ref"].rsplit("/", 1)[1]], parts)
    return {key: resolved(part, parts) for key, part in shape.items()}


def is_taken(model: type[Asked], body: Any) -> bool:
    try:
        model.model_validate(body)
    except ValidationError:
        return False
    return True


def test_what_is_no_number_starts_no_clock(walk: Walk) -> None:
    for length in (True, "60000", 60_000.5, [60_000]):
        answer = walk.ask("POST", "/hall", 422, {"do": "start", "ms": length})
        assert "ms: " in answer["error"]["message"], length
        assert walk.ask("GET", "/hall", 200)["state"] == "off", length
