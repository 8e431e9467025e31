"""The table as a running device: the one place where drivers, journal, link and table meet.

`start.start()` is what main.py calls, `device.Device` joins all. Each other file is one concern: `hardware`
(chips on pins), `front` (keys, display and buzzer before the table), `links` (the ways to the host), `wifi`,
`upkeep` (what can wait for an idle moment), `supervisor` (tasks and watchdog).
"""
