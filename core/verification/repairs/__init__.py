"""Repairs of a copy: cuts, edits and rewrites, each verified again (source 001, section 5)."""
