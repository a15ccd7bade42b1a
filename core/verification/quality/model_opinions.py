"""What models say of a copy: shown and counted, never weighed (source 001, sections 9.1 and 9.2).

An opinion is recorded with the verification and judged again when a policy is replayed, so that
another threshold needs no call.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import Sentence
from core.verification.findings import Code, Finding
from core.verification.model_source import ModelSource, Unanswered
from core.verification.policy.policy import Policy
from core.verification.quality.novelty import Nearest


@dataclass(frozen=True, slots=True)
class ModelRatings:
    """What a language model said. `toxicity` and `sentiment` (its strength) are 0 to 100."""

    toxicity: int
    sentiment: int
    category: str
    reason: str
    asked: ModelSource


@dataclass(frozen=True, slots=True)
class MeaningSimilarity:
    """The recent copy nearest by the cosine of embeddings, in [-1, 1]; None: there is none.

    It was `compared` with so many; `missed` others have no vector, and may be nearer.
    """

    nearest: Nearest | None
    compared: int
    missed: int
    asked: ModelSource


@dataclass(frozen=True, slots=True)
class ModelOpinion:
    """None: not asked, or `unanswered` says why nothing usable came."""

    reading: ModelRatings | None = None
    meaning: MeaningSimilarity | None = None
    unanswered: tuple[Unanswered, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        reading, meaning = self.reading, self.meaning
        return {
            "reading": reading
            and {
                "toxicity": reading.toxicity,
                "sentiment": reading.sentiment,
                "category": reading.category,
                "reason": reading.reason,
                "asked": reading.asked.to_dict(),
            },
            "meaning": meaning
            and {
                "nearest": meaning.nearest and list(meaning.nearest),
                "compared": meaning.compared,
                "missed": meaning.missed,
                "asked": meaning.asked.to_dict(),
            },
            "unanswered": [each.to_dict() for each in self.unanswered],
        }

    @classmethod
    def from_dict(cls, said: Mapping[str, Any]) -> "ModelOpinion":
        reading, meaning = said["reading"], said["meaning"]
        return cls(
            reading and ModelRatings(**{**reading, "asked": ModelSource(**reading["asked"])}),
            meaning
            and MeaningSimilarity(
                Nearest(*meaning["nearest"]) if meaning["nearest"] else None,
                meaning["compared"],
                meaning["missed"],
                ModelSource(**meaning["asked"]),
            ),
            tuple(map(Unanswered.from_dict, said["unanswered"])),
        )


def check_opinion(opinion: ModelOpinion | None, policy: Policy) -> Iterator[Finding]:
    """What the policy wants to be shown of it."""
    if opinion is None:
        return
    if opinion.reading is not None:
        yield from _of_reading(opinion.reading, policy)
    if opinion.meaning is not None and opinion.meaning.nearest is not None:
        nearest, limit = opinion.meaning.nearest, policy.opinions.near_percent
        percent = round(100 * nearest.similarity)
        if percent >= limit:
            said = Sentence(
                "{model} finds it {percent}% similar to recent copy in meaning: {text}",
                {
                    "model": opinion.meaning.asked.model,
                    "percent": percent,
                    "text": nearest.text[:200],
                },
            )
            yield policy.finding(Code.MODEL_NEAR_COPY, said)


def _of_reading(reading: ModelRatings, policy: Policy) -> Iterator[Finding]:
    shown, model = policy.opinions, reading.asked.model
    if reading.toxicity >= shown.toxicity_from:
        said = Sentence(
            "{model} rates the copy as toxic: {value} of 100. Reason: {reason}",
            {"model": model, "value": reading.toxicity, "reason": reading.reason},
        )
        yield policy.finding(Code.MODEL_TOXICITY, said)
    if reading.sentiment >= shown.sentiment_from:
        said = Sentence(
            "{model} rates the copy as emotional: {value} of 100. Reason: {reason}",
            {"model": model, "value": reading.sentiment, "reason": reading.reason},
        )
        yield policy.finding(Code.MODEL_SENTIMENT, said)
    if reading.category in shown.flagged:
        said = Sentence(
            "{model} classifies the copy as {category}. Reason: {reason}",
            {"model": model, "category": reading.category, "reason": reading.reason},
        )
        yield policy.finding(Code.MODEL_CATEGORY, said)
