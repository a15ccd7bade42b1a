"""What a raw answer is, read without the desk's code: what the desk made of it is held to this."""

import json
import re

from tests.real_model.runs import Question

_FIELDS = {"answer", "evidence", "is_answerable", "confidence"}
_LETTER = re.compile(r"\s*([a-e])\.\s")


def outcome_of(question: Question) -> str:
    """The class that the last raw answer to a validation belongs to. The sample's questions have
    one right option each, so that several letters decide nothing.
    """
    last = question.calls[-1]
    if last.status != 200:
        kind = json.loads(last.body)["error"]["type"]
        return "context_too_long" if kind == "exceed_context_size_error" else "api_error"
    if last.finish == "length":
        return "truncated"
    try:
        reply = json.loads(last.text)
    except ValueError:
        return "parse_failure"
    if not isinstance(reply, dict) or not set(reply) >= _FIELDS or len(set(reply["answer"])) > 1:
        return "parse_failure"
    return "placeholder" if reply["evidence"] == "the verbatim quote" else "judged"


def depth_outcome(question: Question) -> str:
    """Of a depth test: by the letter that a reply begins with, or those of its object."""
    last = question.calls[-1]
    if last.status != 200:
        return "did_not_fit" if outcome_of(question) == "context_too_long" else "api_error"
    if last.finish == "length":
        return "truncated"
    letters = depth_letters(last.text)
    if not is_read(letters, question):
        return "parse_failure"
    if not letters:
        return "abstained"
    return "correct" if letters == question.row["correct_answer"] else "wrong"


def is_read(letters: list[str] | None, question: Question) -> bool:
    """Whether they are letters of options, and no more than one of them."""
    return letters is not None and set(letters) <= set(question.row["choice"]) and len(letters) < 2


def depth_letters(text: str) -> list[str] | None:
    """None where no letter can be read."""
    try:
        return sorted(set(json.loads(text)["answer"]))
    except (ValueError, TypeError, KeyError):
        told = _LETTER.match(text)
        return [told[1]] if told else None
