"""Answers behind an evidence gate (source 002): intent, gate, what is asserted, its support."""
