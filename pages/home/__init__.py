"""The page Home: what waits for the reader, and where to begin."""
