"""What `boardside provision` decides before it touches anything: settings, and which key."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.device.settings import BadSettings, Wishes, changes, choose_key, decoded, key_in, merged
from host_tools.store.keys import CURRENT, NEW, REPLACED, REVOKED, KeyRow, fingerprint

K1, K2, FRESH = (bytes([n]) * 32 for n in (1, 2, 9))


def row(key: bytes, state: str) -> KeyRow:
    return KeyRow(1, 3, key, state, None, 1, None, None)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(unknown=st.dictionaries(st.text(max_size=8).map(lambda name: "x" + name), json_values, max_size=4))
def test_what_is_not_named_stays_known_or_not(unknown: dict[str, Any]) -> None:
    old = {"table": 3, "name": "Court", "brightness": 4, "wifi": {"ssid": "a", "extra": 1}, **unknown}
    before = copy.deepcopy(old)
    new = merged(old, Wishes(wifi_ssid="b", wifi_password="hush hush", host_address="auto"))
    assert old == before
    assert new == {
        **before,
        "wifi": {"ssid": "b", "extra": 1, "password": "hush hush"},
        "host": {"address": "auto"},
    }
    assert merged(old, Wishes()) == before


def test_a_number_brings_its_name_only_where_the_name_was_the_number() -> None:
    assert merged({"table": 3, "name": "Table 3"}, Wishes(table=5))["name"] == "Table 5"
    assert merged({"table": 3, "name": "Centre"}, Wishes(table=5))["name"] == "Centre"
    assert merged({}, Wishes(table=5)) == {"table": 5, "name": "Table 5"}


def test_what_is_given_as_nothing_is_taken_out() -> None:
    old = {"table": 3, "wifi": {"ssid": "a", "password": "b"}, "host": {"address": "c"}}
    assert merged(old, Wishes(wifi_ssid="")) == {"table": 3, "host": {"address": "c"}}
    assert "host" not in merged(old, Wishes(host_address=""))
    assert merged(old, Wishes(wifi_ssid="d", wifi_password=""))["wifi"] == {"ssid": "d", "password": ""}


@pytest.mark.parametrize("password", ["", "eightcha", "p" * 63, "0aF9" * 16])
@pytest.mark.parametrize("ssid", ["x", "x" * 32, "\u0928" * 10])
def test_what_a_network_can_have_is_taken(ssid: str, password: str) -> None:
    new = merged({"table": 3}, Wishes(wifi_ssid=ssid, wifi_password=password))
    assert new["wifi"] == {"ssid": ssid, "password": password}


@pytest.mark.parametrize(
    ("old", "wishes", "reason"),
    [
        ({}, Wishes(), "--table"),
        ({"table": "x"}, Wishes(), "--table"),
        ({"table": True}, Wishes(name="Court"), "--table"),
        ({"table": 0}, Wishes(), "--table"),
        ({"table": 3}, Wishes(table=0), "1 to 999"),
        ({"table": 3}, Wishes(name=""), "name"),
        ({"table": 3}, Wishes(wifi_ssid="x"), "--wifi-password"),
        ({"table": 3}, Wishes(wifi_password="x"), "--wifi-ssid"),
        ({"table": 3}, Wishes(host_port=70000), "host.port"),
        ({"table": 3}, Wishes(wifi_ssid="x", wifi_password="sevench"), "wifi.password"),
        ({"table": 3}, Wishes(wifi_ssid="x", wifi_password="p" * 64), "wifi.password"),
        ({"table": 3}, Wishes(wifi_ssid="x", wifi_password="a" * 65), "wifi.password"),
        ({"table": 3}, Wishes(wifi_ssid="\u0928" * 11, wifi_password=""), "wifi.ssid"),
        ({"table": 3}, Wishes(wifi_ssid="x" * 33, wifi_password=""), "wifi.ssid"),
        ({"table": 3, "wifi": {"ssid": "x", "password": "b"}}, Wishes(wifi_password="c"), "wifi.password"),
    ],
)
def test_what_no_table_takes_is_refused(old: dict[str, Any], wishes: Wishes, reason: str) -> None:
    with pytest.raises(BadSettings, match=reason):
        merged(old, wishes)


def test_a_field_that_was_wrong_before_does_not_stand_in_the_way() -> None:
    assert merged({"table": 3, "brightness": 99}, Wishes(name="Court"))["brightness"] == 99


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (None, {}),
        (b'{"table":3}', {"table": 3}),
        (b"", None),
        (b"[]", None),
        (b'{"a"', None),
        (b"\xff", None),
    ],
)
def test_reading_what_is_there(text: bytes | None, fields: dict[str, Any] | None) -> None:
    assert decoded(text) == fields


@pytest.mark.parametrize(
    ("old", "rows", "key", "is_made"),
    [
        (b"", [], FRESH, True),
        (K1, [row(K1, CURRENT)], K1, False),
        (K1, [row(K1, NEW)], K1, False),
        (K1, [], K1, True),
        (K1, [row(K2, CURRENT)], K1, True),
        (K1, [row(K2, NEW), row(K1, CURRENT)], K2, False),
        (K2, [row(K2, NEW), row(K1, CURRENT)], K2, False),
        (b"", [row(K1, NEW)], K1, False),
        (b"", [row(K1, CURRENT)], FRESH, True),
        (K1, [row(K1, REVOKED)], FRESH, True),
        (K1, [row(K2, CURRENT), row(K1, REPLACED)], FRESH, True),
    ],
)
def test_which_key_a_table_gets(old: bytes, rows: list[KeyRow], key: bytes, is_made: bool) -> None:
    choice = choose_key(old, rows, FRESH)
    assert (choice.key, choice.is_made) == (key, is_made)
    assert choice.why


def test_a_key_that_is_asked_for_and_a_new_one_in_any_case() -> None:
    assert choose_key(K1, [row(K1, CURRENT)], FRESH, requested=K2).key == K2
    assert choose_key(K1, [row(K2, NEW), row(K1, CURRENT)], FRESH, always_new=True).key == FRESH


def test_changes_show_no_secret() -> None:
    old = {"table": 3, "key": K1.hex(), "wifi": {"ssid": "a", "password": "hush"}}
    new = {"table": 4, "key": K2.hex(), "wifi": {"ssid": "a", "password": "hushhush"}}
    rows = changes(old, new)
    assert ("table", "3", "4") in rows
    assert ("wifi.password", "(secret)", "(secret)") in rows
    assert fingerprint(K2) in str(rows)
    for secret in (K1.hex(), K2.hex(), "hush"):
        assert secret not in str(rows)
    assert changes(old, old) == []
    assert key_in({"key": "xyz"}) == key_in({}) == key_in({"key": 5}) == b""
