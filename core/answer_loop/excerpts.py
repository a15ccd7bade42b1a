"""The part of a passage that an evaluator is shown (source 004, "检索内容截断"; reading 40)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from core.text import Span, normal_form
from core.text.language import content_units, sentence_spans

LONGEST = 500
"""The most characters shown of one passage."""

OMITTED = "…"


def best_window(text: str, query: str, longest: int = LONGEST) -> Span:
    """Return the window of `longest` characters with the most units of `query`, or a shorter text
    as a whole. It starts with a sentence where that loses no hit; ties go to the earliest.
    """
    if len(text) <= longest:
        return Span(0, len(text))
    query_units = {unit for unit, _ in content_units(normal_form(query))}
    hits = [(offset, unit) for unit, offset in content_units(text) if unit in query_units]
    last = len(text) - longest
    starts = {0, last, *(min(start, last) for start, _ in sentence_spans(text))}
    # Some best window begins with a hit; one that begins earlier may hold the same hits.
    starts |= {min(offset, last) for offset, _ in hits}
    best = max(_window_scores(hits, sorted(starts), longest))
    return Span(-best[-1], longest - best[-1])


def _window_scores(
    hits: Sequence[tuple[int, str]], starts: Sequence[int], longest: int
) -> Iterator[tuple[int, int, int]]:
    """Yield (distinct units, hits, -start) for the window at each start, in order."""
    inside = Counter[str]()
    first_hit = next_hit = 0
    for start in starts:
        while next_hit < len(hits) and hits[next_hit][0] < start + longest:
            inside[hits[next_hit][1]] += 1
            next_hit += 1
        while first_hit < next_hit and hits[first_hit][0] < start:
            unit = hits[first_hit][1]
            inside[unit] -= 1
            if not inside[unit]:
                del inside[unit]
            first_hit += 1
        yield len(inside), next_hit - first_hit, -start


def shown_excerpt(text: str, query: str, longest: int = LONGEST) -> str:
    """Return the text, or the best window and "…" if it has more than `longest` characters."""
    if len(text) <= longest:
        return text
    return best_window(text, query, longest).of(text) + OMITTED
