"""Adjudicate: opinions side by side, the final decision with its cause, what was settled."""

from urllib.parse import quote

import pytest
from sqlalchemy import Engine
from streamlit.testing.v1 import AppTest

from core.locale import wording
from core.services.review import (
    Action,
    Cause,
    Order,
    Queue,
    QueueView,
    ReviewReason,
    State,
    ask_second,
    claim,
    claim_next,
    current_decision,
    decide,
    history,
    my_claims,
    revision,
    settle,
    undo,
    visible_events,
)
from tests.core.services.results.desk_data import CASES, fill
from tests.core.services.review.test_disputed_corrections import LABEL_C, LABEL_D, corrected
from tests.pages.conftest import ROOT, Open, links, texts
from tests.pages.test_review_page import press

KEEP, FIX, DROP = Action


def differ(engine: Engine, item: int = 2) -> None:
    decide(
        engine,
        item,
        "李",
        KEEP,
        "well said",
        reasons=[ReviewReason.AMBIGUOUS],
        confirmed=True,
        idempotency_key=f"{item} 1",
    )
    ask_second(engine, item, "李", idempotency_key=f"{item} ask")
    decide(engine, item, "赵", DROP, "nonsense", idempotency_key=f"{item} 2")


def _has(app: AppTest, key: str) -> bool:
    return any(button.key == key for button in app.button)


def _shown(app: AppTest) -> int:
    item = app.query_params["item"]
    return int(item if isinstance(item, str) else item[0])


def _cause(app: AppTest, item: int, cause: Cause = Cause.GUIDELINE_UNCLEAR) -> None:
    app.pills(key="causes").set_value(cause.value).run()


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
@pytest.mark.parametrize("view", ["waiting", "settled", "agreement"])
def test_without_anything_to_settle_each_view_says_so(
    open_page: Open, lang: str, view: str
) -> None:
    app = open_page("adjudicate", lang=lang, view=view)
    assert not app.exception
    said = {
        "waiting": (
            "Nothing to adjudicate. Questions on which two reviewers decide differently, "
            "in any run, appear here."
        ),
        "settled": "No final decisions match these filters yet.",
        "agreement": (
            "Not enough data: no question has two independent reviews yet. Request "
            "second reviews (F on Review) to measure agreement."
        ),
    }
    assert wording(lang)(said[view]) in texts(app)


def test_home_says_how_many_questions_wait_to_be_settled(engine: Engine, open_page: Open) -> None:
    fill(engine)
    assert not any("Adjudicate" in label for label in links(open_page("home", lang="en")))
    differ(engine, 2)
    differ(engine, 3)
    assert "2 conflicts to adjudicate" in links(open_page("home", lang="en"))


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_opinions_stand_side_by_side_above_question_and_evidence(
    engine: Engine, open_page: Open, lang: str
) -> None:
    fill(engine)
    differ(engine)
    app = open_page("adjudicate", lang=lang)
    assert not app.exception
    said = texts(app)
    for shown in ("李", "赵", "well said", "nonsense", CASES[1].question):
        assert shown in said
    assert wording(lang)("Ambiguous") in said
    assert _shown(app) == 2
    assert [one.item_id for one in my_claims(engine, "王晓")] == [2]


