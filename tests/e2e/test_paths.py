"""No address of a served desk leads to a file that it was not asked to serve."""

from http.client import HTTPConnection
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from core.api.headers import OF_API, OF_PAGES

UP = ("../../../../../../../..", "..%2f..%2f..%2f..%2f..%2f..", "%2e%2e/%2e%2e/%2e%2e/%2e%2e")
BELOW = ("", "static/", "app/static/", "component/", "media/", "api/v1/", "_stcore/", "review/")
TARGETS = ("etc/passwd", "app.py", "requirements.txt")
SECRETS = ("root:", "refuse_strangers", "sqlmodel", "SQLite format 3")


@pytest.mark.browser
@pytest.mark.parametrize("below", BELOW)
def test_an_address_that_climbs_leads_to_no_file(desk: str, below: str) -> None:
    """As bytes on the wire: no client that tidies the path up first."""
    for up in UP:
        for target in TARGETS:
            said = _get(desk, f"/{below}{up}/{target}")
            assert not [one for one in SECRETS if one in said], f"/{below}{up}/{target}"


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/app.py", "/data/desk.db", "/.streamlit/secrets.toml", "/.git/"])
def test_the_desks_own_files_are_not_served(desk: str, path: str) -> None:
    said = _get(desk, path)
    assert not [one for one in (*SECRETS, "cookie_secret", "[core]") if one in said]


@pytest.mark.browser
def test_pages_are_framed_by_nobody_and_the_api_keeps_its_own_headers(desk: str) -> None:
    for path, headers in (("/", OF_PAGES), ("/review", OF_PAGES), ("/api/v1/health", OF_API)):
        with urlopen(desk + path) as answer:
            assert {name: answer.headers[name] for name in headers} == headers


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/", "/review", "/_stcore/health", "/api/v1/health"])
def test_a_desk_without_a_login_answers_nobody_whom_a_proxy_asks_for(desk: str, path: str) -> None:
    handed_on = Request(desk + path, headers={"X-Forwarded-For": "8.8.8.8"})
    with pytest.raises(HTTPError, match="403"):
        urlopen(handed_on)
    with urlopen(desk + path) as answer:
        assert answer.status == 200


def _get(desk: str, path: str) -> str:
    connection = HTTPConnection(urlsplit(desk).netloc, timeout=60)
    try:
        connection.putrequest("GET", path, skip_accept_encoding=True)
        connection.endheaders()
        return connection.getresponse().read().decode("utf-8", "replace")
    finally:
        connection.close()
