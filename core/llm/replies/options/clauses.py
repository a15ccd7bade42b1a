"""Read the words before an option's letter in its clause; tell what kind of statement a clause is.

The text is NFKC and free of markup (core.llm.replies.reply_markup).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from core.llm.replies.options.roles import WordRole
from core.llm.replies.options.words import (
    BREAKS,
    CLEFTS,
    FIRST_PERSON,
    LABELS,
    ONLY,
    SO_WORDS,
    SPEECH,
    SUBJECTS,
    Word,
    words_of,
)

WINDOW = 160
"""Characters read before and after a letter; a clause that chooses is shorter."""
SENTENCE_ENDS = re.compile(r"(?<!e\.g)(?<!i\.e)\.(?=[\s\"'”)\]]|\Z)|[!?。\n]|(?<!TL);")
CLAUSE_ENDS = re.compile(
    r"(?<!e\.g)(?<!i\.e)\.(?=[\s\"'”)\]]|\Z)|[!?,。\n、…]|(?<!TL);|(?:\s|\A)[-–—/]+\s|[—–]+|->"
)
QUOTED = re.compile(r'"[^"\n]{3,150}"|“[^”\n]{3,150}”')
_LINK = re.compile(
    r"(?:[:=→>|]|[-–—]>?)\s{0,5}(?:(?:option|choice|letter|选项)\s{0,5})?[\s\"'(\[{]*\Z", re.I
)
_DOUBTS = frozenset(
    {
        WordRole.DENIES,
        WordRole.HEDGES,
        WordRole.SUPPOSES,
        WordRole.REPORTS,
        WordRole.LISTS,
        WordRole.COMPARES,
        WordRole.TIES,
    }
)
_STATES = frozenset(
    {WordRole.ANSWER, WordRole.CHOOSES, WordRole.PRAISES, WordRole.HOLDS, WordRole.POINTS}
)
DANGERS = frozenset(
    {
        WordRole.ADDS,
        WordRole.TIES,
        WordRole.DENIES,
        WordRole.HEDGES,
        WordRole.SUPPOSES,
        WordRole.REPORTS,
        WordRole.LISTS,
        WordRole.OTHERS,
    }
)
LIMITS = frozenset({WordRole.ADDS, WordRole.TIES, WordRole.HEDGES, WordRole.SUPPOSES})
"""Roles of words that leave "only B explains it" undecided."""
_STRANGE = frozenset({WordRole.UNKNOWN, WordRole.EXPLAINS})
_BEGINS = _STRANGE | {WordRole.CONCLUDES, WordRole.CONTRASTS}
"""Roles that end the words belonging to a letter, read back from it."""
_HARMLESS_IF = re.compile(
    r"\b(?:even if|if (?:I (?:had|have) to|forced|pressed|I must|pushed"
    r"|(?:we|you|one|I) (?:read|follow|look|go (?:by|with)|consider|check|examine|stick|rely)))\b"
    r"|即使|(?:如果|若|如)?(?:必须|非要|非得|硬要|一定要)(?:选|我选)?(?:的话)?",
    re.I,
)
_SOURCE = re.compile(
    r"\s*(?:according to|as per|per|going by|根据|依据|据|按照?|照)", re.IGNORECASE
)
_FORMERLY = re.compile(
    r"\W{0,5}(?:at first|initially|originally|起初|最初|起先|一开始|原先|从前|以前|曾经)"
    r"(?:(?!但|不过|后来|可|然而|重|再|细|最|现在|but\b|however\b|now\b|then\b|so\b|after\b)[^\n])*\Z",
    re.IGNORECASE,
)
"""An earlier belief, in a sentence that does not say what is believed now."""
_NEXT_WORDS = 4
_ONLY_IF = re.compile(r"只有(?!选?项?\(?[A-Z])[^;。\n]{0,40}才")


@dataclass(frozen=True, slots=True)
class Lead:
    """What the words before a letter in its clause say of it.

    `states`: it is the answer; `concludes`: it follows from reasons; `linked`: a colon or an arrow
    leads to it; `compared`: another option is measured against it; `only`: it alone. `closed`: each
    word next to the letter is known; `open`: those words deny, doubt, suppose or only mention it;
    `doubted`: such a word is anywhere in the clause.
    """

    states: bool
    concludes: bool
    linked: bool
    compared: bool
    only: bool
    closed: bool
    open: bool
    doubted: bool


def lead_of(text: str, start: int) -> Lead:
    """Read the clause before the letter at `start`, within its sentence."""
    sentence = sentence_before(text, start)
    previous, clause = _last_clauses(sentence)
    words = list(words_of(clause))
    core, before_core = _core(words)
    roles = {word.role for word in core}
    stop = before_core[-1] if before_core else None
    linked = _LINK.search(clause) is not None
    closed = stop is None or stop.role not in _STRANGE or _begins_statement(core, before_core)
    concludes = stop is not None and stop.role is WordRole.CONCLUDES
    not_but = (
        stop is not None
        and stop.role is WordRole.CONTRASTS
        and has([*words_of(previous), *before_core], {WordRole.DENIES})
    )
    doubted_belief = stop is not None and stop.text == "that" and has(before_core, DANGERS)
    last = words[-1] if words else None
    return Lead(
        states=bool(roles & _STATES) or concludes or not_but or (linked and closed and bool(core)),
        concludes=concludes,
        linked=linked,
        compared=last is not None and (last.role is WordRole.COMPARES or last.text == "as"),
        only=bool(core) and core[-1].text in ONLY,
        closed=closed,
        open=_is_conditional_at(sentence, text, start)
        or (concludes and _is_another_conclusion(before_core))
        or is_reported(words)
        or _FORMERLY.match(sentence) is not None
        or bool(roles & DANGERS)
        or doubted_belief
        or _is_hearsay(previous),
        doubted=has(words, _DOUBTS),
    )


def _last_clauses(sentence: str) -> tuple[str, str]:
    """The last two clauses of a sentence; "So," counts as part of the clause after it."""
    starts = [0, *(match.end() for match in CLAUSE_ENDS.finditer(sentence))]
    if len(starts) > 1 and _only_points(sentence[starts[-2] : starts[-1]], sentence[starts[-1] :]):
        starts.pop()
    return sentence[starts[-2] if len(starts) > 1 else 0 : starts[-1]], sentence[starts[-1] :]


def _only_points(previous: str, clause: str) -> bool:
    """Whether a clause such as "So," only leads to the letter, and no word comes between them."""
    roles = {word.role for word in words_of(previous)}
    plain = roles <= {
        WordRole.POINTS,
        WordRole.CONCLUDES,
        WordRole.FILLS,
        WordRole.CHOOSES,
        WordRole.ANSWER,
    }
    return plain and bool(roles) and not any(map(str.isalnum, clause))


def _core(words: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """The known words next to the letter, back to where their clause begins and without the
    letter's label ("option"); and the words before them.
    """
    at = len(words)
    while at:
        word = words[at - 1]
        if word.role in _BEGINS or word.text in BREAKS:
            break
        at -= 1
    core = list(words[at:])
    return core[:-1] if core and core[-1].text in LABELS else core, list(words[:at])


def _begins_statement(core: Sequence[Word], before_core: Sequence[Word]) -> bool:
    """Whether a statement begins after an unknown word: "Having read it I choose"."""
    if not core:
        return False
    if core[0].text in CLEFTS:
        return not has(before_core, _DOUBTS)
    return core[0].text in SUBJECTS and not has(before_core, DANGERS)


def _is_another_conclusion(before_core: Sequence[Word]) -> bool:
    """Whether a conclusion is denied or another's: 不能得出, "critics so"; not 其余不对所以."""
    before, concludes = before_core[-2:] if len(before_core) > 1 else (None, before_core[-1])
    if before is None:
        return False
    denied = before.role is WordRole.DENIES and concludes.text not in SO_WORDS
    return denied or before.role is WordRole.REPORTS


