"""Which options a reply in prose says it chooses: every place that says so, and none guessed.

The text is NFKC (full-width letters and brackets are plain) and free of markup.
"""

from collections.abc import Mapping

from core.llm.options.judgments import concluded_letters, judged_texts
from core.llm.options.marks import OptionClaim, option_marks
from core.llm.options.openings import opening_claims, option_lines, repeated_options
from core.llm.options.sentences import last_sentence_claim, sentence_claims
from core.llm.options.texts import answers_by_text, text_said_to_be_it, texts_called_correct
from core.llm.options.verdicts import OptionVerdicts, option_verdicts
from core.llm.options.wording import ASKED_AND_ANSWERED


class UndecidedVerdicts(ValueError):
    """A verdict for each option, and they call none right, or several."""


def option_claims(text: str, choice: Mapping[str, str], *, multi: bool) -> tuple[OptionClaim, ...]:
    """In the order of the text. Raises LetterTextMismatch and TooManyLetters."""
    marks = option_marks(text, choice, multi=multi)
    lines = option_lines(text, choice)
    verdicts = option_verdicts(text, choice)
    said = sentence_claims(text, marks, choice, multi=multi)
    if verdicts is None and not any(claim.concludes for claim in said):
        said += concluded_letters(text, marks, choice)
    leading = [] if verdicts else list(opening_claims(text, marks, choice))
    if said and ASKED_AND_ANSWERED.match(text):
        leading = []
    repeated = repeated_options(text, marks, choice)
    found = [claim for claim in (*said, *leading) if claim.at not in repeated]
    if len(lines) > 1:
        # Each is one of a list.
        found = [claim for claim in found if claim.at not in lines.values()]
    if len(lines) == 1 or (multi and len(lines) < len(choice)):
        found += [OptionClaim(min(lines.values()), frozenset(lines))] if lines else []
    if all(claim.opens for claim in found) and len(lines) < 2:
        found += last_sentence_claim(text, marks, repeated=repeated)
    if verdicts:
        found = _settled_by(verdicts, found, multi=multi)
    if any(not claim.weak for claim in found):
        found = [claim for claim in found if not claim.weak]
    found = (
        found
        or answers_by_text(text, choice)
        or ([] if multi else texts_called_correct(text, choice))
        or ([] if any(mark.certain for mark in marks) else text_said_to_be_it(text, choice))
        or judged_texts(text, marks, choice)
    )
    return tuple(sorted(found, key=lambda claim: claim.at))


def _settled_by(
    verdicts: OptionVerdicts, said: list[OptionClaim], *, multi: bool
) -> list[OptionClaim]:
    """What a reply chooses that gives each option a verdict: what it says besides, else those it
    calls right.
    """
    outside = [claim for claim in said if claim.concludes or claim.at >= verdicts.end]
    if outside:
        return outside
    right, contradicted = verdicts.right, verdicts.right & verdicts.wrong
    if not right or contradicted or (len(right) > 1 and not multi):
        named = {claim.letters for claim in said}
        if len(named) == 1 and not contradicted and not right:
            return said
        raise UndecidedVerdicts(f"right: {sorted(right)}, wrong: {sorted(verdicts.wrong)}")
    return [OptionClaim(verdicts.start, right)]
