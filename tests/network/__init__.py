"""The whole against real things: serial lines by socat and ser2net, a network with weather."""
