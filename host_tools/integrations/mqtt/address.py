"""The broker's address: mqtt://user:password@host:1883/boardside?discovery=homeassistant, or
mqtts://host/boardside?ca=hall-ca.pem for a broker with a certificate of an authority of its own.
"""

import hashlib
import re
import ssl
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit

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
