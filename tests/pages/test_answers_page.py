"""The page Answers: ask, loops, the red team, feedback, NPCs."""

import json
import re
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, select
from streamlit.testing.v1 import AppTest

from core.evidence_gate.cases import read_cases
from core.services.answers import (
    AnswerContext,
    Arm,
    GateRunSpec,
    LoopSpec,
    StoredRetriever,
    add_cases,
    answerer,
    answerers,
    count_feedback,
    feedback_as_cases,
    get_loop,
    list_case_sets,
    list_feedback,
    list_gate_runs,
    list_loops,
    list_traces,
    load_red_team,
    load_sample_documents,
    required_by_kind,
    run_gate_cases,
    run_loop,
    start_gate_run,
    start_loop,
)
from core.settings import Settings
from db.engine import url_of
from db.tables import AnswerAttempt
from pages.components.answers_wording import gate_badge
from tests.core.services.answers.told import (
    NO_CLAIM,
    PARTLY,
    SUPPORTED,
    UNSUPPORTED,
    store_answer_with_every_support,
    told,
)
from tests.pages.conftest import Open, links, texts

FACT, UNKNOWN = "敦本堂是哪一年倡建的？", "第一任县令的夫人姓什么？"
THIN = "Which song did the ringers of Old Patience sing at the coronation banquet?"