def test_the_longest_in_dispute_comes_first_and_the_next_is_claimed(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    for item in (5, 2, 4):
        differ(engine, item)
    app = open_page("adjudicate", lang="en")
    assert _shown(app) == 5
    assert {one.item_id for one in my_claims(engine, "王晓")} == {5, 2}
    assert "Waiting 3" in app.segmented_control(key="address_view").options
    waiting = Queue(shown=QueueView.ALL, states=(State.DISPUTED,), order=Order.OLDEST)
    other = claim_next(engine, waiting, "Lead")
    assert other is not None
    assert other.item_id == 4
    app.button(key="next").click().run()
    assert _shown(app) == 2
    app.button(key="back").click().run()
    assert _shown(app) == 5


def test_a_final_decision_needs_a_cause_and_goes_on(engine: Engine, open_page: Open) -> None:
    fill(engine)
    differ(engine, 2)
    differ(engine, 3)
    app = open_page("adjudicate", lang="en")
    press(app, "keep")
    assert "Choose why the reviews differ first" in texts(app)
    assert visible_events(engine, 2, None).state is State.DISPUTED
    _cause(app, 2, Cause.SECOND_SLIPPED)
    assert "Reviewer 2 overlooked something or pressed the wrong key" in texts(app)
    app.text_input(key="comment").set_value("see page 3")
    press(app, "keep")
    final = current_decision(engine, 2)
    assert final is not None
    assert (final.action, final.cause, final.comment) == (KEEP, Cause.SECOND_SLIPPED, "see page 3")
    assert (final.reviewer, final.is_final) == ("王晓", True)
    assert _shown(app) == 3


def test_a_press_that_comes_too_soon_decides_nothing(engine: Engine, open_page: Open) -> None:
    fill(engine)
    differ(engine)
    app = open_page("adjudicate", lang="en")
    app.pills(key="causes").set_value("other")
    app.session_state["drawn"] = (app.session_state["drawn"][0], float("inf"))
    app.button(key="keep").click().run()
    assert visible_events(engine, 2, None).state is State.DISPUTED


def test_what_came_from_review_a_moment_ago_has_not_been_looked_at(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    differ(engine)
    app = open_page("review", lang="en", item=2)
    drawn = app.session_state["drawn"]
    app.session_state["drawn"] = (drawn[0], 0.0)
    app.switch_page(str(ROOT / "pages" / "adjudicate" / "page.py"))
    app.query_params["item"] = "2"
    app.run()
    assert app.session_state["drawn"][0] == drawn[0]
    assert app.session_state["drawn"][1] > 0.0


@pytest.mark.parametrize(("button", "taken"), [("take_1", 0), ("take_2", 1)])
def test_either_correction_can_be_taken(
    engine: Engine, open_page: Open, button: str, taken: int
) -> None:
    fill(engine)
    both = corrected(engine, LABEL_C, LABEL_D)
    app = open_page("adjudicate", lang="en")
    said = texts(app)
    assert "Both reviewers want an edit, but their edits differ." in said
    assert "<ins>C</ins>" in said
    assert "<ins>D</ins>" in said
    _cause(app, 2)
    press(app, button)
    final = current_decision(engine, 2)
    assert final is not None
    assert final.revision_id == both[taken].revision_id


def test_a_correction_of_ones_own_is_the_final_decision(engine: Engine, open_page: Open) -> None:
    fill(engine)
    corrected(engine, LABEL_C, LABEL_D)
    app = open_page("adjudicate", lang="en")
    press(app, "fix")
    assert not _has(app, "keep")
    app.pills(key="fix_2_0_answer_single").set_value("a").run()
    app.button(key="fix_2_0_save").click().run()
    assert "Choose why the reviews differ first" in texts(app)
    _cause(app, 2, Cause.TRULY_AMBIGUOUS)
    app.button(key="fix_2_0_save").click().run()
    final = current_decision(engine, 2)
    assert final is not None
    assert (final.cause, final.is_final) == (Cause.TRULY_AMBIGUOUS, True)
    assert revision(engine, final.revision_id or 0).question.answer == ("a",)
    assert "Final decision" in texts(app)


def test_undo_brings_the_dispute_back_and_leaves_opinions_alone(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    differ(engine)
    app = open_page("adjudicate", lang="en", reviewer="李")
    assert "Ask somebody else to adjudicate" in texts(app)
    press(app, "undo")
    assert "You have no final decision to undo." in texts(app)
    assert visible_events(engine, 2, "李").state is State.DISPUTED
    _cause(app, 2)
    press(app, "drop")
    assert visible_events(engine, 2, "李").state is State.SETTLED
    app = open_page("adjudicate", lang="en", reviewer="李", view="settled", item=2)
    press(app, "undo")
    assert visible_events(engine, 2, "李").state is State.DISPUTED
    assert [event.action for event in history(engine, 2)][-2:] == ["drop", "undo"]
    assert "view" not in app.query_params
    assert _has(app, "keep")


def test_a_final_decision_is_taken_back_here_alone_and_by_name_where_it_is_anothers(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    differ(engine)
    final = settle(engine, 2, "Lead", Action.DROP, Cause.OTHER, idempotency_key="final")
    app = open_page("review", lang="en", reviewer="李", item=2)
    press(app, "undo")
    assert not _has(app, "take_back")
    app = open_page("adjudicate", lang="en", reviewer="李", view="settled", item=2)
    press(app, "undo")
    assert current_decision(engine, 2) == final
    assert app.button(key="take_back").label == "Undo Lead's final reject"
    press(app, "take_back")
    assert visible_events(engine, 2, "李").state is State.DISPUTED
    assert "Undone: Lead&#x27;s reject on run #1, line 2." in texts(app)


def test_what_somebody_else_settles_at_the_moment_says_so(engine: Engine, open_page: Open) -> None:
    fill(engine)
    differ(engine)
    claim(engine, 2, "Lead")
    app = open_page("adjudicate", lang="en", item=2)
    assert "Lead has reserved this question until" in texts(app)
    assert not _has(app, "keep")
    assert "All waiting questions are reserved by somebody else right now" in texts(
        open_page("adjudicate", lang="en")
    )


def test_looking_at_a_dispute_on_review_keeps_nobody_from_settling_it(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    differ(engine)
    review = open_page("review", lang="en", item=2, reviewer="陈")
    assert 2 not in {one.item_id for one in my_claims(engine, "陈")}
    assert links(review)["Compare the reviews side by side"] == "adjudicate?item=2"
    assert _has(open_page("adjudicate", lang="en", item=2), "keep")


def test_what_was_settled_meanwhile_is_told_and_not_overridden(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    differ(engine)
    app = open_page("adjudicate", lang="en")
    settle(engine, 2, "Lead", DROP, Cause.OTHER, idempotency_key="first")
    _cause(app, 2)
    assert "Final decision" in texts(app)
    assert not _has(app, "keep")
    assert [event.reviewer for event in history(engine, 2) if event.is_final] == ["Lead"]


@pytest.mark.parametrize("reviewer", ["王晓", None])
def test_who_may_yet_give_a_blind_opinion_sees_none_here(
    engine: Engine, open_page: Open, reviewer: str | None
) -> None:
    fill(engine)
    decide(engine, 2, "李", DROP, "nonsense", idempotency_key="1")
    ask_second(engine, 2, "李", "unsure", idempotency_key="2")
    for view in ("waiting", "settled"):
        app = open_page("adjudicate", lang="en", item=2, view=view, reviewer=reviewer)
        said = texts(app)
        for hidden in ("李", "nonsense", "unsure", "Opinion 1"):
            assert hidden not in said
        assert "Reviews of this question do not differ." in said
        assert not _has(app, "keep")


def test_an_opinion_taken_back_ends_the_dispute_and_is_hidden_here(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    differ(engine)
    undo(engine, 2, "赵", idempotency_key="back")
    assert "well said" not in texts(open_page("adjudicate", lang="en", item=2, reviewer="赵"))


def test_settled_ones_are_listed_by_cause_and_looked_at_again(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    for item, cause in ((2, Cause.OTHER), (3, Cause.OTHER), (4, Cause.FIRST_SLIPPED)):
        differ(engine, item)
        settle(engine, item, "Lead", DROP, cause, "because", idempotency_key=f"final {item}")
    app = open_page("adjudicate", lang="en", view="settled")
    assert app.pills(key="address_cause").options == ["Any cause", "Reviewer 1 error 1", "Other 2"]
    assert "3 settled questions" in texts(app)
    app.pills(key="address_cause").set_value("other").run()
    assert "2 settled questions" in texts(app)
    to = [where for where in links(app).values() if "item=3" in where]
    assert to == ["adjudicate?cause=other&view=settled&item=3"]
    app = open_page("adjudicate", lang="en", view="settled", cause="other", item=3)
    said = texts(app)
    assert "Final decision" in said
    assert "because" in said
    assert not _has(app, "keep")
    app.button(key="next").click().run()
    assert _shown(app) == 2


def test_filters_of_the_address_hold_in_every_view(engine: Engine, open_page: Open) -> None:
    fill(engine)
    differ(engine, 2)
    differ(engine, 5)
    app = open_page("adjudicate", lang="en", reason="evidence_elsewhere")
    assert _shown(app) == 5
    assert "Quote from elsewhere" in texts(app)
    app.segmented_control(key="address_view").set_value("agreement").run()
    assert "n = 1 · 95% CI" in texts(app)
    elsewhere = open_page("adjudicate", lang="en", language="en", run=1)
    assert "No questions match these filters." in texts(elsewhere)


def test_numbers_of_agreement_lead_to_their_cases(engine: Engine, open_page: Open) -> None:
    fill(engine)
    differ(engine, 2)
    for item in (3, 4):
        decide(engine, item, "李", DROP, idempotency_key=f"{item} 1")
        ask_second(engine, item, "李", idempotency_key=f"{item} ask")
        decide(engine, item, "赵", DROP, idempotency_key=f"{item} 2")
    settle(engine, 2, "Lead", DROP, Cause.OTHER, idempotency_key="final")
    app = open_page("adjudicate", lang="en", view="agreement")
    said = texts(app)
    assert "Krippendorff's alpha" in said or "Krippendorff&#x27;s alpha" in said
    assert "Not enough data: agreement on fewer than 25 questions is unreliable." in said
    found = links(app)
    for label, where in (
        ("See 3 questions", "said=two"),
        ("See 1 that differ", "said=differ"),
        ("3 questions", "said=two&reviewer={li}&beside={zhao}"),
        ("1 differs", "said=differ&reviewer={li}&beside={zhao}"),
        ("See 1 question", "said=overridden&reviewer={li}"),
    ):
        assert found[label].endswith(where.format(li=quote("李"), zhao=quote("赵")))
    review = open_page("review", lang="en", show="all", state="either", said="differ")
    assert _shown(review) == 2
    assert "two independent reviews that differ" in texts(review)


@pytest.mark.parametrize(
    ("lang", "named"),
    [
        ("en", "The same decision, after seeing the other&#x27;s"),
        ("zh_CN", "看过对方审核结论后的相同审核结论"),
    ],
)
def test_agreement_of_people_who_saw_each_other_is_told_apart(
    engine: Engine, open_page: Open, lang: str, named: str
) -> None:
    fill(engine)
    for name in ("李", "赵"):
        decide(engine, 2, name, DROP, idempotency_key=name)
    for page, view in (("accuracy", "work"), ("adjudicate", "agreement")):
        said = texts(open_page(page, lang=lang, view=view))
        assert named in said
        assert "100.0%" in said
        assert "n = 1 · 95% " in said


def test_agreement_stands_on_accuracy_with_its_cases_and_in_the_report(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    differ(engine, 2)
    app = open_page("accuracy", lang="en", view="work")
    assert not app.exception
    assert "Agreement of independent reviews" in texts(app)
    where = links(app)["See 1 that differ"]
    assert where.startswith("accuracy?")
    cases = open_page("accuracy", lang="en", view="work", cases=1, said="differ")
    assert "1 result" in texts(cases)
    assert "two independent reviews that differ" in texts(cases)
    assert CASES[1].question in " ".join(links(cases))
    none = open_page("accuracy", lang="en", view="work", cases=1, said="agree")
    assert "No results match these filters." in texts(none)
