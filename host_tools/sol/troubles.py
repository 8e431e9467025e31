"""Why SoL could not be asked, in words that say what to look at."""

import http.client
import socket
import ssl
import urllib.error
from urllib.parse import urlsplit

#: Answers of a proxy, or of a SoL that is just starting: the next one may be right.
PASSING = (408, 425, 429, 502, 503, 504)
_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG")


def server_of(url: str) -> str:
    """What is asked, for people and as a key: "http://sol.example:6996"."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def never_arrived(error: Exception) -> bool:
    """Whether a request surely reached nobody."""
    reason = getattr(error, "reason", None) or error
    return isinstance(reason, (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError))


def of_connection(error: Exception, url: str, timeout_s: float) -> str:
    """What ails the way to SoL: no name, nobody there, no trust, an answer that breaks off."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    server = server_of(url)
    if isinstance(reason, socket.gaierror):
        return f"the name in {server} is not known here; is the network up, is the name right?"
    if isinstance(reason, ConnectionRefusedError):
        return f"connection refused at {server}; does SoL run there?"
    if isinstance(reason, TimeoutError):
        return f"nothing came from {server} within {timeout_s:g} seconds"
    if isinstance(reason, ssl.SSLCertVerificationError):
        why = reason.verify_message or reason
        return f"the certificate of {server} is not trusted ({why}); it has to be mended there"
    if isinstance(reason, ssl.SSLError) and any(word in str(reason) for word in _NO_TLS):
        return f"{server} speaks no TLS; is its address http://?"
    if isinstance(reason, http.client.BadStatusLine) and not isinstance(reason, ConnectionError):
        return f"what answers at {server} speaks no HTTP; is its address https://, is the port right?"
    if isinstance(reason, (http.client.IncompleteRead, ConnectionError)):
        return f"{server} broke off in the middle"
    if isinstance(reason, OSError) and reason.strerror:
        return f"{server}: {reason.strerror}"
    return f"{server}: {reason or type(reason).__name__}"


def of_redirect(location: str, url: str) -> str:
    """Where SoL leads on to, when that is none of its tourneys."""
    there, here = urlsplit(location), urlsplit(url)
    if there.path == here.path and there.netloc:
        return f"it is at {server_of(location)} now: change {server_of(url)} in the file of addresses"
    shown = location[:100] or "nowhere"
    return f"it leads on to {shown}: is there a login, or another site, in front of SoL?"


def of_status(code: int) -> str:
    """An HTTP status that is no answer to a card."""
    if code in (400, 404, 410):
        return f"it does not know this address (HTTP {code})"
    if code in (401, 403, 407, 511):
        return f"it lets nobody in at this address (HTTP {code}): is there a login in front of SoL?"
    if code in PASSING:
        return f"HTTP {code}"
    return f"it fails at this card (HTTP {code}); its own log says why"
