"""Mosquitto on a free port, with a user and a password, keeping what is retained over a restart; and a
subscriber that writes down what comes.
"""

import asyncio
import contextlib
import json
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiomqtt

from tests.ports import free_ports, is_listening
from tests.waiting import wait_until

USER, PASSWORD = "hall", "s3cret/p@ss"
#: A busy machine starts a program late; what never listens is missed for so long.
START_S = 60


class Mosquitto:
    """`url` is its address for `--mqtt`. more: further lines of its settings, `{port}` being its port."""

    def __init__(self, program: str, folder: Path, more: str = "") -> None:
        (self.port,) = free_ports(1)
        self._program = program
        self._settings = folder / "mosquitto.conf"
        self._passwords = passwords = folder / "passwords"
        self.set_password(PASSWORD)
        self._settings.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n"
            f"persistence true\npersistence_location {folder}/\nmax_queued_messages 0\nuser root\n{more}"
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"mqtt://{USER}:s3cret%2Fp%40ss@127.0.0.1:{self.port}/boardside"

    def set_password(self, password: str) -> None:
        """Sets the password that the broker asks for after its next start."""
        program = Path(self._program).parent.parent / "bin" / "mosquitto_passwd"
        command: list[str | Path] = [program, "-b", "-c", self._passwords, USER, password]
        subprocess.run(command, check=True, capture_output=True)

    def start(self) -> None:
        """Returns when it listens."""
        self._process = subprocess.Popen([self._program, "-c", self._settings], stderr=subprocess.DEVNULL)
        wait_until(lambda: is_listening(self.port))

    def stop(self) -> None:
        """It writes what is retained before it ends."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


@dataclass
class Heard:
    """The messages that a subscriber got: the newest of each topic, and all events in their order."""

    newest: dict[str, str] = field(default_factory=dict)
    retained: dict[str, str] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)

    def take(self, message: aiomqtt.Message) -> None:
        topic, text = str(message.topic), bytes(message.payload or b"").decode()
        self.newest[topic] = text
        if message.retain:
            self.retained[topic] = text
        if topic.endswith("/events"):
            self.events.append(json.loads(text))


@contextlib.asynccontextmanager
async def listening(broker: Mosquitto, *topics: str) -> AsyncIterator[Heard]:
    """A subscriber with a session that outlives a restart of the broker."""
    heard = Heard()
    up = asyncio.Event()
    name = f"listener-{id(heard)}"

    async def run() -> None:
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                async with aiomqtt.Client(
                    "127.0.0.1",
                    broker.port,
                    username=USER,
                    password=PASSWORD,
                    identifier=name,
                    clean_session=False,
                ) as client:
                    await client.subscribe([(topic, 1) for topic in topics or ("#",)])
                    up.set()
                    async for message in client.messages:
                        heard.take(message)
            await asyncio.sleep(0.05)

    task = asyncio.create_task(run())
    await asyncio.wait_for(up.wait(), START_S)
    try:
        yield heard
    finally:
        while not task.done():  # a connection that breaks meanwhile hides the cancellation
            task.cancel()
            await asyncio.wait([task], timeout=0.5)
