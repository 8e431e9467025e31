"""A broker that closes the connection in an orderly way before it has answered: there is no error, only an
end.
"""

import asyncio
from pathlib import Path

import pytest
from hall import hall
from hall_remarks import remarks

from host_tools.integrations.mqtt import Publisher, parse, publisher
from tests.waiting import until


@pytest.mark.parametrize("reads", [True, False], ids=["after the connect", "at once"])
def test_an_orderly_end_before_any_answer_is_reported_at_once(
    reads: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "TIMEOUT_S", 3600.0)

    async def ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if reads:
            await reader.read(1000)
        writer.close()

    async def scenario() -> str:
        async with await asyncio.start_server(ends, "127.0.0.1", 0) as server, hall(tmp_path) as here:
            port = server.sockets[0].getsockname()[1]
            client = Publisher(parse(f"mqtt://127.0.0.1:{port}/"), here.hub, here.store)
            await client.start()
            try:
                await until(lambda: bool(here.hub.remarks))
                return str(remarks(here)[0])
            finally:
                await client.stop()

    assert "it ends the connection at port" in asyncio.run(scenario())
