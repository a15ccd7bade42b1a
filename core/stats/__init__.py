"""Statistics that every number on screen is shown with."""

from core.stats.rates import MUTED_BELOW, Rate

__all__ = ["MUTED_BELOW", "Rate"]