def is_judgment(text: str, start: int) -> bool:
    """Whether the clause up to `start` is the writer's own judgment: "I'd say it's", 依我看是."""
    _, clause = _last_clauses(sentence_before(text, start))
    return any(word.text in FIRST_PERSON for word in words_of(clause))


def is_plain_conclusion(sentence: str) -> bool:
    """Whether a sentence draws a conclusion and does not doubt it: "It follows that he took"."""
    words = list(words_of(sentence))
    at = next((at for at, word in enumerate(words) if word.role is WordRole.CONCLUDES), None)
    if at is None or is_reported(words) or is_supposed(sentence):
        return False
    against = DANGERS - {WordRole.OTHERS} | {WordRole.CONTRASTS}
    return not (has(words[at:], against) or (at > 0 and words[at - 1].role is WordRole.DENIES))


def is_reported(words: Sequence[Word]) -> bool:
    """Whether the words report what others say: "the old man claims that", 先生说."""
    for index, word in enumerate(words):
        if word.text in SPEECH:
            subject = words[:index]
            by_others = has(subject, {WordRole.UNKNOWN, WordRole.OTHERS, WordRole.REPORTS})
            return by_others and not any(word.text in FIRST_PERSON for word in subject)
    return False


def is_reported_or_supposed(text: str, start: int) -> bool:
    """Whether the sentence up to `start` reports another source, or holds conditionally."""
    sentence = sentence_before(text, start)
    words = list(words_of(sentence))
    cites_source = _SOURCE.match(sentence) is not None and has(
        words, {WordRole.UNKNOWN, WordRole.REPORTS}
    )
    return cites_source or is_reported(words) or is_supposed(sentence)


