"""A proxy: `python -m tests.load.relay PORT PORT...` deals connections to these ports in turn, and
prints its own port: nginx (module stream) where it is installed, else a relay in Python.
"""

import asyncio
import itertools
import shutil
import socket
import sys
import tempfile
from pathlib import Path

from tests.ports import free_ports

NGINX = """daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/log;
worker_rlimit_nofile 20000;
events {{ worker_connections 19000; }}
http {{
  access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  upstream boardside {{ {servers} }}
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://boardside; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_read_timeout 60s; }}
  }}
}}
"""


async def nginx(program: str, ports: list[int]) -> None:
    """Run nginx until this process ends."""
    with tempfile.TemporaryDirectory() as folder:
        (port,) = free_ports(1)
        servers = " ".join(f"server 127.0.0.1:{upstream};" for upstream in ports)
        Path(folder, "conf").write_text(NGINX.format(folder=folder, port=port, servers=servers))
        process = await asyncio.create_subprocess_exec(program, "-c", f"{folder}/conf")
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                await asyncio.sleep(0.05)
        print(port, flush=True)
        try:
            await asyncio.to_thread(sys.stdin.read)
        finally:
            process.terminate()
            await process.wait()


async def relayed(ports: list[int]) -> None:
    """Relay until this process ends."""
    turns = itertools.cycle(ports)

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def deal(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", next(turns))
        await asyncio.gather(copy(reader, back), copy(there, writer), return_exceptions=True)

    server = await asyncio.start_server(deal, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    program = shutil.which("nginx")
    asked = [int(port) for port in sys.argv[1:]]
    asyncio.run(nginx(program, asked) if program else relayed(asked))
