"""Whether a copy reads well and is new (source 001, section 3), and what models say of it."""
