"""The commands of `python -m core`, the desk without a browser."""
