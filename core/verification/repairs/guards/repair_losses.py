"""A copy before and after a step of its repair: what went, and which clauses were rewritten."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.text.language import simplified_table
from core.verification.copy_text.copy_clauses import Clause, CopyParts, overlapped_clauses
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange
from core.verification.repairs.text_edits import TextChange, diff

FOUND = "\ue000"
"""Stands for each character that something was found in: it is to go."""


class Rewritten(NamedTuple):
    """A clause that stays with other words."""

    old: str
    new: str
    changes: tuple[TextChange, ...]
    is_first: bool


@dataclass(frozen=True)
class Loss:
    """A copy before and after a step; something was found at `spans` of it."""

    before: str
    after: str
    spans: tuple[CharRange, ...]

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The old clauses, at their places in the whole text; what was found divides none."""
        parts = CopyParts.of(self.masked)
        at = len(parts.header)
        spoken = (clause for clause in parts.clauses if clause.text.strip())
        return tuple(clause._replace(start=clause.start + at) for clause in spoken)

    @cached_property
    def sentences(self) -> tuple[tuple[Clause, ...], ...]:
        sentences: list[list[Clause]] = [[]]
        for clause in self.clauses:
            sentences[-1].append(clause)
            if clause.ends_sentence:
                sentences.append([])
        return tuple(tuple(sentence) for sentence in sentences if sentence)

    @cached_property
    def masked(self) -> str:
        return _masked(self.before, self.spans)

    @cached_property
    def had(self) -> str:
        """What was said that has to stay: clauses that say little beside what was found may go."""
        idle = (c for c in self.clauses if self.is_touched(c) and says_little(c.text))
        return _masked(self.masked, [(c.start, c.start + len(c.text)) for c in idle])

    @cached_property
    def _touched(self) -> frozenset[int]:
        numbers = overlapped_clauses(self.clauses, self.spans)
        leads = {n - 1 for n in numbers if n and ":" in _plain(self.clauses[n - 1].mark)}
        return frozenset(self.clauses[n].start for n in numbers | leads)

    def is_touched(self, clause: Clause) -> bool:
        """Whether something was found in it, or in what its colon leads to."""
        return clause.start in self._touched

    @cached_property
    def _changes(self) -> tuple[tuple[int, TextChange], ...]:
        """Each stretch of the diff, with its place in the old text."""
        changes, at = [], 0
        for change in diff(self.before, self.after):
            changes.append((at, change))
            at += len(change.before)
        return tuple(changes)

    @cached_property
    def put_in(self) -> str:
        return "".join(change.after for _, change in self._changes if change.kind != "equal")

    @cached_property
    def _kept(self) -> str:
        """The old text with what is no longer there masked."""
        return "".join(
            change.before if change.kind == "equal" else FOUND * len(change.before)
            for _, change in self._changes
        )

    @cached_property
    def gone(self) -> str:
        """The clauses that went and are said nowhere else, a line each."""
        went = (clause.text.strip() for clause in self.clauses if self.is_gone(clause))
        return "\n".join(text for text in went if text not in self.after)

    def is_gone(self, clause: Clause) -> bool:
        """Whether most of its letters, beside what was found, are no longer there."""
        kept = self._kept[clause.start : clause.start + len(clause.text)]
        left = [k != FOUND for k, c in zip(kept, clause.text, strict=True) if c.isalnum()]
        return sum(left) * _GONE < len(left)

    def _within(self, clause: Clause) -> tuple[TextChange, ...]:
        return tuple(_within(self._changes, clause.start, clause.start + len(clause.text)))

    def left_of(self, clause: Clause) -> str:
        """What stands in its place."""
        return "".join(change.after for change in self._within(clause)).strip()

    def went(self, clause: Clause) -> bool:
        """Whether it is gone, where all of it may be what was found."""
        if re.search(r"\w", clause.text):
            return self.is_gone(clause)
        said = self.before[clause.start : clause.start + len(clause.text)]
        return said.strip() not in self.after

    @cached_property
    def share(self) -> float:
        """How much of what has to stay went."""
        left = [k != FOUND for k, c in zip(self._kept, self.had, strict=True) if c.isalnum()]
        return 1 - sum(left) / len(left) if left else 0.0

    @cached_property
    def rewritten(self) -> tuple[Rewritten, ...]:
        made = []
        for clause in self.clauses:
            if not re.search(r"\w", clause.text):
                continue
            within = self._within(clause)
            if self.is_gone(clause) and not _is_reworded(within):
                continue
            new = "".join(change.after for change in within)
            old = "".join(change.before for change in within)
            if new.strip() != old.strip():
                made.append(Rewritten(old, new, within, clause is self.clauses[0]))
        return tuple(made)


