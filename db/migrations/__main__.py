"""`python -m db.migrations current`, `heads`, `downgrade REVISION`: Alembic on DATABASE_URL.

The desk upgrades its database by itself; this command is for downgrades (docs/upgrade.md).
"""

from core.cli.interrupts import end_quietly_at_interrupt, exit_with

if __name__ == "__main__":
    end_quietly_at_interrupt()
    from core.cli.migrations import main

    exit_with(main())
