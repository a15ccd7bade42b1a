"""Read the answer from a reply to a depth test; stored replies can be read again without calls.

The chosen options are read as in a validation (core.llm.replies.options.reading); a reply that is
ambiguous is a parse_failure, never a wrong answer.
"""

from typing import NamedTuple

from core.depth.outcomes import Outcome
from core.depth.results import SUCCESS
from core.llm import UnreadableReply
from core.llm.finish_reasons import FILTERED, UNFINISHED, finish_of
from core.llm.replies.options import abstains, read_options, says_too_little
from core.llm.replies.reasoning import is_unfinished_reasoning, visible_reply, without_reasoning
from core.llm.replies.reply_length import require_readable_length
from core.llm.replies.reply_markup import plain_reply
from core.llm.replies.reply_parsing import is_refusal
from core.questions import Question, QuestionType
from core.validation import answers_match


class ReadAnswer(NamedTuple):
    """`letters`: the chosen options, in the question's order. `parsing_status`: "success" where an
    answer or an abstention was read, else the outcome's name.
    """

    outcome: Outcome
    letters: tuple[str, ...]
    parsing_status: str


def read_answer(raw_reply: str, question: Question, finish_reason: str = "stop") -> ReadAnswer:
    """Read a reply and compare it with the question's label (exact set, reading 56). A reply that
    is longer than core.llm.replies.reply_length allows, or cut off before its answer, is not read.
    """
    finish = finish_of(finish_reason)
    if finish == FILTERED:
        return _unread(Outcome.CONTENT_FILTER)
    is_unfinished = finish in UNFINISHED
    try:
        require_readable_length(raw_reply)
        text = without_reasoning(visible_reply(raw_reply))
        is_multi = question.question_type is QuestionType.MULTI_CHOICE
        letters = read_options(
            text, raw_reply, question.choice, multi=is_multi, unfinished=is_unfinished
        )
    except (UnreadableReply, ValueError):
        return _unread(Outcome.TRUNCATED if is_unfinished else Outcome.PARSE_FAILURE)
    if letters is None:
        is_unfinished = is_unfinished or is_unfinished_reasoning(raw_reply)
        return _unread(Outcome.TRUNCATED) if is_unfinished else _without_letters(text, question)
    if not letters:
        return ReadAnswer(Outcome.ABSTAINED, (), SUCCESS)
    is_correct = answers_match(question.question_type, question.answer, letters)
    return ReadAnswer(Outcome.CORRECT if is_correct else Outcome.WRONG, letters, SUCCESS)


def _unread(outcome: Outcome) -> ReadAnswer:
    return ReadAnswer(outcome, (), outcome.value)


def _without_letters(text: str, question: Question) -> ReadAnswer:
    plain = plain_reply(text)
    if not says_too_little(plain) and is_refusal(plain):
        return _unread(Outcome.REFUSAL)
    if abstains(plain) and not any(map(abstains, question.choice.values())):
        return ReadAnswer(Outcome.ABSTAINED, (), SUCCESS)
    return _unread(Outcome.PARSE_FAILURE)
