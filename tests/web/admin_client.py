"""A browser as far as the admin pages need one: cookies, the form's token, the headers that say where a form
comes from. For tests, over the application itself or a server.
"""

import html
import re
from typing import Any

PASSWORD = "four words do well"
ORIGIN = "http://testserver"


def fields_of(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the first form on `page` that is sent to `action`."""
    forms = re.findall(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', page, re.DOTALL)
    inside = next(body for where, body in forms if where == action)
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inside)
    return {name: html.unescape(value) for name, value in found}


class Admin:
    """Drives the admin pages through `client` (fastapi's TestClient)."""

    def __init__(self, client: Any, origin: str = ORIGIN) -> None:
        self.client = client
        self.headers = {"Origin": origin}

    def get(self, path: str = "/admin", status: int = 200) -> str:
        """The page at `path`, no redirection followed."""
        answer = self.client.get(path, follow_redirects=False)
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        return str(answer.text)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Any:
        """What the form with these fields is answered, no redirection followed."""
        return self.client.post(
            path, data=fields, headers={**self.headers, **headers}, follow_redirects=False
        )

    def send(self, page: str, action: str, **typed: str) -> Any:
        """Fill in and send the form on `page` that goes to `action`."""
        return self.post(action, {**fields_of(self.get(page), action), **typed})

    def log_in(self, name: str = "organiser", password: str = PASSWORD) -> Any:
        """Log in; the answer."""
        return self.send("/admin/login", "/admin/login", name=name, password=password)
