"""Review state: an item's state, folded from its recorded events, and what it permits."""
