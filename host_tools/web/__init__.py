"""The live pages and the JSON API: what spectators and scripts see of a hall."""

from host_tools.web.app import create_app
from host_tools.web.http.known_hosts import BadName, KnownHosts
from host_tools.web.http.security import BadOrigin
from host_tools.web.http.server import WebServer

__all__ = ["BadName", "BadOrigin", "KnownHosts", "WebServer", "create_app"]
