"""Who suggests fixes: the offline baseline, or a model over a connection."""

from collections.abc import Sequence

from core.answer_loop.fixes import FixKind, FlaggedQuestion, SuggestedFix, fix_reply, fix_schema
from core.answer_loop.generators import GenerationRequest, ModelGenerator
from core.answer_loop.loop_messages import LoopMessages
from core.evidence_gate.answer_writer import DraftAnswer
from core.llm import LLMClient, Message, PromptTemplateManager
from core.llm.lexical import SentenceIndex, read

FIRST, REVISION = "fix_generation_prompt", "fix_revision_prompt"

LEXICAL = "lexical"

_WHY = {
    "en": "In the passages about the question, more words match option {letters} than the labelled "
    "answer.",
    "zh": "原文谈及所问内容之处，与选项 {letters} 相符的用词多于标注答案。",
}
_NOTHING = {
    "en": "The text that was found does not support another answer clearly.",
    "zh": "检索到的原文没有明确支持其他答案。",
}


class LexicalFixGenerator:
    """The offline baseline: other letters where the passages' words clearly favour them; it
    rewrites nothing, understands nothing, and has no second suggestion.
    """

    name = LEXICAL
    model = "lexical-fix-1"
    is_baseline = True

    def __init__(self, flawed: FlaggedQuestion) -> None:
        self._question = flawed.question

    async def generate(self, messages: Sequence[Message], asked: GenerationRequest) -> DraftAnswer:  # noqa: ARG002
        spoken = "zh" if asked.language.startswith("zh") else "en"
        fix = None if asked.earlier else self._fix(asked, spoken)
        if fix is not None:
            return DraftAnswer(fix.model_dump_json())
        question = self._question
        none = SuggestedFix.from_question(
            FixKind.NO_FIX, question, question.answer, "", _NOTHING[spoken]
        )
        return DraftAnswer(none.model_dump_json(), abstained=True)

    def _fix(self, asked: GenerationRequest, spoken: str) -> SuggestedFix | None:
        question = self._question
        text = "\n\n".join(one.text for one in asked.evidence)
        found = read(
            question.question, question.choice, question.question_type, SentenceIndex(text)
        )
        same = set(found.answer) == set(question.answer)
        if same or not found.answer or not found.is_answerable or found.confidence == "low":
            return None
        why = _WHY[spoken].format(letters=", ".join(found.answer).upper())
        return SuggestedFix.from_question(
            FixKind.CORRECTED_ANSWER, question, found.answer, found.evidence, why
        )


def model_fix_generator(
    client: LLMClient, flawed: FlaggedQuestion, prompts: PromptTemplateManager | None = None
) -> ModelGenerator:
    """Hands the messages of `fix_messages` to a model; its replies are JSON."""
    schema = fix_schema(flawed.question.choice)
    return ModelGenerator(client, prompts=prompts, template=FIRST, read=fix_reply, schema=schema)


def fix_messages(
    flawed: FlaggedQuestion, language: str, prompts: PromptTemplateManager | None = None
) -> LoopMessages:
    return LoopMessages(
        prompts or PromptTemplateManager(),
        first=FIRST,
        revision=REVISION,
        about=flawed.told(language),
    )
