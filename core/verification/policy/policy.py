"""A policy: all decisions about verification, as validated and versioned data.

Checks produce findings (`Finding`); the policy sets the weight of each. Points are hundredths.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any

from pydantic import AfterValidator, Field, model_validator

from core.errors import Sentence
from core.verification.copy_text.pattern_rules import Patterns
from core.verification.copy_text.text_measures import has_han
from core.verification.findings import CharRange, Code, Finding, Measure, Severity
from core.verification.policy.cases import Cases, require_unique_names
from core.verification.policy.holidays import HolidayTable
from core.verification.policy_parts import (
    BrandRules,
    Channel,
    CodeRule,
    EventRule,
    LanguageRule,
    LengthRule,
    Marks,
    Mode,
    Novelty,
    Opinions,
    PolicyPart,
    PriceForms,
    QualityWeights,
    Readability,
    RepairRules,
    Text,
    Texts,
    Thresholds,
    UrlForms,
    Vocabulary,
    WordLists,
)

REQUIRED = frozenset(
    {
        Code.FACT_USER_EVENT_MISS,
        Code.FACT_ITEM_INVALID,
        Code.FACT_ITEM_UNAVAILABLE,
        Code.FACT_BRAND_MISMATCH,
        Code.FACT_HOLIDAY_INVALID,
        Code.COMPLIANCE_URL_FORBIDDEN,
        Code.COMPLIANCE_FORBIDDEN_WORDS,
        Code.COMPLIANCE_ABSOLUTE_WORDS,
        Code.COMPLIANCE_EXCESSIVE_PUNCTUATION,
        Code.COMPLIANCE_PRICE_FORBIDDEN,
        Code.QUALITY_LEN_OVER,
        Code.QUALITY_LEN_TOO_SHORT,
        Code.QUALITY_PUNCT_EXCESS,
        Code.QUALITY_EMOJI_EXCESS,
        Code.QUALITY_LANG_MISMATCH,
        Code.QUALITY_LOW_READABILITY,
    }
)
"""The source's codes, required so that a policy cannot let a violation pass by omission."""

MONITORED = CodeRule(mode=Mode.MONITOR)


class Policy(PolicyPart):
    """One version of the rules. A published version never changes; a draft is a new version."""

    version: Annotated[str, Field(strict=True, pattern=r"^v\d+\.\d+\.\d+(-[a-z0-9.]{1,40})?$")]
    note: Annotated[str, Field(strict=True, max_length=2000)] = ""
    thresholds: Thresholds
    codes: dict[Code, CodeRule]
    channels: dict[Text, Channel]
    locales: Texts
    time_zone: Text
    time_zones: dict[Text, Text] = Field(default_factory=dict)
    words: WordLists = WordLists()
    vocabulary: Vocabulary = Vocabulary()
    patterns: Patterns = Patterns()
    length: LengthRule = LengthRule()
    marks: Marks = Marks()
    urls: UrlForms = UrlForms()
    prices: PriceForms = PriceForms()
    fold: Annotated[bool, Field(strict=True)] = False
    """Whether words, links and prices are also found in other widths, scripts and cases, and
    despite invisible characters."""
    disguises: Annotated[bool, Field(strict=True)] = False
    """Whether claims and brands are also found in other spellings and through disguises, as the
    words of `vocabulary` always are."""
    check_undeclared: Annotated[bool, Field(strict=True)] = False
    """Whether claims in the text are checked even if they were not declared."""
    events: dict[Text, EventRule] = Field(default_factory=dict)
    brands: dict[Text, Texts] = Field(default_factory=dict)
    """Other names of each brand, by brand."""
    brand_rules: BrandRules = BrandRules()
    holidays: HolidayTable = HolidayTable()
    languages: tuple[LanguageRule, ...] = ()
    readability: Readability = Readability()
    quality: QualityWeights = QualityWeights()
    novelty: Novelty = Novelty()
    opinions: Opinions = Opinions()
    repairs: RepairRules = RepairRules()
    call_to_tap: dict[Text, Text] = Field(default_factory=dict)
    """By language: the text that ends a short push message after its link was removed."""
    cases: Annotated[Cases, AfterValidator(require_unique_names)] = ()
    """Test cases; the policy is published only if it passes them."""

    @model_validator(mode="after")
    def _require_codes(self) -> "Policy":
        if missing := sorted(code.value for code in REQUIRED - self.codes.keys()):
            raise ValueError("codes_missing:" + ", ".join(missing))
        enforced_opinions = (
            c.value for c, rule in self.codes.items() if rule.mode is Mode.ENFORCE and c.is_opinion
        )
        if opinions := sorted(enforced_opinions):
            raise ValueError("opinion_enforced:" + ", ".join(opinions))
        return self

    def words_to_avoid(self, *, han: bool) -> tuple[str, ...]:
        """Words that a writer of Chinese (`han`) or other copy should avoid: the plain lists, then
        the absolute words of rules, the shortest first, since they are the most general.
        """
        rules = (word for rule in self.vocabulary.absolute for word in rule.words)
        absolute_words = sorted((word for word in rules if has_han(word) is han), key=len)
        return tuple(dict.fromkeys((*self.words.forbidden, *self.words.absolute, *absolute_words)))

    def rule(self, code: Code) -> CodeRule:
        """The rule of a code; a code newer than the policy is monitored."""
        return self.codes.get(code, MONITORED)

    def severity(self, code: Code) -> Severity:
        """The severity of findings with the code under this policy."""
        return self._severities[code]

    @cached_property
    def _severities(self) -> Mapping[Code, Severity]:
        return {code: self._severity(code) for code in Code}

    def _severity(self, code: Code) -> Severity:
        rule = self.rule(code)
        if rule.mode is Mode.MONITOR:
            return Severity.INFO
        if rule.hard:
            return Severity.HARD
        return Severity.SOFT if rule.points or rule.at_most is not None else Severity.INFO

    def finding(self, code: Code, sentence: Sentence, span: CharRange | None = None) -> Finding:
        """A finding under this policy; the params of the message become its measure."""
        measure: Mapping[str, Measure] = sentence.params
        return Finding(code, code.dimension, self.severity(code), span, sentence.message, measure)

    @cached_property
    def canonical(self) -> str:
        """The policy as JSON with sorted names, independent of the layout of its file.

        Default values are left out, so that a field added in a later release does not change the
        hash of published policies. Hence a default must never change.
        """
        return _canonical(self.model_dump(mode="json", exclude_defaults=True))

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @cached_property
    def checks_sha256(self) -> str:
        """Hash of the fields that decide which findings there are; the others only weigh them."""
        weighing = {"version", "note", "thresholds", "codes", "quality", "repairs", "cases"}
        return hashlib.sha256(
            _canonical(
                self.model_dump(mode="json", exclude=weighing, exclude_defaults=True)
            ).encode()
        ).hexdigest()

    def model_copy(
        self,
        *,
        update: Mapping[str, Any] | None = None,
        deep: bool = False,  # noqa: ARG002 - a copy shares nothing anyway
    ) -> "Policy":
        """A changed copy, validated like a file and with its own hash."""
        fields = self.model_dump(mode="json", exclude_unset=True) | dict(update or {})
        return type(self).model_validate(fields)

    def __eq__(self, other: object) -> bool:
        """Compare by hash: caches keyed by policy are read for every copy, and comparing two equal
        policies field by field takes as long as verifying a copy.
        """
        return isinstance(other, Policy) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)


def _canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
