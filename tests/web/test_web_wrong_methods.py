"""Every address, asked with a method that it does not take: 405, and those it takes (RFC 9110, 15.5.6)."""

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from admin_client import AdminHall, admin_hall
from starlette.routing import Route

WRONG = "PATCH"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AdminHall]:
    with admin_hall(tmp_path_factory.mktemp("hall")) as built:
        yield built


def methods_by_address(hall: AdminHall) -> dict[str, set[str]]:
    by_address: dict[str, set[str]] = defaultdict(set)
    for route in hall.app.routes:
        if isinstance(route, Route):
            methods = route.methods or set()
            by_address[re.sub(r"\{[^}]*\}", "1", route.path)] |= methods | (
                {"HEAD"} if "GET" in methods else set()
            )
    return by_address


def test_each_address_names_all_its_methods(hall: AdminHall) -> None:
    addresses = methods_by_address(hall)
    assert len(addresses) > 50
    for path in addresses:
        # Another route may take the address as well: `check-in` may be the name of an act.
        alike = [
            route for route in hall.app.routes if isinstance(route, Route) and route.path_regex.match(path)
        ]
        methods = set().union(*(addresses[re.sub(r"\{[^}]*\}", "1", route.path)] for route in alike))
        answer = hall.client.request(WRONG, path, follow_redirects=False)
        assert answer.status_code == 405, path
        assert set(answer.headers["allow"].split(", ")) == methods, path
        if path.startswith("/api/"):
            error = answer.json()["error"]
            assert error["code"] == "method_not_allowed"
            assert all(re.search(rf"\b{method}\b", error["message"]) for method in methods), error


def test_for_an_address_of_several_routes_all_methods_are_named(hall: AdminHall) -> None:
    answer = hall.client.put("/api/v1/hall")
    assert answer.headers["allow"] == "GET, HEAD, POST"
    assert (
        answer.json()["error"]["message"]
        == "PUT is not possible at /api/v1/hall; possible is GET or HEAD or POST."
    )


def test_no_address_is_not_found_with_any_method(hall: AdminHall) -> None:
    answer = hall.client.put("/api/v1/nowhere")
    assert answer.status_code == 404
    assert "allow" not in answer.headers
