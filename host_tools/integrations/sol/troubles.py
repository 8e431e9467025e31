"""Why a request to SoL failed: from what the network, TLS and HTTP say to a reason."""

import http.client
import socket
import ssl
import urllib.error
from urllib.parse import urlsplit

from host_tools.integrations.sol.reasons import REMARKS
from host_tools.reasons import Cause

#: A proxy gives these, or a SoL that is just starting: the next answer may be right.
PASSING = (408, 425, 429, 502, 503, 504)
#: OpenSSL's names for an answer without TLS; they are of different versions.
_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "PACKET_LENGTH_TOO_LONG")


def server_of(url: str) -> str:
    """Scheme, host and port of an address, for people and as a key: "http://sol.example:6996"."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def never_arrived(error: Exception) -> bool:
    """Whether the request certainly reached no server."""
    reason = getattr(error, "reason", None) or error
    return isinstance(reason, (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError))


def of_connection(error: Exception, url: str, timeout_s: float) -> Cause:
    """The reason for a request without an answer. timeout_s: how long it was waited for."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    server = server_of(url)
    if isinstance(reason, socket.gaierror):
        return REMARKS.cause("sol_name_unknown", server=server)
    if isinstance(reason, ConnectionRefusedError):
        return REMARKS.cause("sol_connection_refused", server=server)
    if isinstance(reason, TimeoutError):
        return REMARKS.cause("sol_timed_out", server=server, seconds=f"{timeout_s:g}")
    if isinstance(reason, ssl.SSLCertVerificationError):
        return REMARKS.cause(
            "sol_certificate_not_trusted", server=server, why=str(reason.verify_message or reason)
        )
    if isinstance(reason, ssl.SSLError) and getattr(reason, "reason", None) in _NO_TLS:
        return REMARKS.cause("sol_speaks_no_tls", server=server)
    if isinstance(reason, http.client.BadStatusLine) and not isinstance(reason, ConnectionError):
        return REMARKS.cause("sol_speaks_no_http", server=server)
    if isinstance(reason, (http.client.IncompleteRead, ConnectionError)):
        return REMARKS.cause("sol_broke_off", server=server)
    system = reason.strerror if isinstance(reason, OSError) else None
    return REMARKS.cause(
        "sol_connection_failed", server=server, why=system or str(reason) or type(reason).__name__
    )


def of_redirect(location: str, url: str) -> Cause:
    """The reason for a redirect to something other than one of SoL's tourneys."""
    there, here = urlsplit(location), urlsplit(url)
    if there.path == here.path and there.netloc:
        return REMARKS.cause("sol_moved", to=server_of(location), server=server_of(url))
    if not location:
        return REMARKS.cause("sol_leads_nowhere")
    return REMARKS.cause("sol_leads_elsewhere", to=location[:100])


def of_status(status: int, url: str) -> Cause:
    """The reason for an HTTP status with which SoL does not answer a card."""
    if status in (400, 404, 410):
        return REMARKS.cause("sol_address_not_known", status=status)
    if status in (401, 403, 407, 511):
        return REMARKS.cause("sol_access_refused", status=status)
    if status in PASSING:
        return REMARKS.cause("sol_server_busy", server=server_of(url), status=status)
    return REMARKS.cause("sol_card_fails", status=status)