def _is_reworded(changes: Sequence[TextChange]) -> bool:
    """Whether words were put beside the few that are left of it."""
    put_in = (change.after for change in changes if change.kind != "equal")
    left = (change.after for change in changes if change.kind == "equal")
    return all(re.search(r"\w", "".join(words)) for words in (put_in, left))


_GONE = 3
"""A clause of which less than one letter in so many is left."""


def _plain(mark: str) -> str:
    return mark.replace("：", ":")


_MARKS = "，,。.！!？?；;：:、 \n"


def _masked(text: str, spans: Sequence[CharRange]) -> str:
    characters = list(text)
    for start, end in spans:
        # The mark that ends a clause still does.
        stop = end
        while stop > start and characters[stop - 1] in _MARKS:
            stop -= 1
        characters[start:stop] = FOUND * (stop - start)
    return "".join(characters)


def _within(
    changes: Sequence[tuple[int, TextChange]], start: int, end: int
) -> Iterator[TextChange]:
    """The changes between two places; what was put in belongs to the clause it begins in."""
    for at, (kind, before, after) in changes:
        low, high = max(at, start), min(at + len(before), end)
        piece = before[low - at : high - at] if low < high else ""
        if kind == "equal" and piece:
            yield TextChange(kind, piece, piece)
        elif kind != "equal" and (piece or (not before and start <= at <= end)):
            yield TextChange(kind, piece, after if at >= start else "")


_LIGHT_HAN = re.compile(
    r"收费|费用|售价|定价|单价|票价|价格为?|单[节次件张]|人均|复制|粘贴|浏览器|搜索"
    r"|今[天日晚早年]|明[天日晚]|[本这][周月]|马上|即将|已经|正在|就要|将[至近]|来[了啦]|到[了啦]?|临近"
    r"|快[到乐]|安康|开启|开始|进行|结束|狂欢|前夕|适逢|恰逢|正值|最后|倒计时|[节期][间日]"
    r"|(?:再过|还有|只剩|不到)[一二三四五六七八九十两几\d]+[天周]|祝|大家|[你您]|我们|是|在|就|的|了|啦|吗|呢|这|那|又|快|要|也|一?[款个台]|只要|仅|现|价|原|特|每"
    r"|起|钱|详情|查看|见|戳|点[击开]?|打开|登[录入]|访问|进入|链接|网址|入口|官网|看|请|更多|了解|至|上"
)
_LIGHT_EN = re.compile(
    r"\b(?:happy|merry|it['’]?s|it|is|are|was|were|the|a|an|our|your|here|now|today|tomorrow|tonight"
    r"|this|next|week|weekend|days?|away|almost|soon|just|coming|starts?|has|have|arrived|from|all|of"
    r"|us|you|at|for|on|in|to|with|and|back|around|corner|approach(?:es|ing)|only|per|s|we|deals?"
    r"|sale|head|go|over|visit|see|more|details?|info|link|via|by|find|out|check|click|open|browse"
    r"|view|or)\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d\s?[ap]\.?m\b|\b(?:midnight|noon)\b|[\d零一二两三四五六七八九十]点", re.I)
_LITTLE_HAN, _LITTLE_WORDS = 2, 1


def says_little(masked: str) -> bool:
    """Whether a clause says nothing to speak of beside what was found in it."""
    bare = masked.replace(FOUND, " ")
    if _CLOCK.search(bare):
        return False
    if has_han(bare):
        plain = bare.translate(simplified_table())
        return len(re.findall(r"\w", _LIGHT_HAN.sub("", plain))) <= _LITTLE_HAN
    return len(re.findall(r"[\w’']+", _LIGHT_EN.sub("", bare))) <= _LITTLE_WORDS


def words_of(pattern: re.Pattern[str], text: str) -> set[str]:
    """What a pattern finds in a text, in simplified characters and without case."""
    plain = text.translate(simplified_table())
    return {match[0].casefold() for match in pattern.finditer(plain)}
