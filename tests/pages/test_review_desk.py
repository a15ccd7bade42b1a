"""Claims, blind second opinions, reasons, filters and Home, as the pages show them."""

from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs

import streamlit as st
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.services.review import (
    Action,
    BulkAction,
    BulkRequest,
    Queue,
    ReviewReason,
    State,
    ask_second,
    assign,
    claim,
    claim_next,
    claimed_by,
    current_decision,
    decide,
    do_bulk,
    history,
    my_claims,
    preview_bulk,
    release,
    reviewer_id,
    visible_events,
)
from tests.core.services.results.desk_data import CASES, QUOTE, Case, fill
from tests.pages.conftest import ROOT, Open, links, texts
from tests.pages.test_review_page import press


def _shown(app: AppTest) -> str:
    return app.query_params["item"][0]


def _held(engine: Engine, name: str) -> set[int]:
    return {one.item_id for one in my_claims(engine, name)}


def _has(app: AppTest, key: str) -> bool:
    return any(button.key == key for button in app.button)


def test_the_item_shown_and_the_next_one_are_claimed(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    assert _shown(app) == "2"
    assert _held(engine, "王晓") == {2, 3}
    assert "2 reserved for you until" in texts(app)


def test_somebody_else_is_given_neither_of_them(engine: Engine, open_page: Open) -> None:
    fill(engine)
    open_page("review", lang="en")
    taken = claim_next(engine, Queue(), "王敏")
    assert taken is not None
    assert taken.item_id == 4


def test_an_item_somebody_else_looks_at_says_so_and_cannot_be_decided(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    claim(engine, 2, "王敏")
    app = open_page("review", lang="en", item=2)
    assert "王敏 has reserved this question until" in texts(app)
    assert "Take the next one." in texts(app)
    assert not _has(app, "keep")
    app.button(key="next").click().run()
    assert _shown(app) == "3"
    assert _has(app, "keep")


def test_going_on_without_deciding_gives_the_item_back(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    app.button(key="next").click().run()
    assert _shown(app) == "3"
    assert _held(engine, "王晓") == {3, 4}
    assert history(engine, 2) == []


def test_leaving_the_page_gives_back_what_it_claimed(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    app.switch_page(str(ROOT / "pages" / "home" / "page.py")).run()
    assert _held(engine, "王晓") == set()


def test_leaving_does_not_give_back_what_another_tab_has_claimed_since(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    claim(engine, 2, "王晓")
    app.switch_page(str(ROOT / "pages" / "home" / "page.py")).run()
    assert _held(engine, "王晓") == {2}


def test_a_claim_that_is_about_to_end_is_renewed_by_the_next_press(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    short = timedelta(minutes=2)
    claim(engine, 2, "王晓", lease=short)
    open_page("review", lang="en", item=2)
    assert min(one.expires_at for one in my_claims(engine, "王晓")) > datetime.now(UTC) + short


def test_skip_leaves_the_item_to_others(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    press(app, "skip")
    assert _shown(app) == "3"
    assert [event.action for event in history(engine, 2)] == ["skip"]
    assert _shown(open_page("review", lang="en", reviewer="王敏")) == "2"


def test_an_undone_skip_brings_the_item_back(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    press(app, "skip")
    press(app, "undo")
    assert _shown(app) == "2"
    assert [event.action for event in history(engine, 2)] == ["skip", "undo"]


def test_undo_leaves_what_others_decided_which_a_press_of_its_own_takes_back(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 2, "王敏", Action.KEEP, idempotency_key="1")
    app = open_page("review", lang="en", item=2)
    press(app, "undo")
    assert "Nothing to undo." in texts(app)
    assert [event.action for event in history(engine, 2)] == ["keep"]
    assert app.button(key="take_back").label == "Undo 王敏's accept"
    press(app, "take_back")
    assert [event.action for event in history(engine, 2)] == ["keep", "undo"]
    assert "Undone: 王敏&#x27;s accept on run #1, line 2." in texts(app)
    assert not _has(app, "take_back")
    decide(engine, 3, "王敏", Action.DROP, idempotency_key="2", despite_claim=True)
    said = texts(open_page("review", lang="zh_CN", item=3))
    assert "撤销 王敏 的“拒绝”" in said


def test_each_press_says_what_it_stored_or_took_back(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    press(app, "keep")
    assert "Accepted: run #1, line 2. Undo (U)" in texts(app)
    press(app, "undo")
    assert "Undone: your accept on run #1, line 2." in texts(app)
    assert "Accepted: run" not in texts(app)


def test_undo_passes_over_what_was_done_to_many_and_says_where_it_is_undone(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 2, "王晓", Action.KEEP, idempotency_key="1")
    preview = preview_bulk(engine, [3, 4], BulkRequest(BulkAction.DROP), "王晓")
    do_bulk(engine, preview, idempotency_key="many")
    app = open_page("review", lang="en", item=3)
    press(app, "undo")
    assert "Undo it in the bulk history:" in texts(app)
    assert links(app)["Bulk history"].startswith("questions")
    assert app.button(key="take_back").label == "Undo my reject on this question only"
    app = open_page("review", lang="en", item=5)
    press(app, "undo")
    assert _shown(app) == "2"
    assert "Undone: your accept on run #1, line 2." in texts(app)
    assert "Bulk history" in links(app)
    assert len(history(engine, 3)) == len(history(engine, 4)) == 1


def test_undo_says_so_when_there_is_nothing_to_undo(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    press(app, "undo")
    assert "Nothing to undo." in texts(app)


def test_reasons_are_stored_with_the_decision_and_shown_again(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.pills(key="reasons").set_value(["wrong_label", "ambiguous"])
    press(app, "drop")
    decision = current_decision(engine, 2)
    assert decision is not None
    assert decision.reasons == (ReviewReason.WRONG_LABEL, ReviewReason.AMBIGUOUS)
    app.button(key="back").click().run()
    assert app.pills(key="reasons").value == ["wrong_label", "ambiguous"]
    assert "Wrong label, Ambiguous" in texts(app)


def test_saving_a_note_keeps_or_repeats_the_decision_and_goes_on(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.text_input(key="comment").set_value("fine")
    press(app, "save")
    decision = current_decision(engine, 2)
    assert decision is not None
    assert (decision.action, decision.comment) == ("keep", "fine")
    assert _shown(app) == "3"


def _first_opinion(engine: Engine) -> None:
    decide(
        engine,
        2,
        "王敏",
        Action.DROP,
        "nonsense",
        reasons=[ReviewReason.OFF_TOPIC],
        idempotency_key="1",
    )
    ask_second(engine, 2, "王敏", idempotency_key="2")


def test_a_second_opinion_is_not_shown_the_first(engine: Engine, open_page: Open) -> None:
    fill(engine)
    _first_opinion(engine)
    for reviewer in ("王晓", None):
        said = texts(open_page("review", lang="en", item=2, reviewer=reviewer))
        assert "Decide independently: earlier decisions stay hidden until you do" in said
        assert "王敏" not in said
        assert "nonsense" not in said
        assert "Off topic</td>" not in said
        assert "Rejected by" not in said
    app = open_page("review", lang="en", item=2)
    assert app.button(key="drop").proto.type == "secondary"


def test_two_opinions_that_differ_wait_for_a_final_decision(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    _first_opinion(engine)
    app = open_page("review", lang="en", item=2)
    press(app, "keep")
    assert visible_events(engine, 2, "王晓").state == State.DISPUTED
    app = open_page("review", lang="en", item=2)
    assert "The two reviews of this question differ" in texts(app)
    assert "nonsense" in texts(app)
    assert not _has(app, "keep")


def test_whoever_gave_the_first_opinion_sees_their_own(engine: Engine, open_page: Open) -> None:
    fill(engine)
    _first_opinion(engine)
    said = texts(open_page("review", lang="en", item=2, reviewer="王敏"))
    assert (
        "This question needs a second review by somebody else: you have already decided "
        "or requested it"
    ) in said
    assert "nonsense" in said


def test_asking_for_a_second_opinion_goes_on(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    press(app, "second")
    assert _shown(app) == "3"
    assert visible_events(engine, 2, None).state == State.SECOND
    waiting = open_page("review", lang="en", state="second", reviewer="王敏")
    assert _shown(waiting) == "2"


def test_filters_are_read_from_the_address_and_cleared_with_one_press(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    assert _shown(open_page("review", lang="en", verdict="absent")) == "3"
    assert _shown(open_page("review", lang="en", confidence="low")) == "4"
    app = open_page("review", lang="en", text="货银")
    assert _shown(app) == "5"
    assert "with “货银”" in texts(app)
    app.button(key="filters_clear").click().run()
    assert "text" not in app.query_params
    assert _shown(app) == "2"


def test_what_is_assigned_to_me_to_somebody_or_to_nobody_is_a_filter_and_said_of_the_item(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    reviewer_id(engine, "王晓")
    assign(engine, Queue(reason="evidence_elsewhere"), "王晓", "Lead", idempotency_key="1")
    assign(engine, Queue(reason="not_answerable"), "王敏", "Lead", idempotency_key="2")
    app = open_page("review", lang="en", assigned="@me")
    assert _shown(app) == "5"
    assert "assigned to me" in texts(app)
    assert "Assigned to you" in texts(app)
    assert "Lead" in texts(app)
    assert _shown(open_page("review", lang="en", assigned="@nobody")) == "2"
    app = open_page("review", lang="en", assigned="王敏")
    assert (
        "Nothing left for you in this queue: the remaining questions are reserved by or "
        "assigned to others, or you have skipped or decided them"
    ) in texts(app)
    assert "assigned to 王敏" in texts(app)
    assert "Assigned to 王敏" in texts(open_page("review", lang="en", item=4))
    home = open_page("home", lang="en")
    assert "<b>Assigned to me</b>" in texts(home)
    queries = [element.proto.query_string for element in home.get("page_link")]
    assert any(parse_qs(query).get("assigned") == ["@me"] for query in queries)


def test_words_nobody_knows_in_the_address_open_no_question(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", state="never", show="x", reason="y", order="z")
    assert "The address has an unknown state: “never”." in texts(app)
    assert "item" not in app.query_params


def test_what_is_left_for_nobody_but_others_is_said(engine: Engine, open_page: Open) -> None:
    fill(engine, CASES[1:2])
    claim(engine, 1, "王敏")
    assert (
        "Nothing left for you in this queue: the remaining questions are reserved by or "
        "assigned to others, or you have skipped or decided them"
    ) in texts(open_page("review", lang="en"))
    release(engine, 1, "王敏")
    assert _shown(open_page("review", lang="en")) == "1"


def test_the_places_of_a_quote_that_stands_several_times_can_be_gone_through(
    engine: Engine, open_page: Open
) -> None:
    again = "等船的人先听见了橹声"
    fill(engine, (Case("q1", "？", "c", ("answer_mismatch",), evidence=again, matched=again),))
    app = open_page("review", lang="en", item=1)
    assert "Place 1 of 20 or more" in texts(app)
    assert app.button(key="place_Left").disabled
    app.button(key="place_Right").click().run()
    assert "Place 2 of 20 or more" in texts(app)


def test_a_quote_that_stands_once_offers_no_other_place(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=6)
    assert QUOTE in texts(app).replace("</mark>", "").replace("<mark>", "")
    assert not _has(app, "place_Right")


def test_help_lists_every_key(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en")
    assert "Keyboard shortcuts" not in texts(app)
    app.button(key="keys").click().run()
    for key in (
        "A",
        "E",
        "X",
        "S",
        "F",
        "U",
        "1 – 9",
        "N",
        "Ctrl Enter",
        "Enter",
        "Esc",
        "J",
        "K",
        "V",
        "H",
    ):
        assert f"<kbd>{key}</kbd>" in texts(app)


def test_folded_parts_are_drawn_when_they_are_opened(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    assert "When" not in texts(app)
    for key in ("guidelines", "similar", "figures", "filters"):
        app.session_state[key] = True
    app.run()
    assert "Wrong label</dt>" in texts(app)
    assert "Raw reply" in texts(app)
    assert any("q1" in label or "line 1" in label for label in links(app))
    assert app.text_input(key="address_text")


def test_home_says_what_i_did_what_waits_for_me_and_what_i_hold(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    decide(engine, 2, "王晓", Action.KEEP, idempotency_key="1")
    decide(engine, 3, "王敏", Action.KEEP, idempotency_key="2")
    claim(engine, 4, "王晓")
    app = open_page("home", lang="en")
    said = texts(app)
    assert "2 decisions: 2 accepted, 0 edited, 0 rejected." in said
    assert "<dt>王晓, you</dt>" in said
    assert "2 of 5 decided" in said
    assert "3 questions waiting" in said
    app.button(key="release_4").click().run()
    assert claimed_by(engine, 4) is None


def test_home_leads_back_to_where_i_left(engine: Engine, open_page: Open) -> None:
    fill(engine)
    decide(engine, 3, "王晓", Action.KEEP, idempotency_key="1")
    app = open_page("home", lang="en")
    assert "Next: run #1, line 4" in texts(app)
    app.button(key="resume").click().run()
    assert (_shown(app), app.query_params["run"]) == ("4", "1")


def test_home_leads_back_to_the_question_that_stood_before_me_with_its_filters(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", run=1, show="all", item=2)
    press(app, "keep")
    app.button(key="next").click().run()
    here = _shown(app)
    app.switch_page(str(ROOT / "pages" / "home" / "page.py")).run()
    assert f"Next: run #1, line {here}" in texts(app)
    app.button(key="resume").click().run()
    assert _shown(app) == here
    assert (app.query_params["run"], app.query_params["show"]) == ("1", "all")


def test_home_begins_in_the_run_i_worked_in_and_tells_second_opinions_apart(
    engine: Engine, open_page: Open
) -> None:
    mine = fill(engine, title="mine")
    fill(engine, title="newer")
    decide(engine, 3, "王晓", Action.KEEP, idempotency_key="1")
    decide(engine, 4, "Li", Action.KEEP, idempotency_key="2")
    ask_second(engine, 4, "Li", idempotency_key="3")
    app = open_page("home", lang="en")
    said = texts(app)
    assert "<b>Second reviews</b><small>requested by others" in said
    assert any(link.endswith("review?state=second&show=all") for link in queue_links(app))
    app.button(key="resume").click().run()
    assert app.query_params["run"] == str(mine)


def queue_links(app: AppTest) -> list[str]:
    """Where the queues of Home lead: their links all have one label."""
    protos = [element.proto for element in app.get("page_link")]
    return [f"{proto.page}?{proto.query_string}" for proto in protos if proto.label == "Review"]


def test_a_session_that_ends_gives_back_what_it_claimed(engine: Engine, open_page: Open) -> None:
    fill(engine)
    open_page("review", lang="en")
    assert _held(engine, "王晓") == {2, 3}
    st.cache_resource.clear()  # what the end of a session does with what is cached for it
    assert _held(engine, "王晓") == set()
