"""Long acts that run beside their page: how far each is, what came of it, and how it is stopped."""

import asyncio
import secrets
import threading
from collections import OrderedDict
from typing import Literal

from starlette.concurrency import run_in_threadpool

from host_tools.backup.reasons import CareError
from host_tools.exports import ExportError
from host_tools.reasons import Refused, sentence
from host_tools.store import StoreError
from host_tools.store.admins import Login
from host_tools.tournament.desk.desk import Desk
from host_tools.web.admin.refusals import AdminRefused

#: How many are remembered, with their files.
MOST = 4
#: What is done within this time is short: its form leads to the outcome at once.
SHORT_S = 1.0
State = Literal["running", "done", "refused", "stopped"]


class _Stopped(Exception):  # noqa: N818
    """Somebody has stopped the act."""


class LongAct:
    """A long act of an organiser, `actor`. A kind of act says in `act` what it does, and calls `progress`
    often, which raises an exception once `stop` is set; then nothing of the act may stay. error, refusal: why
    it was refused, in words and as raised.
    """

    failed = "It failed; the collector’s log says why."

    def __init__(self, actor: str) -> None:
        self.actor = actor
        self.state: State = "running"
        self.done = 0
        self.total = 0
        self.error = ""
        self.refusal: Refused | None = None
        self.stop = threading.Event()

    def act(self, desk: Desk) -> None:
        """Do it."""
        raise NotImplementedError

    def run(self, desk: Desk) -> None:
        """Do it, in a thread, and keep what came of it."""
        try:
            self.act(desk)
            self.state = "done"
        except _Stopped:
            self.state = "stopped"
        except (Refused, StoreError) as error:
            self.refusal = error if isinstance(error, Refused) else None
            self.error, self.state = desk.in_numbers(sentence(error, "page")), "refused"
        except ExportError as error:
            self.error, self.state = str(error), "refused"
        except CareError as error:
            self.error, self.state = str(error), "refused"
        except BaseException:
            self.error, self.state = self.failed, "refused"
            raise

    def progress(self, done: int, total: int) -> None:
        """Note how far it is."""
        self.done, self.total = done, total
        if self.stop.is_set():
            raise _Stopped


class LongActs:
    """The long acts of one kind of this run of the server, the newest `MOST` of them."""

    def __init__(self) -> None:
        self._acts: OrderedDict[str, tuple[LongAct, asyncio.Future[None]]] = OrderedDict()

    async def begin(self, desk: Desk, act: LongAct) -> str:
        """Start an act; its number. What is short is done when this returns."""
        number = secrets.token_hex(8)
        running = asyncio.ensure_future(run_in_threadpool(act.run, desk))
        self._acts[number] = act, running
        while len(self._acts) > MOST:
            old, _ = self._acts.popitem(last=False)[1]
            old.stop.set()
        await asyncio.wait([running], timeout=SHORT_S)
        return number

    def act(self, number: str, login: Login) -> LongAct:
        """An act of this organiser. Raises AdminRefused."""
        act, _ = self._acts.get(number, (None, None))
        if act is None or act.actor != login.admin:
            raise AdminRefused("no_such_form")
        return act
