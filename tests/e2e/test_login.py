"""Signing in with a real OpenID Connect provider in a real browser."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import httpx2
import pytest
from oidc_provider_mock import User, app
from playwright.sync_api import Browser, BrowserContext, Page, expect
from werkzeug.serving import make_server

from tests.children import terminated
from tests.e2e.conftest import (
    PATIENCE_MS,
    ROOT,
    at_rest,
    click,
    turn_to,
    wait_until_healthy,
)
from tests.ports import free_port

PEOPLE = {
    "boss": {"name": "Ada Boss", "email": "ada@desk.example", "email_verified": True},
    "reader": {"name": "李读者", "email": "li@desk.example", "email_verified": True},
    "liar": {"name": "Lars", "email": "ada@desk.example", "email_verified": False},
}


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    """Its pages fetch a stylesheet from elsewhere, which the browser is not let."""
    users = [User(sub=sub, claims=claims) for sub, claims in PEOPLE.items()]
    server = make_server("127.0.0.1", 0, app(user_claims=users), threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file: Path = tmp_path_factory.mktemp("guarded") / "secrets.toml"
    return file


@pytest.fixture(scope="module")
def guarded(chromium: str, provider: str, secrets: Path) -> Iterator[str]:
    """The address of a desk with a login, where ada@desk.example is an admin."""
    folder = secrets.parent
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    (folder / "connections.toml").touch()
    secrets.write_text(
        f"""[auth]