@pytest.fixture
def documents(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setenv("DESK_OBSERVATIONAL_DATA", str(tmp_path / "observed.json"))
    load_sample_documents(engine)
    return engine


def _ask(app: AppTest, query: str) -> AppTest:
    app.text_area(key="ask_query").set_value(query)
    app.button(key="ask_send").click().run()
    assert not app.exception
    return app


def _yan(engine: Engine) -> int:
    return answerer(engine, "yantian", "yantian-main", "ancestor_yan").id


def test_a_question_is_answered_with_its_evidence_and_every_step(
    documents: Engine, open_page: Open
) -> None:
    app = _ask(open_page("answers", npc=_yan(documents)), FACT)
    shown = texts(app)
    assert "嘉靖二十一年" in shown
    assert 'class="supported"' in shown
    assert "retrieve_evidence" in shown
    (line,) = list_traces(documents)
    assert (line.query, line.policy_mode, line.asked_by) == (FACT, "normal", "王晓")


def test_each_sentence_has_the_colour_of_its_own_support(
    documents: Engine, open_page: Open
) -> None:
    shown = texts(open_page("answers", trace=store_answer_with_every_support(documents), lang="en"))
    coloured = dict(re.findall(r'<mark class="(\w+)" title="\w[^"]*">([^<]+)</mark>', shown))
    assert list(coloured) == ["supported", "partly", "unsupported", "no_claim"]
    said = (SUPPORTED, PARTLY, UNSUPPORTED, NO_CLAIM)
    assert all(one in text for one, text in zip(said, coloured.values(), strict=True))
    findings = shown[shown.index('<ul class="desk-findings">') :]
    assert PARTLY in findings
    assert UNSUPPORTED in findings


def test_a_refusal_is_no_answer_and_a_fragment_is_not_supported(
    documents: Engine, open_page: Open
) -> None:
    refused = texts(
        open_page("answers", trace=told(documents, "抱歉，我无法回答这个问题。"), lang="en")
    )
    assert "Model refused" in refused
    assert "Answered" not in refused
    fragment = texts(open_page("answers", trace=told(documents, "思齐公[{n}]。"), lang="en"))
    assert 'class="supported"' not in fragment
    assert "思齐公" in fragment


def test_what_was_not_told_says_of_each_sentence_why(documents: Engine, open_page: Open) -> None:
    trace = store_answer_with_every_support(documents, gate_on=True)
    shown = texts(open_page("answers", trace=trace, lang="zh_CN"))
    listed = shown[shown.rindex('<ul class="desk-findings">') :].split("</ul>")[0]
    assert re.search(f"“{UNSUPPORTED}[^”]*”</span> \\S+", listed)
    assert SUPPORTED not in listed
    assert PARTLY not in listed, "it is told in its passage's own words"


def test_a_cited_passage_says_what_it_covers_and_what_it_bears_out(
    documents: Engine, open_page: Open
) -> None:
    """Both that a citation says of itself."""
    shown = texts(open_page("answers", trace=store_answer_with_every_support(documents), lang="en"))
    (said,) = re.findall(r"\[\d\] [^<]* of the question[^<]*", shown)
    assert "covers 100% of the question · contains 100% of the citing sentence" in said
    assert f"{SUPPORTED}{said[:3]}" in shown, "the caption has the number of the mark"


def test_a_question_without_evidence_is_refused_and_says_why(
    documents: Engine, open_page: Open
) -> None:
    shown = texts(_ask(open_page("answers", npc=_yan(documents), lang="zh_CN"), UNKNOWN))
    assert "严氏先祖需要查阅族谱或文献才能准确回答" in shown
    assert "证据不足（需要 1，实际 0）" in shown


@pytest.mark.parametrize(("lang", "first"), [("zh_CN", "严氏先祖"), ("en", "Sexton Hale")])
def test_who_speaks_the_readers_language_is_asked_at_first(
    documents: Engine, open_page: Open, lang: str, first: str
) -> None:
    app = open_page("answers", lang=lang)
    assert app.get("button_group")[1].proto.options[0].content == first


def test_an_empty_question_is_said_to_be_empty(documents: Engine, open_page: Open) -> None:
    app = _ask(open_page("answers"), "  ")
    assert "query" in texts(app)
    assert list_traces(documents) == []


def test_feedback_is_stored_listed_taken_back_and_taken_away_as_cases(
    documents: Engine, open_page: Open
) -> None:
    """Source 002, P4: 用户反馈收集."""
    app = _ask(open_page("answers", npc=_yan(documents)), UNKNOWN)
    trace_id = list_traces(documents)[0].trace_id
    app.button(key=f"judged_{trace_id}_wrongly_refused").click().run()
    assert not app.exception
    (given,) = list_feedback(documents)
    assert (given.judged, given.by, given.query) == ("wrongly_refused", "王晓", UNKNOWN)
    cases = read_cases(feedback_as_cases(documents), "feedback.json")
    assert [(one.query, one.expected_mode) for one in cases] == [(UNKNOWN, "normal")]
    listed = open_page("answers", view="feedback")
    assert any("夫人姓什么" in label for label in links(listed))
    listed.button(key=f"take_back_{given.id}").click().run()
    assert count_feedback(documents) == 0


def test_a_loop_is_started_and_each_attempt_is_shown_with_its_difference(
    documents: Engine, open_page: Open
) -> None:
    app = open_page("answers", view="loops")
    app.text_area(key="loop_query").set_value(THIN)
    app.button(key="loop_start").click().run()
    assert not app.exception
    (started,) = list_loops(documents)
    assert run_loop(documents, started.id, StoredRetriever(documents))
    loop = get_loop(documents, started.id)
    assert len(loop.attempts) > 1
    with Session(documents) as session:  # the baseline answers alike each time, a model may not
        of_loop = col(AnswerAttempt.loop_id) == started.id
        second = session.exec(select(AnswerAttempt).where(of_loop, AnswerAttempt.epoch == 2)).one()
        second.draft = {**second.draft, "text": "Another answer."}
        session.add(second)
        session.commit()
    shown = texts(open_page("answers", view="loops", loop=started.id, lang="en"))
    assert "Attempt 1" in shown
    assert "[evidence]" in shown
    assert "<del>" in shown
    assert "extractive (baseline, no model)" in shown


def test_a_loop_may_begin_with_what_was_asked_before(documents: Engine, open_page: Open) -> None:
    _ask(open_page("answers", npc=_yan(documents)), FACT)
    trace_id = list_traces(documents)[0].trace_id
    app = open_page("answers", view="loops", of=trace_id)
    assert app.text_area(key="loop_query").value == FACT


def test_the_red_team_is_asked_with_the_gate_on_and_off_and_read_together(
    documents: Engine, open_page: Open
) -> None:
    load_red_team(documents)
    app = open_page("answers", view="cases")
    app.button(key="gate_start").click().run()
    assert not app.exception
    (run,) = list_gate_runs(documents)
    assert run.total == 200
    desk = AnswerContext(Settings(database_url=url_of(documents)), {})
    assert run_gate_cases(desk, run.id)
    shown = texts(open_page("answers", view="cases", gate_run=run.id, lang="en"))
    assert "Leaks" in shown
    assert "Over-refusals" in shown
    assert "n = 25" in shown
    leaked = texts(
        open_page("answers", view="cases", gate_run=run.id, came="over_refused", role="twin")
    )
    assert "gate on" in leaked
    assert "Over-refused" in leaked
    assert "gate off" not in leaked


def test_a_run_that_was_killed_asks_only_what_is_missing(documents: Engine) -> None:
    set_id = add_cases(documents, _two_questions(), file_name="two.json")
    run_id = start_gate_run(documents, set_id, GateRunSpec((Arm.ON,), None, 0.45, 1))
    desk = AnswerContext(Settings(database_url=url_of(documents)), {})
    assert run_gate_cases(desk, run_id)
    assert not run_gate_cases(desk, run_id)
    assert [run.done for run in list_gate_runs(documents)] == [2]
    assert [one.row_count for one in list_case_sets(documents)] == [2]


def _two_questions() -> bytes:
    npc = {"tenant_id": "yantian", "site_id": "yantian-main", "npc_id": "ancestor_yan"}
    cases = [
        {"id": str(at), "language": "zh", "query": query, **npc}
        for at, query in enumerate((FACT, UNKNOWN))
    ]
    return json.dumps({"version": 1, "cases": cases}).encode()


def test_questions_of_ones_own_are_cases(documents: Engine, open_page: Open) -> None:
    app = open_page("answers", view="cases")
    app.text_area(key="gate_lines").set_value(f"{FACT}\n\n{UNKNOWN}")
    app.button(key="add_questions").click().run()
    assert not app.exception
    assert [one.row_count for one in list_case_sets(documents)] == [2]


def test_a_profile_is_changed_as_a_new_version_and_a_wrong_one_is_refused(
    documents: Engine, open_page: Open
) -> None:
    npc = _yan(documents)
    app = open_page("answers", view="npcs", npc=npc)
    app.text_input(key=f"npc_name_{npc}").set_value("严家老祖")
    app.button(key=f"npc_save_{npc}").click().run()
    assert not app.exception
    changed = answerer(documents, "yantian", "yantian-main", "ancestor_yan")
    assert (changed.version, changed.profile.name) == (2, "严家老祖")
    app = open_page("answers", view="npcs", npc=changed.id)
    app.text_area(key=f"npc_words_{changed.id}").set_value("")
    app.button(key=f"npc_save_{changed.id}").click().run()
    assert "keepers" in texts(app)
    assert len(answerers(documents)) == 2


def test_a_type_of_npc_may_need_more_citations(documents: Engine, open_page: Open) -> None:
    """Source 002, P2."""
    app = open_page("answers", view="npcs", npc=_yan(documents))
    app.number_input(key="kind_ancestor").set_value(3).run()
    assert required_by_kind(documents) == {"ancestor": 3}
    shown = texts(_ask(open_page("answers", npc=_yan(documents), lang="en"), FACT))
    assert "required 3" in shown


def test_an_empty_desk_says_what_to_do(engine: Engine, open_page: Open) -> None:
    for view in ("ask", "loops", "cases", "feedback"):
        app = open_page("answers", view=view)
        assert not app.exception
    assert "NPC" in texts(open_page("answers", lang="en"))


@pytest.mark.parametrize(
    "asked", [{"trace": "none"}, {"view": "loops", "loop": 9}, {"view": "cases", "gate_run": 9}]
)
def test_what_the_address_asks_for_and_is_not_there_is_said(
    documents: Engine, open_page: Open, asked: dict[str, object]
) -> None:
    app = open_page("answers", lang="en", **asked)
    assert not app.exception
    assert app.button(key="address_unknown")


def test_a_loop_that_cannot_go_on_says_why(documents: Engine, open_page: Open) -> None:
    loop_id = start_loop(documents, FACT, LoopSpec(generator="gone"))
    assert not run_loop(documents, loop_id, StoredRetriever(documents))
    assert "gone" in texts(open_page("answers", view="loops", loop=loop_id))


def test_a_loop_of_one_model_under_two_names_is_said_to_judge_itself(
    documents: Engine, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading 44: a separate instance is not a separate model."""
    there = (
        f'[{name}]\nmodel = "{model}"\nbase_url = "http://127.0.0.1:9/v1"\n'
        for name, model in (("writer", "m"), ("twin", "m"), ("judge", "other"))
    )
    (tmp_path / "models.toml").write_text("".join(there))
    monkeypatch.setenv("DESK_CONNECTIONS", str(tmp_path / "models.toml"))
    for evaluator, itself in (("twin", True), ("judge", False)):
        loop_id = start_loop(documents, FACT, LoopSpec(generator="writer", evaluator=evaluator))
        shown = texts(open_page("answers", view="loops", loop=loop_id, lang="en"))
        assert ("it judges itself" in shown) is itself


def test_a_loop_that_waits_for_a_person_is_listed_until_one_has_looked(
    documents: Engine, open_page: Open
) -> None:
    loop_id = start_loop(documents, FACT, LoopSpec(generator="gone"))
    assert not run_loop(documents, loop_id, StoredRetriever(documents))
    app = open_page("answers", view="loops", loops="waiting", lang="en")
    assert "1 needs attention" in str([one.options for one in app.button_group])
    assert f"#{loop_id}" in texts(app)
    app = open_page("answers", view="loops", loop=loop_id, lang="en")
    app.button(key="loop_looked_at").click().run()
    assert not app.exception
    listed = texts(open_page("answers", view="loops", loops="waiting", lang="en"))
    assert "No loops need attention." in listed


def test_what_is_improved_is_searched_where_its_npc_searches(
    documents: Engine, open_page: Open
) -> None:
    _ask(open_page("answers", npc=_yan(documents)), FACT)
    trace_id = list_traces(documents)[0].trace_id
    app = open_page("answers", view="loops", of=trace_id, lang="en")
    assert "Searches what 严氏先祖 knows." in texts(app)
    app.button(key="loop_start").click().run()
    knows = answerer(documents, "yantian", "yantian-main", "ancestor_yan").profile.source_ids
    assert list_loops(documents)[0].spec.source_ids == knows
    assert knows


@pytest.mark.parametrize("said", ["0", "x"])
def test_a_wrong_setting_of_the_loop_is_a_sentence_on_its_page(
    documents: Engine, open_page: Open, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("GENER_EPOCH", said)
    app = open_page("answers", view="loops", lang="en")
    assert not app.exception
    assert "GENER_EPOCH is" in texts(app)


def test_questions_just_added_are_the_ones_that_are_asked(
    documents: Engine, open_page: Open
) -> None:
    load_red_team(documents)
    app = open_page("answers", view="cases")
    app.text_area(key="gate_lines").set_value(FACT)
    app.button(key="add_questions").click().run()
    newest = max(one.id for one in list_case_sets(documents))
    assert app.selectbox(key="gate_set").value == newest


def test_an_empty_field_is_said_to_be_empty_in_the_readers_language(
    documents: Engine, open_page: Open
) -> None:
    said = texts(_ask(open_page("answers", lang="zh_CN"), ""))
    assert "该字段为空" in said
    assert "String should" not in said


def test_a_passed_gate_is_green_only_where_an_answer_came_of_it() -> None:
    tones = [gate_badge("passed", mode)[1] for mode in ("normal", "conservative")]
    assert tones == ["green", "quiet"]
