"""`boardside service`: the collector as a service of systemd or launchd. Nothing imports it."""
