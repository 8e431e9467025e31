"""The hall on an MQTT broker: state of the tables, events, results, discovery (docs/integrations.md)."""

from host_tools.mqtt.address import BadAddress, Broker, parse
from host_tools.mqtt.publisher import Publisher

__all__ = ["BadAddress", "Broker", "Publisher", "parse"]
