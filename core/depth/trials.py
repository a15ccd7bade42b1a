"""Run one trial of a depth test: one question, one context, one model (source 003).

`run_trial` is shared by TestingTool and stored runs. It reads no file and keeps no state.
"""

from dataclasses import replace

from core.depth.answer_reading import ReadAnswer, read_answer
from core.depth.context_result import ContextBuildResult
from core.depth.examiner import TestRunner
from core.depth.option_rotation import (
    OPTIONS_NOT_ROTATED,
    RotatedQuestion,
    restore_rotation,
    rotate_options,
)
from core.depth.outcomes import Outcome
from core.depth.result_entries import (
    LEAKED,
    answered_entry,
    failed_entry,
    new_entry,
    unasked_entry,
    with_call,
)
from core.depth.results import ResultEntry
from core.depth.trial_plan import Control, Trial
from core.errors import Sentence
from core.llm import Completion, FailedCall, FailureKind, Prompt, ReadReply, UnreadableReply, ask
from core.llm.openai_api.billed_usage import PROMPT_CUT, PROMPT_CUT_SENTENCE, USAGE_UNKNOWN, is_cut
from core.locale import N_
from core.questions import Position, Question, QuestionType

TOKENS_DIFFER = "tokens_differ"
MAY_DIFFER = 0.01
"""The share by which planned and billed prompt tokens may differ without a warning."""

WARNING_SENTENCES = {
    LEAKED: N_("The question was answered correctly without its evidence."),
    TOKENS_DIFFER: N_(
        "The endpoint billed a prompt token count more than 1% off the plan: the model uses "
        "another tokeniser."
    ),
    PROMPT_CUT: PROMPT_CUT_SENTENCE,
    USAGE_UNKNOWN: N_(
        "The endpoint does not report billed tokens: planned tokens count towards the cap."
    ),
    OPTIONS_NOT_ROTATED: N_(
        "An option refers to others, so the options were shown in their original order."
    ),
}
"""A sentence for each code a trial adds to those of its context."""


async def run_trial(trial: Trial, context: ContextBuildResult, examiner: TestRunner) -> ResultEntry:
    """Run one trial; without a context, or if it does not fit, nothing is asked.

    Raises AuthenticationFailed; all other failures of a call become results.
    """
    if not context.success:
        code = str(context.not_built or Outcome.DID_NOT_FIT)
        return unasked_entry(new_entry(trial, context, examiner.client.model), code, context.error)
    shown = _shown_question(trial, examiner)
    closed_book = trial.control is Control.CLOSED_BOOK
    prompt = examiner.prompt_for(shown.question, context.context, closed_book=closed_book)
    prompt = replace(prompt, call_id=trial.key)
    frame = examiner.frame_tokens(shown.question, prompt.language, closed_book=closed_book)
    planned = context.context_tokens + frame
    entry = new_entry(trial, context, examiner.client.model)
    entry = replace(entry, planned_prompt_tokens=planned)
    if error := examiner.too_long(planned):
        return unasked_entry(entry, FailureKind.CONTEXT_TOO_LONG.value, error)

    def read(completion: Completion) -> ReadAnswer:
        answer = read_answer(completion.text, shown.question, completion.finish_reason)
        return _readable(answer, completion.text)

    reply = await ask(examiner.client, prompt, read)
    entry = with_call(entry, reply, shown, prompt)
    if _not_billed(reply, examiner):
        entry = replace(entry, warnings=(*entry.warnings, USAGE_UNKNOWN))
    if isinstance(reply, FailedCall):
        return failed_entry(entry, reply.kind, Sentence.from_error(reply.error))
    finished = {"finish_reason": reply.completion.finish_reason}
    entry = replace(
        entry,
        metrics={**entry.metrics, **finished},
        warnings=(*entry.warnings, *_warnings(planned, prompt, reply)),
    )
    return answered_entry(entry, reply.value, shown)


