"""The review page: verbatim text, decisions that are stored once, and the way through the queue."""

from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.review import current_decision, history
from tests.core.results.desk_data import fill
from tests.pages.conftest import Open, texts


def _item(app: AppTest) -> str:
    return app.query_params["item"]


def test_the_first_undecided_flagged_item_opens_by_itself(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="zh_CN")
    assert _item(app) == "2"
    assert "老周到渡口时是早是迟？" in texts(app)


def test_question_options_and_novel_are_shown_as_text(engine: Engine, open_page: Open) -> None:
    fill(engine)
    said = texts(open_page("review", lang="en", item=6))
    assert "&lt;script&gt;alert(1)&lt;/script&gt; **粗** :red[红] $x$ &lt;img" in said
    assert "两根 &lt;b&gt;粗&lt;/b&gt;" in said
    assert "<script>alert" not in said


def test_differences_are_marked_in_quote_and_source(engine: Engine, open_page: Open) -> None:
    fill(engine)
    said = texts(open_page("review", lang="en", item=2))
    assert "<del>早</del>" in said
    assert "<ins>迟</ins>" in said
    assert "<em>不曾</em>" in said


def test_a_quote_that_was_not_located_shows_the_start_of_its_context(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    said = texts(open_page("review", lang="en", item=3))
    assert "The quote was not located" in said
    assert "第一章 渡口" in said
    assert "他们在客栈里住了一夜" in said


def test_keep_stores_the_comment_and_goes_to_the_next_undecided(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.text_input(key="comment_2").set_value("好题")
    app.button(key="keep_2").click().run()
    decision = current_decision(engine, 2)
    assert decision is not None
    assert (decision.action, decision.comment, decision.reviewer) == ("keep", "好题", "王晓")
    assert _item(app) == "3"
    assert "1 of 5 decided" in app.get("progress")[0].proto.text


def test_undo_takes_back_my_latest_decision_and_returns_to_it(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.button(key="drop_2").click().run()
    app.button(key="undo_3").click().run()
    assert _item(app) == "2"
    assert current_decision(engine, 2) is None
    assert [event.action for event in history(engine, 2)] == ["drop", "undo"]
    assert "taken back" in texts(app)


def test_without_a_name_nothing_can_be_decided(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", reviewer=None, item=2)
    assert not [button for button in app.button if button.key == "keep_2"]
    app.text_input(key="name_given_review").set_value("Li Wei")
    next(b for b in app.button if b.label == "Use this name").click()
    app.run()
    assert app.button(key="keep_2")


def test_filters_in_the_address_choose_the_items(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", show="not_judged")
    assert _item(app) == "7"
    assert _item(open_page("review", lang="en", reason="evidence_elsewhere")) == "5"


def test_deciding_everything_ends_with_nothing_left(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    for item in (2, 3, 4, 5, 6):
        app.button(key=f"keep_{item}").click().run()
    assert "Nothing waits for a decision" in texts(app)


def test_a_press_on_the_bar_of_an_item_that_has_left_the_screen_decides_nothing(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.query_params["item"] = "3"
    app.button(key="keep_2").click().run()
    assert current_decision(engine, 2) is None
    assert _item(app) == "3"
