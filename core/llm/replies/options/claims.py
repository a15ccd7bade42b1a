"""Find every place where a reply in prose says which options it chooses; nothing is guessed.

The text is NFKC (full-width letters and brackets are plain) and free of markup.
"""

from collections.abc import Mapping

from core.llm.replies.options.judgments import concluded_letters, judged_texts
from core.llm.replies.options.marks import OptionClaim, option_marks
from core.llm.replies.options.openings import opening_claims, option_lines, repeated_options
from core.llm.replies.options.sentences import last_sentence_claim, sentence_claims
from core.llm.replies.options.texts import answers_by_text, lone_text_claim, texts_called_correct
from core.llm.replies.options.verdicts import OptionVerdicts, option_verdicts
from core.llm.replies.options.wording import ASKED_AND_ANSWERED


class UndecidedVerdicts(ValueError):
    """A reply's verdicts on the options call none right, too many, or one both right and wrong."""


def option_claims(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[OptionClaim, ...]:
    """All claims in the order of the text.

    Raises LetterTextMismatch, TooManyLetters and UndecidedVerdicts.
    """
    marks = option_marks(text, choice, multi=multi)
    lines = option_lines(text, choice)
    verdicts = option_verdicts(text, choice)
    stated = sentence_claims(text, marks, choice, multi=multi)
    if verdicts is None and not any(claim.concludes for claim in stated):
        stated += concluded_letters(text, marks, choice)
    leading = [] if verdicts else list(opening_claims(text, marks, choice))
    if stated and ASKED_AND_ANSWERED.match(text):
        leading = []
    repeated = repeated_options(text, marks, choice)
    claims = [claim for claim in (*stated, *leading) if claim.at not in repeated]
    if len(lines) > 1:
        # Each line is an entry of a list, not a claim of its own.
        claims = [claim for claim in claims if claim.at not in lines.values()]
    if len(lines) == 1 or (multi and len(lines) < len(choice)):
        claims += [OptionClaim(min(lines.values()), frozenset(lines))] if lines else []
    if all(claim.opens for claim in claims) and len(lines) < 2:
        claims += last_sentence_claim(text, marks, repeated=repeated)
    if verdicts:
        claims = _claims_by_verdicts(verdicts, claims, multi=multi)
    if any(not claim.weak for claim in claims):
        claims = [claim for claim in claims if not claim.weak]
    claims = (
        claims
        or answers_by_text(text, choice)
        or ([] if multi else texts_called_correct(text, choice))
        or ([] if any(mark.certain for mark in marks) else lone_text_claim(text, choice))
        or judged_texts(text, marks, choice)
    )
    return tuple(sorted(claims, key=lambda claim: claim.at))


def _claims_by_verdicts(
    verdicts: OptionVerdicts, claims: list[OptionClaim], *, multi: bool
) -> list[OptionClaim]:
    """The claims of a reply with verdicts: those outside of them, else the options called right.

    Raises UndecidedVerdicts.
    """
    outside = [claim for claim in claims if claim.concludes or claim.at >= verdicts.end]
    if outside:
        return outside
    right, contradicted = verdicts.right, verdicts.right & verdicts.wrong
    if not right or contradicted or (len(right) > 1 and not multi):
        named = {claim.letters for claim in claims}
        if len(named) == 1 and not contradicted and not right:
            return claims
        raise UndecidedVerdicts(f"right: {sorted(right)}, wrong: {sorted(verdicts.wrong)}")
    return [OptionClaim(verdicts.start, right)]
