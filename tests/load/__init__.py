"""Many tables at once: the real protocol over real TCP, playing recorded matches; for `make bench` and tests."""
