"""Every page, route and export by every role, allowed and refused."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from sqlalchemy import Engine
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from core.api.server import make_server
from core.errors import ForbiddenError
from core.services.access import (
    IdentityClaims,
    Principal,
    Role,
    acting_as,
    create_token,
    list_audit,
    record_export,
    set_role,
    sign_in,
)
from core.services.answers import AnswerContext, feedback_as_cases
from core.services.results import (
    CleanedScope,
    act_lines,
    archive,
    depth_results_json,
    result_lines,
    summary,
    take_snapshot,
)
from core.services.runs import get_run
from core.services.verification import AuditFilter, audit_csv, audit_jsonl
from core.settings import Settings
from db.engine import make_engine
from pages.components.navigation import TITLES
from tests.app_testing import make_app
from tests.core.services.access.walking import demanding
from tests.core.services.results.depth_data import fill_depth
from tests.core.services.results.desk_data import fill

ROOT = Path(__file__).parents[1]
NOBODY, VIEWER, ANNOTATOR, LEAD, ADMIN = None, *Role
FROM_ANNOTATOR, FROM_LEAD = {ANNOTATOR, LEAD, ADMIN}, {LEAD, ADMIN}

PAGES: dict[str, set[Role]] = {name: set(Role) for name in TITLES} | {
    "review": FROM_ANNOTATOR,
    "adjudicate": FROM_LEAD,
}

ROUTES: dict[str, set[Role]] = {
    "POST /npc/chat": FROM_ANNOTATOR,
    "GET /npc/traces/{trace_id}": set(Role),
    "POST /npc/feedback": FROM_ANNOTATOR,
}
OPEN = {"GET /health"}
"""Asked for by what restarts the desk, which has no token."""

EXPORTS: dict[Callable[..., Any], Callable[["Guarded"], tuple[Any, ...]]] = {
    result_lines: lambda of: (of.run,),
    summary: lambda of: (of.run,),
    archive: lambda of: (take_snapshot(of.engine, of.run), CleanedScope.KEPT_AND_CORRECTED),
    act_lines: lambda of: (take_snapshot(of.engine, of.run),),
    audit_jsonl: lambda of: (AuditFilter(),),
    audit_csv: lambda of: (AuditFilter(),),
    feedback_as_cases: lambda of: (),
    depth_results_json: lambda of: (get_run(of.engine, fill_depth(of.engine)),),
    record_export: lambda of: ("figures.html",),
}
"""What each of them is asked for, beside the database."""


@dataclass(frozen=True)
class Guarded:
    """A desk with a finished run, and how somebody of each role comes to it."""

    engine: Engine
    settings: Settings
    run: int

    def page(self, name: str, role: Role | None) -> AppTest:
        user = {"iss": "https://id.example", "sub": f"sub {role}", "name": f"A {role}", "iat": 1}
        known = sign_in(self.engine, IdentityClaims.from_token(user), self.settings)
        set_role(self.engine, known.id, role)
        app = make_app(name)
        app.secrets["auth"] = {"redirect_uri": "http://127.0.0.1/oauth2callback"}
        app.user = {**user, "is_logged_in": True}
        app.query_params["lang"] = "en"
        return app.run()

    def exported(self, export: Callable[..., Any], role: Role | None) -> object:
        theirs = acting_as(self.engine, Principal("Mei", role, "issuer|1"))
        handed = export(theirs, *EXPORTS[export](self))
        return list(handed) if isinstance(handed, Iterator) else handed

    def asked(self, route: str, role: Role | None) -> int:
        """The status of a request that is good but for who sends it."""
        desk = AnswerContext(self.settings, {}, has_login=True)
        headers = {}
        if role is not None:
            headers = {"Authorization": f"Bearer {create_token(self.engine, 'job', role)[1]}"}
        method, path = route.split()
        bodies = {
            "POST /npc/chat": {"tenant_id": "t", "site_id": "s", "npc_id": "n", "query": "?"},
            "POST /npc/feedback": {"trace_id": "none", "judged": "right"},
        }
        with _from_here(desk) as client:
            url = f"/api/v1{path.format(trace_id='none')}"
            return client.request(method, url, headers=headers, json=bodies.get(route)).status_code


def _from_here(desk: AnswerContext) -> TestClient:
    return TestClient(make_server(desk), "http://127.0.0.1", client=("127.0.0.1", 50_000))


@pytest.fixture
def guarded(
    migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Guarded]:
    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'desk.db')}"
    (tmp_path / "connections.toml").touch()
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("DESK_CONNECTIONS", str(tmp_path / "connections.toml"))
    st.cache_resource.clear()
    engine = make_engine(url)
    # Somebody stays an admin, so that everybody else's role can be taken.
    boss = sign_in(
        engine, IdentityClaims.from_token({"iss": "i", "sub": "boss"}), Settings(database_url=url)
    )
    set_role(engine, boss.id, Role.ADMIN)
    yield Guarded(engine, Settings(database_url=url), fill(engine))
    engine.dispose()


ROLES = [pytest.param(role, id=str(role or "nobody")) for role in (None, *Role)]
CASES = [
    *(pytest.param("page", name, id=f"page {name}") for name in PAGES),
    *(pytest.param("route", name, id=name) for name in ROUTES),
    *(pytest.param("export", export, id=export.__name__) for export in EXPORTS),
]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("kind", "what"), CASES)
def test_the_matrix(guarded: Guarded, kind: str, what: Any, role: Role | None) -> None:
    if kind == "page":
        app = guarded.page(what, role)
        assert not app.exception
        said = " ".join(html.proto.body for html in app.get("html"))
        if role is None:
            assert "You are signed in as" in said and not app.get("page_link")
        else:
            refused = {one.detail.get("page") for one in list_audit(guarded.engine)}
            assert (what in refused) is (role not in PAGES[what])
            assert "This requires the role" in said or role in PAGES[what]
    elif kind == "route":
        status = guarded.asked(what, role)
        # What is asked for is not there: 404 is said to whoever may ask.
        assert status == (401 if role is None else 404 if role in ROUTES[what] else 403)
    elif role in FROM_LEAD:
        guarded.exported(what, role)
    else:
        with pytest.raises(ForbiddenError):
            guarded.exported(what, role)


@pytest.mark.parametrize("role", Role)
def test_whoever_may_export_may_save_a_figure_as_a_picture(guarded: Guarded, role: Role) -> None:
    figures = guarded.page("accuracy", role).get("plotly_chart")
    assert figures
    for figure in figures:
        (buttons,) = json.loads(figure.proto.config)["modeBarButtons"]
        assert ("toImage" in buttons) is (role in FROM_LEAD)


def test_the_matrix_has_every_page_route_and_export() -> None:
    files = {path.parent.name for path in (ROOT / "pages").glob("*/page.py")}
    assert files == set(PAGES)
    with _from_here(AnswerContext(Settings(), {}, has_login=True)) as client:
        document = client.get("/api/v1/openapi.json").json()
    routes = {
        f"{method.upper()} {path}": route.get("security")
        for path, methods in document["paths"].items()
        for method, route in methods.items()
    }
    assert {route for route, needed in routes.items() if not needed} == OPEN
    assert set(routes) == set(ROUTES) | OPEN
    needed = {json.dumps(routes[route]) for route in ROUTES}
    assert needed == {'[{"HTTPBearer": []}]'}
    buttons = [
        path.name
        for path in (ROOT / "pages").rglob("*.py")
        if "st.download_button(" in path.read_text("utf-8")
    ]
    assert buttons == ["downloads.py"]
    exports = {(export.__module__, export.__name__) for export in EXPORTS}
    assert exports == demanding("EXPORT")
