"""Measurements, and what looks for faults at length: each is run as `python -m bench.NAME`, most by `script/bench`."""
