"""Stream overlays as the server makes them: layouts, options, tables that nobody has heard of."""

from collections.abc import Iterator

import pytest
import web_halls
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import create_app

NOW = 1_700_000_000_000


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def client(hub: Hub) -> Iterator[TestClient]:
    with TestClient(create_app(hub, FakeStore(), now_ms=lambda: NOW)) as client:
        yield client


@pytest.mark.parametrize("layout", ["bar", "corner", "card", "clock"])
def test_each_layout_has_its_score_before_any_script_runs(client: TestClient, hub: Hub, layout: str) -> None:
    hub.publish(web_halls.third_game(3, NOW))
    page = client.get(f"/overlay/table/3?layout={layout}&lang=de").text
    assert f'data-layout="{layout}"' in page
    assert "/live?table=3\\u0026lang=de" in page
    assert ("Yogesh Pardeshi" in page) == (layout != "clock")
    assert ("Break by" in page or "Anstoß" in page) == (layout == "card")
    assert 'class="clock"' in page
    assert 'class="top"' not in page
    assert "boardside-theme" not in page


def test_an_overlay_waits_for_a_table_that_was_never_heard(client: TestClient) -> None:
    answer = client.get("/overlay/table/77")
    assert answer.status_code == 200
    assert 'data-look="free"' in answer.text
    assert 'data-idle="hide"' in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "layout=huge",
        "scale=0",
        "scale=x",
        "theme=pink",
        "align=up",
        "idle=1",
        "lang=xx",
        "ink=red",
        "plate=12345",
        "ink=%23ffffff",
        "accent=ff0000;}*{color:red",
        "plate=ffffff)%3Burl(x",
        "accent=ff000080",
    ],
)
def test_an_option_that_there_is_not_is_refused(client: TestClient, query: str) -> None:
    answer = client.get(f"/overlay/table/3?{query}")
    assert answer.status_code == 422
    assert query.partition("=")[0] in answer.text


def test_colours_and_size_come_from_the_address_as_data_not_as_styles(client: TestClient) -> None:
    for path in ("/overlay/table/3", "/overlay/next"):
        page = client.get(f"{path}?ink=ffee00&plate=00208080&accent=C00000&scale=1.5").text
        for mark in (
            'data-ink="ffee00"',
            'data-plate="00208080"',
            'data-accent="C00000"',
            'data-scale="1.5"',
        ):
            assert mark in page
        assert "style=" not in page
        assert "<style" not in page


def test_the_next_match_alone_is_a_lower_third(client: TestClient) -> None:
    assert 'data-layout="third"' in client.get("/overlay/next?layout=third&table=4").text
    assert client.get("/overlay/next?layout=third&table=x").status_code == 422


def test_an_overlay_neither_keeps_a_language_nor_takes_a_kept_one(client: TestClient, hub: Hub) -> None:
    hub.publish(web_halls.view(3, NOW, phase="ready"))
    assert "set-cookie" not in client.get("/overlay/table/3?lang=ta").headers
    client.get("/?lang=hi")
    assert '<html lang="en"' in client.get("/overlay/table/3").text
