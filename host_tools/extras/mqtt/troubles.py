"""Says why a broker is away and what to do, from the errors of network, TLS and broker."""

import logging
import re
import ssl
from collections.abc import Sequence

import aiomqtt

from host_tools.extras.mqtt.address import Broker

_NOISE = re.compile(r"\[(Errno -?\d+|code:\w+)\] ?")


class NoAnswer(aiomqtt.MqttError):
    """The broker ended the connection in an orderly way before it answered."""


#: OpenSSL's verification results (X509_STORE_CTX_get_error(3)).
_NOT_YET, _EXPIRED, _UNKNOWN, _NAMES = 9, 10, (18, 19, 20, 21), (62, 64)
#: Ends of OpenSSL's names of alerts (they begin with the version of TLS), and its names of what is no TLS.
_WANTS_CERTIFICATE = ("ALERT_CERTIFICATE_REQUIRED", "ALERT_HANDSHAKE_FAILURE")
_REFUSES_CERTIFICATE = ("ALERT_UNKNOWN_CA", "ALERT_BAD_CERTIFICATE")
_NO_TLS = ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE")
#: The other side ended the connection. (A refused one is a ConnectionError, too.)
_CUT_TLS = (ssl.SSLEOFError, ssl.SSLZeroReturnError)
_CUT = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError, NoAnswer, *_CUT_TLS)
#: Refusals of a connection: MQTT 3.1.1, 3.2.2.3, and 5.0, 3.2.2.2.
_PASSWORD, _BUSY = (4, 5, 134, 135), (3, 136, 137, 151, 159)


class Ear(logging.Handler):
    """A logger for paho, which only logs that a connection failed in its handshake.

    To read: `logger`; `heard`, the last exception that was logged since `forget`.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: Exception | None = None
        self.logger = logging.Logger("paho", logging.WARNING)
        self.logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Remember it."""
        arguments = record.args if isinstance(record.args, tuple) else ()
        self.heard = next((value for value in arguments if isinstance(value, Exception)), self.heard)

    def forget(self) -> None:
        """Clear `heard` before the next try."""
        self.heard = None


def said(broker: Broker, error: Exception, heard: Exception | None = None) -> str:
    """The line for pages and status, without a password. heard: the error that the library has logged."""
    cause = error if isinstance(error, OSError) else error.__cause__ or error.__context__
    advice = _of_certificate(broker, cause) if isinstance(cause, ssl.SSLCertVerificationError) else None
    advice = advice or _of_handshake(broker, (error, cause, heard)) or _of_answer(broker, error, cause)
    return f"MQTT broker {broker.shown} is away: {advice or _plain(error)}. It is tried again."


def no_echo(broker: Broker) -> str:
    """The line for a broker that takes messages and does not send them back."""
    user = f"the user {broker.user}" if broker.user is not None else "a client without a user"
    return (
        f"MQTT broker {broker.shown} keeps nothing of what is published: {user} has to be allowed to write "
        f"and to read {broker.prefix}/#"
        + (f", and to write {broker.discovery}/#." if broker.discovery else ".")
    )


def _of_certificate(broker: Broker, error: ssl.SSLCertVerificationError) -> str:
    code = error.verify_code
    if code in _UNKNOWN:
        fault = f"not signed by an authority in {broker.ca}" if broker.ca else "of no authority known here"
        return f"its certificate is {fault}: give the file of the broker's authority, ?ca=FILE"
    if code in _NAMES:
        return f"its certificate is not for {broker.host}: give the name that it is for"
    if code == _EXPIRED:
        return "its certificate has expired: the broker needs a new one"
    if code == _NOT_YET:
        return "its certificate is not valid yet: is this computer's clock right"
    return f"its certificate is refused ({error.verify_message})"


def _of_handshake(broker: Broker, causes: Sequence[BaseException | None]) -> str | None:
    """Why a connection ended before the broker answered in MQTT; None: another reason."""
    reasons = [str(getattr(cause, "reason", None)) for cause in causes if isinstance(cause, ssl.SSLError)]
    if broker.tls and any(name.endswith(_WANTS_CERTIFICATE) for name in reasons):
        return "it wants a certificate of ours: give ?cert=FILE&key=FILE"
    if broker.cert is not None and any(name.endswith(_REFUSES_CERTIFICATE) for name in reasons):
        return f"it does not accept our certificate, {broker.cert}"
    is_cut = any(isinstance(cause, _CUT) for cause in causes)
    if broker.tls and (is_cut or any(name in _NO_TLS for name in reasons)):
        wants = (
            "" if broker.cert is not None else ", or does it want a certificate of ours (?cert=FILE&key=FILE)"
        )
        return (
            f"it ends the connection at port {broker.port}: does it speak TLS there, or is that for mqtt://"
            f"{wants}"
        )
    if is_cut:
        return f"it ends the connection at port {broker.port}: is it full, or is that a port for mqtts://"
    return None


def _of_answer(broker: Broker, error: Exception, cause: BaseException | None) -> str | None:
    """Why the broker refused the connection; None: another reason."""
    code = getattr(error, "rc", None)
    code = getattr(code, "value", code)
    if isinstance(error, aiomqtt.exceptions.MqttConnectError) and code in _PASSWORD:
        client = "this user and password" if broker.user is not None else "a client without user and password"
        return f"it refuses {client} (not authorised)"
    if isinstance(error, aiomqtt.exceptions.MqttConnectError) and code in _BUSY:
        return "it takes no more connections at present"
    if isinstance(cause, TimeoutError):
        kind = "TLS" if not broker.tls else "plain MQTT"
        return f"it does not answer: is port {broker.port} one for {kind}, or for something else"
    return None


def _plain(error: Exception) -> str:
    text = _NOISE.sub("", " ".join(str(error).split())) or type(error).__name__
    return text.rstrip(".")
