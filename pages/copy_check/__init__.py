"""The page Copy check: generated copy verified under a policy."""
