"""The broker's address as it is typed: mqtt://user:password@host:1883/boardside?discovery=homeassistant."""

import hashlib
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

PREFIX = "boardside"
DISCOVERY = "homeassistant"
PORTS = {"mqtt": 1883, "mqtts": 8883}
_EXAMPLE = "mqtt://user:password@broker.example:1883/boardside"
#: Levels of a topic: no wildcards, nothing empty; letters that a discovery topic can carry, too.
_PREFIX = re.compile(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*")


class BadAddress(ValueError):  # noqa: N818
    """It is no broker's address; the message says what one looks like."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where to publish. prefix: all topics begin with it, without a slash at its end. discovery: the prefix
    of the discovery topics, "" when there shall be none. tls: over TLS, the certificate is checked.
    """

    host: str
    port: int
    prefix: str = PREFIX
    user: str | None = None
    password: str | None = None
    tls: bool = False
    discovery: str = DISCOVERY

    @property
    def shown(self) -> str:
        """Fit to be shown: without user and password."""
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


def parse(url: str) -> Broker:
    """Raises BadAddress. The path is the prefix of the topics, `boardside` when there is none;
    ?discovery=PREFIX is another place for discovery than `homeassistant`, ?discovery=none means none.
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
    unknown = sorted(set(options) - {"discovery"})
    if unknown:
        raise BadAddress(f"--mqtt: there is no option {unknown[0]!r}; there is ?discovery=PREFIX or none.")
    discovery = options.get("discovery", [DISCOVERY])[-1]
    discovery = "" if discovery in ("", "none") else discovery.strip("/")
    for what in filter(None, (prefix, discovery)):
        if not _PREFIX.fullmatch(what):
            raise BadAddress(
                f"--mqtt: {what!r} is no prefix of topics: letters, digits, . _ - and / between."
            )
    return Broker(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        prefix=prefix,
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password is not None else None,
        tls=parts.scheme == "mqtts",
        discovery=discovery,
    )
