"""A browser as far as the admin pages need one: cookies, the form's token, the headers that say where a form
comes from. For tests, over the application itself or a server.
"""

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient

from host_tools.collector.hub import Hub
from host_tools.store import Store, admins
from host_tools.tournament.desk.desk import Desk
from host_tools.web import create_app
from host_tools.web.admin import long_acts
from host_tools.workbench import SerialPort, Workbench
from tests.waiting import patience_s

PASSWORD = "four words do well"
ORIGIN = "http://testserver"


def fields_of(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the first form on `page` that is sent to `action`."""
    forms = re.findall(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', page, re.DOTALL)
    inside = next(body for where, body in forms if where == action)
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inside)
    return {name: html.unescape(value) for name, value in fields}


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
        """The answer to the form with these fields. Redirections are not followed."""
        return self.client.post(
            path, data=fields, headers={**self.headers, **headers}, follow_redirects=False
        )

    def send(self, page: str, action: str, **typed: str) -> Any:
        """Fill in and send the form on `page` that goes to `action`."""
        return self.post(action, {**fields_of(self.get(page), action), **typed})

    def log_in(self, name: str = "organiser", password: str = PASSWORD) -> Any:
        """Log in; the answer."""
        return self.send("/admin/login", "/admin/login", name=name, password=password)


@contextmanager
def quick_hash() -> Iterator[None]:
    """argon2 with the least work, so that nobody waits for it."""
    admins._nobodys_hash.cache_clear()
    with mock.patch.object(admins, "_hasher", return_value=PasswordHasher(1, 8, 1)):
        yield
    admins._nobodys_hash.cache_clear()


class AdminHall:
    """A hall with admin pages over a database of its own: `hub`, `store`, `app`, `client`, and `admin`, a
    browser that is not logged in yet.
    """

    def __init__(self, folder: Path, client: tuple[str, int] = ("10.0.0.7", 40000)) -> None:
        self.path = folder / "hall.sqlite3"
        self.store = Store.open(f"sqlite:///{self.path}")
        self.store.admins.set_password("organiser", PASSWORD)
        self.hub = Hub()
        self.ports: list[SerialPort] = []
        self.bench = Workbench(self.store, self.hub, lambda: self.ports)
        self.app = create_app(
            self.hub, self.store, admin_store=self.store, desk=Desk(self.store), workbench=self.bench
        )
        self.client = TestClient(self.app, client=client)
        self.admin = Admin(self.client)

    def browser(self, host: str = "10.0.0.7", base_url: str = ORIGIN) -> Admin:
        """Another browser, at this address."""
        return Admin(TestClient(self.app, base_url, client=(host, 40001)), base_url)

    def close(self) -> None:
        self.store.close()


@contextmanager
def admin_hall(folder: Path) -> Iterator[AdminHall]:
    """A `AdminHall`, its application running, passwords quick; what is short is so on a busy machine, too."""
    with quick_hash(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_acts, "SHORT_S", patience_s())
        built = AdminHall(folder)
        with built.client:
            yield built
        built.close()
