"""What a form brings: read with bounds, and only from the pages themselves."""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from fastapi import HTTPException, Request
from starlette.requests import ClientDisconnect

#: An entry list of some hundred lines has room.
BODY_MOST = 128 * 1024
FIELDS_MOST = 120
BODY_TIMEOUT_S = 10.0
ODD = "A field stands there twice, or holds what no keyboard gives; nothing was done."
URLENCODED = "application/x-www-form-urlencoded"

CSRF = "csrf"
TOO_LONG = (
    f"A form may have {BODY_MOST // 1024} KiB; nothing was done. A longer entry list goes in parts, or by "
    "`boardside entries import`."
)
NOT_OURS = (
    "This form did not come from these pages, or is too old; nothing was done. Go back to the admin pages "
    "and do it again there."
)


class FormError(HTTPException):
    """A form that is not taken; nothing was done."""


def check_origin(request: Request) -> None:
    """Raises FormError 403 unless the browser says that one of these pages sent the form.

    `Sec-Fetch-Site` comes from browsers of 2020 on over HTTPS and on localhost, `Origin` with every POST.
    The scheme is not compared: a proxy may have taken the TLS off.
    """
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    if site not in (None, "same-origin"):
        raise FormError(403, NOT_OURS)
    if origin is None:
        if site is None:
            raise FormError(403, NOT_OURS)
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if not host or host.lower() != request.headers.get("host", "").lower():
        raise FormError(403, NOT_OURS)


async def read(request: Request) -> dict[str, str]:
    """The fields of a form, each once, stripped of space around it.

    Raises FormError: 415 for another kind of body, 413 for more than 128 KiB, 408 when it does not come, 400
    for what is no form, or text that no keyboard gives.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != URLENCODED:
        raise FormError(415, f"A form comes as {URLENCODED}; nothing was done.")
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            body = await _bounded(request)
    except TimeoutError as error:
        raise FormError(408, "The form did not arrive in time; nothing was done.") from error
    except ClientDisconnect as error:
        raise FormError(400, "The form broke off; nothing was done.") from error
    return parse(body)


async def _bounded(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > BODY_MOST:
            raise FormError(413, TOO_LONG)
    return bytes(body)


def parse(body: bytes) -> dict[str, str]:
    """The fields in a body of the kind application/x-www-form-urlencoded. Raises FormError 400."""
    try:
        pairs = parse_qsl(
            body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=FIELDS_MOST
        )
    except ValueError as error:
        raise FormError(400, "That is no form as these pages send it; nothing was done.") from error
    fields: dict[str, str] = {}
    for name, value in pairs:
        text = value.replace("\r\n", "\n")
        if name in fields or not all(c.isprintable() or c in "\n\t\u200c\u200d" for c in text):
            raise FormError(400, ODD)
        fields[name] = text.strip()
    return fields


def check_token(fields: Mapping[str, str], wanted: str) -> None:
    """Raises FormError 403 unless the form carries this token."""
    given = fields.get(CSRF, "")
    if not wanted or not secrets.compare_digest(given.encode(), wanted.encode()):
        raise FormError(403, NOT_OURS)


class LoginTokens:
    """The token in the login form, where there is no login yet to hold one: what the browser holds in a
    cookie, signed with a secret of this run.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)

    def new_cookie(self) -> str:
        """For a browser that has none."""
        return secrets.token_urlsafe(16)

    def token(self, cookie: str) -> str:
        """What the form of the browser with this cookie carries; "" when it has none."""
        return hmac.new(self._secret, cookie.encode(), hashlib.sha256).hexdigest() if cookie else ""
