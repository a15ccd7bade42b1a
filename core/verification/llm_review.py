"""Asking models what they say of verified copy. The verdicts stand before anybody is asked."""

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
from core.validation.outage import Outage
from core.verification.candidate import Candidate
from core.verification.model_source import ModelSource, Unanswered, prompt_language
from core.verification.policy.policy import Policy
from core.verification.quality.meaning import RecentMeanings, diversity_by_meaning
from core.verification.quality.model_opinions import MeaningSimilarity, ModelOpinion, ModelRatings
from core.verification.quality.opinion_replies import opinion_schema, read_opinion
from core.verification.verify import Verification, with_opinion

TEMPLATE = "copy_opinion_prompt"
AT_ONCE = 64
"""Copies in flight; the connection's own limits come on top."""


@dataclass(frozen=True)
class LlmReviewResult:
    """The verifications in their order, with the verdicts they had and opinions beside them.

    `diversity` is between the `compared` of these copies that have a vector, None without an
    embedder or with fewer than two.
    """

    verifications: tuple[Verification, ...]
    diversity: float | None = None
    compared: int = 0


@dataclass(frozen=True)
class RetryPolicy:
    """How often a call is repeated, and how waits are spent."""

    retries: int = RETRIES
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


_AS_USUAL = RetryPolicy()
_OF_THE_PROCESS = VectorCache()


def review_with_models(
    verifications: Sequence[Verification],
    policy: Policy,
    *,
    open_reader: Callable[[], LLMClient] | None = None,
    open_embedder: Callable[[], Embedder] | None = None,
    recent: Sequence[str] = (),
    cache: VectorCache = _OF_THE_PROCESS,
    waiting: RetryPolicy = _AS_USUAL,
) -> LlmReviewResult:
    """`opinions` from outside of an event loop: opens who is to be asked, and closes them."""

    async def asked() -> LlmReviewResult:
        async with AsyncExitStack() as opened:
            reader = open_reader() if open_reader else None
            if reader is not None:
                opened.push_async_callback(reader.aclose)
            embedder = open_embedder() if open_embedder else None
            if embedder is not None:
                opened.push_async_callback(embedder.aclose)
            return await opinions(
                verifications,
                policy,
                reader=reader,
                embedder=embedder,
                recent=recent,
                cache=cache,
                waiting=waiting,
            )

    return asyncio.run(asked())


async def opinions(
    verifications: Sequence[Verification],
    policy: Policy,
    *,
    reader: LLMClient | None = None,
    embedder: Embedder | None = None,
    recent: Sequence[str] = (),
    cache: VectorCache = _OF_THE_PROCESS,
    prompts: PromptTemplateManager | None = None,
    waiting: RetryPolicy = _AS_USUAL,
) -> LlmReviewResult:
    """Asks whoever is given about each copy that was checked whole: nobody is asked about what a
    hard violation rejected (section 8.3). `policy` is the one they were verified under, `recent`
    the copy to compare meanings with.

    A call that failed is in its opinion's `unanswered`. Raises AuthenticationFailed at once.
    """
    candidates = [each.candidate for each in verifications if each.quality is not None]
    readings: dict[tuple[str, str], ModelRatings | Unanswered] = {}
    meanings: dict[str, MeaningSimilarity | Unanswered] = {}
    vectors: list[Vector] = []
    if reader is not None:
        readers = _Readers(reader, policy, prompts or PromptTemplateManager(), waiting)
        readings = await readers.of(candidates)
    if embedder is not None:
        texts = [candidate.text for candidate in candidates]
        meanings, vectors = await _meanings(embedder, texts, recent, cache, waiting)

    def whole(verification: Verification) -> Verification:
        candidate = verification.candidate
        said = (readings.get(_key(candidate)), meanings.get(candidate.text))
        if verification.quality is None or said == (None, None):
            return verification
        reading, meaning = said
        opinion = ModelOpinion(
            reading if isinstance(reading, ModelRatings) else None,
            meaning if isinstance(meaning, MeaningSimilarity) else None,
            tuple(each for each in said if isinstance(each, Unanswered)),
        )
        return with_opinion(verification, policy, opinion)

    return LlmReviewResult(
        tuple(map(whole, verifications)), diversity_by_meaning(vectors), len(vectors)
    )


def _key(candidate: Candidate) -> tuple[str, str]:
    return candidate.text, candidate.locale


async def _meanings(
    embedder: Embedder,
    texts: Sequence[str],
    recent: Sequence[str],
    cache: VectorCache,
    waiting: RetryPolicy,
) -> tuple[dict[str, MeaningSimilarity | Unanswered], list[Vector]]:
    """By text; and the vectors of `texts` that there are, one for each copy."""
    answers = await embed_texts(
        embedder, [*recent, *texts], cache=cache, retries=waiting.retries, sleep=waiting.sleep
    )
    before, own = answers[: len(recent)], answers[len(recent) :]
    asked = ModelSource(embedder.name, embedder.model)
    failed = [each for each in before if isinstance(each, LLMError)]
    known = [(t, v) for t, v in zip(recent, before, strict=True) if not isinstance(v, LLMError)]
    compared = RecentMeanings([text for text, _ in known], [vector for _, vector in known])
    found: dict[str, MeaningSimilarity | Unanswered] = {}
    for text, vector in zip(texts, own, strict=True):
        if isinstance(vector, LLMError):
            found[text] = Unanswered.from_error(vector)
        elif failed and not known:
            found[text] = Unanswered.from_error(failed[0])
        else:
            found[text] = MeaningSimilarity(
                compared.nearest(vector), len(known), len(failed), asked
            )
    return found, [vector for vector in own if not isinstance(vector, LLMError)]


@dataclass
class _Readers:
    """Asks a language model; an endpoint that cannot answer is not asked about every copy."""

    client: LLMClient
    policy: Policy
    prompts: PromptTemplateManager
    waiting: RetryPolicy
    _outage: Outage = field(default_factory=Outage)
    _down: Unanswered | None = None
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def of(
        self, candidates: Sequence[Candidate]
    ) -> dict[tuple[str, str], ModelRatings | Unanswered]:
        first = {_key(candidate): candidate for candidate in reversed(candidates)}
        return dict(zip(first, await ask_all(map(self._one, first.values())), strict=True))

    async def _one(self, candidate: Candidate) -> ModelRatings | Unanswered:
        async with self._places:
            return self._down or await self._asked(candidate)

    async def _asked(self, candidate: Candidate) -> ModelRatings | Unanswered:
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
        down = self._outage.saw(outcome.kind.value if isinstance(outcome, FailedCall) else None)
        if isinstance(outcome, FailedCall):
            unanswered = Unanswered.from_error(outcome.error)
            self._down = unanswered if down else self._down
            return unanswered
        said = outcome.value
        asked = ModelSource.from_call(self.client, prompt, outcome.completion)
        return ModelRatings(said.toxicity, said.sentiment, said.category, said.reason, asked)
