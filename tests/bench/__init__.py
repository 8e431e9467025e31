"""Benchmarks, run by `make bench`: figures beside a named alternative of the same run. Not tests."""
