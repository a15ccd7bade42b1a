"""Acts on the database: each checks rights first, and only here are sessions opened."""
