"""Timings on a shared machine say nothing about correctness."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
