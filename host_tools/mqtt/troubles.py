"""Why a broker is away, in words that say what to do: from what network, TLS and broker say."""

import logging
import re
import ssl

import aiomqtt

from host_tools.mqtt.address import Broker

_NOISE = re.compile(r"\[(Errno -?\d+|code:\w+)\] ?")
#: OpenSSL's verification results (X509_STORE_CTX_get_error(3)).
_NOT_YET, _EXPIRED, _UNKNOWN, _NAMES = 9, 10, (18, 19, 20, 21), (62, 64)
#: Refusals of a connection: MQTT 3.1.1, 3.2.2.3, and 5.0, 3.2.2.2.
_PASSWORD, _BUSY = (4, 5, 134, 135), (3, 136, 137, 151, 159)


class Ear(logging.Handler):
    """A logger for paho, which tells a connection that breaks in its handshake to nobody else.

    To read: `logger`; `heard`, the last error since `forget`.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard = ""
        self.logger = logging.Logger("paho", logging.WARNING)
        self.logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Remember it."""
        self.heard = record.getMessage()

    def forget(self) -> None:
        """Before the next try."""
        self.heard = ""


def said(broker: Broker, error: Exception, heard: str = "") -> str:
    """The line for pages and status; `heard`: what the library logged meanwhile. No password is in it."""
    cause = error if isinstance(error, OSError) else error.__cause__ or error.__context__
    advice = _of_certificate(broker, cause) if isinstance(cause, ssl.SSLCertVerificationError) else None
    advice = advice or _of_handshake(broker, f"{error} {cause} {heard}") or _of_answer(broker, error)
    return f"MQTT broker {broker.shown} is away: {advice or _plain(error)}. It is tried again."


def no_echo(broker: Broker) -> str:
    """The line for a broker that takes what is published and does not give it back."""
    user = f"the user {broker.user}" if broker.user is not None else "a client without a user"
    return (
        f"MQTT broker {broker.shown} keeps nothing of what is published: {user} has to be allowed to write "
        f"and to read {broker.prefix}/#"
        + (f", and to write {broker.discovery}/#." if broker.discovery else ".")
    )


def _of_certificate(broker: Broker, error: ssl.SSLCertVerificationError) -> str:
    code = error.verify_code
    if code in _UNKNOWN:
        whom = f"not signed by an authority in {broker.ca}" if broker.ca else "of no authority known here"
        return f"its certificate is {whom}: give the file of the broker's authority, ?ca=FILE"
    if code in _NAMES:
        return f"its certificate is not for {broker.host}: give the name that it is for"
    if code == _EXPIRED:
        return "its certificate has expired: the broker needs a new one"
    if code == _NOT_YET:
        return "its certificate is not valid yet: is this computer's clock right"
    return f"its certificate is refused ({error.verify_message})"


def _of_handshake(broker: Broker, text: str) -> str | None:
    """A connection that ended before the broker said anything in MQTT."""
    text = text.casefold().replace("_", " ")
    if broker.tls and ("certificate required" in text or "handshake failure" in text):
        return "it wants a certificate of ours: give ?cert=FILE&key=FILE"
    if broker.cert is not None and ("unknown ca" in text or "bad certificate" in text):
        return f"it does not accept our certificate, {broker.cert}"
    is_cut = any(words in text for words in ("connection reset", "connection closed", "broken pipe", "eof"))
    if broker.tls and (is_cut or "wrong version number" in text or "record layer failure" in text):
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


def _of_answer(broker: Broker, error: Exception) -> str | None:
    """What the broker answered to the connection."""
    code = getattr(error, "rc", None)
    code = getattr(code, "value", code)
    if isinstance(error, aiomqtt.exceptions.MqttConnectError) and code in _PASSWORD:
        who = "this user and password" if broker.user is not None else "whoever has no user and password"
        return f"it refuses {who} (not authorised)"
    if isinstance(error, aiomqtt.exceptions.MqttConnectError) and code in _BUSY:
        return "it takes no more connections at present"
    if "timed out" in str(error) and not isinstance(error, OSError):
        kind = "TLS" if not broker.tls else "plain MQTT"
        return f"it does not answer: is port {broker.port} one for {kind}, or for something else"
    return None


def _plain(error: Exception) -> str:
    text = _NOISE.sub("", " ".join(str(error).split())) or type(error).__name__
    return text.rstrip(".")
