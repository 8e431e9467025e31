"""Many tables at once, with the real protocol over real TCP and recorded matches: for `make bench` and
tests.
"""
