"""Whether what a copy claims is so (source 001, section 1), and where facts come from."""
