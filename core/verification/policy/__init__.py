"""Policies: their parts, files, cases, holidays and differences."""
