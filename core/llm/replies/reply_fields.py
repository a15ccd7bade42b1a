"""The names that models give the fields of their answers, in English and Chinese.

Names are compared without case, spaces, hyphens and underscores.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from core.llm.replies.json_repairs import folded_name

ALIASES: Mapping[str, Sequence[str]] = {
    "answer": (
        *("answer", "final_answer", "answers", "correct_answer", "correct_answers"),
        *("selected_answer", "chosen_answer", "best_answer", "my_answer", "predicted_answer"),
        *("answer_choice", "answer_option", "answer_letter", "choice", "final_choice"),
        *("correct_choice", "selected_choice", "option", "correct_option", "selected_option"),
        *("selected_options", "chosen_option", "best_option", "final_option", "selected", "chosen"),
        *("selection", "pick", "letter", "option_letter", "choice_letter", "answer_id"),
        *("option_id", "choice_id", "ans", "final", "prediction", "correct"),
        *("答案", "最终答案", "正确答案", "参考答案", "我的答案", "选项", "正确选项", "最终选项"),
        *("所选选项", "选择", "最终选择", "我的选择", "选择的选项", "答"),
        # Last, and so only without any of the above: these may hold prose as well.
        *("verdict", "label", "response", "result", "output", "conclusion"),
        *("回答", "结论", "结果"),
    ),
    "evidence": (
        *("evidence", "evidence_quote", "evidence_text", "supporting_evidence", "quote", "quotes"),
        *("supporting_quote", "supporting_quotes", "supporting_text", "quoted_evidence"),
        *("textual_evidence", "text_evidence", "evidences", "citation", "citations", "excerpt"),
        *(
            "证据",
            "原文证据",
            "证据原文",
            "文本证据",
            "引文",
            "引用",
            "原文",
            "原文引用",
            "引用原文",
        ),
        *("原文依据", "依据", "文本依据", "摘录", "原文摘录", "佐证"),
    ),
    "is_answerable": (
        *("is_answerable", "answerable", "can_answer", "can_be_answered", "question_answerable"),
        *(
            "可回答",
            "是否可回答",
            "是否可答",
            "可答",
            "能否回答",
            "可否回答",
            "是否能回答",
            "可作答",
        ),
        *("是否可作答", "是否可以回答"),
    ),
    "confidence": (
        *("confidence", "confidence_level", "confidence_score", "certainty"),
        *(
            "置信度",
            "信心",
            "把握",
            "确信度",
            "自信度",
            "信心水平",
            "置信水平",
            "可信度",
            "信心程度",
        ),
    ),
    "reasoning": (
        *("reasoning", "reason", "reasons", "rationale", "explanation", "analysis"),
        *("justification", "thought", "thoughts", "thinking"),
        *("推理", "理由", "分析", "解释", "解析", "推理过程", "说明", "思路", "原因", "思考"),
    ),
}
_QUOTES = frozenset(
    map(folded_name, (*ALIASES["evidence"], "text", "passage", "content", "内容", "句子"))
)


def with_usual_names(fields: Mapping[str, Any], expected: Collection[str]) -> dict[str, Any]:
    """The fields, with each missing expected one taken from another of its names (ALIASES)."""
    named = dict(fields)
    keys = {folded_name(key): key for key in fields}
    for name in expected:
        if name in named:
            continue
        for alias in map(folded_name, ALIASES.get(name, ())):
            if alias in keys and keys[alias] in named and keys[alias] not in expected:
                named[name] = named.pop(keys[alias])
                break
    return named


def quotes_of(value: object) -> Iterator[str]:
    """Yield the quotes of a text, of `{"quote": "..."}`, or of a list of these; None has none.

    Raises ValueError for anything else.
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from quotes_of(part)
    elif isinstance(value, dict):
        quoted = [inner for name, inner in value.items() if folded_name(str(name)) in _QUOTES]
        if not quoted:
            raise ValueError("no quote in the object")
        yield from quotes_of(quoted[0])
    elif value is not None:
        raise ValueError("not a quote")
