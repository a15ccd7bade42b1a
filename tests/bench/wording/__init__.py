"""Whether a quote that says something else is ever found, and one that says the same always is."""
