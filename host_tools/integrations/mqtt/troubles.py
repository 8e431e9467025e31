"""Why a broker is away: from the errors of network, TLS and broker to a reason. No fact has the password."""

import logging
import re
import ssl
from collections.abc import Sequence

import aiomqtt

from host_tools.integrations.mqtt.address import BadFile, Broker
from host_tools.integrations.mqtt.reasons import REMARKS
from host_tools.reasons import Cause

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


def of_failure(broker: Broker, error: Exception, heard: Exception | None = None) -> Cause:
    """Why the broker is away. heard: the error that the library has logged."""
    cause = error if isinstance(error, OSError) else error.__cause__ or error.__context__
    why = _of_certificate(broker, cause) if isinstance(cause, ssl.SSLCertVerificationError) else None
    why = why or (error.cause if isinstance(error, BadFile) else None)
    why = why or _of_handshake(broker, (error, cause, heard)) or _of_answer(broker, error, cause)
    why = why or REMARKS.cause("mqtt_fails", why=_plain(error))
    return REMARKS.cause("mqtt_away", broker=broker.shown, why=why.to_json())


def no_echo(broker: Broker) -> Cause:
    """The reason for a broker that takes messages and does not send them back."""
    where, prefix, discovery, user = broker.shown, broker.prefix, broker.discovery, broker.user
    if user is None and discovery:
        return REMARKS.cause(
            "mqtt_nobody_allowed_discovery", broker=where, prefix=prefix, discovery=discovery
        )
    if user is None:
        return REMARKS.cause("mqtt_nobody_allowed", broker=where, prefix=prefix)
    if discovery:
        return REMARKS.cause(
            "mqtt_user_not_allowed_discovery", broker=where, user=user, prefix=prefix, discovery=discovery
        )
    return REMARKS.cause("mqtt_user_not_allowed", broker=where, user=user, prefix=prefix)


def _of_certificate(broker: Broker, error: ssl.SSLCertVerificationError) -> Cause:
    code = error.verify_code
    if code in _UNKNOWN and broker.ca:
        return REMARKS.cause("mqtt_certificate_not_of", ca=broker.ca)
    if code in _UNKNOWN:
        return REMARKS.cause("mqtt_certificate_unknown")
    if code in _NAMES:
        return REMARKS.cause("mqtt_certificate_of_other_name", host=broker.host)
    if code == _EXPIRED:
        return REMARKS.cause("mqtt_certificate_expired")
    if code == _NOT_YET:
        return REMARKS.cause("mqtt_certificate_early")
    return REMARKS.cause("mqtt_certificate_refused", why=error.verify_message)


def _of_handshake(broker: Broker, causes: Sequence[BaseException | None]) -> Cause | None:
    """Why a connection ended before the broker answered in MQTT; None: another reason."""
    reasons = [str(getattr(cause, "reason", None)) for cause in causes if isinstance(cause, ssl.SSLError)]
    if broker.tls and any(name.endswith(_WANTS_CERTIFICATE) for name in reasons):
        return REMARKS.cause("mqtt_wants_certificate")
    if broker.cert is not None and any(name.endswith(_REFUSES_CERTIFICATE) for name in reasons):
        return REMARKS.cause("mqtt_refuses_certificate", cert=broker.cert)
    is_cut = any(isinstance(cause, _CUT) for cause in causes)
    if broker.tls and (is_cut or any(name in _NO_TLS for name in reasons)):
        has_own = broker.cert is not None
        return REMARKS.cause("mqtt_no_tls" if has_own else "mqtt_no_tls_or_certificate", port=broker.port)
    if is_cut:
        return REMARKS.cause("mqtt_ends_connection", port=broker.port)
    return None


def _of_answer(broker: Broker, error: Exception, cause: BaseException | None) -> Cause | None:
    """Why the broker refused the connection; None: another reason."""
    code = getattr(error, "rc", None)
    code = getattr(code, "value", code)
    if isinstance(error, aiomqtt.exceptions.MqttConnectError) and code in _PASSWORD:
        return REMARKS.cause("mqtt_refuses_nobody" if broker.user is None else "mqtt_refuses_user")
    if isinstance(error, aiomqtt.exceptions.MqttConnectError) and code in _BUSY:
        return REMARKS.cause("mqtt_takes_no_more")
    if isinstance(cause, TimeoutError):
        return REMARKS.cause("mqtt_silent_tls" if broker.tls else "mqtt_silent", port=broker.port)
    return None


def _plain(error: Exception) -> str:
    text = _NOISE.sub("", " ".join(str(error).split())) or type(error).__name__
    return text.rstrip(".")
