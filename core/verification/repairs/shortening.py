"""Shorten a copy to its limit by whole sentences; how to answer and the signature stay."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from core.verification.copy_text.copy_clauses import Clause, CopyParts, closing_of, greeting_of
from core.verification.copy_text.text_measures import has_han, length
from core.verification.policy.policy import Policy
from core.verification.repairs.guards.remaining_copy import tells_how_to_answer

_MOST_TRIED = 12
"""Texts that are tried at most, those that lose least first."""
_MOST_LOST = 3
"""One part in so many of a copy may go: of more, only its writer knows what matters least."""
_UNIT_CHARS = 20
"""Characters of a length unit at most, with the marks and spaces around it."""


def shorter_texts(text: str, limit: int, policy: Policy) -> Iterator[str]:
    """Yield texts without as few sentences as bring the copy within `limit`, from the end.

    A copy of one sentence is cut after a clause.
    """
    parts = CopyParts.of(text)
    sentences = _sentences(parts.clauses)
    if len(sentences) == 1:
        yield from _at_a_clause(parts, limit, policy)
        return
    sizes = [length(_text(sentence), policy.length) for sentence in sentences]
    over = length(text, policy.length) - limit
    fixed = _fixed(text, sentences)
    tried = 0
    for stop in range(len(sentences), 1, -1):
        if tried >= _MOST_TRIED:
            break
        if stop - 1 in fixed:
            continue
        start = _start_of_cut(sizes, fixed, stop, over)
        if start is None:
            break
        removed = {n for n in range(start, stop) if n not in fixed}
        if sum(sizes[n] for n in removed) * _MOST_LOST > sum(sizes):
            return
        tried += 1
        yield parts.with_body(_joined(sentences, removed))


def _sentences(clauses: Sequence[Clause]) -> list[list[Clause]]:
    """The clauses by sentence."""
    sentences: list[list[Clause]] = [[]]
    for clause in clauses:
        sentences[-1].append(clause)
        if clause.ends_sentence:
            sentences.append([])
    return [sentence for sentence in sentences if sentence]


def _text(sentence: Sequence[Clause]) -> str:
    return "".join(clause.text + clause.mark for clause in sentence)


def _joined(sentences: Sequence[Sequence[Clause]], removed: set[int]) -> str:
    """The sentences that stay; a line break stays where its line's last sentence is removed."""
    joined = ""
    for n, sentence in enumerate(sentences):
        sentence_text = _text(sentence)
        if n not in removed:
            joined += sentence_text
        elif "\n" in sentence_text and not joined.endswith("\n"):
            joined = joined.rstrip() + "\n"
    return joined.strip()


def _fixed(text: str, sentences: Sequence[Sequence[Clause]]) -> set[int]:
    """Numbers of the sentences that stay: greeting and the next one, calls to act, signature."""
    first = 1 if greeting_of(text) else 0
    closing = closing_of(text)
    fixed = set(range(first + 1))
    for n, sentence in enumerate(sentences):
        words = _text(sentence).strip()
        if tells_how_to_answer(words) or _ACTS.match(words) or (closing and words in closing):
            fixed.add(n)
    return fixed


_ACTS = re.compile(
    r"(?:please |just |simply )?(?:open|tap|try|upgrade|pay|start|download|use|bring|enter|choose"
    r"|pick|redeem|claim|get|grab|shop|see|watch|learn|find|log in|switch|renew|check)\b"
    r"|(?:请|快|立即|马上|现在)?(?:打开|点击|下载|升级|支付|领取|使用|登录|选择|查看|续费|体验|试用)",
    re.IGNORECASE,
)
"""What readers are told to do, without which a copy has no point."""


def _start_of_cut(sizes: Sequence[int], fixed: set[int], stop: int, over: int) -> int | None:
    """Number of the sentence at which a cut before `stop` must begin to save `over` length units.

    Sentences in `fixed` stay within the cut. None where too little can go.
    """
    start, saved = stop, 0
    while start > 0 and saved < over:
        start -= 1
        saved += 0 if start in fixed else sizes[start]
    return start if saved >= over else None


def _at_a_clause(parts: CopyParts, limit: int, policy: Policy) -> Iterator[str]:
    """Yield the text up to a clause, the longest that fits first."""
    clauses = parts.clauses

    def first(n: int) -> str:
        beginning = "".join(clause.text + clause.mark for clause in clauses[: n - 1])
        return _ended(parts.with_body(beginning + clauses[n - 1].text), parts)

    # The first `low` clauses fit, the first `high` do not.
    fitting = bisect_left(clauses, limit * _UNIT_CHARS, key=lambda clause: clause.start)
    low, high = 0, min(len(clauses), max(fitting, 1))
    while high - low > 1:
        middle = (low + high) // 2
        if length(first(middle), policy.length) <= limit:
            low = middle
        else:
            high = middle
    for n in range(low, max(0, low - _MOST_TRIED), -1):
        if _may_end(clauses, n) and length(first(n), policy.length) * 2 >= limit:
            yield first(n)


_ITEM_WORDS = 3
_CONJUNCTION = re.compile(r"\s*(?:and|or|&|和|与|及|或)\b", re.IGNORECASE)


def _may_end(clauses: Sequence[Clause], n: int) -> bool:
    """Whether a copy may end after `n` clauses: not within a list such as "red, blue and green"."""
    if n >= len(clauses):
        return True
    mark, following = clauses[n - 1].mark, clauses[n].text
    if mark.strip() in ("、", ":", "：", "") or "、" in mark:
        return False
    if has_han(following):
        return True
    return len(following.split()) > _ITEM_WORDS and not _CONJUNCTION.match(following)


def _ended(text: str, parts: CopyParts) -> str:
    """The text with a full stop where the copy's sentences end with marks."""
    if parts.footer or not text or not text[-1].isalnum():
        return text
    marks = any(clause.ends_sentence for clause in parts.clauses)
    return text + (("。" if has_han(text) else ".") if marks else "")
