"""The parts of a policy; docs/policies.md shows each as written in YAML."""

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
    """Base class of all parts: immutable, and unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ScopedRule(Protocol):
    """A rule limited to some locales and channels; an empty list means all."""

    @property
    def locales(self) -> Texts: ...

    @property
    def channels(self) -> Texts: ...


class Mode(StrEnum):
    """Whether a code affects the score; monitored codes are found and counted but never scored."""

    ENFORCE = "enforce"
    MONITOR = "monitor"


class CodeRule(PolicyPart):
    """The weight of one code.

    `count`: points come off once, or for each subject (word, item) found, up to `cap`.
    `at_most`: the highest score of the dimension, in hundredths, if this code is found.
    """

    points: Hundredths = 0
    hard: Annotated[bool, Field(strict=True)] = False
    count: Literal["once", "each"] = "once"
    cap: Hundredths | None = None
    at_most: Hundredths | None = None
    mode: Mode = Mode.ENFORCE


class Threshold(PolicyPart):
    """Scores in hundredths below which a dimension is REVISE or REJECT; 0 is always a REJECT."""

    reject_below: Hundredths
    revise_below: Hundredths


class Thresholds(PolicyPart):
    compliance: Threshold
    fact: Threshold
    quality: Threshold

    def of(self, dimension: Dimension) -> Threshold:
        threshold: Threshold = getattr(self, dimension)
        return threshold

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Computed once: cached decisions are looked up by it for every copy."""
        return hash((self.compliance, self.fact, self.quality))


class Channel(PolicyPart):
    """Limits of a channel. `max_length` in length units, None: no limit; `lengths` overrides it by
    language (`en` covers en-GB).
    """

    max_length: Count | None = None
    urls: Literal["allowed", "forbidden"] = "allowed"
    lengths: dict[Text, Count] = Field(default_factory=dict)

    def longest(self, locale: str) -> int | None:
        """The maximum length of copy in a locale; None: no limit."""
        if not self.lengths:
            return self.max_length
        return self.lengths.get(locale.partition("-")[0], self.max_length)


class LengthRule(PolicyPart):
    """How length is measured (section 3.1): a character is 1 unit, a word `word` units.

    A word of more than `longest_word` characters counts 1 per character. `shortest` is the minimum
    length of a copy.
    """

    shortest: Count = 10
    word: Annotated[int, Field(strict=True, ge=1, le=100)] = 5
    longest_word: Count | None = None


class WordLists(PolicyPart):
    """Plain word lists; inside a phrase of `allow`, such as 第一时间, no listed word counts."""

    forbidden: Texts = ()
    absolute: Texts = ()
    allow: Texts = ()


class VocabularyRule(PolicyPart):
    """Words that count only in some contexts, and are also found through disguises.

    They do not count inside a phrase of `allow`. The same sentence must contain one of `needs` and
    none of `unless`. `locales` (`zh` covers zh-CN) and `channels`: where the rule applies; empty:
    everywhere. `source`: the law or guideline that forbids the words.
    """

    words: Annotated[Texts, Field(min_length=1)]
    allow: Texts = ()
    needs: Texts = ()
    unless: Texts = ()
    locales: Texts = ()
    channels: Texts = ()
    source: Annotated[str, Field(strict=True, max_length=300)] = ""


class Vocabulary(PolicyPart):
    """Word rules, in addition to the plain lists of `words`.

    Directly after one of `denials`, such as 不是 or "not the", an absolute word does not count. A
    forbidden word does: 不是垃圾 still disparages others.
    """

    forbidden: tuple[VocabularyRule, ...] = ()
    absolute: tuple[VocabularyRule, ...] = ()
    denials: Texts = ()


class BrandRules(PolicyPart):
    """How brands are found in a text, in addition to their plain names.

    `rules`: word rules by brand, which replace its plain names. A brand directly after one of
    `compatible`, or directly before one of `compatible_after`, is what the item fits, not the
    item's own brand. `titled`: a brand in the title of a referenced item is correct.
    """

    rules: dict[Text, tuple[VocabularyRule, ...]] = Field(default_factory=dict)
    compatible: Texts = ()
    compatible_after: Texts = ()
    titled: Annotated[bool, Field(strict=True)] = False


class ReplacementRule(PolicyPart):
    """Phrases that repairs replace where a finding lies in them.

    `by` "" removes the phrase. `before_verb` is used instead of `by` where a Chinese verb or
    adjective follows: 完美 becomes 理想 before 礼物 and is removed before 贴合.
    """

    words: Annotated[Texts, Field(min_length=1)]
    by: Annotated[str, Field(strict=True, max_length=200)] = ""
    before_verb: Annotated[str, Field(strict=True, max_length=200)] | None = None


