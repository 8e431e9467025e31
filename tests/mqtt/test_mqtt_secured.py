"""A real Mosquitto behind TLS, with rights, with a limit, with a password that changes; and what is said when
it refuses. The certificates are made for the test.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from certificates import Authority
from fake_table import MATCH, FakeTable
from hall import Hall, hall
from hall_remarks import remarks
from mosquitto_broker import PASSWORD, USER, Mosquitto, listening

from host_tools.integrations.mqtt import BadAddress, Publisher, parse, publisher
from tests.ports import free_ports
from tests.waiting import until

pytestmark = pytest.mark.slow
CREDENTIALS = f"{USER}:s3cret%2Fp%40ss"
Start = Callable[[str], tuple[Mosquitto, int]]


@pytest.fixture
def start(mosquitto_program: str, tmp_path: Path) -> Iterator[Start]:
    """A broker with further settings, in which {port} is a second port; the broker and this port."""
    brokers = []

    def run(more: str) -> tuple[Mosquitto, int]:
        (port,) = free_ports(1)
        broker = Mosquitto(mosquitto_program, tmp_path, more.replace("{port}", str(port)))
        broker.start()
        brokers.append(broker)
        return broker, port

    yield run
    for broker in brokers:
        broker.stop()


@contextlib.asynccontextmanager
async def publishing(here: Hall, url: str) -> AsyncIterator[None]:
    client = Publisher(parse(url), here.hub, here.store)
    await client.start()
    try:
        yield
    finally:
        await client.stop()


async def remark(folder: Path, url: str, *words: str) -> str:
    """The remark about this broker; returns once it holds some of the words."""
    async with hall(folder) as here, publishing(here, url):
        await until(lambda: any(word in text for text in remarks(here) for word in words))
        return str(remarks(here)[0])


def secured(authority: Authority, host: str = "localhost", days: int = 30) -> str:
    certificate, key = authority.sign("broker", host, days)
    return f"listener {{port}} 127.0.0.1\ncertfile {certificate}\nkeyfile {key}\n"


async def test_over_tls_with_an_authority_of_our_own(start: Start, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    broker, port = start(secured(authority))
    table = FakeTable(3)

    async with hall(tmp_path) as here, listening(broker, "boardside/#") as heard:
        async with publishing(here, f"mqtts://{CREDENTIALS}@localhost:{port}/?ca={authority.file}"):
            await until(lambda: heard.newest.get("boardside/status") == "online")
            here.call(table)
            table.add(MATCH)
            await until(lambda: heard.newest.get("boardside/tables/3/score") == "0-0")
            await asyncio.to_thread(broker.stop)
            await until(lambda: bool(here.hub.remarks))
            await asyncio.to_thread(broker.start)
            await until(lambda: not here.hub.remarks)
        await until(lambda: heard.newest.get("boardside/status") == "offline")


async def test_a_certificate_that_nobody_here_knows_is_refused(start: Start, tmp_path: Path) -> None:
    authority, other = Authority(tmp_path), Authority(tmp_path, "other")
    _, port = start(secured(authority))
    url = f"mqtts://{CREDENTIALS}@localhost:{port}/"
    assert "?ca=FILE" in await remark(tmp_path, url, "no authority known here")
    assert "other-ca.pem" in await remark(tmp_path, f"{url}?ca={other.file}", "not signed by an authority in")


async def test_a_certificate_for_another_name_and_one_that_expired(start: Start, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    _, port = start(secured(authority, "broker.example"))
    text = await remark(tmp_path, f"mqtts://localhost:{port}/?ca={authority.file}", "not for localhost")
    assert "give the name" in text
    _, port = start(secured(authority, "localhost", -1))
    await remark(tmp_path, f"mqtts://localhost:{port}/?ca={authority.file}", "has expired")


async def test_a_broker_that_wants_a_certificate_of_ours(start: Start, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    certificate, key = authority.sign("us", "collector")
    more = f"{secured(authority)}cafile {authority.file}\nrequire_certificate true\n"
    broker, port = start(more)
    url = f"mqtts://{CREDENTIALS}@localhost:{port}/?ca={authority.file}"
    # The connection may be cut before the broker's reason is read.
    wants = "wants a certificate of ours: give ?cert=FILE&key=FILE"
    await remark(tmp_path, url, wants, "or does it want a certificate of ours (?cert=FILE&key=FILE)")

    of_ours = f"{url}&cert={certificate}&key={key}"
    async with (
        hall(tmp_path) as here,
        listening(broker, "boardside/status") as heard,
        publishing(here, of_ours),
    ):
        await until(lambda: heard.newest.get("boardside/status") == "online")


async def test_tls_and_no_tls_at_the_wrong_port(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "TIMEOUT_S", 3600.0)
    authority = Authority(tmp_path)
    broker, port = start(secured(authority))
    await remark(tmp_path, f"mqtts://localhost:{broker.port}/?ca={authority.file}", "does it speak TLS there")
    await remark(tmp_path, f"mqtt://localhost:{port}/", "is that a port for mqtts://")


async def test_a_password_that_changes_in_mid_life(start: Start, tmp_path: Path) -> None:
    broker, _ = start("")

    async with hall(tmp_path) as here, publishing(here, broker.url):
        async with listening(broker, "boardside/status") as heard:
            await until(lambda: heard.newest.get("boardside/status") == "online")
        await asyncio.to_thread(broker.stop)
        broker.set_password("another")
        await asyncio.to_thread(broker.start)
        await until(lambda: any("refuses this user" in text for text in remarks(here)))
        assert not any(PASSWORD in text for text in remarks(here))
        await asyncio.to_thread(broker.stop)
        broker.set_password(PASSWORD)
        await asyncio.to_thread(broker.start)
        await until(lambda: not here.hub.remarks)


async def test_a_full_broker_is_reported_and_tried_again(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "TIMEOUT_S", 3600.0)
    broker, port = start("listener {port} 127.0.0.1\nmax_connections 1\n")

    async with hall(tmp_path) as here:
        url = f"mqtt://{CREDENTIALS}@127.0.0.1:{port}/boardside"
        async with publishing(here, url.replace("boardside", "first")):
            async with listening(broker, "first/status") as heard:
                await until(lambda: heard.newest.get("first/status") == "online")
            async with publishing(here, url):
                await until(lambda: any("is it full" in text for text in remarks(here)))
        async with publishing(here, url), listening(broker, "boardside/status") as heard:
            await until(lambda: heard.newest.get("boardside/status") == "online")
            await until(lambda: not here.hub.remarks)


async def test_a_user_who_may_not_write_is_reported(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "ECHO_S", 0.3)
    rights = tmp_path / "rights"
    rights.write_text(f"user {USER}\ntopic read #\n")
    broker, _ = start(f"acl_file {rights}\n")
    text = await remark(tmp_path, broker.url, "keeps nothing of what is published")
    assert "write and to read boardside/#, and to write homeassistant/#" in text
    rights.write_text(f"user {USER}\ntopic #\n")
    broker.stop()
    broker.start()

    async with hall(tmp_path) as here, publishing(here, broker.url):
        async with listening(broker, "boardside/status") as heard:
            await until(lambda: heard.newest.get("boardside/status") == "online")
        await until(lambda: not here.hub.remarks)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mqtts://b/?ca=/none.pem", "ca=/none.pem cannot be read: No such file"),
        ("mqtts://b/?ca={text}", "it is no PEM file of certificates"),
        ("mqtts://b/?cert={certificate}&key={other}", "the key is that of another certificate"),
        ("mqtts://b/?cert={certificate}", "it is no PEM file of a certificate and its key"),
        ("mqtts://b/?key={other}", "give both"),
        ("mqtt://b/?ca={text}", "ca is for mqtts://"),
        ("mqtt://b/?pages=hall", "no address of pages"),
    ],
)
def test_files_that_cannot_be_used_are_reported_at_the_start(url: str, words: str, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    certificate, _ = authority.sign("us", "collector")
    _, other = authority.sign("other", "collector")
    text = tmp_path / "text"
    text.write_text("Dear diary")
    with pytest.raises(BadAddress) as caught:
        parse(url.format(text=text, certificate=certificate, other=other))
    assert words in str(caught.value)
