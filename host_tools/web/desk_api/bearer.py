"""Which script asks: the token in the `Authorization` header (RFC 6750)."""

from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool

from host_tools.store.tokens import Tokens

#: Of all addresses here.
PREFIX = "/api/v1"
_SCHEME = HTTPBearer(
    auto_error=False, scheme_name="token", description="A token of `boardside token add NAME`."
)
_MISSING = "This needs a token: `boardside token add NAME` makes one; send `Authorization: Bearer TOKEN`."
_WRONG = "This token is none, or was removed: `boardside token list` shows which there are."
#: Longer ones are not even looked up.
_LONGEST = 100


async def holder(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_SCHEME)]
) -> str:
    """The name under which the token of this request acts. HTTPException 401 without one that holds."""
    if given is None or len(given.credentials) > _LONGEST:
        raise _unauthorized(_MISSING)
    tokens: Tokens = request.app.state.tokens
    name = await run_in_threadpool(tokens.holder, given.credentials)
    if name is None:
        raise _unauthorized(_WRONG)
    return name


#: Who acts: a parameter of each route that changes something.
Who = Annotated[str, Depends(holder)]


def _unauthorized(text: str) -> HTTPException:
    return HTTPException(401, text, headers={"WWW-Authenticate": "Bearer"})
