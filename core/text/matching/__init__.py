"""Quote matching: whether a text has a quote, where, and what differs."""
