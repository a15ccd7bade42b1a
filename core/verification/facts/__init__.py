"""Check the claims of a copy against facts (source 001, section 1), and look the facts up."""
