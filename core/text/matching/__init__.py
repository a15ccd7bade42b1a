"""Whether a quote stands in a text, where, and what differs."""
