"""The text of a copy: folded, measured, cut into clauses; words, links and prices in it."""
