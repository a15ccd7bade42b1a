"""Disable hypothesis deadlines, which are unreliable on a shared machine."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
