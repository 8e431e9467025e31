"""Why a broker is away is told by types and codes: another version of Python or OpenSSL has other words."""

import ssl

import aiomqtt
import pytest

from host_tools.integrations.mqtt.brokers import Broker, Ear, of_failure, parse


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
