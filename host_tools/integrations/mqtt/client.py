"""aiomqtt's client, which notices a broker that closes the connection while it connects."""

from typing import Any

import aiomqtt

from host_tools.integrations.mqtt import troubles


class Client(aiomqtt.Client):
    """aiomqtt's own client waits for its time limit when a broker closes the connection without an answer.

    A broker does so when it is full, when it speaks TLS and we do not, or when it wants a certificate. It
    depends on the network's timing whether this shows as an error or only as an end.
    """

    def _on_disconnect(self, *args: Any, **values: Any) -> None:
        if not self._connected.done():
            self._connected.set_exception(troubles.NoAnswer("connection closed before an answer"))
        if not self._connected.cancelled():
            super()._on_disconnect(*args, **values)
