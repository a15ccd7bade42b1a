"""Options that a sentence of judgment names by their text, whatever else the reply mentions:
"Having weighed them all, I'd say it's the rope", "It follows that he took the rope (B)".
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from core.llm.options.clauses import (
    WINDOW,
    denies_next,
    is_judgment,
    is_plain_conclusion,
    lead_of,
    sentence_before,
)
from core.llm.options.letters import folded
from core.llm.options.marks import OptionClaim, OptionMark
from core.llm.options.tails import tail_of
from core.llm.options.texts import ARTICLE_BEFORE, bare_options, bare_text
from core.llm.options.wording import AND

_TEXT_ENDS = re.compile(r"[\"'”)]*\s*(?:[.!。;,]|\Z|\n)")
_SENTENCE_ENDS = re.compile(r"[\"'”)\]]*\s*(?:[.!。]|\Z|\n)")
_TITLE = re.compile(
    r"[\s,(\['\"“”]{0,5}(?:(?:option|choice|选项|即|也就是)\s?)?[(\[]?\Z", re.IGNORECASE
)
"""What stands between an option's text and its letter: "a rope (option B)"."""
_MOST_PLACES = 200
_LETTERS = re.compile(r"[^\W\d_]")


def judged_texts(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> list[OptionClaim]:
    """The one option of which a sentence says in the writer's name, or as a conclusion, that it is
    the one; none where the letter of another is left standing.
    """
    denied = _denied_letters(text, marks, choice)
    if denied is None:
        return []
    judged = [
        OptionClaim(start, frozenset(letter), weak=not alone, end=end)
        for start, end, letter in _places(text, choice)
        for alone in [denied == frozenset(choice) - {letter}]
        if _is_judged(text, start, end, alone=alone)
    ]
    letters = {claim.letters for claim in judged}
    return judged[-1:] if len(letters) == 1 and not judged[0].letters & denied else []


def concluded_letters(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> list[OptionClaim]:
    """The last letter of a reply, behind its option's text and at the end of a sentence that draws
    a conclusion, where no other letter stands so: "It follows that he took the rope (B)."
    """
    certain = [mark for mark in marks if mark.certain]
    if not certain or len(certain[-1].letters) > 1:
        return []
    last = certain[-1]
    begin = own_text_before(text, last, choice)
    if begin is None or not _SENTENCE_ENDS.match(text, last.end):
        return []
    for mark in certain[:-1]:
        other = len(mark.letters) == 1 and mark.letters != last.letters
        if other and own_text_before(text, mark, choice) is not None:
            return []
    if not is_plain_conclusion(sentence_before(text, begin)):
        return []
    return [OptionClaim(last.start, frozenset(last.letters), concludes=True, end=last.end)]


def own_text_before(text: str, mark: OptionMark, choice: Mapping[str, str]) -> int | None:
    """Where the option's text begins behind which its letter stands; None where it does not."""
    before = _TITLE.sub("", text[max(0, mark.start - WINDOW) : mark.start])
    own = bare_text(choice[mark.letters])
    if not folded(before).endswith(own):
        return None
    return max(0, mark.start - WINDOW) + max(0, len(before) - len(own))


def joined_marks(text: str, marks: Sequence[OptionMark]) -> list[list[OptionMark]]:
    """The letters of a reply, those that are joined by commas or "and" together."""
    joined: list[list[OptionMark]] = []
    for mark in marks:
        if not mark.certain:
            continue
        if joined and AND.fullmatch(text, joined[-1][-1].end, mark.start):
            joined[-1].append(mark)
        else:
            joined.append([mark])
    return joined


def _is_judged(text: str, start: int, end: int, *, alone: bool) -> bool:
    if not _TEXT_ENDS.match(text, end) or _in_quotation(text, start):
        return False
    lead = lead_of(text, start)
    if not (lead.states and lead.closed) or lead.open or lead.compared:
        return False
    ends_reply = _LETTERS.search(text, end) is None
    return is_judgment(text, start) or alone or (lead.concludes and ends_reply)


def _in_quotation(text: str, start: int) -> bool:
    line = text[max(0, start - WINDOW) : start].rsplit("\n", 1)[-1]
    return line.count('"') % 2 == 1 or line.count("“") > line.count("”")


def _places(text: str, choice: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Where options' texts stand, with their articles, and whose they are."""
    options = {bare: letter for bare, letter in bare_options(choice).items() if bare}
    words = "|".join(re.escape(bare) for bare in sorted(options, key=len, reverse=True))
    pattern = re.compile(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", re.IGNORECASE)
    for number, match in enumerate(pattern.finditer(text)):
        if number == _MOST_PLACES:
            return
        letter = options.get(match[0].casefold())
        article = ARTICLE_BEFORE.search(text, max(0, match.start() - 8), match.start())
        if letter is not None:
            yield article.start() if article else match.start(), match.end(), letter


def _denied_letters(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> frozenset[str] | None:
    """The letters that a reply names, where it denies each of them; None where it does not."""
    denied: set[str] = set()
    for joined in joined_marks(text, marks):
        letters = {mark.letters for mark in joined}
        tail = tail_of(text, joined[-1].end, letters, choice)
        if not (denies_next(text, joined[0].start) or tail.denies):
            return None
        denied |= letters
    return frozenset(denied)
