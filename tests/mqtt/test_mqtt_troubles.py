"""Why a broker is away is told by types and codes: another version of Python or OpenSSL has other words."""

import asyncio
import ssl
from pathlib import Path

import aiomqtt
import pytest
from hall import hall
from hall_remarks import remarks

from host_tools.integrations.mqtt import Publisher, publisher
from host_tools.integrations.mqtt.brokers import Broker, Ear, of_failure, parse
from tests.waiting import until


def said(broker: Broker, error: Exception, heard: Exception | None = None) -> str:
    """The English words for why the broker is away."""
    return str(of_failure(broker, error, heard))


PLAIN, SECURED = parse("mqtt://broker"), parse("mqtts://broker")


def tls_error(reason: str) -> ssl.SSLError:
    error = ssl.SSLError(1, "other words")
    error.reason = reason
    return error


def broken(cause: Exception) -> aiomqtt.MqttError:
    """Raises it as aiomqtt does: `from None`, which keeps the context."""
    try:
        try:
            raise cause
        except type(cause):
            raise aiomqtt.MqttError("other words") from None
    except aiomqtt.MqttError as error:
        return error


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (tls_error("TLSV13_ALERT_CERTIFICATE_REQUIRED"), "it wants a certificate of ours"),
        (tls_error("WRONG_VERSION_NUMBER"), "does it speak TLS there"),
        (ssl.SSLEOFError(8, "other words"), "does it speak TLS there"),
        (ConnectionResetError("other words"), "does it speak TLS there"),
        (TimeoutError("other words"), "is port 8883 one for plain MQTT"),
        (ConnectionRefusedError("other words"), "is away: other words."),
    ],
)
def test_what_ends_a_secured_connection(cause: Exception, words: str) -> None:
    assert words in said(SECURED, broken(cause))


def test_what_only_the_log_of_the_library_has_is_heard() -> None:
    ear = Ear()
    ear.logger.error("failed in other words: %s", ConnectionResetError("other words"))
    ear.logger.error("something without an exception")
    lost = aiomqtt.MqttCodeError(7)
    assert "is that a port for mqtts://" in said(PLAIN, lost, ear.heard)
    ear.forget()
    assert "is that a port for mqtts://" not in said(PLAIN, lost, ear.heard)


@pytest.mark.parametrize("reads", [True, False], ids=["after the connect", "at once"])
def test_an_orderly_end_before_any_answer_is_reported_at_once(
    reads: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "TIMEOUT_S", 3600.0)

    async def ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if reads:
            await reader.read(1000)
        writer.close()

    async def scenario() -> str:
        async with await asyncio.start_server(ends, "127.0.0.1", 0) as server, hall(tmp_path) as here:
            port = server.sockets[0].getsockname()[1]
            client = Publisher(parse(f"mqtt://127.0.0.1:{port}/"), here.hub, here.store)
            await client.start()
            try:
                await until(lambda: bool(here.hub.remarks))
                return str(remarks(here)[0])
            finally:
                await client.stop()

    assert "it ends the connection at port" in asyncio.run(scenario())