redirect_uri = "{address}/oauth2callback"
cookie_secret = "{"s" * 32}"
client_id = "desk"
client_secret = "not a secret here"
server_metadata_url = "{provider}/.well-known/openid-configuration"
""",
        "utf-8",
    )
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'desk.db'}",
        "DESK_CONNECTIONS": str(folder / "connections.toml"),
        "DESK_ADMINS": "Ada@desk.example",
        "AUTHLIB_INSECURE_TRANSPORT": "1",
    }
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    command += ["--secrets.files", str(secrets), "--logger.level", "debug"]
    with (folder / "desk.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        with terminated(process):
            wait_until_healthy(address, process)
            yield address


@pytest.fixture(scope="module")
def everybody(browser: Browser, guarded: str) -> Iterator["People"]:
    made = People(browser, guarded)
    yield made
    made.close()


@pytest.fixture
def people(everybody: "People") -> Iterator["People"]:
    yield everybody
    everybody.leave()


class People:
    """Each in a browser of their own, which the next test may have once nothing of them is left in
    it: the scripts of the desk are compiled there.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._here: list[BrowserContext] = []
        self._left: list[BrowserContext] = []

    def arrive(self, path: str = "/?lang=en") -> Page:
        context = self._left.pop() if self._left else self._new()
        self._here.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    def _new(self) -> BrowserContext:
        context = self._browser.new_context(
            base_url=self._address, locale="en-GB", reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        return context

    def sign_in(self, sub: str, path: str = "/?lang=en") -> Page:
        page = self.arrive(path)
        click(page.get_by_role("button", name="Sign in"))
        page.get_by_role("button", name=sub, exact=True).first.click()
        page.wait_for_url(f"{self._address}/**")
        return page

    def leave(self) -> None:
        for context in self._here:
            for page in context.pages:
                page.close()
            context.clear_cookies()
        self._left += self._here
        self._here = []

    def close(self) -> None:
        for context in self._left:
            context.close()


pytestmark = pytest.mark.browser


def test_nobody_sees_anything_before_they_sign_in(people: People) -> None:
    page = people.arrive("/runs?lang=zh_CN")
    expect(page.get_by_role("button", name="登录")).to_be_visible()
    expect(page.locator(".st-key-pages")).to_have_count(0)
    expect(page.get_by_role("heading", name="任务")).to_have_count(0)


def test_a_configured_admin_signs_in_stays_after_f5_and_signs_out(
    people: People, guarded: str
) -> None:
    page = people.sign_in("boss")
    expect(page.get_by_text("Signed in: Ada Boss, admin")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Signed in: Ada Boss, admin")).to_be_visible()
    click(page.get_by_role("button", name="Sign out"))
    page.get_by_role("button", name="End session").click()  # the provider's own question
    page.wait_for_url(f"{guarded}/**")
    page.goto("/?lang=en")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    page.goto("/settings?lang=en")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def test_a_language_chosen_before_the_sign_in_is_spoken_after_it(people: People) -> None:
    page = people.arrive("/")
    click(page.get_by_role("radio", name="中文"))
    click(page.get_by_role("button", name="登录"))
    page.get_by_role("button", name="boss", exact=True).first.click()
    expect(page.get_by_text("已登录：Ada Boss")).to_be_visible()
    page.goto("/settings")
    expect(page.get_by_role("heading", name="设置")).to_be_visible()
    sent = people.arrive("/?lang=zh_CN")
    expect(sent.get_by_role("button", name="登录")).to_be_visible()
    sent.goto("/")
    expect(sent.get_by_role("button", name="Sign in")).to_be_visible()


def test_an_address_that_nobody_verified_makes_nobody_an_admin(people: People) -> None:
    page = people.sign_in("liar")
    expect(page.get_by_text("You are signed in as Lars but have no role yet.")).to_be_visible()


def test_an_admin_gives_a_role_which_counts_at_once_and_no_further(people: People) -> None:
    reader = people.sign_in("reader")
    expect(reader.get_by_text("You are signed in as 李读者")).to_be_visible()
    boss = people.sign_in("boss")
    _give(boss, "李读者", "viewer")
    _meets(reader, "/?lang=en", "Signed in: 李读者, viewer")
    nav = reader.locator(".st-key-pages")
    expect(nav.get_by_text("Runs")).to_be_visible()
    expect(nav.get_by_text("Review", exact=True)).to_have_count(0)
    turn_to(reader, "/review?lang=en")
    expect(
        reader.get_by_text("This requires the role annotator or higher. Ask an admin.")
    ).to_be_visible()
    turn_to(reader, "/settings?lang=en")
    expect(
        reader.get_by_text("Each role includes all rights of the roles above it.")
    ).to_be_visible()
    expect(reader.get_by_text("API tokens")).to_have_count(0)
    _give(boss, "李读者", "annotator")
    _meets(reader, "/review?lang=en", "Signed in: 李读者, annotator")
    expect(reader.get_by_text("This requires the role")).to_have_count(0)
    turn_to(boss, "/settings?lang=en")
    expect(boss.get_by_text("changed a role").first).to_be_visible()
    expect(boss.get_by_text("was denied").first).to_be_visible()


def _give(boss: Page, name: str, role: str) -> None:
    turn_to(boss, "/settings?lang=en")
    box = boss.get_by_role("combobox", name=f"Role of {name}")
    click(box)
    box.press_sequentially(role)
    box.press("Enter")


def _meets(reader: Page, path: str, text: str) -> None:
    """A role is believed for a second: the page is loaded until the new one counts."""
    for _ in range(30):
        reader.goto(path)
        at_rest(reader)
        if reader.get_by_text(text).count():
            return
        reader.wait_for_timeout(200)
    raise AssertionError(f"{text!r} did not come")


def test_nobody_hands_over_a_file_before_they_sign_in(people: People, guarded: str) -> None:
    """Streamlit would keep it in memory, signed in or not."""
    people.arrive()
    answer = httpx2.put(f"{guarded}/_stcore/upload_file/any/1", files={"f": b"x" * 1000})
    assert answer.status_code == 403
    assert "has asked for a file" in answer.json()["detail"]


def test_a_login_whose_secrets_break_or_go_keeps_everybody_out(
    people: People, secrets: Path
) -> None:
    good, seen = secrets.read_text("utf-8"), _notices(secrets)
    try:
        secrets.write_text(f"{good}\nbroken", "utf-8")
        _wait_for_notice(secrets, seen)
        _expect_nothing_shown(people.arrive("/settings?lang=en"))
        secrets.unlink()  # which Streamlit does not notice by itself
        _expect_nothing_shown(people.arrive("/settings?lang=en"))
    finally:
        secrets.write_text(good, "utf-8")


def _expect_nothing_shown(page: Page) -> None:
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_text("Environment variables")).to_have_count(0)
    expect(page.get_by_text("No login")).to_have_count(0)


def _notices(secrets: Path) -> int:
    """How often Streamlit has read the file again, by its own log."""
    return (secrets.parent / "desk.log").read_text("utf-8", "replace").count("Secret path ")


def _wait_for_notice(secrets: Path, before: int) -> None:
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while _notices(secrets) <= before:
        assert time.monotonic() < deadline, "Streamlit has not noticed the change"
        time.sleep(0.1)
