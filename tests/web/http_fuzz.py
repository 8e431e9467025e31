"""Sends random HTTP requests to the whole application: only coded answers, no traceback, no change in the
database without a token, no growth of memory.

`python tests/web/http_fuzz.py --count N --seed S` gives N inputs: one request each, or the bytes of one.
Of each ten, six requests go straight into the application, two as bytes into the server's own connection,
in memory, and two are of somebody who is let in (forms with the right token); of each thousand, one goes over
a real socket. (JSON with a token: http_described.py.) So an input costs its answer, and nobody waits
for the network. Each block of BLOCK inputs meets a hall of its own; a failure names the block, which can be
repeated alone.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import resource
import secrets
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import web_halls
import web_tournament
from admin_client import PASSWORD, quick_hash
from http_dice import Dice, routes_of
from http_insiders import Insider
from http_wire import Answer, Wire, ask, raw, throw

from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.store.rows import EventRecord
from host_tools.tournament.desk.desk import Desk
from host_tools.web import WebServer, create_app
from host_tools.web.live.results import Results
from host_tools.web.pages import card_files

BLOCK = 10_000
#: The share of those without a token, who come first: after them the database must be as it was.
STRANGERS = 0.8
#: Of the strangers' inputs, one in so many goes into the connection, and one in so many over a socket.
BY_WIRE, BY_SOCKET = 4, 800
#: Between the first thousand inputs of a block and its end; the pages' templates are loaded by then.
GROWTH_MOST_KIB = 96 * 1024
LOOK_EVERY = 1000


class Target:
    """A hall with a tournament, keys and a token, and all pages that a collector has."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "fuzz.sqlite3"
        self.store = Store.open(f"sqlite:///{self.path}")
        self.store.admins.set_password("organiser", PASSWORD)
        self.login = self.store.admins.log_in("organiser")
        self.bearer = self.store.tokens.make("script")
        self.store.keys.add(3, "ab" * 16)
        self.store.hall.change(do="start", ms=60_000, by=None, at=self.store.hall.now())
        body = '{"kind": "play", "seq": 1}'
        self.store.write([EventRecord("j1", 1, 3, None, "play", body, 5)])
        web_tournament.build(self.store)
        self.hub = Hub()
        for view in web_halls.busy(7, time.time_ns() // 1_000_000):
            self.hub.publish(view)
        desk = Desk(self.store)
        results = Results(self.store)
        self.app = create_app(self.hub, self.store, admin_store=self.store, results=results, desk=desk)
        card_files.install(self.app, self.store)
        self.wire = Wire(self.app)
        self.server = WebServer(self.app, port=0)
        self.routes = routes_of(self.app)
        self.before = self.content()

    def content(self) -> list[str]:
        """Everything in the database; when a login or a token was last used does not count."""
        connection = sqlite3.connect(self.path)
        try:
            passing = ('INTO "logins"', 'INTO "tokens"')
            return [line for line in connection.iterdump() if not any(word in line for word in passing)]
        finally:
            connection.close()

    def check_hall(self) -> None:
        """What was ordered of the tables can be done, and every event of the tournament still be read."""
        for command in self.store.open_commands():
            event, state = command["event"], game.new()
            try:
                if event["kind"] == "names":  # for the match that the table has in play
                    sides = {side: event.get(side, [side]) for side in ("a", "b")}
                    match = {"kind": "match", "match": "in-play", "ruleset": "icf", "stage": "round", **sides}
                    state, _ = game.apply(state, {**match, "doubles": len(sides["a"]) > 1})
                game.apply(state, event)
            except GameError as error:  # it does not get from one process to another
                raise AssertionError(f"a table cannot do what it was ordered: {event}: {error}") from error
        desk = Desk(self.store)
        for tournament in desk.tournaments():
            for event in desk.competitions(tournament):
                desk.entries(event)
                desk.fixtures(event)


class Ear(logging.Handler):
    """Collects log lines that should not be there."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


def check(status: int, headers: dict[str, str]) -> None:
    """Raises AssertionError for an answer that should not be."""
    assert status < 500, f"status {status}"
    location = headers.get("location", "")
    own = location.startswith("/") and not location.startswith("//")
    assert own or location == "" or location.startswith(("http://", "https://")), location
    assert "evil" not in location, location
    assert "boardside=" not in headers.get("set-cookie", "").replace('boardside=""', ""), "logged in"


class Block:
    """The inputs from `begin` of a seed, up to BLOCK of them."""

    def __init__(self, seed: int, begin: int, target: Target) -> None:
        self._target = target
        self._dice = Dice(f"{seed}/http/{begin}")
        token = target.login.token
        self._dice.cookies = (f"boardside={token}", f"__Secure-boardside={token}")
        self._dice.routes = tuple(target.routes)
        self._insider = Insider(target.routes, target.login.csrf)
        self._at_first = 0

    async def run(self, begin: int, count: int) -> Counter[int]:
        """How often each status was answered (0: none). AssertionError with the number of the input."""
        seen: Counter[int] = Counter()
        strangers = int(count * STRANGERS)
        await self._target.server.start()
        try:
            for number in range(count):
                requests: list[str] = []
                try:
                    status, headers = await self._answer_to(number, number < strangers, requests)
                    check(status, headers)
                    if number == strangers - 1:
                        assert self._target.content() == self._target.before, "a stranger changed something"
                    if number % LOOK_EVERY == LOOK_EVERY - 1:
                        self._look_at_memory()
                except Exception as error:
                    raise AssertionError(f"input {begin + number}: {error!r} {requests}") from error
                seen[status] += 1
        finally:
            await self._target.server.stop()
        self._target.check_hall()
        return seen

    async def _answer_to(self, number: int, is_stranger: bool, requests: list[str]) -> Answer:
        target, dice = self._target, self._dice
        if not is_stranger:
            request = self._insider.request(dice)
            requests.append(str(request))
            return await ask(target.app, request, dice)
        if number % BY_SOCKET == BY_SOCKET - 1:
            data = raw(dice, f"http://127.0.0.1:{target.server.port}".encode())
            requests.append(f"socket {data[:400]!r}")
            return await throw(target.server.port, data, dice.random() < 0.7)
        if number % BY_WIRE == BY_WIRE - 1:
            data = raw(dice, b"http://fuzz")
            requests.append(f"wire {data[:400]!r}")
            return await target.wire.put(data)
        request = dice.request()
        requests.append(str(request))
        return await ask(target.app, request, dice)

    def _look_at_memory(self) -> None:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self._at_first = self._at_first or memory
        assert memory - self._at_first < GROWTH_MOST_KIB, f"{memory - self._at_first} KiB more"


@contextlib.contextmanager
def in_hall(again: str) -> Iterator[Target]:
    """A hall of its own for a block. An AssertionError, or an error in the log, is raised with `again`, the
    command that repeats the block.
    """
    ear = Ear()
    root = logging.getLogger()
    root.addHandler(ear)
    try:
        with quick_hash(), tempfile.TemporaryDirectory(prefix="boardside-fuzz-") as folder:
            target = Target(Path(folder))
            try:
                yield target
            finally:
                target.store.close()
        assert ear.heard == [], f"the log says {ear.heard[0]}"
    except AssertionError as error:
        raise AssertionError(f"{error}\nrepeat with: {again}") from error
    finally:
        root.removeHandler(ear)


def block(seed: int, begin: int, count: int) -> Counter[int]:
    """One block, also in a process of its own; AssertionError tells how to repeat it."""
    again = f"python tests/web/http_fuzz.py --seed {seed} --from {begin} --count {count}"
    with in_hall(again) as target:
        return asyncio.run(Block(seed, begin, target).run(begin, count))


def fuzz(count: int, seed: int, first: int = 0, workers: int = 1) -> dict[int, int]:
    """Inputs `first` to `first + count - 1` of a seed, from the beginning of their block; how often each
    status was answered.
    """
    return blocks(block, BLOCK, count, seed, first, workers)


def blocks(
    block: Callable[[int, int, int], Counter[int]],
    size: int,
    count: int,
    seed: int,
    first: int,
    workers: int,
) -> dict[int, int]:
    """How often each status was answered in the blocks of `size` inputs that hold `first` to
    `first + count - 1`. Several workers are processes; the inputs are the same.
    """
    begin = first - first % size
    parts = [(at, min(size, first + count - at)) for at in range(begin, first + count, size)]
    seen: Counter[int] = Counter()
    if workers == 1:
        for at, many in parts:
            seen += block(seed, at, many)
        return dict(seen)
    with ProcessPoolExecutor(workers, get_context("spawn"), max_tasks_per_child=5) as pool:
        waiting: Any = [pool.submit(block, seed, at, many) for at, many in parts]
        try:
            for done in as_completed(waiting):
                seen += done.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return dict(seen)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first input")
    parser.add_argument(
        "--workers", type=int, default=1, help=f"processes; this machine has {os.cpu_count()}"
    )
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    logging.basicConfig(level=logging.CRITICAL)
    began = time.monotonic()
    seen = fuzz(options.count, options.seed, options.first, options.workers)
    counts = ", ".join(f"{status}: {times}" for status, times in sorted(seen.items()))
    print(f"{options.count} inputs in {time.monotonic() - began:.0f} s; answers {counts}")


if __name__ == "__main__":
    main()
