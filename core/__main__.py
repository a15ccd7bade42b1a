"""`python -m core ...`: the desk without a browser."""

from core.cli.ending import exit_with
from core.cli.main import main

if __name__ == "__main__":
    exit_with(main())
