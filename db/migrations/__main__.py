"""`python -m db.migrations current`, `heads`, `downgrade REVISION`: Alembic on DATABASE_URL.

The desk upgrades its database by itself; this is the way back (docs/upgrade.md).
"""

from core.cli.ending import exit_with
from core.cli.migrations import main

if __name__ == "__main__":
    exit_with(main())
