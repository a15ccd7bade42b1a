"""Fields of an answer that contradict its letter: another option's text, a second answer."""

from collections.abc import Mapping, Sequence

from core.llm.replies.json_repairs import folded_name
from core.llm.replies.options.letters import distinct_options, folded, read_letters

_TEXT_FIELDS = (
    *("answer_text", "option_text", "choice_text", "selected_text", "answer_content", "text"),
    *("option_content", "content", "value", "correct_answer_text", "selected_option_text"),
    *("答案内容", "选项内容", "内容", "答案文本", "选项文本", "文本"),
)
"""Fields for the chosen option's text beside its letter."""
_OTHER_ANSWERS = (
    *("alternative", "alternative_answer", "alternate_answer", "other_answer", "also_possible"),
    *("alternative_option", "alternative_choice", "备选答案", "其他答案", "另一答案", "另一个答案"),
    *("其他可能答案", "备选"),
)
"""Fields for a second answer beside the first."""
_CANDIDATES = (
    *("candidates", "candidate_answers", "possible_answers", "possibilities", "plausible_answers"),
    *("候选", "候选答案", "候选项", "可能的答案", "可能答案"),
)
"""Fields for options between which a reply without an answer does not decide."""
_FOLDED_TEXTS = frozenset(map(folded_name, _TEXT_FIELDS))
_FOLDED_OTHERS = frozenset(map(folded_name, _OTHER_ANSWERS))


def contradicts(
    fields: Mapping[str, object], letters: Sequence[str], choice: Mapping[str, str]
) -> bool:
    """Whether an object gives another option's text beside the letters, another answer, or
    candidates without an answer.
    """
    options = distinct_options(choice)
    if not letters and any(_names_option(fields.get(name), choice) for name in _CANDIDATES):
        return True
    for name, value in fields.items():
        if not isinstance(value, str):
            continue
        if folded_name(str(name)) in _FOLDED_TEXTS:
            named = options.get(folded(value))
        elif folded_name(str(name)) in _FOLDED_OTHERS:
            named = _letter(value, choice)
        else:
            continue
        if named is not None and named not in letters:
            return True
    return False


def _names_option(value: object, choice: Mapping[str, str]) -> bool:
    parts = value if isinstance(value, list) else [value]
    return any(isinstance(part, str) and _letter(part, choice) is not None for part in parts)


def _letter(value: str, choice: Mapping[str, str]) -> str | None:
    try:
        return next(iter(read_letters(value, choice, multi=True)), None)
    except ValueError:
        return None
