"""A policy: everything about verification that people decide, as validated and versioned data.

Checks find (`Finding`), a policy says what a finding weighs. Points are whole hundredths.
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
from core.verification.findings import Code, Finding, Measure, Severity, Span
from core.verification.policy.cases import Cases, require_own_names
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
"""The source's codes: a policy that forgets one must not let everything of it pass."""

MONITORED = CodeRule(mode=Mode.MONITOR)


class Policy(PolicyPart):
    """One version of the rules. Published versions never change; a draft is a new version."""

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
    """Whether words, links and prices are also found in other widths, scripts and cases, and with
    invisible characters between."""
    disguises: Annotated[bool, Field(strict=True)] = False
    """Whether claims and brands are found in any spelling and through disguises, as the words of
    `vocabulary` always are."""
    check_undeclared: Annotated[bool, Field(strict=True)] = False
    """Whether claims that only the text makes are checked as if they had been declared."""
    events: dict[Text, EventRule] = Field(default_factory=dict)
    brands: dict[Text, Texts] = Field(default_factory=dict)
    """A brand and its other names."""
    brand_rules: BrandRules = BrandRules()
    holidays: HolidayTable = HolidayTable()
    languages: tuple[LanguageRule, ...] = ()
    readability: Readability = Readability()
    quality: QualityWeights = QualityWeights()
    novelty: Novelty = Novelty()
    opinions: Opinions = Opinions()
    repairs: RepairRules = RepairRules()
    call_to_tap: dict[Text, Text] = Field(default_factory=dict)
    """By language: what a short push message ends with after its link was removed."""
    cases: Annotated[Cases, AfterValidator(require_own_names)] = ()
    """Texts with what this policy must say of them; it is published only if it does."""

    @model_validator(mode="after")
    def _every_code(self) -> "Policy":
        if missing := sorted(code.value for code in REQUIRED - self.codes.keys()):
            raise ValueError("codes_missing:" + ", ".join(missing))
        enforced = (
            c.value for c, rule in self.codes.items() if rule.mode is Mode.ENFORCE and c.is_opinion
        )
        if opinions := sorted(enforced):
            raise ValueError("opinion_enforced:" + ", ".join(opinions))
        return self

    def words_to_avoid(self, *, han: bool) -> tuple[str, ...]:
        """What a writer of Chinese (`han`) or other copy may slip in: the plain lists, then the
        absolute words of rules, the shortest first, since they are the most general.
        """
        rules = (word for rule in self.vocabulary.absolute for word in rule.words)
        slips = sorted((word for word in rules if has_han(word) is han), key=len)
        return tuple(dict.fromkeys((*self.words.forbidden, *self.words.absolute, *slips)))

    def rule(self, code: Code) -> CodeRule:
        """A code that came after the policy was written is monitored by it."""
        return self.codes.get(code, MONITORED)

    def severity(self, code: Code) -> Severity:
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

    def finding(self, code: Code, said: Sentence, span: Span | None = None) -> Finding:
        """A finding under this policy; `said.params` are its measure."""
        measure: Mapping[str, Measure] = said.params
        return Finding(code, code.dimension, self.severity(code), span, said.message, measure)

    @cached_property
    def canonical(self) -> str:
        """The policy as JSON with sorted names: the same however its file was laid out.

        What has its default value is left out, so that a field that a later desk adds leaves the
        hash of every published policy as it was. Hence a default must never change.
        """
        return _canonical(self.model_dump(mode="json", exclude_defaults=True))

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @cached_property
    def checks_sha256(self) -> str:
        """Of what decides which findings there are; the rest only weighs them."""
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
        """Checked as a file would be, and with a hash of its own."""
        kept = self.model_dump(mode="json", exclude_unset=True) | dict(update or {})
        return type(self).model_validate(kept)

    def __eq__(self, other: object) -> bool:
        """By their hashes: what is kept for a policy is looked up with every copy, and to compare
        two that were read from the same file field by field takes as long as to verify one.
        """
        return isinstance(other, Policy) and self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)


def _canonical(said: object) -> str:
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
