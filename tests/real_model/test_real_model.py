"""What the desk makes of a real model's replies is what stands in them."""

import json

import pytest

from tests.real_model.raw_reading import depth_letters, depth_outcome, is_read, outcome_of
from tests.real_model.runs import ALTERED, MAX_OUTPUT, WINDOW, Question, RunOfModel

pytestmark = pytest.mark.real_model

Runs = dict[str, RunOfModel]


def each(runs: Runs) -> list[Question]:
    return [question for run in runs.values() for question in run.questions]


def test_every_validation_has_the_class_of_its_raw_reply(validations: Runs) -> None:
    assert [question.outcome for question in each(validations)] == [
        outcome_of(question) for question in each(validations)
    ]
    told = {name: {each.outcome for each in run.questions} for name, run in validations.items()}
    assert told["too-long"] == {"context_too_long"}
    assert told["tight"] == {"truncated"}
    assert "judged" in told["own-quotes"]
    for name in ("own-plain", "position-quotes", "own-quotes", "whole-quotes"):
        assert len(validations[name].questions) == 2


def test_a_judged_reply_has_its_own_letters_and_its_quote_is_looked_up(validations: Runs) -> None:
    judged = [question for question in each(validations) if question.outcome == "judged"]
    for question in judged:
        reply, verdict = json.loads(question.calls[-1].text), question.validation
        assert set(verdict["model_answer"]) == set(reply["answer"])
        assert verdict["answer_matches"] == (set(reply["answer"]) == set(question.row["answer"]))
        assert verdict["evidence_found"] == (reply["evidence"] in question.context)
        assert verdict["confidence"] == reply["confidence"]
        assert verdict["is_valid"] == (not verdict["failure_reasons"])
        if reply["evidence"] == ALTERED:
            assert verdict["evidence_verdict"] != "exact"
    assert judged


def test_calls_and_tokens_are_those_that_were_made(validations: Runs, depths: Runs) -> None:
    for question in each(validations):
        provenance = question.validation["provenance"]
        billed = [json.loads(call.body).get("usage", {}) for call in question.calls]
        assert provenance["attempts"] == len(question.calls)
        assert provenance["prompt_tokens"] == sum(one.get("prompt_tokens", 0) for one in billed)
        assert question.validation["raw_reply"] in (question.calls[-1].text, None)
    for question in each(depths):
        assert question.row["metrics"]["attempts"] == len(question.calls)


def test_what_asking_again_cannot_mend_is_asked_once(validations: Runs) -> None:
    """A context beyond the window, and one that leaves the reply no room in it."""
    assert [len(question.calls) for question in validations["too-long"].questions] == [1, 1]
    (tight,) = validations["tight"].questions
    usage = json.loads(tight.calls[-1].body)["usage"]
    assert usage["total_tokens"] == WINDOW
    assert usage["completion_tokens"] < MAX_OUTPUT
    assert len(tight.calls) == 1
    assert "window" in tight.validation["error"]


def test_every_depth_outcome_is_that_of_its_raw_reply(depths: Runs) -> None:
    assert [question.outcome for question in each(depths)] == [
        depth_outcome(question) for question in each(depths)
    ]
    for question in each(depths):
        if question.outcome in ("correct", "wrong"):
            assert question.row["model_answer"] == depth_letters(question.calls[-1].text)
    by_length = {
        length: {
            question.outcome
            for question in depths["depth-plain"].questions
            if question.row["test_context_length"] == length
        }
        for length in (500, 3000)
    }
    assert by_length[3000] == {"did_not_fit"}
    assert "did_not_fit" not in by_length[500]
    for question in each(depths):  # asked again only after what could not be read
        for call in question.calls[:-1]:
            assert not is_read(depth_letters(call.text), question)
