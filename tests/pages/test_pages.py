"""Every page draws itself in both languages, empty and full."""

import re

import pytest
from sqlalchemy import Engine, text
from sqlmodel import Session

from core.settings import DESK_VERSION
from db.tables import Run
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, links, texts

PAGES = ("home", "review", "library", "runs", "settings")
LANGUAGES = ("en", "zh_CN")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_an_empty_desk_says_what_to_do_next(open_page: Open, page: str, lang: str) -> None:
    app = open_page(page, lang=lang)
    assert not app.exception
    said = texts(app)
    if page == "review":
        assert {"en": "Start a run", "zh_CN": "新建任务，找出值得审阅的题目"}[lang] in said
    if page == "library":
        assert {
            "en": "Upload one below: text, Markdown, EPUB, DOCX or HTML",
            "zh_CN": "还没有小说",
        }[lang] in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_full_desk_draws_every_page(
    engine: Engine, open_page: Open, page: str, lang: str
) -> None:
    fill(engine)
    assert not open_page(page, lang=lang).exception


def test_home_says_what_waits_and_offers_one_way_on(engine: Engine, open_page: Open) -> None:
    fill(engine)
    home = open_page("home", lang="en")
    assert "5 flagged questions left" in texts(home)
    primary = [button.key for button in home.button if button.proto.type == "primary"]
    assert primary == ["resume"]


def test_an_unknown_run_or_item_is_one_clear_sentence(engine: Engine, open_page: Open) -> None:
    fill(engine)
    assert "Run 99 does not exist" in texts(open_page("runs", lang="en", run=99))
    assert "结果 99 不存在。" in texts(open_page("review", lang="zh_CN", item=99))


def test_the_run_page_shows_its_rate_with_n_and_interval(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    page = open_page("runs", lang="en", run=run)
    said = texts(page)
    assert "set=1" in links(page)["Find positions"], "one was skipped for want of a position"
    # As Accuracy says of the same run: its questions are all about one passage.
    assert "16.7% of 6 evaluated · too few passages for an interval (1)" in said
    assert 'role="img" aria-label="8 questions: 1 passed, 5 flagged, 1 failed to evaluate' in said
    assert "<b>1</b> of 8 questions so far" in said


def test_a_reason_on_the_run_page_leads_to_its_questions(engine: Engine, open_page: Open) -> None:
    run = fill(engine)
    found = links(open_page("runs", lang="en", run=run))
    assert found["Answers differ"].endswith(f"review?run={run}&reason=answer_mismatch&state=either")
    assert "show=all&state=either" in found["船资多少？"]
    assert found["5 to review"].endswith(f"review?run={run}")


def test_a_database_that_fails_is_one_sentence(engine: Engine, open_page: Open) -> None:
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE review_state"))
        connection.execute(text("DROP TABLE run_item"))
        connection.execute(text("DROP TABLE npc_profile"))
    for page in ("home", "review", "runs"):
        app = open_page(page, lang="zh_CN", run=1)
        assert not app.exception
        if page == "home":
            assert "请确认数据库服务正在运行、磁盘未满，然后刷新本页；详情见日志" in texts(app)


def test_home_lists_runs_that_asked_a_model_before_the_baselines(
    engine: Engine, open_page: Open
) -> None:
    runs = [fill(engine, title=f"run {n}") for n in range(3)]
    with Session(engine) as session:
        asked = session.get_one(Run, runs[0])
        asked.spec = {**asked.spec, "connection": "openai"}
        session.add(asked)
        session.commit()
    said = texts(open_page("home", lang="en"))
    listed = [int(number) for number in re.findall(r"</b><small>flagged by #(\d+)", said)]
    assert listed == [runs[0], runs[0], runs[2], runs[1]]  # where to go on, then the queues


def test_settings_never_show_a_key(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    said = texts(open_page("settings", lang="en"))
    assert "OPENAI_API_KEY: set" in said
    assert "sk-very-secret" not in said


def test_settings_name_the_desks_own_version(open_page: Open) -> None:
    said = texts(open_page("settings", lang="en"))
    assert re.search(rf"Evidence Desk\W.*{re.escape(DESK_VERSION)}", said, re.DOTALL)


def test_a_broken_connections_file_is_one_sentence_and_the_page_stands(
    open_page: Open, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path_factory.mktemp("broken") / "connections.toml"
    broken.write_text("[[[", encoding="utf-8")
    monkeypatch.setenv("DESK_CONNECTIONS", str(broken))
    app = open_page("settings", lang="en")
    assert not app.exception
    assert "is not valid TOML at line" in texts(app)


def test_the_language_follows_the_switch_and_stays_in_the_address(open_page: Open) -> None:
    app = open_page("home", lang="en")
    app.get("button_group")[0].set_value("zh_CN").run()
    assert app.query_params["lang"] == "zh_CN"
    assert app.title[0].value == "校验你的第一份题集"
