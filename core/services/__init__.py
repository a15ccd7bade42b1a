"""Acts on the database, each checked for the right to it; only here are sessions opened."""