def _is_hearsay(previous: str) -> bool:
    """Whether a clause names another source: "according to the summary, the answer is B"."""
    cited = _SOURCE.match(previous)
    return cited is not None and has(list(words_of(previous)), {WordRole.REPORTS})


def _is_conditional_at(sentence: str, text: str, start: int) -> bool:
    with_next = sentence + text[start : start + _NEXT_WORDS]
    return is_supposed(sentence) or _ONLY_IF.search(with_next) is not None


def sentence_before(text: str, start: int) -> str:
    """The part of the sentence before the letter at `start`; quotations in it are emptied."""
    before = QUOTED.sub(_without_quotation, text[max(0, start - WINDOW) : start])
    ends = [match.end() for match in SENTENCE_ENDS.finditer(before)]
    return before[ends[-1] if ends else 0 :]


def _without_quotation(quoted: re.Match[str]) -> str:
    ends = quoted[0][-2] if quoted[0][-2] in ".!?。" else ""
    return f'"{ends}"'


def is_doubted(sentence: str) -> bool:
    """Whether a sentence denies, hedges, supposes, compares, lists, or reports what others say."""
    return has(list(words_of(sentence)), _DOUBTS)


def is_hedged(words: str) -> bool:
    """Whether the words hedge: "may", "could", 也许."""
    return has(list(words_of(words)), {WordRole.HEDGES})


def is_limited(words: str) -> bool:
    """Whether the words hold in part, under a condition, or of another option as well."""
    return has(list(words_of(words)), LIMITS - {WordRole.ADDS})


def is_plain(words: str) -> bool:
    """Whether each word is known and none casts doubt."""
    return not has(list(words_of(words)), DANGERS | {WordRole.UNKNOWN})


def is_supposed(clause: str) -> bool:
    """Whether a clause holds under a condition only: "if ...", 倘若; not "if I had to choose"."""
    return has(list(words_of(_HARMLESS_IF.sub("", clause))), {WordRole.SUPPOSES})


def denies_next(text: str, start: int) -> bool:
    """Whether the clause before a letter denies it: "not A", "rules out A", 排除A."""
    clause = sentence_before(text, start)
    starts = [match.end() for match in CLAUSE_ENDS.finditer(clause)]
    return has(list(words_of(clause[starts[-1] if starts else 0 :])), {WordRole.DENIES})


def has(words: Sequence[Word], roles: Collection[WordRole]) -> bool:
    """Whether any of the words has one of the roles."""
    return any(word.role in roles for word in words)


def clauses_of(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each clause after `start`."""
    at = start
    for match in CLAUSE_ENDS.finditer(text, start):
        if any(map(str.isalnum, text[at : match.start()])):
            yield at, match.end()
        at = match.end()
    if any(map(str.isalnum, text[at:])):
        yield at, len(text)
