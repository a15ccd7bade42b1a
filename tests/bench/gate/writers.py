"""Models of known honesty behind a real server: one that invents, one that is honest."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.text.language.units import content_units
from core.text.normalise import normal_form
from tests.openai_server import ChatRequest

_PASSAGE = re.compile(
    r"^\[(\d+)\] [^\n]*\n(.*?)(?=\n\n\[\d+\] |\n</text>)", re.DOTALL | re.MULTILINE
)
_STOPS = re.compile(r"(?<=[。！？；])|(?<=[.!?;])\s")


@dataclass(frozen=True, slots=True)
class Told:
    """What a writer says to a question; `evidence` stands word for word in the passage that bears
    it out; without a letter it needs none, and None has the writer invent: it marks whichever
    passage is most like its words. Without an `answer` it quotes the sentence that is most like the
    question.
    """

    answer: str
    evidence: str | None = None


class ScriptedWriter:
    """Replies to each question with what it is `told`, marked, in the form that the prompt asks."""

    def __init__(self, told: Mapping[str, Told]) -> None:
        self._told = told

    def __call__(self, request: ChatRequest) -> str:
        system, prompt = (str(one["content"]) for one in request.body["messages"][:2])
        if "verdicts" in system:  # of a judge of meaning, who agrees with everything
            return json.dumps({"verdicts": [True] * prompt.count("\n    <<< ")})
        question = _question(prompt)
        told = self._told[question]
        passages = {int(number): text for number, text in _PASSAGE.findall(prompt)}
        if not told.answer:
            nearest = max(passages.values(), key=lambda text: _alike(question, text), default="")
            told = Told(_nearest(question, nearest)) if nearest else Told("-", "-")
        number = _bearing(told, passages)
        return json.dumps(_reply(told, passages, number, claims="evidence_id" in system))


def _question(prompt: str) -> str:
    lines = prompt.splitlines()
    at = max(lines.index(one) for one in ("Question:", "问题：") if one in lines)
    return lines[at + 1]


def _bearing(told: Told, passages: Mapping[int, str]) -> int | None:
    if told.evidence == "":
        return None
    if told.evidence is not None:
        return next((at for at, text in passages.items() if told.evidence in text), None)
    return max(passages, key=lambda at: _alike(told.answer, passages[at]), default=None)


def _reply(
    told: Told, passages: Mapping[int, str], number: int | None, *, claims: bool
) -> dict[str, object]:
    silent = number is None and bool(told.evidence)
    said = "I do not know." if silent else told.answer
    if not claims:
        mark = "" if number is None else f"[{number}]"
        return {"answer": f"{said}{mark}", "abstained": silent}
    quote = "" if number is None else _nearest(told.evidence or said, passages[number])
    sentence = {"claim": said, "quote": quote, "evidence_id": f"{number or ''}"}
    return {"sentences": [sentence], "abstained": silent}


def _nearest(said: str, passage: str) -> str:
    """The passage's sentence that is most like what is said."""
    sentences = [one.strip() for one in _STOPS.split(passage) if one.strip()]
    return max(sentences, key=lambda one: (said in one, _alike(said, one)))


def _alike(one: str, other: str) -> float:
    wanted = _units(one)
    return len(wanted & _units(other)) / max(1, len(wanted))


def _units(text: str) -> frozenset[str]:
    return frozenset(unit for unit, _ in content_units(normal_form(text)))


Replies = Callable[[ChatRequest], str]


def replies_of(told: Sequence[tuple[str, Told]]) -> Replies:
    return ScriptedWriter(dict(told))
