"""The HTTP API, /api/v1: beside the pages, or served alone (source 002)."""
