"""A broker: its address, the client, and why it is away. No fact has the password.

An address is mqtt://user:password@host:1883/boardside?discovery=homeassistant, or
mqtts://host/boardside?ca=hall-ca.pem for a broker with a certificate of an authority of its own.
"""

import hashlib
import logging
import re
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import parse_qs, unquote, urlsplit

import aiomqtt

from host_tools.integrations.mqtt.reasons import REMARKS
from host_tools.reasons import Cause

PREFIX = "boardside"
DISCOVERY = "homeassistant"
PORTS = {"mqtt": 1883, "mqtts": 8883}
_FILES = ("ca", "cert", "key")
_EXAMPLE = "mqtt://user:password@broker.example:1883/boardside"
#: Levels of a topic: no wildcards, no empty level, and only letters that a discovery topic may have.
_PREFIX = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*")


class BadAddress(ValueError):  # noqa: N818
    """The address of no broker; the message says what is wrong and shows an example."""


class BadFile(BadAddress):
    """A file of the address cannot be used, for this reason."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(f"--mqtt: {cause!s}")
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Broker:
    """Where to publish. prefix: the beginning of all topics, without a slash at its end. discovery: the
    prefix of the discovery topics, "" for none. tls: use TLS and check the certificate, with `ca` only
    against the authorities in that file. cert, key: files of our own certificate, for a broker that wants
    one. pages: the address of the pages, which the discovery gives.
    """

    host: str
    port: int
    prefix: str = PREFIX
    user: str | None = None
    password: str | None = None
    tls: bool = False
    discovery: str = DISCOVERY
    ca: str | None = None
    cert: str | None = None
    key: str | None = None
    pages: str | None = None

    @property
    def shown(self) -> str:
        """The address without user and password."""
        scheme = "mqtts" if self.tls else "mqtt"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}/{self.prefix}"

    @property
    def name(self) -> str:
        """A short name that is the same for the same broker and prefix."""
        return hashlib.sha256(f"{self.host}:{self.port}/{self.prefix}".encode()).hexdigest()[:12]

    @property
    def slug(self) -> str:
        """The prefix as a part of ids: letters, digits, - and _."""
        return re.sub(r"[^A-Za-z0-9_-]", "_", self.prefix)

    def context(self) -> ssl.SSLContext | None:
        """The settings for TLS; None without TLS. Raises BadFile."""
        if not self.tls:
            return None
        try:
            made = ssl.create_default_context(cafile=self.ca)
        except (OSError, ValueError) as error:
            raise BadFile(_unusable(error, f"ca={self.ca}", "mqtt_no_certificates")) from error
        if self.cert is not None:
            try:
                made.load_cert_chain(self.cert, self.key, password=_no_password)
            except (OSError, ValueError) as error:
                files = f"cert={self.cert}" + (f"&key={self.key}" if self.key else "")
                raise BadFile(_unusable(error, files, "mqtt_no_certificate")) from error
        return made


def _no_password() -> str:
    """Raises instead of asking: nobody can type a password while the collector runs."""
    raise ValueError("it has a password")


def _unusable(
    error: Exception, files: str, other: Literal["mqtt_no_certificates", "mqtt_no_certificate"]
) -> Cause:
    """other: the reason if the file is there, but not what it should be."""
    if isinstance(error, OSError) and not isinstance(error, ssl.SSLError):
        return REMARKS.cause("mqtt_file_unreadable", files=files, why=error.strerror or str(error))
    if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
        return REMARKS.cause("mqtt_other_key", files=files)
    return REMARKS.cause(other, files=files)


def parse(url: str) -> Broker:
    """The broker of an address. Raises BadAddress.

    The path is the prefix of the topics, by default `boardside`. ?discovery=PREFIX: the prefix for discovery,
    by default `homeassistant`; none: no discovery. ?ca=FILE, ?cert=FILE&key=FILE: PEM files for mqtts://.
    ?pages=URL: the address of the pages.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadAddress(f"--mqtt: {error}; an address looks like {_EXAMPLE}.") from error
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadAddress(f"--mqtt takes an address such as {_EXAMPLE} (mqtts:// for TLS).")
    prefix = unquote(parts.path).strip("/") or PREFIX
    options = parse_qs(parts.query, keep_blank_values=True)
    unknown = sorted(set(options) - {"discovery", "pages", *_FILES})
    if unknown:
        raise BadAddress(
            f"--mqtt: there is no option {unknown[0]!r}; there are discovery (a prefix, or none), ca, cert, "
            "key and pages."
        )
    discovery = options.get("discovery", [DISCOVERY])[-1]
    discovery = "" if discovery in ("", "none") else discovery.strip("/")
    for topic in filter(None, (prefix, discovery)):
        if not _PREFIX.fullmatch(topic):
            raise BadAddress(
                f"--mqtt: {topic!r} is no prefix of topics: letters, digits, . _ - and / between."
            )
    files = {name: options[name][-1] or None for name in _FILES if name in options}
    if files and parts.scheme != "mqtts":
        raise BadAddress(
            f"--mqtt: {next(iter(files))} is for mqtts://, which is TLS; this is {parts.scheme}://."
        )
    if "key" in files and "cert" not in files:
        raise BadAddress("--mqtt: key is the key of the certificate in cert: give both.")
    made = Broker(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        prefix=prefix,
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password is not None else None,
        tls=parts.scheme == "mqtts",
        discovery=discovery,
        pages=_pages(options.get("pages", [""])[-1]),
        **files,
    )
    made.context()  # refuse a file that cannot be used at once
    return made


def _pages(url: str) -> str | None:
    """The address of the pages: Home Assistant takes only http and https. Raises BadAddress."""
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadAddress(f"--mqtt: pages={url} is no address of pages such as http://192.168.1.20:7500.")
    return url.rstrip("/")


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


class Client(aiomqtt.Client):
    """aiomqtt's own client waits for its time limit when a broker closes the connection without an answer.

    A broker does so when it is full, when it speaks TLS and we do not, or when it wants a certificate. It
    depends on the network's timing whether this shows as an error or only as an end.
    """

    def _on_disconnect(self, *args: Any, **values: Any) -> None:
        if not self._connected.done():
            self._connected.set_exception(NoAnswer("connection closed before an answer"))
        if not self._connected.cancelled():
            super()._on_disconnect(*args, **values)
