"""What a copy claims in its own words: holidays, brands, and what its reader did."""
