"""Check a copy against the platform's rules (source 001, section 2)."""
