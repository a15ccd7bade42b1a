"""The desk over HTTP: /api/v1 beside the pages, and by itself (source 002)."""
