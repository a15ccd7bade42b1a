"""Generators of suggested fixes: the offline baseline, or a model over a connection."""

from collections.abc import Sequence

from core.answer_loop.fixes import FixKind, FlaggedQuestion, SuggestedFix, fix_reply, fix_schema
from core.answer_loop.generators import GenerationRequest, ModelGenerator
from core.answer_loop.loop_messages import LoopMessages
from core.evidence_gate.answer_writer import DraftAnswer
from core.llm import LLMClient, Message, PromptTemplateManager
from core.llm.lexical import SentenceIndex, read
from core.text.language import supported_language

FIRST, REVISION = "fix_generation_prompt", "fix_revision_prompt"

LEXICAL = "lexical"

_REASON = {
    "en": "In the passages about the question, more words match option {letters} than the labelled "
    "answer.",
    "zh": "原文谈及所问内容之处，与选项 {letters} 相符的用词多于标注答案。",
}
_NO_FIX_REASON = {
    "en": "The text that was found does not support another answer clearly.",
    "zh": "检索到的原文没有明确支持其他答案。",
}


class LexicalFixGenerator:
    """The offline baseline: suggests other letters where the passages' words clearly favour them.
    It never rewrites a question, and suggests once only.
    """

    name = LEXICAL
    model = "lexical-fix-1"
    is_baseline = True

    def __init__(self, flawed: FlaggedQuestion) -> None:
        self._question = flawed.question

    async def generate(
        self,
        messages: Sequence[Message],  # noqa: ARG002 - the baseline reads no messages
        request: GenerationRequest,
    ) -> DraftAnswer:
        language_key = supported_language(request.language)
        fix = None if request.earlier else self._fix(request, language_key)
        if fix is not None:
            return DraftAnswer(fix.model_dump_json())
        question = self._question
        no_fix = SuggestedFix.from_question(
            FixKind.NO_FIX, question, question.answer, "", _NO_FIX_REASON[language_key]
        )
        return DraftAnswer(no_fix.model_dump_json(), abstained=True)

    def _fix(self, request: GenerationRequest, language_key: str) -> SuggestedFix | None:
        question = self._question
        text = "\n\n".join(passage.text for passage in request.evidence)
        reading = read(
            question.question, question.choice, question.question_type, SentenceIndex(text)
        )
        is_same = set(reading.answer) == set(question.answer)
        if (
            is_same
            or not reading.answer
            or not reading.is_answerable
            or reading.confidence == "low"
        ):
            return None
        reason = _REASON[language_key].format(letters=", ".join(reading.answer).upper())
        return SuggestedFix.from_question(
            FixKind.CORRECTED_ANSWER, question, reading.answer, reading.evidence, reason
        )


def model_fix_generator(
    client: LLMClient, flawed: FlaggedQuestion, prompts: PromptTemplateManager | None = None
) -> ModelGenerator:
    """Return a generator that sends the messages of `fix_messages`; the model replies in JSON."""
    schema = fix_schema(flawed.question.choice)
    return ModelGenerator(client, prompts=prompts, template=FIRST, read=fix_reply, schema=schema)


def fix_messages(
    flawed: FlaggedQuestion, language: str, prompts: PromptTemplateManager | None = None
) -> LoopMessages:
    return LoopMessages(
        prompts or PromptTemplateManager(),
        first=FIRST,
        revision=REVISION,
        subject=flawed.prompt_variables(language),
    )
