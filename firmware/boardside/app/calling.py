"""The way to the host over Wi-Fi, put together: the station, the search for the host, the call. Only a table
that has Wi-Fi imports it.
"""

import asyncio
import os

import network

from ..link.names import address_bytes
from ..link.tcp import TcpLink
from .wifi import LOOK_MS, Wifi

TCP_LIMIT_MS = 15_000
"""A call alone may take 10 s."""


def add(supervisor, config, links, ticks_ms, diff, say) -> None:
    """Give the supervisor the tasks of Wi-Fi, and `links` its `tcp`. The radio is first touched in a task: a
    table whose radio fails plays on. say(text) is called with each problem, once.
    """
    name = "boardside-%d" % config.table
    links.wifi = wifi = Wifi(_station, network.hostname, name, config.wifi_ssid, config.wifi_password, diff)

    async def keep_joined(check_in) -> None:
        said = ""
        while True:
            check_in()
            wifi.step(ticks_ms())
            if wifi.problem and wifi.problem != said:
                said = wifi.problem
                say("Wi-Fi: " + said)
            await asyncio.sleep_ms(LOOK_MS)

    address, port = config.host_address, config.host_port
    search = None if address_bytes(address) else _search(address, port, wifi, diff)
    links.tcp = TcpLink(address, port, links.new_session, wifi.online, ticks_ms, diff, os.urandom, search)
    supervisor.add("wifi", keep_joined, limit_ms=5000)
    supervisor.add("tcp", links.tcp.run, limit_ms=TCP_LIMIT_MS)


def _station():
    return network.WLAN(network.STA_IF)


def _search(address: str, port: int, wifi, diff):
    from ..link.finding import Finder, Search

    return Search(Finder(address, port, os.urandom, diff), wifi.name_server)
