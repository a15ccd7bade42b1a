"""Single edits of a copy: a brand, a claim, a link, a price or praise is replaced or removed."""
