"""What stands before and behind an option's letter in its clause, read word by word.

The text is NFKC and free of markup (core.llm.reply_markup).
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from core.llm.options.letters import folded
from core.llm.options.roles import Role
from core.llm.options.words import (
    BREAKS,
    CLEFTS,
    LABELS,
    LINKS,
    PREPOSITIONS,
    SUBJECTS,
    TRAILING,
    Word,
    words_of,
)

WINDOW = 160
"""Characters looked at before and behind a letter; a clause that chooses is shorter."""
_SENTENCE_ENDS = re.compile(r"(?<!e\.g)(?<!i\.e)\.(?=[\s\"'”)\]]|\Z)|[!?;。\n]")
_CLAUSE_ENDS = re.compile(
    r"(?<!e\.g)(?<!i\.e)\.(?=[\s\"'”)\]]|\Z)|[!?,;。\n、…]|(?:\s|\A)[-–—/]+\s|[—–]+|->"
)
_QUOTED = re.compile(r'"[^"\n]{3,150}"|“[^”\n]{3,150}”')
_LINK = re.compile(
    r"(?:[:=→>|]|[-–—]>?)\s{0,5}(?:(?:option|choice|letter|选项)\s{0,5})?[\s\"'(\[{]*\Z", re.I
)
_REASONS = re.compile(
    r"\s*(?:[,(]\s*)?(?:\b(?:because|since|as|for|given|due to|based on|considering that"
    r"|in that|where|which|when|and|with|per|according to)\b|因为|因|由于|理由|原因|依据)",
    re.IGNORECASE,
)
_DOUBTS = frozenset(
    {Role.DENIES, Role.HEDGES, Role.SUPPOSES, Role.REPORTS, Role.LISTS, Role.COMPARES}
)
_JOINED = re.compile(
    r"\s{0,5},?\s{0,5}(?:\b(?:and|or|as well as)\b|&|或者?|[和与及跟])\s{0,5}"
    r"(?:(?:option|choice|选项)\s{0,5})?[(\[]?[A-Z](?![A-Za-z'])[)\]]?"
)
"""Another letter of the same clause: what is said behind it is said of both."""
_MOST_JOINED = 8
_NOT_ANOTHER = re.compile(
    r"\s{0,5},?\s{0,5}(?:(?:and\s+)?not|rather than|instead of|而?不是|而?不选|而非)\s{0,5}"
    r"(?:(?:option|choice|选项)\s{0,5})?[(\[]?[A-Z](?![A-Za-z])"
)
_SPOKEN = re.compile(r"\s*[,.]?[\"”]\s*(?:,|said|he|she|cried|asked)")
"""A letter that somebody in the text says."""
_STATES = frozenset({Role.ANSWER, Role.CHOOSES, Role.PRAISES, Role.HOLDS, Role.POINTS})
_DANGERS = frozenset(
    {Role.ADDS, Role.DENIES, Role.HEDGES, Role.SUPPOSES, Role.REPORTS, Role.LISTS, Role.OTHERS}
)
_OPENS_ANEW = re.compile(r"\s*(?:[:(=*<|]|\Z)")
_HARMLESS_IF = re.compile(
    r"\b(?:even if|if (?:I (?:had|have) to|forced|pressed|I must|pushed"
    r"|(?:we|you|one|I) (?:read|follow|look|go (?:by|with)|consider|check|examine|stick|rely)))\b"
    r"|即使|(?:如果|若|如)?(?:必须|非要|非得|硬要|一定要)(?:选|我选)?(?:的话)?",
    re.I,
)
_SOURCE = re.compile(r"\s*(?:according to|as per|per|going by|根据|依据|据|按照?)", re.IGNORECASE)
_NEXT_WORDS = 4
_ONLY_IF = re.compile(r"只有(?!选?项?\(?[A-Z])[^;。\n]{0,40}才")


@dataclass(frozen=True, slots=True)
class Lead:
    """What stands before a letter in its clause.

    It `states` that the letter is the answer, `concludes` it from something, is only `linked` to it
    by a colon or an arrow, or measures another option against it (`compared`). `closed`: each word
    next to the letter is known. `open`: those words deny, doubt, suppose or only mention;
    `doubted`: there is such a word anywhere in the clause.
    """

    states: bool
    concludes: bool
    linked: bool
    compared: bool
    closed: bool
    open: bool
    doubted: bool


@dataclass(frozen=True, slots=True)
class Tail:
    """What stands behind it: it `ends` the statement, `praises` the option, in which it may only
    `lean`; `denies` it; or is `open`: it asks, doubts, or says something else of the option.
    """

    ends: bool = False
    praises: bool = False
    leans: bool = False
    denies: bool = False
    open: bool = False


def lead_of(text: str, start: int) -> Lead:
    """The clause before the letter at `start`, as far as its sentence goes."""
    sentence = sentence_before(text, start)
    previous, clause = _last_clauses(sentence)
    words = list(words_of(clause))
    core, rest = _core(words)
    roles = {word.role for word in core}
    stop = rest[-1] if rest else None
    linked = _LINK.search(clause) is not None
    closed = stop is None or stop.role is not Role.UNKNOWN or _begins_statement(core, rest)
    concludes = stop is not None and stop.role is Role.CONCLUDES
    not_but = (
        stop is not None
        and stop.role is Role.CONTRASTS
        and _has([*words_of(previous), *rest], {Role.DENIES})
    )
    doubted_belief = stop is not None and stop.said == "that" and _has(rest, _DANGERS)
    last = words[-1] if words else None
    return Lead(
        states=bool(roles & _STATES) or concludes or not_but or (linked and closed and bool(core)),
        concludes=concludes,
        linked=linked,
        compared=last is not None and (last.role is Role.COMPARES or last.said == "as"),
        closed=closed,
        open=_is_conditional(sentence, text, start)
        or bool(roles & _DANGERS)
        or doubted_belief
        or _is_hearsay(previous),
        doubted=_has(words, _DOUBTS),
    )


def _last_clauses(sentence: str) -> tuple[str, str]:
    """The last but one and the last clause of a sentence; "So," is one with what follows."""
    cut = [0, *(found.end() for found in _CLAUSE_ENDS.finditer(sentence))]
    if len(cut) > 1 and _only_points(sentence[cut[-2] : cut[-1]], sentence[cut[-1] :]):
        cut.pop()
    return sentence[cut[-2] if len(cut) > 1 else 0 : cut[-1]], sentence[cut[-1] :]


def _only_points(previous: str, clause: str) -> bool:
    roles = {word.role for word in words_of(previous)}
    plain = roles <= {Role.POINTS, Role.CONCLUDES, Role.FILLS, Role.CHOOSES, Role.ANSWER}
    return plain and bool(roles) and not any(map(str.isalnum, clause))


def _core(words: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """The words next to the letter that are known, up to where their clause begins, without the
    letter's own title; and the words before them.
    """
    at = len(words)
    while at:
        word = words[at - 1]
        if word.role in (Role.UNKNOWN, Role.CONCLUDES, Role.CONTRASTS) or word.said in BREAKS:
            break
        at -= 1
    core = list(words[at:])
    return core[:-1] if core and core[-1].said in LABELS else core, list(words[:at])


def _begins_statement(core: Sequence[Word], rest: Sequence[Word]) -> bool:
    """Whether a statement begins behind an unknown word: "Having read it I choose"."""
    if not core:
        return False
    if core[0].said in CLEFTS:
        return not _has(rest, _DOUBTS)
    return core[0].said in SUBJECTS and not _has(rest, _DANGERS)


def _is_hearsay(previous: str) -> bool:
    """As in "according to the summary, the answer is B"."""
    source = _SOURCE.match(previous)
    return source is not None and _has(list(words_of(previous)), {Role.REPORTS})


def _is_conditional(sentence: str, text: str, start: int) -> bool:
    with_next = sentence + text[start : start + _NEXT_WORDS]
    return is_supposed(sentence) or _ONLY_IF.search(with_next) is not None


def sentence_before(text: str, start: int) -> str:
    """What stands in the sentence before a letter; a quotation in it is left out."""
    before = _QUOTED.sub(_without_quotation, text[max(0, start - WINDOW) : start])
    ends = [found.end() for found in _SENTENCE_ENDS.finditer(before)]
    return before[ends[-1] if ends else 0 :]


def _without_quotation(quoted: re.Match[str]) -> str:
    ends = quoted[0][-2] if quoted[0][-2] in ".!?。" else ""
    return f'"{ends}"'


def is_doubted(sentence: str) -> bool:
    """Whether it denies, doubts, supposes, or tells what is thought elsewhere."""
    return _has(list(words_of(sentence)), _DOUBTS)


def is_hedged(words: str) -> bool:
    """Whether it says "may", "could", 也许."""
    return _has(list(words_of(words)), {Role.HEDGES})


def is_plain(words: str) -> bool:
    """Whether each word is known, and none doubts."""
    return not _has(list(words_of(words)), _DANGERS | {Role.UNKNOWN})


def is_supposed(clause: str) -> bool:
    """Whether it is true in a case only: "if ...", 倘若; not "if I had to choose"."""
    return _has(list(words_of(_HARMLESS_IF.sub("", clause))), {Role.SUPPOSES})


def denies_next(text: str, start: int) -> bool:
    """Whether the clause before a letter denies it: "not A", "rules out A", 排除A."""
    clause = sentence_before(text, start)
    cut = [found.end() for found in _CLAUSE_ENDS.finditer(clause)]
    return _has(list(words_of(clause[cut[-1] if cut else 0 :])), {Role.DENIES})


def tail_of(
    text: str,
    end: int,
    letters: Collection[str] = (),
    choice: Mapping[str, str] = MappingProxyType({}),
) -> Tail:
    """The clause behind the letters that end at `end`; an option's own text is passed over."""
    at = _after_own_text(text, end, letters, choice)
    for _ in range(_MOST_JOINED):
        if not (joined := _JOINED.match(text, at)):
            break
        at = joined.end()
    rest = text[at : at + WINDOW]
    if _SPOKEN.match(rest):
        return Tail(open=True)
    rest = rest.lstrip(")]}\"'”’")
    if _asks(rest):
        return Tail(open=True)
    stop = _CLAUSE_ENDS.search(rest)
    clause = rest[: stop.start() if stop else len(rest)]
    if _REASONS.match(rest) or _NOT_ANOTHER.match(rest) or _OPENS_ANEW.match(clause):
        return Tail(ends=True)
    return _of_words(list(words_of(_QUOTED.sub('""', clause))))


