"""Calls written out for a batch service, and replies that were obtained elsewhere."""
