"""The names under which this server answers.

Another site can make its own name resolve to this machine (DNS rebinding): the browser then takes the scores
and the organiser's pages for part of that site. Such a request carries the foreign name in `Host`. A numeric
address cannot be redirected in this way, so requests to any address are answered, also if a router or a
virtual machine forwards them.
"""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from host_tools.web.http import refusals
from host_tools.web.http.refusals import PageRefused

#: This file lists the computer's domains: with `search fritz.box`, `laptop` is also laptop.fritz.box.
RESOLVER = Path("/etc/resolv.conf")
#: `name` or `name:7500`, `192.168.1.10:7500`, `[fe80::1]:7500`.
_HOST = re.compile(r"(?:\[(?P<v6>[^\[\]]+)\]|(?P<name>[^\[\]:/@\s]+))(?::[0-9]*)?")
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
NAME_MOST = 253


class BadName(Exception):  # noqa: N818
    """The text `name` is not a valid host name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class KnownHosts:
    """Decides whether a `Host` header names this server (`knows`). `named`: names beyond those of the
    computer; raises BadName for an invalid one. `own` returns the computer's names, which may change.
    """

    def __init__(self, named: Iterable[str] = (), own: Callable[[], set[str]] | None = None) -> None:
        self._named = {"localhost", *map(_checked, named)}
        self._own = own or names_of_this_computer

    def knows(self, host: str) -> bool:
        """Whether this header is an address, or a name of this server; the port does not matter."""
        parts = _HOST.fullmatch(host.strip())
        if parts is None:
            return False
        name = _plain(parts["v6"] or parts["name"])
        return _is_address(name) or name in self._named or name in self._own()


def is_this_computer(host: str) -> bool:
    """Whether only this computer reaches itself under this name or address, and no other."""
    plain = _plain(host.strip("[]"))
    return plain == "localhost" or (_is_address(plain) and ipaddress.ip_address(plain).is_loopback)


def names_of_this_computer() -> set[str]:
    """The computer's name, alone, with `.local` (mDNS) and in each of its domains. Asks no name server."""
    whole = _plain(socket.gethostname())
    bare = whole.partition(".")[0]
    return {whole, bare, *(f"{bare}.{domain}" for domain in ("local", *_domains()))} - {""}


def _domains() -> list[str]:
    try:
        lines = RESOLVER.read_text(errors="replace").splitlines()
    except OSError:
        return []
    words = [line.split() for line in lines]
    return [_plain(domain) for line in words if line[:1] in (["search"], ["domain"]) for domain in line[1:]]


def _checked(name: str) -> str:
    plain = _plain(name)
    if not (_is_address(plain) or (len(plain) <= NAME_MOST and _NAME.fullmatch(plain))):
        raise BadName(name)
    return plain


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class OnlyKnownHosts:
    """ASGI middleware: 421 for a request under a name that is not this server's (RFC 9110, 15.5.20). A
    request without `Host` (HTTP/1.0) does not come from a browser, and is served.
    """

    def __init__(self, app: ASGIApp, hosts: KnownHosts, version: int) -> None:
        self._app = app
        self._hosts = hosts
        self._version = version

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve or refuse the request."""
        if scope["type"] in ("http", "websocket"):
            foreign = [name for name in Headers(scope=scope).getlist("host") if not self._hosts.knows(name)]
            if foreign:
                await self._refusal(scope["path"], foreign[0])(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, path: str, host: str) -> Response:
        name = _plain(host.partition(":")[0])
        is_name = len(name) <= NAME_MOST and _NAME.fullmatch(name)
        refused = PageRefused("unknown_host", host=name) if is_name else PageRefused("bad_host")
        if path.startswith("/api/"):
            body = {"version": self._version, "error": refusals.to_json(refused)}
            return JSONResponse(body, refused.status_code)
        return PlainTextResponse(refusals.say(refused), refused.status_code)