def _of_words(words: Sequence[Word]) -> Tail:
    if not words or words[0].role is Role.COMPARES:
        return Tail(ends=True)
    roles: list[Role] = []
    linked = False
    for word in words:
        if word.said in ("because", "since", "and") or word.role is Role.CONTRASTS:
            break
        if word.role is Role.DENIES:
            return Tail(denies=True)
        if word.role in _DANGERS and not (word.role is Role.OTHERS and Role.PRAISES in roles):
            return Tail(open=True)
        if word.said == "it is" and word is words[-1]:
            return Tail(praises=True)
        linked = linked or word.said in LINKS
        if word.role is Role.ANSWER and not linked:
            continue
        if roles or word.said not in LABELS:
            roles.append(word.role)
    trails = words[0].said in PREPOSITIONS and Role.UNKNOWN not in roles
    if not roles or trails or all(word.said in LABELS | TRAILING for word in words):
        return Tail(ends=True)
    known = roles[: roles.index(Role.UNKNOWN)] if Role.UNKNOWN in roles else roles
    praised = Role.PRAISES in known or (
        len(known) == len(roles) and bool({Role.ANSWER, Role.HOLDS} & set(known))
    )
    leans = Role.LEANS in known
    return Tail(
        praises=praised or leans,
        leans=leans or Role.SEEMS in known or words[0].said == "would",
        open=not (praised or leans),
    )


def _has(words: Sequence[Word], roles: Collection[Role]) -> bool:
    return any(word.role in roles for word in words)


def _asks(rest: str) -> bool:
    stop = _SENTENCE_ENDS.search(rest)
    return stop is not None and stop[0] == "?"


def _after_own_text(
    text: str, end: int, letters: Collection[str], choice: Mapping[str, str]
) -> int:
    option = choice.get(min(letters), "") if len(letters) == 1 else ""
    gap = text[end : end + 6]
    at = end + len(gap) - len(gap.lstrip(" .):、,\"'“(-–—"))
    if not option or folded(text[at : at + len(option)]) != folded(option):
        return end
    quoted = '"' in text[end:at] or "“" in text[end:at]
    ends = at + len(option)
    return end if quoted and text[ends : ends + 2].strip(" .")[:1] not in ('"', "”") else ends


def clauses_of(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where the clauses behind `start` begin and end."""
    at = start
    for found in _CLAUSE_ENDS.finditer(text, start):
        if any(map(str.isalnum, text[at : found.start()])):
            yield at, found.end()
        at = found.end()
    if any(map(str.isalnum, text[at:])):
        yield at, len(text)
