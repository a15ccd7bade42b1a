"""The page Review: one flagged question at a time beside its evidence."""
