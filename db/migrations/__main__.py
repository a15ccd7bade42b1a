"""`python -m db.migrations current`, `heads`, `downgrade REVISION`: Alembic on DATABASE_URL.

The desk upgrades its database by itself; this command is for downgrades (docs/upgrade.md). It is
a command like the others, in `core.cli`, and started by name: nothing of `db` imports it.
"""

import runpy

if __name__ == "__main__":
    runpy.run_module("core.cli.migrations", run_name="__main__", alter_sys=True)
