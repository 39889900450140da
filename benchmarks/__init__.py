"""Measurements of the engine, each against a yardstick in the same run: ``python -m benchmarks``."""