def reread_reply(entry: ResultEntry) -> ResultEntry:
    """Read the stored reply of a result again, for example with an improved reader, without a call.

    Results without a reply of the model stay unchanged.
    """
    if entry.raw_reply is None or entry.outcome in _NOT_READ:
        return entry
    shown = restore_rotation(_question(entry), entry.metrics.get("options_shown"))
    finish = str(entry.metrics.get("finish_reason", "stop"))
    finish = "length" if entry.outcome is Outcome.TRUNCATED else finish
    read = read_answer(entry.raw_reply, shown.question, finish)
    stays_refusal = entry.outcome is Outcome.REFUSAL and not read.outcome.answered
    if stays_refusal:
        return entry
    metrics = {name: value for name, value in entry.metrics.items() if name != "failure"}
    return answered_entry(
        replace(entry, error=None, error_sentence=None, metrics=metrics), read, shown
    )


def crashed_entry(trial: Trial, examiner: TestRunner, error: Exception) -> ResultEntry:
    """Return the result of a trial that failed by an error of the program."""
    entry = new_entry(trial, ContextBuildResult(success=False), examiner.client.model)
    message = Sentence.verbatim(f"{type(error).__name__}: {error}"[:2000])
    return failed_entry(entry, FailureKind.CRASHED, message)


_NOT_READ = frozenset({Outcome.API_ERROR, Outcome.CONTENT_FILTER, Outcome.DID_NOT_FIT})


def _shown_question(trial: Trial, examiner: TestRunner) -> RotatedQuestion:
    question = trial.question
    if not examiner.rotate_options:
        return rotate_options(question, None)
    return rotate_options(question, f"{examiner.seed}:{question.item_key}:{trial.repeat}")


def _readable(read: ReadAnswer, raw: str) -> ReadAnswer:
    """Return an answered reply. Raises UnreadableReply else; its kind decides about a retry."""
    if read.outcome.answered:
        return read
    match read.outcome:
        case Outcome.TRUNCATED:
            raise UnreadableReply(
                "The reply was cut off at the output limit. Raise max_output_tokens.",
                raw=raw,
                kind=FailureKind.TRUNCATED,
            )
        case Outcome.REFUSAL:
            raise UnreadableReply(
                "The model refused to answer. The reply is kept; try another model.",
                raw=raw,
                kind=FailureKind.REFUSAL,
            )
        case Outcome.CONTENT_FILTER:
            raise UnreadableReply(
                "The provider blocked the answer. Try another model or provider.",
                raw=raw,
                kind=FailureKind.CONTENT_FILTER,
            )
    raise UnreadableReply("The reply has no unambiguous answer. It is stored unchanged.", raw=raw)


def _warnings(planned: int, prompt: Prompt, reply: ReadReply[ReadAnswer]) -> tuple[str, ...]:
    """Return warnings if the billed tokens do not match the prompt that was sent."""
    if reply.completion.reused:
        return ()
    if is_cut(prompt, reply.completion.usage):
        return (PROMPT_CUT,)
    return (TOKENS_DIFFER,) if _tokens_differ(planned, reply) else ()


def _tokens_differ(planned: int, reply: ReadReply[ReadAnswer]) -> bool:
    usage = reply.completion.usage
    billed = 0 if usage.estimated_calls else usage.prompt_tokens
    return bool(billed) and abs(billed - planned) > MAY_DIFFER * planned


def _not_billed(reply: ReadReply[ReadAnswer] | FailedCall, examiner: TestRunner) -> bool:
    """Whether there was a paid reply without billed tokens reported."""
    if isinstance(reply, ReadReply) and reply.completion.reused:
        return False
    is_paid_reply = reply.raw is not None and examiner.client.kind == "openai"
    return is_paid_reply and (reply.usage.estimated_calls > 0 or not reply.usage.prompt_tokens)


def _question(entry: ResultEntry) -> Question:
    position = Position(**entry.position) if entry.position else None
    return Question(
        question=entry.question,
        question_type=QuestionType(entry.question_type),
        choice=entry.choice,
        answer=entry.correct_answer,
        position=position,
        key=entry.item_key or None,
    )
