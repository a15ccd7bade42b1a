"""Find sentences that choose an option by its letter: "the answer is B", "故选 B", "A is correct".

A letter counts only where the sentence makes it one: "the answer is a lamp" names no option.
"""

from collections.abc import Mapping, Sequence

from core.llm.replies.options.clauses import (
    WINDOW,
    Lead,
    denies_next,
    is_doubted,
    lead_of,
    sentence_before,
)
from core.llm.replies.options.judgments import joined_marks, own_text_before
from core.llm.replies.options.marks import OptionClaim, OptionMark, listed_letters
from core.llm.replies.options.tails import Tail, tail_of
from core.llm.replies.options.wording import ALL_BUT, ALL_BUT_ENDS, OR


def sentence_claims(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str], *, multi: bool
) -> list[OptionClaim]:
    """The claims of sentences that choose: "the answer is B", "故选 B", "A is correct"."""
    claims: list[OptionClaim] = []
    end = 0
    for number, mark in enumerate(marks):
        if not mark.certain or mark.start < end:
            continue
        letters, list_end = listed_letters(text, marks, number)
        before = text[max(0, mark.start - WINDOW) : mark.start]
        if ALL_BUT.search(before):
            if multi and ALL_BUT_ENDS.match(text, list_end):
                claims.append(OptionClaim(mark.start, frozenset(choice) - letters))
            end = list_end
            continue
        lead, tail = lead_of(text, mark.start), tail_of(text, list_end, letters, choice)
        if not _chooses(lead, tail):
            if len(letters) > 1 and (lead.open or tail.denies):
                end = list_end
            continue
        either = len(letters) > 1 and OR.search(text, mark.start, list_end) is not None
        claims.append(
            OptionClaim(
                mark.start,
                letters,
                concludes=lead.concludes or tail.it_is,
                weak=tail.explains or (tail.leans and not lead.states),
                either=either,
                end=list_end,
            )
        )
        end = list_end
    return claims


def _chooses(lead: Lead, tail: Tail) -> bool:
    """Whether both sides of a letter are understood, and one of them makes it the answer."""
    if lead.open or lead.compared or tail.denies:
        return False
    if tail.explains and (lead.only or tail.alone):
        return not lead.doubted
    if tail.open:
        return False
    if lead.states and lead.closed:
        return tail.ends or tail.praises
    return tail.praises and not lead.doubted


def only_letters(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str], *, multi: bool
) -> OptionClaim | None:
    """The claim of the only letter that a reply names and does not deny, if it ends a sentence
    without doubt or denial: "Definitely B." With `multi` also of several letters, if each follows
    its option's text: "He took the lamp (A) and the rope (B)".
    """
    denied = denied_lists(text, marks, choice)
    remaining = [
        mark
        for mark in marks
        if mark.certain and len(mark.letters) == 1 and mark.start not in denied
        if not is_denied(text, mark, choice)
    ]
    letters = frozenset(mark.letters for mark in remaining)
    if not letters or (len(letters) > 1 and not multi):
        return None
    last = remaining[-1]
    if len(letters) == 1:
        is_chosen = _ends_plain_statement(text, last, choice)
    else:
        is_chosen = all(
            own_text_before(text, mark, choice) is not None
            and not is_doubted(sentence_before(text, mark.start))
            for mark in remaining
        )
    return OptionClaim(last.start, letters, end=last.end) if is_chosen else None


def weighed_options(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> frozenset[str]:
    """Options that a reply without a choice names and does not deny; empty if all are."""
    named = [mark for mark in marks if mark.certain]
    undenied = {mark.letters for mark in named if not is_denied(text, mark, choice)}
    return frozenset(undenied if len(undenied) < len(choice) else ())


def _ends_plain_statement(text: str, mark: OptionMark, choice: Mapping[str, str]) -> bool:
    """Whether the letter ends its statement, and its sentence neither doubts nor denies it."""
    sentence = sentence_before(text, mark.start)
    lead, tail = lead_of(text, mark.start), tail_of(text, mark.end, mark.letters, choice)
    named = own_text_before(text, mark, choice) is not None
    if not lead.closed and not lead.linked and not named:
        return False
    if text[mark.end : mark.end + 1] in (",", ";") and not named:
        return False
    return tail.ends and not (lead.open or lead.compared or is_doubted(sentence))


def denied_lists(
    text: str, marks: Sequence[OptionMark], choice: Mapping[str, str]
) -> frozenset[int]:
    """Positions of the letters in lists that are denied as a whole: "A, B and C are out"."""
    return frozenset(
        mark.start
        for joined in joined_marks(text, marks)
        if tail_of(text, joined[-1].end, joined[-1].letters, choice).denies
        for mark in joined
    )


def is_denied(text: str, mark: OptionMark, choice: Mapping[str, str]) -> bool:
    """Whether the clause says that the option is not the answer: "not A", "A is wrong"."""
    text_start = own_text_before(text, mark, choice) if len(mark.letters) == 1 else None
    start = mark.start if text_start is None else text_start
    return denies_next(text, start) or tail_of(text, mark.end, mark.letters, choice).denies


def last_sentence_claim(
    text: str, marks: Sequence[OptionMark], *, repeated: frozenset[int]
) -> list[OptionClaim]:
    """The claim of a last sentence that is a letter and nothing else: "... says ledger. C."."""
    if len(marks) < 2 or len(marks[-1].letters) > 1 or marks[-1].start in repeated:
        return []
    last = marks[-1]
    begins_sentence = not sentence_before(text, last.start).strip(" ([\"'")
    is_alone = begins_sentence and not text[last.end :].strip(" .。!\n")
    return [OptionClaim(last.start, frozenset(last.letters), concludes=True)] if is_alone else []
