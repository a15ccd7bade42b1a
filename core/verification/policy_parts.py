"""The parts of a policy; docs/policies.md shows each as people write it."""

from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, model_validator

from core.verification.findings import Dimension

Hundredths = Annotated[int, Field(strict=True, ge=0, le=100)]
Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Text = Annotated[str, Field(strict=True, min_length=1, max_length=200)]
Texts = tuple[Text, ...]
EventDays = Literal[7, 14, 30]
"""Source 001, section 1.1: 近 7/14/30 天."""


class PolicyPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ScopedRule(Protocol):
    """A rule that may hold for some locales and channels alone; empty: for all."""

    @property
    def locales(self) -> Texts: ...

    @property
    def channels(self) -> Texts: ...


class Mode(StrEnum):
    """Monitored codes are found and counted beside the score, never in it."""

    ENFORCE = "enforce"
    MONITOR = "monitor"


class CodeRule(PolicyPart):
    """What one code weighs.

    `count`: points come off once, or for each subject (word, item) found, `cap` at most.
    `at_most`: where this code is found, the score of its dimension is held to this.
    """

    points: Hundredths = 0
    hard: Annotated[bool, Field(strict=True)] = False
    count: Literal["once", "each"] = "once"
    cap: Hundredths | None = None
    at_most: Hundredths | None = None
    mode: Mode = Mode.ENFORCE


class Threshold(PolicyPart):
    """Below these a dimension asks for a REVISE or a REJECT; a score of 0 is always a REJECT."""

    reject_below: Hundredths
    revise_below: Hundredths


