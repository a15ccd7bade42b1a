"""Guards of repairs: a step may remove what was flagged in a copy, and little else.

Each guard protects one thing that readers need, and has a message for the person who must rewrite
the copy. Guards compare the text before and after a step, whatever kind of step it is.
"""

from collections.abc import Callable, Sequence

from core.errors import Sentence
from core.verification.copy_text.copy_clauses import CopyParts, overlapped_clauses
from core.verification.findings import CharRange, Code, Dimension
from core.verification.repairs.guards.admitted_edits import only_admitted_edits
from core.verification.repairs.guards.kept_content import (
    all_is_named,
    calls_stay,
    facts_stay,
    greeting_and_sign_off_stay,
    most_stays,
    only_lesser_words_go,
    only_the_found_goes,
    opening_stays,
    sentences_keep_their_beginning,
)
from core.verification.repairs.guards.kept_wholes import (
    a_price_pair_stays,
    a_way_to_act_stays,
    lists_stay_whole,
    no_condition_is_left_alone,
    no_name_is_left_alone,
    nothing_is_promised,
    nothing_leans_on_an_act,
    questions_keep_their_answers,
)
from core.verification.repairs.guards.leaning_words import nothing_leans_on_what_was_found
from core.verification.repairs.guards.repair_losses import Loss
from core.verification.repairs.guards.rewritten_clauses import is_proven
from core.verification.repairs.guards.rewritten_places import is_in_a_proven_place
from core.verification.repairs.guards.stranded_words import nothing_is_stranded
from core.verification.verify import Verification

Guard = tuple[Callable[[Loss], bool], Sentence]

_ALWAYS: tuple[Guard, ...] = (
    (
        facts_stay,
        Sentence("A number, a date or an offer would go, too. A person must rewrite the copy."),
    ),
    (calls_stay, Sentence("A call to act would go, too. A person must rewrite the copy.")),
    (opening_stays, Sentence("What the copy is about would go. A person must rewrite it.")),
    (
        greeting_and_sign_off_stay,
        Sentence("The greeting or the signature would go, too. A person must rewrite the copy."),
    ),
    (
        sentences_keep_their_beginning,
        Sentence("The beginning of a sentence would go. A person must rewrite it."),
    ),
    (lists_stay_whole, Sentence("An item of a list would go. A person must rewrite it.")),
    (
        questions_keep_their_answers,
        Sentence("A question or its answer would go. A person must rewrite the copy."),
    ),
)
_OTHER_WORDS = Sentence(
    "Words in which nothing is wrong would go, too. A person must rewrite the copy."
)
_REWORD = Sentence("A sentence would have to be worded anew. A person must rewrite it.")

GUARDS: tuple[Guard, ...] = (
    *_ALWAYS,
    (only_the_found_goes, _OTHER_WORDS),
    (
        all_is_named,
        Sentence("A person or a thing would no longer be named. A person must rewrite the copy."),
    ),
    (
        nothing_is_promised,
        Sentence("An offer would be made that the copy does not make. A person must rewrite it."),
    ),
    (most_stays, Sentence("Too much of the copy would go. A person must rewrite it.")),
    (nothing_leans_on_what_was_found, _REWORD),
    (nothing_leans_on_an_act, _REWORD),
    (no_name_is_left_alone, _REWORD),
    (nothing_is_stranded, _REWORD),
    (no_condition_is_left_alone, _REWORD),
    (is_in_a_proven_place, _REWORD),
    (is_proven, _REWORD),
    (only_admitted_edits, _REWORD),
    (a_way_to_act_stays, Sentence("A call to act would go, too. A person must rewrite the copy.")),
    (
        a_price_pair_stays,
        Sentence("A number, a date or an offer would go, too. A person must rewrite the copy."),
    ),
)
CUT_GUARDS: tuple[Guard, ...] = (*_ALWAYS, (only_lesser_words_go, _OTHER_WORDS))
"""Guards of a cut to length, in which nothing was flagged in what is removed."""


def refusal(
    before: str, after: str, spans: Sequence[CharRange], guards: Sequence[Guard] = GUARDS
) -> Sentence | None:
    """Message of the first guard that does not hold for `after`; None where all hold.

    `spans`: what was flagged in `before`.
    """
    loss = Loss(before, after, tuple(spans))
    return next((message for guard, message in guards if not guard(loss)), None)


def found_at(verification: Verification) -> tuple[CharRange, ...]:
    """Spans of what is wrong in what a copy says, not in how it looks (quality findings).

    Of a forbidden word it is the whole clause, which is never what the copy is about.
    """
    flagged = [f for f in verification.findings if f.span and f.dimension is not Dimension.QUALITY]
    spans = [f.span for f in flagged if f.span]
    parts = CopyParts.of(verification.candidate.text)
    at = len(parts.header)
    forbidden = [
        (f.span[0] - at, f.span[1] - at)
        for f in flagged
        if f.span and f.code is Code.COMPLIANCE_FORBIDDEN_WORDS and f.span[0] >= at
    ]
    spoiled = (parts.clauses[n] for n in overlapped_clauses(parts.clauses, forbidden))
    return (*spans, *((at + c.start, at + c.start + len(c.text)) for c in spoiled))
