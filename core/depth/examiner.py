"""The model, prompts and options of a depth test, and the tokens of its prompts."""

from dataclasses import dataclass, replace

from pydantic import BaseModel

from core.errors import Sentence
from core.llm import LLMClient, Prompt, PromptTemplateManager
from core.llm.reply_formats import reply_schema
from core.questions import Question
from core.text import Tokenizer, guess_language

TEMPLATE = "depth_prompt"
CLOSED_BOOK_TEMPLATE = "depth_closed_book_prompt"

FRAMING = 3
TOKENS_PER_MESSAGE = 4
"""Tokens that chat endpoints add to a request (FRAMING), and to each of its messages."""


class DepthReply(BaseModel):
    """The reply format that the prompt asks for; replies are read by core.depth.answer_reading."""

    answer: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TestRunner:
    """The model and the prompt options, the same for every trial of a run.

    Args:
        client: makes one call per trial plus up to 3 retries (readings 45, 54).
        tokenizer: counts the planned tokens.
        language: that of the prompt; the question's own when not given.
        rotate_options: show the options in an order drawn from `seed`, question and repeat.
        context_window: that of the model, in tokens; a trial with a longer prompt is not sent and
            ends as did_not_fit.
        max_output_tokens: reserved in the window for the reply.
        reply_settings: anything besides the model that shapes its replies (temperature ...).
    """

    client: LLMClient
    prompts: PromptTemplateManager
    tokenizer: Tokenizer
    language: str | None = None
    rotate_options: bool = False
    seed: int = 0
    context_window: int | None = None
    max_output_tokens: int = 0
    reply_settings: str = ""

    def prompt_for(self, question: Question, context: str, *, closed_book: bool = False) -> Prompt:
        language = self.language or guess_language(question.question + context[:2000])
        prompt = self.prompts.render(
            CLOSED_BOOK_TEMPLATE if closed_book else TEMPLATE,
            language,
            {
                "item": question.item_key,
                "question": question.question,
                "question_type": question.question_type.value,
                "choice": question.choice,
                "context": context,
            },
        )
        return replace(prompt, reply_schema=reply_schema(DepthReply, question.choice))

    def frame_tokens(self, question: Question, language: str, *, closed_book: bool = False) -> int:
        """Count prompt tokens besides the context: template, question, options and chat framing."""
        prompt = replace(self, language=language).prompt_for(question, "", closed_book=closed_book)
        counts = [len(self.tokenizer.encode(message.content)) for message in prompt.messages]
        return sum(counts) + TOKENS_PER_MESSAGE * len(counts) + FRAMING

    def too_long(self, planned: int) -> Sentence | None:
        """Return why a prompt of `planned` tokens cannot be sent, or None if it can."""
        if self.context_window is None:
            return None
        excess = planned + self.max_output_tokens - self.context_window
        if excess <= 0:
            return None
        return Sentence(
            "The prompt has {planned} tokens and the reply may use {reserved}, but the model's "
            "window is {window}. Choose a context at least {excess} tokens shorter.",
            {
                "planned": planned,
                "reserved": self.max_output_tokens,
                "window": self.context_window,
                "excess": excess,
            },
        )
