"""Review state: what an item's recorded events add up to."""
