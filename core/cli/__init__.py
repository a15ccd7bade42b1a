"""The commands of `python -m core`, the desk without a browser.

An entry point: `core.__main__` calls `core.cli.main.main`, and nothing else imports it.
"""