class Thresholds(PolicyPart):
    compliance: Threshold
    fact: Threshold
    quality: Threshold

    def of(self, dimension: Dimension) -> Threshold:
        found: Threshold = getattr(self, dimension)
        return found

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Reckoned once: a decision that is kept is looked up by it with every copy."""
        return hash((self.compliance, self.fact, self.quality))


class Channel(PolicyPart):
    """`max_length` in length units, None: no limit; `lengths` by language (`en` covers en-GB)."""

    max_length: Count | None = None
    urls: Literal["allowed", "forbidden"] = "allowed"
    lengths: dict[Text, Count] = Field(default_factory=dict)

    def longest(self, locale: str) -> int | None:
        if not self.lengths:
            return self.max_length
        return self.lengths.get(locale.partition("-")[0], self.max_length)


class LengthRule(PolicyPart):
    """How text is measured (section 3.1): a character is 1, a word `word` units.

    A word longer than `longest_word` characters counts its characters.
    """

    shortest: Count = 10
    word: Annotated[int, Field(strict=True, ge=1, le=100)] = 5
    longest_word: Count | None = None


class WordLists(PolicyPart):
    """`allow` are phrases inside which no listed word counts, such as 第一时间."""

    forbidden: Texts = ()
    absolute: Texts = ()
    allow: Texts = ()


class VocabularyRule(PolicyPart):
    """Words that count in their context, and through disguises.

    `allow` are phrases inside which they do not count; of `needs` the same sentence must hold one,
    of `unless` none. `locales` (`zh` covers zh-CN) and `channels`: where the rule holds, everywhere
    if empty. `source` says who forbids it.
    """

    words: Annotated[Texts, Field(min_length=1)]
    allow: Texts = ()
    needs: Texts = ()
    unless: Texts = ()
    locales: Texts = ()
    channels: Texts = ()
    source: Annotated[str, Field(strict=True, max_length=300)] = ""


class Vocabulary(PolicyPart):
    """Word rules beside the plain lists of `words`.

    Straight after one of `denials`, such as 不是 or "not the", an absolute word does not count; a
    forbidden one does: 不是垃圾 runs others down all the same.
    """

    forbidden: tuple[VocabularyRule, ...] = ()
    absolute: tuple[VocabularyRule, ...] = ()
    denials: Texts = ()


class BrandRules(PolicyPart):
    """How brands are found in a text, beside their plain names.

    `names`: known by any spelling. `compatible`: a brand straight after one of these is named for
    what fits it, not as the item's own; so is one straight before one of `compatible_after`.
    `titled`: a brand that a referenced item's title names is right.
    """

    rules: dict[Text, tuple[VocabularyRule, ...]] = Field(default_factory=dict)
    compatible: Texts = ()
    compatible_after: Texts = ()
    titled: Annotated[bool, Field(strict=True)] = False


class ReplacementRule(PolicyPart):
    """Phrases that repairs write otherwise where something was found in them.

    `by` "" leaves the phrase out. `before_verb` is written instead of `by` where a Chinese verb or
    adjective follows: 完美 is 理想 before 礼物 and nothing before 贴合.
    """

    words: Annotated[Texts, Field(min_length=1)]
    by: Annotated[str, Field(strict=True, max_length=200)] = ""
    before_verb: Annotated[str, Field(strict=True, max_length=200)] | None = None


class RepairRules(PolicyPart):
    """How copy is repaired; without this only as section 5 of the source says.

    whole_sentences: what is left is whole sentences or no repair is offered; long copy is cut at a
    clause, with no "...". `cut_words` are forbidden words whose clause may be left out: copy with
    any other one needs a person.
    """

    whole_sentences: Annotated[bool, Field(strict=True)] = False
    replacements: tuple[ReplacementRule, ...] = ()
    cut_words: Texts = ()
    prices: dict[Text, Text] = Field(default_factory=dict)
    """By language: what is written instead of a price and the words that bring it in."""


class Marks(PolicyPart):
    """The most that is still right of each: exclamation marks, punctuation in percent, emoji."""

    exclamations: Count = 2
    punctuation_percent: Hundredths = 20
    emoji: Count = 3


class UrlForms(PolicyPart):
    """`domains` are the endings by which a bare domain is known.

    written: addresses as people write them, with any public ending, disguised or not; where it may
    as well be none, COMPLIANCE_URL_SUSPECTED. `allow`: names such as ASP.NET and hosts of one's own
    that are no violation, with any path; never after a scheme such as https://.
    """

    forms: tuple[Literal["scheme", "www", "bare", "written"], ...] = ("scheme",)
    allow: Texts = ()
    domains: tuple[Annotated[str, Field(pattern=r"^[a-z]{2,24}$")], ...] = ()


class PriceForms(PolicyPart):
    """source: exactly section 2.5's pattern. signs: a currency sign and a digit. units: 99元.

    written: in words, glued or disguised, too: 一百元, RMB99, twenty dollars.
    """

    forms: tuple[Literal["source", "signs", "units", "written"], ...] = ("source",)


class EventRule(PolicyPart):
    """A claimed event, the kind of user event that supports it and words that make the claim.

    `told`: what the grammar of `claims.told_acts` reads of this kind claims it, too.
    """

    kind: Text
    days: EventDays = 7
    phrases: Texts = ()
    rules: tuple[VocabularyRule, ...] = ()
    told: Annotated[bool, Field(strict=True)] = False


class LanguageRule(PolicyPart):
    """Copy of a locale (`zh` covers zh-CN) is a mismatch when it has one script and lacks another.

    `lacks` None: having it is enough.
    """

    locale: Text
    has: Literal["Latin", "Han"]
    lacks: Literal["Latin", "Han"] | None = None


class Ramp(PolicyPart):
    """1 up to `good`, then falling evenly to 0 at `bad`."""

    good: Annotated[float, Field(ge=0, le=10_000)]
    bad: Annotated[float, Field(gt=0, le=10_000)]

    @model_validator(mode="after")
    def _falling(self) -> "Ramp":
        if self.bad <= self.good:
            raise ValueError("ramp_order")
        return self

    def __call__(self, value: float) -> float:
        if value <= self.good:
            return 1.0
        return max(0.0, (self.bad - value) / (self.bad - self.good))


class Readability(PolicyPart):
    """The three factors of section 3.5 and their weights, which make 100 together.

    Sentences are measured in characters, or in words where there are no Chinese characters;
    capitals and complex words as shares.
    """

    sentence_weight: Hundredths = 40
    capitals_weight: Hundredths = 30
    complex_weight: Hundredths = 30
    sentence_characters: Ramp = Ramp(good=30, bad=90)
    sentence_words: Ramp = Ramp(good=15, bad=45)
    capitals: Ramp = Ramp(good=0.3, bad=1.0)
    complex_words: Ramp = Ramp(good=0.1, bad=0.5)
    long_word: Count = 13
    low_below: Hundredths = 50

    @model_validator(mode="after")
    def _whole(self) -> "Readability":
        if self.sentence_weight + self.capitals_weight + self.complex_weight != 100:
            raise ValueError("weights_100")
        return self


class QualityWeights(PolicyPart):
    readability: Hundredths = 25
    style: Hundredths = 25
    novelty: Hundredths = 25
    basic: Hundredths = 25

    @model_validator(mode="after")
    def _whole(self) -> "QualityWeights":
        if self.readability + self.style + self.novelty + self.basic != 100:
            raise ValueError("weights_100")
        return self


class Opinions(PolicyPart):
    """From where on what a model says of a copy is shown; it never weighs anything.

    `near_percent` is a cosine of embeddings times 100: what is near depends on their model.
    A copy in a `flagged` one of the `categories` is shown.
    """

    toxicity_from: Hundredths = 50
    sentiment_from: Hundredths = 80
    near_percent: Hundredths = 90
    categories: Annotated[Texts, Field(min_length=1)] = (
        "promotion",
        "product",
        "reminder",
        "service",
        "editorial",
        "medical",
        "financial",
        "gambling",
        "adult",
        "political",
        "other",
    )
    flagged: Texts = ("medical", "financial", "gambling", "adult", "political")

    @model_validator(mode="after")
    def _known(self) -> "Opinions":
        if unknown := [name for name in self.flagged if name not in self.categories]:
            raise ValueError("flagged_unknown:" + ", ".join(unknown))
        return self


class Novelty(PolicyPart):
    """Recent copy is compared by character n-grams; from `near_percent` on it is a near copy."""

    ngram: Annotated[int, Field(strict=True, ge=1, le=5)] = 2
    near_percent: Hundredths = 80
