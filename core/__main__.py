"""`python -m core ...`: the desk without a browser."""

import sys

from core.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
