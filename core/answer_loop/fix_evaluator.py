"""Evaluate suggested fixes: by rules first, then by a model if there is one."""

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from core.answer_loop.evaluation import (
    PREFIXES,
    Evaluation,
    EvaluationDimension,
    EvaluationRecord,
    Evaluator,
)
from core.answer_loop.fixes import FixKind, FlaggedQuestion, SuggestedFix, apply_fix, read_fix
from core.errors import InputError
from core.evidence_gate import Evidence
from core.questions import field_changes, parse_question
from core.text import EvidenceMatcher, PreparedText, guess_language, normal_form
from core.text.language import supported_language

TEMPLATE = "fix_evaluation_prompt"

_UNREADABLE = "unreadable"
_QUOTE, _LETTERS, _ALIKE, _CHANGED, _SAME = "quote", "letters", "alike", "changed", "same"
_LANGUAGE, _IMPORT = "language", "import"

_MESSAGES = {
    "en": {
        _UNREADABLE: "The suggestion is not the JSON object asked for. Write all its fields.",
        _QUOTE: "The evidence does not stand in the text. Quote a passage word for word.",
        _LETTERS: "The answer names letters that are no options. Name letters of the options.",
        _ALIKE: "Two options say the same. Make each option a different one.",
        _CHANGED: "A corrected answer changes the letters alone. Leave question and options as "
        "they are, or suggest a rewritten question.",
        _SAME: "Nothing is changed. Change what is wrong, or reply with no_fix.",
        _LANGUAGE: "The question is written in another language than before. Keep its language.",
        _IMPORT: "The field {field} breaks a rule for questions. Correct it.",
    },
    "zh": {
        _UNREADABLE: "建议不是所要求的 JSON 对象，请写全各字段。",
        _QUOTE: "证据不在原文中，请逐字引用原文。",
        _LETTERS: "答案中有不存在的选项字母，请只写已有选项的字母。",
        _ALIKE: "有两个选项内容相同，请使各选项互不相同。",
        _CHANGED: "改正答案只能改动答案字母，请保持题干和选项不变，或改为重写题目。",
        _SAME: "没有任何改动，请改正有误之处，或回复 no_fix。",
        _LANGUAGE: "题干换了语言，请保持原来的语言。",
        _IMPORT: "字段 {field} 不符合题目规则，请改正。",
    },
}
_EVIDENCE = frozenset({_QUOTE})


class FixEvaluator:
    """Checks fixes by rules; `judge`, if any, evaluates those in which the rules find no fault.

    `text` is the source text of the question. NO_FIX always passes, as it claims nothing.
    """

    def __init__(
        self, flawed: FlaggedQuestion, text: str | PreparedText, judge: Evaluator | None = None
    ) -> None:
        self._flawed = flawed
        self._text = PreparedText.from_text(text)
        self._judge = judge

    @property
    def name(self) -> str:
        return self._judge.name if self._judge else "rules"

    @property
    def model(self) -> str:
        return self._judge.model if self._judge else "fix-rules-1"

    @property
    def is_rule(self) -> bool:
        return self._judge is None

    async def evaluate(
        self, query: str, answer: str, evidence: Sequence[Evidence], *, language: str
    ) -> EvaluationRecord:
        """Evaluate the fix whose JSON is `answer`. Raises what the judge raises."""
        language_key = supported_language(language)
        try:
            fix = read_fix(answer)
        except ValidationError:
            return EvaluationRecord(
                Evaluation.from_suggestions([_suggestion(_UNREADABLE, language_key)])
            )
        if fix.kind is FixKind.NO_FIX:
            return EvaluationRecord(Evaluation.from_suggestions([]))
        faults = [_suggestion(name, language_key, field) for name, field in self._faults(fix)]
        if faults or self._judge is None:
            return EvaluationRecord(Evaluation.from_suggestions(faults))
        return await self._judge.evaluate(query, answer, evidence, language=language)

    def _faults(self, fix: SuggestedFix) -> Iterator[tuple[str, str]]:
        """Yield (key of _MESSAGES, field at fault)."""
        original = self._flawed.question
        suggested = apply_fix(original, fix)
        if not EvidenceMatcher().match(fix.evidence, self._text).found:
            yield _QUOTE, "evidence"
        texts = [normal_form(text) for text in fix.choice.values()]
        if not set(fix.answer) <= set(fix.choice):
            yield _LETTERS, "answer"
        elif fault := _import_fault(fix, original.question_type.value):
            yield _IMPORT, fault
        if len(set(texts)) < len(texts):
            yield _ALIKE, "choice"
        if not field_changes(original, suggested):
            yield _SAME, "question"
        elif fix.kind is FixKind.CORRECTED_ANSWER and (
            fix.question != original.question or dict(fix.choice) != dict(original.choice)
        ):
            yield _CHANGED, "question"
        if guess_language(fix.question) != guess_language(original.question):
            yield _LANGUAGE, "question"


def _import_fault(fix: SuggestedFix, question_type: str) -> str:
    """Return the field that the question import would refuse, or an empty string."""
    row = {
        "question": fix.question,
        "question_type": question_type,
        "choice": dict(fix.choice),
        "answer": list(fix.answer),
    }
    try:
        parse_question(row)
    except InputError as error:
        return error.field or "question"
    return ""


def _suggestion(name: str, language: str, field: str = "") -> str:
    dimension = (
        EvaluationDimension.EVIDENCE if name in _EVIDENCE else EvaluationDimension.REASONABLENESS
    )
    return f"{PREFIXES[language][dimension]} {_MESSAGES[language][name].format(field=field)}"
