"""Models' opinions of a copy: shown and counted, never scored (source 001, sections 9.1 and 9.2).

An opinion is recorded with the verification and checked again when a policy is replayed, so that
another threshold needs no new call.
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
    """Ratings by a language model: `toxicity` and `sentiment` (how strong it is) from 0 to 100."""

    toxicity: int
    sentiment: int
    category: str
    reason: str
    asked: ModelSource


@dataclass(frozen=True, slots=True)
class MeaningSimilarity:
    """The nearest recent copy by the cosine of embeddings, in [-1, 1]; None if there is none.

    `compared`: number of recent copies compared; `missed`: those without a vector, which may be
    nearer.
    """

    nearest: Nearest | None
    compared: int
    missed: int
    asked: ModelSource


@dataclass(frozen=True, slots=True)
class ModelOpinion:
    """The models' results; a None part was not requested or failed for a reason in `unanswered`."""

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
    def from_dict(cls, data: Mapping[str, Any]) -> "ModelOpinion":
        reading, meaning = data["reading"], data["meaning"]
        return cls(
            reading and ModelRatings(**{**reading, "asked": ModelSource(**reading["asked"])}),
            meaning
            and MeaningSimilarity(
                Nearest(*meaning["nearest"]) if meaning["nearest"] else None,
                meaning["compared"],
                meaning["missed"],
                ModelSource(**meaning["asked"]),
            ),
            tuple(map(Unanswered.from_dict, data["unanswered"])),
        )


def check_opinion(opinion: ModelOpinion | None, policy: Policy) -> Iterator[Finding]:
    """Yield the findings for what exceeds the policy's thresholds."""
    if opinion is None:
        return
    if opinion.reading is not None:
        yield from _rating_findings(opinion.reading, policy)
    if opinion.meaning is not None and opinion.meaning.nearest is not None:
        nearest, limit = opinion.meaning.nearest, policy.opinions.near_percent
        percent = round(100 * nearest.similarity)
        if percent >= limit:
            message = Sentence(
                "{model} finds it {percent}% similar to recent copy in meaning: {text}",
                {
                    "model": opinion.meaning.asked.model,
                    "percent": percent,
                    "text": nearest.text[:200],
                },
            )
            yield policy.finding(Code.MODEL_NEAR_COPY, message)


def _rating_findings(ratings: ModelRatings, policy: Policy) -> Iterator[Finding]:
    thresholds, model = policy.opinions, ratings.asked.model
    if ratings.toxicity >= thresholds.toxicity_from:
        message = Sentence(
            "{model} rates the copy as toxic: {value} of 100. Reason: {reason}",
            {"model": model, "value": ratings.toxicity, "reason": ratings.reason},
        )
        yield policy.finding(Code.MODEL_TOXICITY, message)
    if ratings.sentiment >= thresholds.sentiment_from:
        message = Sentence(
            "{model} rates the copy as emotional: {value} of 100. Reason: {reason}",
            {"model": model, "value": ratings.sentiment, "reason": ratings.reason},
        )
        yield policy.finding(Code.MODEL_SENTIMENT, message)
    if ratings.category in thresholds.flagged:
        message = Sentence(
            "{model} classifies the copy as {category}. Reason: {reason}",
            {"model": model, "category": ratings.category, "reason": ratings.reason},
        )
        yield policy.finding(Code.MODEL_CATEGORY, message)
