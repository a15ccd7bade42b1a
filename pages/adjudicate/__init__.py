"""The page Adjudicate: opinions that differ, and the final decision."""
