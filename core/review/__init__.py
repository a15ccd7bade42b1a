"""What acts of review mean: an item's state folded from its events."""
