"""`python -m db.migrations current`, `heads`, `downgrade REVISION`: Alembic on DATABASE_URL.

The desk upgrades its database by itself; this command is for downgrades (docs/upgrade.md).
"""

from alembic.config import CommandLine, Config

from core.errors import ConfigurationError
from db.engine import MIGRATIONS


def main() -> None:
    alembic = CommandLine(prog="python -m db.migrations")
    options = alembic.parser.parse_args()
    if not hasattr(options, "cmd"):
        alembic.parser.error("name a command, such as current")
    config = Config(cmd_opts=options)
    config.set_main_option("script_location", str(MIGRATIONS))
    try:
        alembic.run_cmd(config, options)
    except ConfigurationError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
