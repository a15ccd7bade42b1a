"""Limits of a connection, shared by all processes: calls at once, requests and tokens a minute."""
