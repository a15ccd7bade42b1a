"""Suggested fixes: requested, made by a loop, and read as an edit."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, select

from core.answer_loop.config import Config
from core.answer_loop.fix_generators import LEXICAL
from core.errors import InputError, NotFoundError
from core.services.answers.fix_suggestions import SuggestionStatus, suggest_fix, suggestion_of
from core.services.answers.loop_executor import run_loop
from core.services.answers.loops import get_loop, leave_loop
from core.services.answers.stored_retriever import StoredRetriever
from core.services.review import checked, evidence_source, history, unsaved_edit
from core.settings import Settings
from db.tables import QuestionRow
from tests.core.answer_loop.looping import FAILED, PASSED, Script
from tests.core.services.answers.test_loops import environ_of, settings_at
from tests.core.services.results.desk_data import CASES, NOVEL, QUOTE, fill
from tests.openai_server import OpenAIServer

FLAGGED = 2
REWRITTEN = {
    "kind": "rewritten_question",
    "question": "老周说自己还有几根绳子？",
    "choice": {"a": "两根", "b": "三根", "c": "四根", "d": "五根"},
    "answer": ["b"],
    "evidence": "只有三根",
    "why": "原题问的是早迟，选项却是数目。",
}


def _run(engine: Engine, loop_id: int, folder: Path, url: str = "http://127.0.0.1:9/v1") -> bool:
    settings: Settings = settings_at(engine, folder, url)
    retriever = StoredRetriever(engine)
    return run_loop(engine, loop_id, retriever, settings=settings, environ=environ_of(folder))


def test_only_a_flagged_question_is_given_a_fix(engine: Engine) -> None:
    fill(engine)
    with pytest.raises(InputError, match="flagged"):
        suggest_fix(engine, 1)
    with pytest.raises(NotFoundError):
        suggest_fix(engine, 99)


def test_a_second_press_starts_no_second_loop_and_others_do_not_see_it(engine: Engine) -> None:
    fill(engine)
    first = suggest_fix(engine, FLAGGED, by="王晓", idempotency_key="k")
    assert suggest_fix(engine, FLAGGED, by="王晓", idempotency_key="k") == first
    mine = suggestion_of(engine, FLAGGED, "王晓")
    assert mine is not None
    assert (mine.progress, mine.generator) == (SuggestionStatus.RUNNING, LEXICAL)
    assert suggestion_of(engine, FLAGGED, "王敏") is None


def test_the_loop_searches_the_questions_novel_alone(engine: Engine, tmp_path: Path) -> None:
    fill(engine)
    loop_id = suggest_fix(engine, FLAGGED, by="王晓")
    assert _run(engine, loop_id, tmp_path)
    loop = get_loop(engine, loop_id)
    assert loop.spec.source_ids is not None
    assert loop.evidence
    assert {passage.source_id for passage in loop.evidence} == set(loop.spec.source_ids)
    assert not (tmp_path / "observational_data.json").exists()


async def test_a_models_fix_is_revised_and_read_as_an_edit_that_the_import_takes(
    engine: Engine, tmp_path: Path
) -> None:
    fill(engine)
    wrong = {**REWRITTEN, "evidence": "他们在客栈里住了一夜，第二天才过江。"}
    replies = [wrong, REWRITTEN]
    prompts: list[str] = []

    def reply(request: object) -> str:
        prompts.append(str(request.body["messages"]))  # type: ignore[attr-defined]
        return json.dumps(replies[min(len(prompts), 2) - 1], ensure_ascii=False)

    async with OpenAIServer(reply) as server:
        loop_id = suggest_fix(engine, FLAGGED, generator="gen", by="王晓")
        assert await asyncio.to_thread(_run, engine, loop_id, tmp_path, server.url)
    assert len(prompts) == 2
    assert "证据不在原文中" in prompts[1]
    suggestion = suggestion_of(engine, FLAGGED, "王晓")
    assert suggestion is not None
    assert suggestion.edit is not None
    assert suggestion.evidence is not None
    assert (suggestion.progress, suggestion.outcome) == (SuggestionStatus.READY, "passed")
    assert suggestion.generator == "gen"
    assert NOVEL[suggestion.evidence.start : suggestion.evidence.end] == "只有三根"
    correction = checked(evidence_source(engine, FLAGGED), suggestion.edit.correction)
    assert correction.question.question == REWRITTEN["question"]
    assert suggestion.changes[0].field == "question"
    assert unsaved_edit(engine, FLAGGED, "王晓") is None, "never applied by itself"
    assert history(engine, FLAGGED) == []


async def test_a_judging_model_is_asked_only_for_what_the_rules_pass_and_sends_it_back(
    engine: Engine, tmp_path: Path
) -> None:
    """Source 004: the judge's suggestions are in the next prompt."""
    fill(engine)
    wrong = {**REWRITTEN, "evidence": "他们在客栈里住了一夜，第二天才过江。"}
    fixes = [json.dumps(entry, ensure_ascii=False) for entry in (wrong, REWRITTEN)]
    script = Script(fixes, [FAILED, PASSED])
    async with OpenAIServer(script) as server:
        loop_id = suggest_fix(engine, FLAGGED, generator="gen", evaluator="judge", by="王晓")
        assert await asyncio.to_thread(_run, engine, loop_id, tmp_path, server.url)
    _, second, third = (str(entry.body["messages"]) for entry in script.asked["gen"])
    assert "证据不在原文中" in second, "the rules say so, and no judge is asked"
    assert FAILED["suggestions"][0] in third
    assert [REWRITTEN["question"] in str(entry.body) for entry in script.asked["judge"]] == [
        True
    ] * 2
    suggestion = suggestion_of(engine, FLAGGED, "王晓")
    assert suggestion is not None
    assert (suggestion.progress, suggestion.outcome, suggestion.evaluator) == (
        SuggestionStatus.READY,
        "passed",
        "judge",
    )


