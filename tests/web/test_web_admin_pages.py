"""What the organiser can do on the admin pages, and that it is recorded."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import web_halls
from admin_client import PASSWORD, AdminHall, admin_hall, fields_of

import host_tools
from host_tools.store.halls import HallState
from host_tools.store.reasons import database_cause
from host_tools.store.rows import TableRecord
from host_tools.web.admin import rows


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        assert built.admin.log_in().headers["location"] == "/admin"
        yield built


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AdminHall]:
    """For what is refused, and leaves everything as it was."""
    with admin_hall(tmp_path_factory.mktemp("shared")) as built:
        assert built.admin.log_in().headers["location"] == "/admin"
        yield built


def acts(hall: AdminHall) -> list[tuple[str, Any]]:
    """The acts since logging in, oldest first."""
    rows = hall.store.admins.acts()[::-1][1:]
    assert {row["who"] for row in rows} <= {"organiser"}
    return [(row["what"], row["detail"]) for row in rows]


def clock(hall: AdminHall) -> HallState:
    state = hall.store.hall.get()
    assert state is not None
    return state


def test_logging_in_and_out(hall: AdminHall) -> None:
    assert "organiser" in hall.admin.get()
    answer = hall.admin.send("/admin", "/admin/logout")
    assert answer.headers["location"] == "/admin/login?said=out"
    assert "You are logged out." in hall.admin.get("/admin/login?said=out")
    hall.admin.get("/admin", 303)
    assert [act for act, _ in acts(hall)] == ["logout"]
    assert hall.store.admins.acts()[-1]["detail"] == {"from": "10.0.0.7"}


def test_the_hall_clock_from_start_to_off(hall: AdminHall) -> None:
    assert "No clock" in hall.admin.get()
    before = hall.store.hall.now()
    assert hall.admin.send("/admin", "/admin/hall", do="start", length="45:00").status_code == 303
    state = clock(hall)
    assert (state.state, state.length_ms, state.by) == ("running", 45 * 60_000, "organiser")
    assert 1000 < state.moment - before < 4000, "a little ahead, so that all tables can have it by then"
    page = hall.admin.get()
    assert ">45:00<" in page
    assert "Running" in page
    for do, comes in (("pause", "paused"), ("resume", "running"), ("end", "ended"), ("end", "off")):
        assert hall.admin.send("/admin", "/admin/hall", do=do).status_code == 303
        assert clock(hall).state == comes
    assert [act for act, _ in acts(hall)] == [
        "hall start",
        "hall pause",
        "hall resume",
        "hall end",
        "hall off",
    ]
    assert acts(hall)[0][1] == {"ms": 2_700_000}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"do": "start", "length": "soon"}, "is no time"),
        ({"do": "start", "length": ""}, "is no time"),
        ({"do": "start", "length": "0:00"}, "more than 0"),
        ({"do": "pause"}, "start one first"),
        ({"do": "explode"}, "cannot be done"),
        ({}, "cannot be done"),
    ],
)
def test_a_refused_change_of_the_clock_is_shown_on_the_same_page(
    shared: AdminHall, typed: dict[str, str], says: str
) -> None:
    answer = shared.admin.send("/admin", "/admin/hall", **typed)
    assert answer.status_code == 422
    assert says in answer.text
    assert shared.store.hall.get() is None
    assert acts(shared) == []


def test_a_button_of_an_older_page_does_nothing(hall: AdminHall) -> None:
    hall.admin.send("/admin", "/admin/hall", do="start", length="45:00")
    old = fields_of(hall.admin.get(), "/admin/hall")
    for _click in range(2):
        assert hall.admin.post("/admin/hall", {**old, "do": "end"}).status_code == 303
        assert clock(hall).state == "ended", "a second click did not take it off"
    other = hall.admin.post("/admin/hall", {**old, "do": "pause"})
    assert other.status_code == 422
    assert "in the meantime" in other.text
    assert clock(hall).state == "ended"


def assign(hall: AdminHall, **typed: str) -> Any:
    return hall.admin.send("/admin/assign?table=3", "/admin/assign", **{"table": "3", **typed})


def test_a_match_goes_into_the_outbox_as_boardside_assign_puts_it(hall: AdminHall) -> None:
    page = hall.admin.get("/admin/assign?table=3")
    assert 'name="table" value="3"' in page
    answer = assign(hall, a="Asha", b="अपूर्वा", stage="final", ruleset="icf", breaks="b", title="Final")
    (command,) = hall.store.open_commands()
    assert answer.headers["location"] == f"/admin/orders/{command['id']}"
    event = command["event"]
    assert (command["table"], event["a"], event["b"]) == (3, ["Asha"], ["अपूर्वा"])
    assert (event["stage"], event["breaks"], event["title"], event["doubles"]) == (
        "final",
        "b",
        "Final",
        False,
    )
    assert "waits for table 3" in hall.admin.get(answer.headers["location"])
    assert acts(hall) == [
        ("match assigned", {"table": 3, "match": event["match"], "a": ["Asha"], "b": ["अपूर्वा"]})
    ]


def test_a_form_sent_twice_is_one_order(hall: AdminHall) -> None:
    fields = fields_of(hall.admin.get("/admin/assign"), "/admin/assign")
    typed = {**fields, "table": "3", "a": "Asha", "b": "Bela", "stage": "final", "ruleset": "icf"}
    first, second = (hall.admin.post("/admin/assign", typed) for _ in range(2))
    assert first.headers["location"] == second.headers["location"]
    assert len(hall.store.open_commands()) == 1


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"a": "", "b": "Bela"}, "name is empty"),
        ({"a": "A", "b": "B", "table": "0"}, "Which table"),
        ({"a": "A", "b": "B", "table": "12x"}, "Which table"),
        ({"a": "A", "b": "B", "table": "12345"}, "Which table"),
        ({"a": "A", "a2": "C", "b": "B"}, "two names on each side"),
        ({"a": "A", "b": "B", "stage": "midnight"}, "No table would take"),
        ({"a": "A", "b": "B", "ruleset": "chess"}, "No table would take"),
        ({"a": "A", "b": "B", "tie": "Cup"}, "tie of teams"),
        ({"a": "A\nB", "b": "B"}, "one line"),
        ({"a": "A", "b": "B", "rules": "/etc/passwd"}, "begins with {"),
        ({"a": "A", "b": "B", "rules": "{"}, "no JSON"),
        ({"a": "A", "b": "B", "rules": "[" * 9000}, "no JSON"),
        ({"a": "A", "b": "B", "rules": '{"points": ' + "9" * 5000 + "}"}, "no JSON"),
        ({"a": "A", "b": "B", "rules": '{"pionts": 23}'}, "No table would take"),
    ],
)
def test_a_match_no_table_would_take_is_refused_and_what_was_typed_stays(
    shared: AdminHall, typed: dict[str, str], says: str
) -> None:
    answer = assign(shared, **{"stage": "final", "ruleset": "icf", "title": "Kept <here>", **typed})
    assert answer.status_code == 422
    assert says in answer.text
    assert 'value="Kept &lt;here&gt;"' in answer.text
    assert shared.store.open_commands() == []


def test_own_rules_are_changes_or_what_a_file_holds(hall: AdminHall) -> None:
    assign(hall, a="A", b="B", stage="final", ruleset="vkk", rules='{"points": 23}')
    assign(
        hall,
        a="A",
        b="B",
        stage="final",
        ruleset="vkk",
        rules='{"base": "icf", "name": "Ours", "points": 21}',
    )
    changed, own = (command["event"] for command in hall.store.open_commands())
    assert (changed["ruleset"], changed["rules"]) == ("vkk", {"points": 23})
    assert (own["ruleset"], own["rules"], own["variant"]) == ("icf", {"points": 21}, "Ours")


@pytest.mark.parametrize(
    ("state", "message", "says"),
    [
        ("done", None, "Table 3 has the match"),
        ("refused", "A match is in play.", "A match is in play."),
        ("sent", "The umpire is entering something.", "takes it later"),
    ],
)
def test_what_became_of_an_order(hall: AdminHall, state: str, message: str | None, says: str) -> None:
    from host_tools.store.rows import AnswerRecord

    where = assign(hall, a="A", b="B", stage="final", ruleset="icf").headers["location"]
    hall.store.write([AnswerRecord(where.rpartition("/")[2], state, None, message, 5, 3)])
    page = hall.admin.get(where)
    assert says in page
    assert ('http-equiv="refresh"' in page) == (state == "sent"), "it looks again only while it waits"


def test_a_key_is_revoked_and_never_shown(hall: AdminHall) -> None:
    key = "0123456789abcdef" * 2
    hall.store.keys.add(3, key, "boardside provision")
    page = hall.admin.get("/admin/tables/3/key")
    assert key not in page
    assert "given out, not used yet" in page
    answer = hall.admin.send("/admin/tables/3/key", "/admin/tables/3/key")
    assert answer.headers["location"] == "/admin/tables/3/key?said=revoked"
    assert hall.store.keys.usable(3) == []
    after = hall.admin.get(answer.headers["location"])
    assert "boardside provision --table 3" in after
    assert "danger-button" not in after, "there is nothing left to revoke"
    assert acts(hall) == [("key revoked", {"table": 3, "keys": 1})]


def test_a_table_without_a_key_has_nothing_to_revoke(hall: AdminHall) -> None:
    page = hall.admin.get("/admin/tables/9/key")
    assert "nothing to revoke" in page
    assert "danger-button" not in page


def test_problems_of_collector_and_tables_come_first(hall: AdminHall) -> None:
    view = web_halls.view(5, 0)
    view["problem"] = "Two devices say they are table 5: <b>one</b> and another."
    hall.hub.publish(view)
    hall.hub.trouble(database_cause("disk_full", where="hall.sqlite3"))
    page = hall.admin.get()
    assert "The disk of hall.sqlite3 is full; make room on it." in page
    assert "table 5: &lt;b&gt;one&lt;/b&gt; and another." in page
    assert page.index("To look at") < page.index("Hall clock")


def test_the_record_shows_who_when_what_and_pages(hall: AdminHall) -> None:
    for n in range(120):
        hall.store.admins.act("command line", "hall start", {"ms": 60_000 + n * 1000}, 1_790_000_000_000 + n)
    page = hall.admin.get("/admin/acts")
    assert "Hall clock started" in page
    assert "length 2:59" in page
    assert "command line" in page
    older = hall.admin.get(re.findall(r'href="(/admin/acts\?before=\d+)"', page)[0])
    assert "Logged in" in older


def test_without_a_password_there_are_no_admin_pages(hall: AdminHall) -> None:
    hall.store.admins.remove("organiser")
    for path in ("/admin/login", "/admin/acts", "/admin/assign"):
        assert "boardside password" in hall.admin.get(path, 404)
    page = hall.admin.get("/admin")  # where the first page's link leads: no 404, but what will be there
    assert "Here the organiser runs the tournament" in page
    assert "boardside password" in page
    assert "404" not in page
    answer = hall.admin.post("/admin/login", {"name": "organiser", "password": PASSWORD})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("battery", "says", "is_low"),
    [
        ({"mv": 3900, "percent": 71, "hours": 22, "low": False}, "Battery: 71 %, 22 h left", False),
        ({"mv": 3600, "percent": 40, "hours": 9, "low": True}, "Battery low: 40 %, 9 h left", True),
        ({"mv": 3400, "percent": 10, "hours": None, "low": True}, "Battery low: 10 %", True),
        ({"mv": "x"}, "", False),
        (None, "", False),
    ],
)
def test_the_tables_list_has_firmware_and_battery_and_the_public_pages_no_battery(
    hall: AdminHall, battery: Any, says: str, is_low: bool
) -> None:
    hall.hub.publish(web_halls.view(3, 1_700_000_000_000, firmware="0.2.1"))
    values = {
        "name": "Table 3", "journal": "j3", "boot": 1, "firmware": "0.2.1", "keyed": True, "transport": "tcp",
        "port": "here", "link": "up", "heard_at": 1, "problem": None,
        "status": json.dumps({"battery": battery}),
    }  # fmt: skip
    hall.store.write([TableRecord(3, values)])
    page = re.sub(r"<[^>]+>", "", hall.admin.get())
    assert "0.2.1" in page
    assert (says in page) if says else ("Battery" not in page)
    assert ("Battery low" in page) == is_low
    for path in ("/", "/tables/3"):
        assert "Battery" not in hall.admin.get(path)


def test_every_act_has_words() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in Path(host_tools.__path__[0]).rglob("*.py"))
    named = re.findall(
        r'\b(?:_acting|_at_match|act|record)\(\s*(?:"command line", |[^"()]*, )?"((?!command line)[a-z -]+)"',
        source,
    )
    assert len(named) > 15
    assert [act for act in named if act not in rows.ACTS] == []
