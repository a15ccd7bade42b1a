"""The HTTP API, /api/v1: mounted beside the pages, or served alone (source 002).

An entry point: `app.py` and `python -m core serve` import the module that they serve.
"""
