"""What an older desk stored is still there, and read, after an upgrade."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from core.results import item
from db.engine import MIGRATIONS, for_writing, make_engine, migrate
from tests.core.results.desk_data import fill


def _back_to(url: str, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with for_writing(make_engine(url)).begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)


def test_results_stored_before_there_were_fragments_have_none(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    migrate(url)
    fill(make_engine(url))
    _back_to(url, "0001")
    with make_engine(url).connect() as connection:
        columns = list(connection.execute(text("SELECT * FROM validation")).keys())
    assert "fragments" not in columns
    migrate(url)
    old = item(make_engine(url), 1).result
    assert old is not None
    assert old.fragments == []
    assert old.span is not None
    assert old.places == (old.span,)
