"""The demonstration: a recorded championship, pressed into simulated tables key by key."""
