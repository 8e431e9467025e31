"""The hall on an MQTT broker: state of the tables, events, results, discovery
(docs/scripts/integrations.md)."""

from host_tools.integrations.mqtt.brokers import BadAddress, Broker, parse
from host_tools.integrations.mqtt.publisher import Publisher

__all__ = ["BadAddress", "Broker", "Publisher", "parse"]
