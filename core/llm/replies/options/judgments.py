"""Find options that a sentence of judgment names by their text, whatever else the reply mentions:
"Having weighed them all, I'd say it's the rope", "It follows that he took the rope (B)".
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from core.llm.replies.options.clauses import (
    WINDOW,
    denies_next,
    is_judgment,
    is_plain_conclusion,
    lead_of,
    sentence_before,
)
from core.llm.replies.options.letters import folded
from core.llm.replies.options.marks import OptionClaim, OptionMark
from core.llm.replies.options.tails import tail_of
from core.llm.replies.options.texts import ARTICLE_BEFORE, bare_options, bare_text
from core.llm.replies.options.wording import AND

_TEXT_ENDS = re.compile(r"[\"'”)]*\s*(?:[.!。;,]|\Z|\n)")
_SENTENCE_ENDS = re.compile(r"[\"'”)\]]*\s*(?:[.!。]|\Z|\n)")
_TITLE = re.compile(
    r"[\s,(\['\"“”]{0,5}(?:(?:option|choice|选项|即|也就是)\s?)?[(\[]?\Z", re.IGNORECASE
)
"""What may come between an option's text and its letter: "a rope (option B)"."""
_MOST_PLACES = 200
_LETTERS = re.compile(r"[^\W\d_]")


def judged_texts(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> list[OptionClaim]:
    """The claim of the one option that a sentence calls the answer, as the writer's judgment or a
    conclusion; empty if the reply names a letter without denying it.
    """
    denied = _denied_letters(text, marks, choice)
    if denied is None:
        return []
    judged = [
        OptionClaim(start, frozenset(letter), weak=not is_last_left, end=end)
        for start, end, letter in _places(text, choice)
        for is_last_left in [denied == frozenset(choice) - {letter}]
        if _is_judged(text, start, end, is_last_left=is_last_left)
    ]
    letters = {claim.letters for claim in judged}
    return judged[-1:] if len(letters) == 1 and not judged[0].letters & denied else []


def concluded_letters(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> list[OptionClaim]:
    """The claim of the last letter, if it follows its option's text at the end of a sentence that
    draws a conclusion: "It follows that he took the rope (B)." Empty if another letter follows its
    option's text, too.
    """
    certain = [mark for mark in marks if mark.certain]
    if not certain or len(certain[-1].letters) > 1:
        return []
    last = certain[-1]
    text_start = own_text_before(text, last, choice)
    if text_start is None or not _SENTENCE_ENDS.match(text, last.end):
        return []
    for mark in certain[:-1]:
        is_other = len(mark.letters) == 1 and mark.letters != last.letters
        if is_other and own_text_before(text, mark, choice) is not None:
            return []
    if not is_plain_conclusion(sentence_before(text, text_start)):
        return []
    return [OptionClaim(last.start, frozenset(last.letters), concludes=True, end=last.end)]


def own_text_before(text: str, mark: OptionMark, choice: Mapping[str, str]) -> int | None:
    """Where the option's text right before its letter begins; None if it is not there."""
    before = _TITLE.sub("", text[max(0, mark.start - WINDOW) : mark.start])
    option_text = bare_text(choice[mark.letters])
    if not folded(before).endswith(option_text):
        return None
    return max(0, mark.start - WINDOW) + max(0, len(before) - len(option_text))


def joined_marks(text: str, marks: Sequence[OptionMark]) -> list[list[OptionMark]]:
    """The certain letters of a reply, grouped where commas or "and" join them."""
    joined: list[list[OptionMark]] = []
    for mark in marks:
        if not mark.certain:
            continue
        if joined and AND.fullmatch(text, joined[-1][-1].end, mark.start):
            joined[-1].append(mark)
        else:
            joined.append([mark])
    return joined


def _is_judged(text: str, start: int, end: int, *, is_last_left: bool) -> bool:
    if not _TEXT_ENDS.match(text, end) or _in_quotation(text, start):
        return False
    lead = lead_of(text, start)
    if not (lead.states and lead.closed) or lead.open or lead.compared:
        return False
    ends_reply = _LETTERS.search(text, end) is None
    return is_judgment(text, start) or is_last_left or (lead.concludes and ends_reply)


def _in_quotation(text: str, start: int) -> bool:
    line = text[max(0, start - WINDOW) : start].rsplit("\n", 1)[-1]
    return line.count('"') % 2 == 1 or line.count("“") > line.count("”")


def _places(text: str, choice: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and letter of each option's text; an article before it is included."""
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
    """The letters that a reply names, if it denies each of them; else None."""
    denied: set[str] = set()
    for joined in joined_marks(text, marks):
        letters = {mark.letters for mark in joined}
        tail = tail_of(text, joined[-1].end, letters, choice)
        if not (denies_next(text, joined[0].start) or tail.denies):
            return None
        denied |= letters
    return frozenset(denied)
