"""Whether a copy keeps to the platform's rules (source 001, section 2)."""
