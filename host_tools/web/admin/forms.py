"""Reads a form within size limits, and only if one of these pages sent it."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import parse_qsl

from fastapi import Request
from starlette.requests import ClientDisconnect

from host_tools.web.admin.refusals import AdminRefused
from host_tools.web.http.security import is_from_elsewhere

#: Enough for an entry list of several hundred lines.
BODY_MOST = 128 * 1024
FIELDS_MOST = 120
URLENCODED = "application/x-www-form-urlencoded"

CSRF = "csrf"


def check_origin(request: Request) -> None:
    """Raises AdminRefused unless the browser says that one of these pages sent the form."""
    says_so = "origin" in request.headers or "sec-fetch-site" in request.headers
    if not says_so or is_from_elsewhere(request.headers):
        raise AdminRefused("foreign_form")


async def read(request: Request) -> dict[str, str]:
    """The fields of a form, each once, without spaces around the text.

    Raises AdminRefused: 415 for another content type, 413 for more than 128 KiB, 400 for a malformed form or
    for control characters; HTTPException 408 when the body does not arrive in time (middleware.py).
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != URLENCODED:
        raise AdminRefused("other_content", wanted=URLENCODED)
    try:
        body = await _bounded(request)
    except ClientDisconnect as error:
        raise AdminRefused("form_broke_off") from error
    return parse(body)


async def _bounded(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_MOST:
            raise AdminRefused("form_too_long", most_kib=BODY_MOST // 1024)
    return bytes(body)


def parse(body: bytes) -> dict[str, str]:
    """The fields in a body of type application/x-www-form-urlencoded. Raises AdminRefused 400."""
    try:
        pairs = parse_qsl(
            body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=FIELDS_MOST
        )
    except ValueError as error:
        raise AdminRefused("no_form") from error
    fields: dict[str, str] = {}
    for name, value in pairs:
        add_field(fields, name, value)
    return fields


def add_field(fields: dict[str, str], name: str, value: str) -> None:
    """Add a field with the text as it was typed. Raises AdminRefused 400."""
    text = value.replace("\r\n", "\n")
    if name in fields or not all(c.isprintable() or c in "\n\t\u200c\u200d" for c in text):
        raise AdminRefused("odd_field")
    fields[name] = text.strip()


def check_token(fields: Mapping[str, str], expected: str) -> None:
    """Raises AdminRefused unless the form carries this token."""
    given = fields.get(CSRF, "")
    if not expected or not secrets.compare_digest(given.encode(), expected.encode()):
        raise AdminRefused("foreign_form")


class LoginTokens:
    """The token of the login form, when no login exists yet that could store one: the value of a cookie,
    signed with a secret of this run.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def new_cookie(self) -> str:
        """A new value for the cookie, for a browser without one."""
        return secrets.token_urlsafe(16)

    def token(self, cookie: str) -> str:
        """The token for the login form of a browser with this cookie; "" without a cookie."""
        return hmac.new(self._secret, cookie.encode(), hashlib.sha256).hexdigest() if cookie else ""
