"""aiomqtt's client, with an end to connecting when the broker ends it first."""

from typing import Any

import aiomqtt


class Client(aiomqtt.Client):
    """As aiomqtt's, which would wait for its time limit when a broker closes the connection without a word.

    A broker does so when it is full, speaks TLS and we do not, or wants a certificate. Whether we hear of it
    as an error or as nothing but an end is up to the network's timing.
    """

    def _on_disconnect(self, *args: Any, **values: Any) -> None:
        if not self._connected.done():
            self._connected.set_exception(aiomqtt.MqttError("connection closed before an answer"))
        if not self._connected.cancelled():
            super()._on_disconnect(*args, **values)
