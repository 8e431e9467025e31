"""Other systems: MQTT brokers, SoL, CMN files, and the collector as a service of the computer.

Each part is independent of the others. Nothing else in Boardside imports them, except the command line.
"""
