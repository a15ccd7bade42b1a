"""Leaks, over-refusals and answers beside the point of the gate, with writers of known honesty."""
