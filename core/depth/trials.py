"""One question, one context, one model, once: the item of every depth test (source 003).

`run_trial` is what TestingTool and durable runs share. It reads no file and keeps no state.
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
from core.llm import FailedCall, FailureKind, Prompt, ReadReply, UnreadableReply, ask
from core.llm.client import Completion
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
    """The result of one trial; where there is no context, or it does not fit, nothing is asked.

    Raises AuthenticationFailed, and nothing else of a call's.
    """
    if not context.success:
        code = str(context.not_built or Outcome.DID_NOT_FIT)
        return unasked_entry(new_entry(trial, context, examiner.client.model), code, context.error)
    said = _shown(trial, examiner)
    closed_book = trial.control is Control.CLOSED_BOOK
    prompt = examiner.prompt_for(said.question, context.context, closed_book=closed_book)
    prompt = replace(prompt, call_id=trial.key)
    frame = examiner.frame_tokens(said.question, prompt.language, closed_book=closed_book)
    planned = context.context_tokens + frame
    entry = new_entry(trial, context, examiner.client.model)
    entry = replace(entry, planned_prompt_tokens=planned)
    if error := examiner.too_long(planned):
        return unasked_entry(entry, FailureKind.CONTEXT_TOO_LONG.value, error)

    def read(completion: Completion) -> ReadAnswer:
        answer = read_answer(completion.text, said.question, completion.finish_reason)
        return _readable(answer, completion.text)

    asked = await ask(examiner.client, prompt, read)
    entry = with_call(entry, asked, said, prompt)
    if _not_billed(asked, examiner):
        entry = replace(entry, warnings=(*entry.warnings, USAGE_UNKNOWN))
    if isinstance(asked, FailedCall):
        return failed_entry(entry, asked.kind, Sentence.from_error(asked.error))
    finished = {"finish_reason": asked.completion.finish_reason}
    entry = replace(
        entry,
        metrics={**entry.metrics, **finished},
        warnings=(*entry.warnings, *_warnings(planned, prompt, asked)),
    )
    return answered_entry(entry, asked.value, said)


def reread_reply(entry: ResultEntry) -> ResultEntry:
    """The same result, its stored reply read anew: what a better reader makes of it, free of calls.

    Results without a reply of the model's stay as they are.
    """
    if entry.raw_reply is None or entry.outcome in _NOT_READ:
        return entry
    said = restore_rotation(_question(entry), entry.metrics.get("options_shown"))
    finish = str(entry.metrics.get("finish_reason", "stop"))
    finish = "length" if entry.outcome is Outcome.TRUNCATED else finish
    read = read_answer(entry.raw_reply, said.question, finish)
    refused = entry.outcome is Outcome.REFUSAL and not read.outcome.answered
    if refused:
        return entry
    metrics = {name: value for name, value in entry.metrics.items() if name != "failure"}
    return answered_entry(
        replace(entry, error=None, error_sentence=None, metrics=metrics), read, said
    )


def crashed_entry(trial: Trial, examiner: TestRunner, error: Exception) -> ResultEntry:
    """A trial on which the desk itself failed; its neighbours go on."""
    entry = new_entry(trial, ContextBuildResult(success=False), examiner.client.model)
    said = Sentence.verbatim(f"{type(error).__name__}: {error}"[:2000])
    return failed_entry(entry, FailureKind.CRASHED, said)


_NOT_READ = frozenset({Outcome.API_ERROR, Outcome.CONTENT_FILTER, Outcome.DID_NOT_FIT})


def _shown(trial: Trial, examiner: TestRunner) -> RotatedQuestion:
    question = trial.question
    if not examiner.rotate_options:
        return rotate_options(question, None)
    return rotate_options(question, f"{examiner.seed}:{question.item_key}:{trial.repeat}")


def _readable(read: ReadAnswer, raw: str) -> ReadAnswer:
    """Raises UnreadableReply for a reply without an answer, so that it is asked again, or not."""
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


def _warnings(planned: int, prompt: Prompt, asked: ReadReply[ReadAnswer]) -> tuple[str, ...]:
    """What the number of billed tokens says of the prompt that the model was given."""
    if asked.completion.reused:
        return ()
    if is_cut(prompt, asked.completion.usage):
        return (PROMPT_CUT,)
    return (TOKENS_DIFFER,) if _differ(planned, asked) else ()


def _differ(planned: int, asked: ReadReply[ReadAnswer]) -> bool:
    usage = asked.completion.usage
    billed = 0 if usage.estimated_calls else usage.prompt_tokens
    return bool(billed) and abs(billed - planned) > MAY_DIFFER * planned


def _not_billed(asked: ReadReply[ReadAnswer] | FailedCall, examiner: TestRunner) -> bool:
    """A reply was paid for, and nobody says with how many tokens."""
    if isinstance(asked, ReadReply) and asked.completion.reused:
        return False
    replied = asked.raw is not None and examiner.client.kind == "openai"
    return replied and (asked.usage.estimated_calls > 0 or not asked.usage.prompt_tokens)


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