def test_a_suggestion_that_is_left_stays_left_and_nobody_else_can_leave_it(engine: Engine) -> None:
    fill(engine)
    loop_id = suggest_fix(engine, FLAGGED, by="王晓")
    with pytest.raises(NotFoundError):
        leave_loop(engine, loop_id, "王敏")
    leave_loop(engine, loop_id, "王晓")
    dismissed = suggestion_of(engine, FLAGGED, "王晓")
    assert dismissed is not None
    assert (dismissed.loop_id, dismissed.is_left) == (loop_id, True)
    suggest_fix(engine, FLAGGED, by="王晓")
    second = suggestion_of(engine, FLAGGED, "王晓")
    assert second is not None
    assert not second.is_left


async def test_a_model_that_replies_no_fix_stops_the_loop_and_judges_nothing(
    engine: Engine, tmp_path: Path
) -> None:
    fill(engine)
    async with OpenAIServer(lambda _: "I would take b.") as server:
        loop_id = suggest_fix(engine, FLAGGED, generator="gen", by="王晓")
        assert not await asyncio.to_thread(_run, engine, loop_id, tmp_path, server.url)
    suggestion = suggestion_of(engine, FLAGGED, "王晓")
    assert suggestion is not None
    assert (suggestion.progress, suggestion.outcome, suggestion.edit) == (
        SuggestionStatus.STOPPED,
        None,
        None,
    )
    assert suggestion.error is not None


def test_a_question_with_a_context_of_its_own_is_searched_in_that_alone(
    engine: Engine, tmp_path: Path
) -> None:
    fill(engine, (replace(CASES[1], question="老周说自己带了几根绳子？"),))
    context = "阿桂看见了雾。老周说自己带了四根绳子。船在等。"
    with Session(engine) as session:
        row = session.exec(select(QuestionRow)).one()
        row.context, row.choice = context, {"a": "两根", "b": "三根", "c": "四根绳子", "d": "五根"}
        session.add(row)
        session.commit()
    loop_id = suggest_fix(engine, 1, by="王晓")
    assert _run(engine, loop_id, tmp_path)
    evidence = get_loop(engine, loop_id).evidence
    assert evidence
    assert {passage.text for passage in evidence} == {context}
    suggestion = suggestion_of(engine, 1, "王晓")
    assert suggestion is not None
    assert suggestion.edit is not None
    assert suggestion.edit.answer == ["c"]
    assert QUOTE not in suggestion.quote


def test_the_loop_is_as_long_and_looks_as_far_as_the_settings_say(engine: Engine) -> None:
    """Source 004: `epoch` reaches Config.GENER_EPOCH."""
    fill(engine)
    loop = get_loop(engine, suggest_fix(engine, FLAGGED, config=Config(GENER_EPOCH=1, TOP_K=2)))
    assert (loop.spec.gener_epoch, loop.spec.top_k) == (1, 2)
