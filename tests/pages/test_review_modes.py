"""Marks without a colour, changes without the editor, contradictions and blind mode on Review."""

from dataclasses import replace

import pytest
from sqlalchemy import Engine

from core.services.review import (
    Action,
    Edit,
    ReviewReason,
    answer_blind,
    current_decision,
    decide,
    evidence_source,
    history,
    keep_edit,
    revision,
    unsaved_edit,
)
from pages.components.question import AnswerMarks
from pages.components.review.quick_edit import with_letter
from tests.core.services.results.desk_data import fill
from tests.pages.conftest import Open, texts
from tests.pages.test_review_page import press


def _edit(engine: Engine) -> Edit:
    return Edit.from_question(evidence_source(engine, 2).question)


def _keys(app: object) -> set[str]:
    return {button.key or "" for button in app.button}  # type: ignore[attr-defined]


def test_who_chose_an_option_is_a_mark_and_no_colour(engine: Engine, open_page: Open) -> None:
    fill(engine)
    for page, address in (("review", {"item": 2}), ("questions", {"show": "all"})):
        body = texts(open_page(page, lang="en", **address))
        body = body[body.rindex("</style>") :]
        for judging in ("desk-option right", "desk-option wrong", 'class="differs"'):
            assert judging not in body
    said = texts(open_page("review", lang="en", item=2))
    assert '<small class="desk-mark label">Label</small>' in said
    assert '<small class="desk-mark model">Model</small>' in said
    assert AnswerMarks(["a"]).new is None


def test_a_letter_replaces_a_single_answer_and_toggles_one_of_several(engine: Engine) -> None:
    fill(engine)
    single = _edit(engine)
    assert with_letter(with_letter(single, "c"), "d").answer == ["d"]
    assert with_letter(single, "z") == single
    several = replace(single, question_type="multi_choice")
    assert with_letter(several, "c").answer == ["b", "c"]
    assert with_letter(with_letter(several, "c"), "b").answer == ["c"]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("Re-checked with the new label (stored reply): quote altered, answers agree.")),
        ("zh_CN", "已按新标注重新核对（用已存的模型回复）：引文被改动，答案一致。"),
    ],
)
def test_the_bar_says_what_a_change_does_and_saves_it(
    engine: Engine, open_page: Open, lang: str, said: str
) -> None:
    fill(engine)
    keep_edit(engine, 2, "王晓", with_letter(_edit(engine), "c"))
    app = open_page("review", lang=lang, item=2)
    assert "B → C" in texts(app)
    assert said in texts(app)
    assert "desk-mark label gone" in texts(app)
    assert _keys(app).isdisjoint({"keep", "drop", "skip"})
    press(app, "save_change")
    decision = current_decision(engine, 2)
    assert decision is not None
    assert decision.revision_id is not None
    assert revision(engine, decision.revision_id).question.answer == ("c",)
    assert app.query_params["item"] == ["3"] or app.query_params["item"] == "3"


def test_a_change_is_discarded_and_one_that_cannot_be_stored_says_why(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    keep_edit(engine, 2, "王晓", replace(_edit(engine), question=""))
    app = open_page("review", lang="en", item=2)
    assert app.button(key="save_change").disabled
    app.button(key="discard_change").click().run()
    assert unsaved_edit(engine, 2, "王晓") is None
    assert "keep" in _keys(app)


def test_a_reason_that_contradicts_the_decision_asks_once(engine: Engine, open_page: Open) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2)
    app.pills(key="reasons").set_value(["wrong_label"])
    press(app, "save")
    assert "Accept anyway?" in texts(app)
    assert app.button(key="contradiction_back").proto.type == "primary"
    assert history(engine, 2) == []
    app.button(key="contradiction_back").click().run()
    assert history(engine, 2) == []
    press(app, "keep")
    press(app, "contradiction_do")
    decision = current_decision(engine, 2)
    assert decision is not None
    assert (decision.action, decision.reasons) == ("keep", (ReviewReason.WRONG_LABEL,))


def test_blind_mode_shows_nothing_of_label_model_and_history_until_answered(
    engine: Engine, open_page: Open
) -> None:
    fill(engine)
    app = open_page("review", lang="en", item=2, blind=1)
    body = texts(app)
    body = body[body.rindex("</style>") :]
    for hidden in ("desk-mark", "<mark", "Quote altered", "Quote match", "reasoning"):
        assert hidden not in body
    assert all(app.button(key=key).disabled for key in ("keep", "fix", "drop"))
    assert not app.button(key="skip").disabled
    answer_blind(engine, 2, "王晓", ["b"])
    body = texts(app.run())
    assert "desk-mark label" in body
    assert "Quote altered" in body
    assert "<td>Blind answer: B</td>" in body
    assert not app.button(key="keep").disabled
    assert "Blind answer matches label" in texts(
        open_page("adjudicate", lang="en", view="agreement")
    )


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_question_follows_its_line_and_is_parted_from_it_by_nothing(
    engine: Engine, open_page: Open, lang: str
) -> None:
    fill(engine)
    for name, act in (("Ann", Action.KEEP), ("Bob", Action.DROP)):
        decide(engine, 2, name, act, idempotency_key=name)
    app = open_page("review", lang=lang, item=2, show="all", state="either")
    body = texts(app)
    line = "Line 2" if lang == "en" else "第 2 行"
    assert 0 <= body.index("desk-question") - body.index(line) < 200
    colon = "</b> " if lang == "en" else "：</b>"
    assert colon in body[body.index("desk-why") :][:120]
