"""Ask models for their opinion of verified copy; the verdicts are fixed before any call."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace

from core.llm import (
    Embedder,
    FailedCall,
    LLMClient,
    LLMError,
    PromptTemplateManager,
    Vector,
    VectorCache,
    ask,
    ask_all,
    embed_texts,
)
from core.llm.retries import RETRIES
from core.validation import Outage
from core.verification.candidate import Candidate
from core.verification.model_source import ModelSource, Unanswered, prompt_language
from core.verification.policy.policy import Policy
from core.verification.quality.meaning import RecentMeanings, diversity_by_meaning
from core.verification.quality.model_opinions import MeaningSimilarity, ModelOpinion, ModelRatings
from core.verification.quality.opinion_replies import opinion_schema, read_opinion
from core.verification.verify import Verification, with_opinion

TEMPLATE = "copy_opinion_prompt"
MAX_IN_FLIGHT = 64
"""Maximum copies in flight; the connection has its own limits besides."""


@dataclass(frozen=True)
class LlmReviewResult:
    """The verifications in their order, with opinions added and verdicts unchanged.

    `diversity` is computed between the `compared` copies that have a vector; None without an
    embedder or with fewer than two.
    """

    verifications: tuple[Verification, ...]
    diversity: float | None = None
    compared: int = 0


@dataclass(frozen=True)
class RetryPolicy:
    """How often a failed call is retried, and the function that waits between tries."""

    retries: int = RETRIES
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


_DEFAULT_RETRIES = RetryPolicy()
_PROCESS_CACHE = VectorCache()


def review_with_models(
    verifications: Sequence[Verification],
    policy: Policy,
    *,
    open_reader: Callable[[], LLMClient] | None = None,
    open_embedder: Callable[[], Embedder] | None = None,
    recent: Sequence[str] = (),
    cache: VectorCache = _PROCESS_CACHE,
    waiting: RetryPolicy = _DEFAULT_RETRIES,
) -> LlmReviewResult:
    """Run `opinions` outside of an event loop; opens the clients and closes them afterwards."""

    async def run() -> LlmReviewResult:
        async with AsyncExitStack() as stack:
            reader = open_reader() if open_reader else None
            if reader is not None:
                stack.push_async_callback(reader.aclose)
            embedder = open_embedder() if open_embedder else None
            if embedder is not None:
                stack.push_async_callback(embedder.aclose)
            return await opinions(
                verifications,
                policy,
                reader=reader,
                embedder=embedder,
                recent=recent,
                cache=cache,
                waiting=waiting,
            )

    return asyncio.run(run())


async def opinions(
    verifications: Sequence[Verification],
    policy: Policy,
    *,
    reader: LLMClient | None = None,
    embedder: Embedder | None = None,
    recent: Sequence[str] = (),
    cache: VectorCache = _PROCESS_CACHE,
    prompts: PromptTemplateManager | None = None,
    waiting: RetryPolicy = _DEFAULT_RETRIES,
) -> LlmReviewResult:
    """Add the opinions of `reader` and `embedder` to each verification.

    Copies that a hard violation rejected are skipped (section 8.3). `policy` is the one they were
    verified under, `recent` the copies to compare meanings with. A failed call is recorded in
    `unanswered` of its opinion. Raises AuthenticationFailed at once.
    """
    candidates = [each.candidate for each in verifications if each.quality is not None]
    ratings: dict[tuple[str, str], ModelRatings | Unanswered] = {}
    similarities: dict[str, MeaningSimilarity | Unanswered] = {}
    vectors: list[Vector] = []
    if reader is not None:
        raters = _Raters(reader, policy, prompts or PromptTemplateManager(), waiting)
        ratings = await raters.of(candidates)
    if embedder is not None:
        texts = [candidate.text for candidate in candidates]
        similarities, vectors = await _similarities(embedder, texts, recent, cache, waiting)

    def with_opinions(verification: Verification) -> Verification:
        candidate = verification.candidate
        replies = (ratings.get(_key(candidate)), similarities.get(candidate.text))
        if verification.quality is None or replies == (None, None):
            return verification
        rating, similarity = replies
        opinion = ModelOpinion(
            rating if isinstance(rating, ModelRatings) else None,
            similarity if isinstance(similarity, MeaningSimilarity) else None,
            tuple(each for each in replies if isinstance(each, Unanswered)),
        )
        return with_opinion(verification, policy, opinion)

    return LlmReviewResult(
        tuple(map(with_opinions, verifications)), diversity_by_meaning(vectors), len(vectors)
    )


def _key(candidate: Candidate) -> tuple[str, str]:
    return candidate.text, candidate.locale


async def _similarities(
    embedder: Embedder,
    texts: Sequence[str],
    recent: Sequence[str],
    cache: VectorCache,
    waiting: RetryPolicy,
) -> tuple[dict[str, MeaningSimilarity | Unanswered], list[Vector]]:
    """Return the similarity by text, and the vector of each of `texts` that was embedded."""
    answers = await embed_texts(
        embedder, [*recent, *texts], cache=cache, retries=waiting.retries, sleep=waiting.sleep
    )
    recent_vectors, text_vectors = answers[: len(recent)], answers[len(recent) :]
    model = ModelSource(embedder.name, embedder.model)
    failures = [each for each in recent_vectors if isinstance(each, LLMError)]
    embedded = [
        (t, v) for t, v in zip(recent, recent_vectors, strict=True) if not isinstance(v, LLMError)
    ]
    recent_meanings = RecentMeanings(
        [text for text, _ in embedded], [vector for _, vector in embedded]
    )
    similarities: dict[str, MeaningSimilarity | Unanswered] = {}
    for text, vector in zip(texts, text_vectors, strict=True):
        if isinstance(vector, LLMError):
            similarities[text] = Unanswered.from_error(vector)
        elif failures and not embedded:
            similarities[text] = Unanswered.from_error(failures[0])
        else:
            similarities[text] = MeaningSimilarity(
                recent_meanings.nearest(vector), len(embedded), len(failures), model
            )
    return similarities, [vector for vector in text_vectors if not isinstance(vector, LLMError)]


@dataclass
class _Raters:
    """Ask a language model to rate copies; in an outage the remaining copies are not sent."""

    client: LLMClient
    policy: Policy
    prompts: PromptTemplateManager
    waiting: RetryPolicy
    _outage: Outage = field(default_factory=Outage)
    _down: Unanswered | None = None
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_IN_FLIGHT))

    async def of(
        self, candidates: Sequence[Candidate]
    ) -> dict[tuple[str, str], ModelRatings | Unanswered]:
        """The ratings by (text, locale); equal copies are rated once."""
        first = {_key(candidate): candidate for candidate in reversed(candidates)}
        return dict(zip(first, await ask_all(map(self._rate_in_slot, first.values())), strict=True))

    async def _rate_in_slot(self, candidate: Candidate) -> ModelRatings | Unanswered:
        async with self._slots:
            return self._down or await self._rate(candidate)

    async def _rate(self, candidate: Candidate) -> ModelRatings | Unanswered:
        categories = self.policy.opinions.categories
        prompt = self.prompts.render(
            TEMPLATE,
            prompt_language(candidate.locale),
            {
                "item": candidate.id,
                "text": candidate.text,
                "locale": candidate.locale,
                "categories": "\n".join(f"- {name}" for name in categories),
            },
        )
        outcome = await ask(
            self.client,
            replace(prompt, reply_schema=opinion_schema(categories)),
            lambda completion: read_opinion(completion, categories),
            retries=self.waiting.retries,
            sleep=self.waiting.sleep,
        )
        is_down = self._outage.saw(outcome.kind.value if isinstance(outcome, FailedCall) else None)
        if isinstance(outcome, FailedCall):
            unanswered = Unanswered.from_error(outcome.error)
            self._down = unanswered if is_down else self._down
            return unanswered
        reply = outcome.value
        source = ModelSource.from_call(self.client, prompt, outcome.completion)
        return ModelRatings(reply.toxicity, reply.sentiment, reply.category, reply.reason, source)
