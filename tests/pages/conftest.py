"""The real pages on a real SQLite database, driven by Streamlit's own AppTest."""

import re
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import streamlit as st
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.ops.preparing import prepare
from core.services.verification import SamplePack, load_sample_pack
from core.settings import Settings
from db.engine import make_engine
from pages.components import debounce, item_navigation
from tests.app_testing import make_app

ROOT = Path(__file__).parents[2]
Open = Callable[..., AppTest]


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prepared once, as the app does at its start; every test copies it."""
    file = tmp_path_factory.mktemp("empty") / "desk.db"
    prepare(Settings(database_url=f"sqlite:///{file}"))
    return file


def copy_database(source: Path, target: Path) -> None:
    with sqlite3.connect(source) as read, sqlite3.connect(target) as written:
        read.backup(written)


@pytest.fixture
def engine(empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An empty database that the pages use too."""
    file = tmp_path / "desk.db"
    copy_database(empty_database, file)
    url = f"sqlite:///{file}"
    monkeypatch.setenv("DATABASE_URL", url)
    (tmp_path / "connections.toml").touch()
    monkeypatch.setenv("DESK_CONNECTIONS", str(tmp_path / "connections.toml"))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL"):
        monkeypatch.delenv(name, raising=False)
    st.cache_resource.clear()
    return make_engine(url)


@pytest.fixture(scope="session")
def sample_pack_database(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample pack checked once; every test that asks for it copies it."""
    file = tmp_path_factory.mktemp("samples") / "desk.db"
    copy_database(empty_database, file)
    load_sample_pack(make_engine(f"sqlite:///{file}"))
    return file


@pytest.fixture
def samples(engine: Engine, sample_pack_database: Path, tmp_path: Path) -> SamplePack:
    """The desk holds the sample pack and its checks."""
    copy_database(sample_pack_database, tmp_path / "desk.db")
    return load_sample_pack(engine)


@pytest.fixture
def open_page(engine: Engine) -> Open:
    """`open_page("review", lang="zh_CN", item=2)`: the page as that address shows it."""

    def opened(page: str = "home", *, reviewer: str | None = "王晓", **address: object) -> AppTest:
        app = make_app(page)
        app.session_state["reviewer"] = reviewer
        for name, value in address.items():
            app.query_params[name] = str(value)
        return app.run()

    return opened


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """`look()`: the reader has looked at what is shown for as long as a decision needs."""
    looked_s = 0.0

    def later() -> float:
        return monotonic() + looked_s

    def look() -> None:
        nonlocal looked_s
        looked_s += 2 * debounce.MINIMUM_VIEW_S

    monkeypatch.setattr(debounce, "monotonic", later)
    monkeypatch.setattr(item_navigation, "monotonic", later)
    return look


def texts(app: AppTest) -> str:
    """Everything the page says, as one text."""
    said = [element.value for element in [*app.title, *app.markdown]]
    said += [re.sub(r"\\(\W)", r"\1", heading.value) for heading in app.subheader]
    said += [html.proto.body for html in app.get("html")]
    said += [button.label for button in app.button]
    return "\n".join(said)


def keyed(widgets: Iterable[Any], start: str) -> Any:
    """The widget whose key begins so; the rest names the uploaded file."""
    return next(widget for widget in widgets if (widget.key or "").startswith(start))


def links(app: AppTest) -> dict[str, str]:
    """Where each link of the page leads, by its label; the sidebar's are on every page."""
    listed = {id(element) for element in app.sidebar.get("page_link")}
    found = [one.proto for one in app.get("page_link") if id(one) not in listed]
    return {link.label: f"{link.page}?{link.query_string}" for link in found}
