"""Suggested fixes of flagged questions, which the answer loop can write instead of answers."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from core.llm import Completion, UnreadableReply
from core.llm.replies.json_objects import read_json_object
from core.llm.replies.reply_parsing import read_typed
from core.llm.reply_formats import model_schema, strict_object
from core.llm.sanitizing import without_unstorable
from core.questions import Question


class FixKind(StrEnum):
    """CORRECTED_ANSWER changes only the letters. NO_FIX: the text supports nothing better."""

    CORRECTED_ANSWER = "corrected_answer"
    REWRITTEN_QUESTION = "rewritten_question"
    NO_FIX = "no_fix"


class SuggestedFix(BaseModel):
    """A suggested fix; its JSON is the answer text of the loop. `choice` maps letters to texts,
    `answer` names letters of it, `evidence` is quoted word for word from the source, `why` is a
    sentence for the reviewer.
    """

    model_config = ConfigDict(frozen=True)

    kind: FixKind
    question: str
    choice: dict[str, str]
    answer: tuple[str, ...]
    evidence: str
    why: str

    @classmethod
    def from_question(
        cls, kind: FixKind, question: Question, answer: Sequence[str], evidence: str, why: str
    ) -> "SuggestedFix":
        """Create a fix that leaves all of the question but its answer unchanged."""
        return cls(
            kind=kind,
            question=question.question,
            choice=dict(question.choice),
            answer=tuple(answer),
            evidence=evidence,
            why=why,
        )


@dataclass(frozen=True, slots=True)
class FlaggedQuestion:
    """A flagged question and the letters a model chose; `reasons` are keys of REASONS."""

    question: Question
    model_answer: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        """The search query: the question and its options."""
        return "\n".join([self.question.question, *self.question.choice.values()])

    def prompt_variables(self, language: str) -> Mapping[str, str]:
        """The variables of the prompts except the evidence."""
        reason_texts = REASONS["zh" if language == "zh" else "en"]
        options = (f"{letter}. {text}" for letter, text in self.question.choice.items())
        return {
            "question": self.question.question,
            "question_type": self.question.question_type.value,
            "options": "\n".join(options),
            "labelled": ", ".join(self.question.answer),
            "model_answer": ", ".join(self.model_answer) or "–",
            "reasons": "\n".join(f"- {reason_texts.get(reason, reason)}" for reason in self.reasons)
            or "–",
        }


def read_fix(text: str) -> SuggestedFix:
    """Read the fix in an attempt's text. Raises pydantic's ValidationError."""
    return SuggestedFix.model_validate_json(text)


def fix_reply(completion: Completion) -> str:
    """Normalise a model's reply to JSON. Raises UnreadableReply, after which it is asked again."""
    return read_typed(completion.text, completion.finish_reason, partial(_typed, completion.text))


def fix_schema(letters: Iterable[str]) -> dict[str, Any]:
    """Return the JSON schema of a reply about a question whose options have these letters."""
    text = {"type": "string"}
    return model_schema(
        SuggestedFix,
        kind={"type": "string", "enum": [kind.value for kind in FixKind]},
        choice=strict_object(dict.fromkeys(letters, text)),
        answer={"type": "array", "items": text},
    )


def _typed(raw: str) -> str:
    fields = read_json_object(raw, tuple(SuggestedFix.model_fields))
    try:
        fix = SuggestedFix.model_validate(fields)
    except ValidationError as error:
        name = str(error.errors(include_url=False)[0]["loc"][0])
        raise UnreadableReply(
            "The reply's field {name} is not as requested. Retry.", raw=raw, name=name
        ) from None
    # A reply may hold a lone surrogate, which json writes and pydantic refuses to read.
    return without_unstorable(json.dumps(fix.model_dump(), ensure_ascii=False))


def apply_fix(question: Question, fix: SuggestedFix) -> Question:
    """Return the question with the fix applied; it need not pass the import's checks."""
    return replace(question, question=fix.question, choice=dict(fix.choice), answer=fix.answer)


REASONS = {
    "en": {
        "answer_mismatch": "reading the text, the model chose another answer than the label",
        "evidence_empty": "the model quoted nothing for its answer",
        "evidence_not_found": "the model's quote stands nowhere in the text",
        "evidence_altered": "the model's quote changes what the text says",
        "evidence_misjoined": "the model's quote joins parts that do not belong together",
        "evidence_reworded": "the model's quote is a paraphrase",
        "evidence_elsewhere": "the quote stands outside the passage asked about",
        "not_answerable": "the model says that the text does not answer the question",
        "low_confidence": "the model was not sure of its answer",
    },
    "zh": {
        "answer_mismatch": "模型读原文后选出的答案与标注不一致",
        "evidence_empty": "模型没有为答案给出引文",
        "evidence_not_found": "原文中找不到模型的引文",
        "evidence_altered": "模型的引文改变了原文的意思",
        "evidence_misjoined": "模型的引文拼接了不相连的内容",
        "evidence_reworded": "模型的引文是转述，不是原文",
        "evidence_elsewhere": "引文不在题目所问的段落内",
        "not_answerable": "模型认为原文不能回答该题",
        "low_confidence": "模型对答案没有把握",
    },
}
"""Texts of the flags for the prompts, by language."""
