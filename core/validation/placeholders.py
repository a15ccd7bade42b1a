"""Refuse a quote that only repeats the example in the prompt's template (reading 65)."""

import re

from core.llm import FailureKind, Prompt, UnreadableReply, ValidationReply
from core.questions import Question
from core.text import normal_form
from core.text.matching import split_at_ellipses
from core.validation.contexts import Book, Context

LONGEST = 120
"""Longest example in characters."""

_EXAMPLE = re.compile(r'"evidence"\s*[:：]\s*"((?:[^"\\]|\\.)+)"')
_ENGLISH = re.compile(
    r"(?:(?:quotes?|quotation|verbatim|excerpt|evidence|placeholder|an?|the|your|one|this|any|some|in|"
    r"from|of|as|for|to|here|goes|go|be|is|must|should|it|copied|copy|quoted|insert|put|place|paste|"
    r"write|fill|exact|exactly|direct|literal|original|short|shortest|supporting|relevant|contiguous|"
    r"continuous|actual|real|word|stretch|span|sentences?|lines?|passage|text|novel|book|story|source|"
    r"context|above|given)(?: |$))+"
)
_ENGLISH_HEAD = re.compile(r"\b(?:quotes?|quotation|verbatim|excerpt|evidence|placeholder)\b")
_CHINESE = re.compile(
    r"(?:请|需|应|在|此处|这里|该处|填写|填入|填上|写入|写上|放入|插入|粘贴|从|自|由|你的?|给出的?|上文|上面|"
    r"原文|文本|文中|原著|小说|材料|段落|文章|里|中|逐字|逐句|一字不差|照抄|照录|摘录|抄录|摘抄|引用|引文|"
    r"引述|引语|证据|内容|文字|句子|片段|语句|的|地|一段|一句|连续|直接|完整|准确|占位符|占位|处)+"
)
_CHINESE_HEAD = re.compile(r"逐字|照抄|照录|摘录|抄录|摘抄|引用|引文|引述|引语|证据|原文|占位")
_EMPTY_FORM = re.compile(r"[.。．]{2}|[…⋯<>\[\]{}【】]")


def refuse_placeholder(
    reply: ValidationReply,
    raw: str,
    prompt: Prompt,
    question: Question,
    context: Context,
    book: Book | None,
) -> ValidationReply:
    """The reply itself. Raises UnreadableReply (placeholder) if its quote is an example, the
    prompt's or a usual one, and not words of the passage that the model was shown.
    """
    quote = reply.evidence.strip()
    if not quote or len(quote) > LONGEST:
        return reply
    parts = [part for part in map(_letters, split_at_ellipses(quote)) if part]
    if not parts:
        # Only dots or brackets; with "not answerable" they mean that there is nothing to quote.
        copied = reply.is_answerable and _EMPTY_FORM.search(quote) is not None
    else:
        examples = _examples_in(prompt)
        copied = all(part in examples or is_usual_placeholder(part) for part in parts)
        copied = copied and not _occur_in(parts, question, context, book)
    if copied:
        raise UnreadableReply(
            "The reply repeats the template's example instead of a quote: {quote}. It is stored "
            "unchanged; retry.",
            raw=raw,
            kind=FailureKind.PLACEHOLDER,
            quote=quote,
        )
    return reply


def is_usual_placeholder(letters: str) -> bool:
    """Whether normalised words only name a quote: "the verbatim quote here", 逐字引用的原文."""
    unspaced = letters.replace(" ", "")
    english = _ENGLISH.fullmatch(letters) and _ENGLISH_HEAD.search(letters)
    return bool(english or (_CHINESE.fullmatch(unspaced) and _CHINESE_HEAD.search(unspaced)))


def _letters(quote: str) -> str:
    return normal_form(quote.replace("_", " "))


def _examples_in(prompt: Prompt) -> frozenset[str]:
    """Every quote that the prompt gives as an example of a reply."""
    texts = [message.content for message in prompt.messages if '"evidence"' in message.content]
    return frozenset(_letters(quote) for text in texts for quote in _EXAMPLE.findall(text)) - {""}


def _occur_in(parts: list[str], question: Question, context: Context, book: Book | None) -> bool:
    """Whether all parts of the quote occur in the question's passage."""
    if book is None or question.context is not None:
        passage = normal_form(context.text)
    else:
        passage = book.prepared.part(context.span.start, context.span.end).normal.text
    unspaced = passage.replace(" ", "")
    return all(part.replace(" ", "") in unspaced for part in parts)