class RepairRules(PolicyPart):
    """How copy is repaired; with the defaults, only as section 5 of source 001 says.

    `whole_sentences`: a repair is offered only if it leaves whole sentences; long copy is cut at a
    clause, without "...". `cut_words`: forbidden words whose clause may be removed; copy with any
    other forbidden word needs a person.
    """

    whole_sentences: Annotated[bool, Field(strict=True)] = False
    replacements: tuple[ReplacementRule, ...] = ()
    cut_words: Texts = ()
    prices: dict[Text, Text] = Field(default_factory=dict)
    """By language: the text that replaces a price and the words that introduce it."""


class Marks(PolicyPart):
    """Highest allowed values: exclamation marks, punctuation in percent, emoji."""

    exclamations: Count = 2
    punctuation_percent: Hundredths = 20
    emoji: Count = 3


class UrlForms(PolicyPart):
    """Which forms of links are found. `domains`: the endings that make a bare domain a link.

    Form "written": addresses with any public ending, disguised or not; a doubtful one is a
    COMPLIANCE_URL_SUSPECTED. `allow`: names such as ASP.NET and own hosts that are no violation,
    with any path, but never after a scheme such as https://.
    """

    forms: tuple[Literal["scheme", "www", "bare", "written"], ...] = ("scheme",)
    allow: Texts = ()
    domains: tuple[Annotated[str, Field(pattern=r"^[a-z]{2,24}$")], ...] = ()


class PriceForms(PolicyPart):
    """Which forms of prices are found.

    source: exactly the pattern of section 2.5. signs: a currency sign and a digit. units: 99元.
    written: also in words, joined or disguised: 一百元, RMB99, twenty dollars.
    """

    forms: tuple[Literal["source", "signs", "units", "written"], ...] = ("source",)


class EventRule(PolicyPart):
    """An event that copy may claim: the kind of user event that supports it, and its wordings.

    `days`: how old the user event may be. `told`: also claimed by an act of this kind that
    `claims.reader_acts` reads in the text.
    """

    kind: Text
    days: EventDays = 7
    phrases: Texts = ()
    rules: tuple[VocabularyRule, ...] = ()
    told: Annotated[bool, Field(strict=True)] = False


class LanguageRule(PolicyPart):
    """Copy of a locale (`zh` covers zh-CN) is a mismatch if it has one script and lacks another.

    `lacks` None: script `has` alone makes it a mismatch.
    """

    locale: Text
    has: Literal["Latin", "Han"]
    lacks: Literal["Latin", "Han"] | None = None


class Ramp(PolicyPart):
    """A factor that is 1 up to `good` and falls linearly to 0 at `bad`."""

    good: Annotated[float, Field(ge=0, le=10_000)]
    bad: Annotated[float, Field(gt=0, le=10_000)]

    @model_validator(mode="after")
    def _require_falling(self) -> "Ramp":
        if self.bad <= self.good:
            raise ValueError("ramp_order")
        return self

    def __call__(self, value: float) -> float:
        if value <= self.good:
            return 1.0
        return max(0.0, (self.bad - value) / (self.bad - self.good))


class Readability(PolicyPart):
    """The three factors of section 3.5 and their weights, which add up to 100.

    Sentences are measured in characters, or in words if the text is written with spaces; capitals
    and complex words as shares. `low_below`: the score, in hundredths, below which it is a finding.
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
    def _require_sum_100(self) -> "Readability":
        if self.sentence_weight + self.capitals_weight + self.complex_weight != 100:
            raise ValueError("weights_100")
        return self


class QualityWeights(PolicyPart):
    readability: Hundredths = 25
    style: Hundredths = 25
    novelty: Hundredths = 25
    basic: Hundredths = 25

    @model_validator(mode="after")
    def _require_sum_100(self) -> "QualityWeights":
        if self.readability + self.style + self.novelty + self.basic != 100:
            raise ValueError("weights_100")
        return self


class Opinions(PolicyPart):
    """Thresholds from which a model's opinion of a copy is shown; it never affects a score.

    `near_percent` is a cosine of embeddings times 100; what counts as near depends on their model.
    A copy in one of the `flagged` categories is shown.
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
    def _require_known_categories(self) -> "Opinions":
        if unknown := [name for name in self.flagged if name not in self.categories]:
            raise ValueError("flagged_unknown:" + ", ".join(unknown))
        return self


class Novelty(PolicyPart):
    """How recent copy is compared: by character n-grams of size `ngram`; a similarity of
    `near_percent` or more is a near copy.
    """

    ngram: Annotated[int, Field(strict=True, ge=1, le=5)] = 2
    near_percent: Hundredths = 80
