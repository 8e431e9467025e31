"""The host's quick signer and chain against the table's own, for any text."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from boardside.chain import Chain, canonical
from boardside.link.auth import TO_HOST, TO_TABLE, Signer, session_seed, session_signer
from host_tools.collector.authentication import HostSigner, hmac_once
from host_tools.collector.match_fold import HostChain

WORDS = st.text(max_size=12) | st.sampled_from(["\x7f", "\\", '"', "\n", "\u00e9", "\U0001f3af", "\\u0041"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
EVENTS = st.dictionaries(WORDS, VALUES, max_size=6).map(lambda event: {**event, "kind": "stroke"})


@given(st.binary(max_size=100), st.binary(max_size=300))
def test_both_signers_give_the_same_codes(key: bytes, body: bytes) -> None:
    table, host = Signer(key), HostSigner(key)
    assert host.digest(body) == table.digest(body)
    assert table.fits(TO_TABLE, body, host.mac(TO_TABLE, body))
    assert host.fits(TO_HOST, body, table.mac(TO_HOST, body))
    assert not host.fits(TO_TABLE, body, table.mac(TO_HOST, body))


def test_a_sessions_key_is_the_same_at_both_ends() -> None:
    table = session_signer(b"key", "00" * 8, "11" * 8)
    host = HostSigner(hmac_once(b"key", session_seed("00" * 8, "11" * 8)))
    assert host.mac(TO_TABLE, b"body") == table.mac(TO_TABLE, b"body")


@given(st.lists(EVENTS, max_size=3))
def test_both_chains_come_to_the_same(events: list[dict[str, Any]]) -> None:
    table, host = Chain(), HostChain()
    for event in events:
        assert host.text(event) == canonical(event)
        table.add(event)
        host.add(event)
    assert (host.hex, host.count) == (table.hex, table.count)
