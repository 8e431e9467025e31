"""HMAC-SHA256 against RFC 4231, and what a session's key depends on."""

from binascii import hexlify, unhexlify

from boardside.link.auth import TO_HOST, TO_TABLE, Signer, nonce, session_signer

# RFC 4231, section 4: key, data, HMAC-SHA-256.
VECTORS = (
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (bytes(range(1, 26)), b"\xcd" * 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. "
        b"The key needs to be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
)


def test_digest_is_hmac_sha256():
    for key, data, expected in VECTORS:
        assert Signer(key).digest(data) == unhexlify(expected)


def test_mac_is_the_first_eight_bytes_over_direction_and_body():
    expected = hexlify(Signer(b"key").digest(b">[1]")[:8])
    assert Signer(b"key").mac(TO_TABLE, b"[1]") == expected
    assert Signer(b"key").fits(TO_TABLE, b"[1]", expected)


def test_nothing_else_fits():
    signer = Signer(b"key")
    mac = signer.mac(TO_TABLE, b"[1]")
    assert not signer.fits(TO_HOST, b"[1]", mac)
    assert not signer.fits(TO_TABLE, b"[2]", mac)
    assert not signer.fits(TO_TABLE, b"[1]", mac[:-1])
    assert not signer.fits(TO_TABLE, b"[1]", b"")
    assert not Signer(b"kez").fits(TO_TABLE, b"[1]", mac)
    for index in range(16):
        other = bytearray(mac)
        other[index] ^= 1
        assert not signer.fits(TO_TABLE, b"[1]", bytes(other))


def test_each_session_has_its_own_key():
    macs = []
    for key, host, table in (
        (b"k", "a", "b"),
        (b"k", "a", "c"),
        (b"k", "d", "b"),
        (b"l", "a", "b"),
        (b"", "a", "b"),
    ):
        macs.append(session_signer(key, host, table).mac(TO_HOST, b"[]"))
    assert len(set(macs)) == len(macs)
    assert session_signer(b"k", "a", "b").mac(TO_HOST, b"[]") == macs[0]


def test_a_nonce_is_sixteen_hex_digits():
    assert nonce(lambda count: b"\x0f" * count) == "0f" * 8
