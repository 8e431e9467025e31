"""Faces: a display's driver joined with the drawing of the screen for it. Each is handed its driver.

A face has `show(screen, now)`: bring the display to screens.Screen, allocating nothing; `has_steps`: whether
that takes longer; then `tick(now)`, every 10 ms, goes on with it; `brightness(level)`, 0 to 15;
`test(picture)`: table.LIT, DARK or SHOW; `heal()`: write again what a spark may have upset; `answers`:
whether the display does, as far as its bus can report.
"""
