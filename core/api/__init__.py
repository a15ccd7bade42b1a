"""The HTTP API, /api/v1: mounted beside the pages, or served alone (source 002)."""
