"""What is odd about a policy before anybody uses it: rules that do nothing, scores nobody reaches.

A policy that was read is valid; the linter says what it will not do. An error stops a publication.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.errors import InputError, Sentence
from core.verification.claims import holiday_named
from core.verification.findings import Code, Dimension
from core.verification.holiday_windows import time_zone, window
from core.verification.policy import Policy
from core.verification.policy_parts import CodeRule, Mode
from core.verification.reachable_scores import codes_of, lowest_alone, most_soft, reachable
from core.verification.text_folding import fold, unfolded
from core.verification.verdict import PRIORITY, Verdict, own_verdict
from core.verification.word_lists import WordFinder


class Level(StrEnum):
    ERROR = "error"
    WARNING = "warning"


class Lint(StrEnum):
    THRESHOLDS_OUT_OF_ORDER = "thresholds_out_of_order"
    CODE_WITHOUT_EFFECT = "code_without_effect"
    CODE_NEVER_DECIDES = "code_never_decides"
    CEILING_WITHOUT_EFFECT = "ceiling_without_effect"
    CAP_WITHOUT_EFFECT = "cap_without_effect"
    SOFT_REACHES_ZERO = "soft_reaches_zero"
    BAND_UNREACHABLE = "band_unreachable"
    WORD_TWICE = "word_twice"
    WORD_IN_TWO_LISTS = "word_in_two_lists"
    WORD_NEVER_FOUND = "word_never_found"
    WORD_WITHIN_WORD = "word_within_word"
    ALLOWS_NOTHING = "allows_nothing"
    HOLIDAY_WITHOUT_DATE = "holiday_without_date"
    NAME_TWICE = "name_twice"
    ZONE_UNKNOWN = "zone_unknown"
    YEARS_OUT_OF_ORDER = "years_out_of_order"


@dataclass(frozen=True, slots=True)
class Remark:
    """`where` names the field of the policy; `said` is a template with its values."""

    lint: Lint
    level: Level
    where: str
    said: Sentence


def lint(policy: Policy) -> tuple[Remark, ...]:
    """Errors first."""
    found = [
        *_thresholds(policy),
        *_codes(policy),
        *_soft_zero(policy),
        *_bands(policy),
        *_words(policy),
        *_holidays(policy),
        *_zones(policy),
    ]
    return tuple(sorted(found, key=lambda remark: remark.level is Level.WARNING))


def _thresholds(policy: Policy) -> Iterator[Remark]:
    for dimension in PRIORITY:
        limits = policy.thresholds.of(dimension)
        if limits.reject_below > limits.revise_below:
            yield Remark(
                Lint.THRESHOLDS_OUT_OF_ORDER,
                Level.ERROR,
                f"thresholds.{dimension.value}",
                Sentence(
                    "{dimension} rejects below {reject} and revises below {revise}, so nothing is "
                    "ever revised. Reject below less than that.",
                    {
                        "dimension": dimension.value,
                        "reject": limits.reject_below,
                        "revise": limits.revise_below,
                    },
                ),
            )


def never_decides(policy: Policy) -> tuple[Code, ...]:
    """Enforced codes that alone, however often they are found, leave the verdict at ALLOW."""
    return tuple(
        code
        for code in Code
        if (rule := policy.rule(code)).mode is Mode.ENFORCE
        and _does_something(rule)
        and _alone(code, policy) is Verdict.ALLOW
    )


def _alone(code: Code, policy: Policy) -> Verdict:
    return own_verdict(lowest_alone(code, policy), policy.thresholds.of(code.dimension))


def _does_something(rule: CodeRule) -> bool:
    return rule.hard or rule.points > 0 or rule.at_most is not None


def _codes(policy: Policy) -> Iterator[Remark]:
    silent = never_decides(policy)
    for code in Code:
        rule, where = policy.rule(code), f"codes.{code.value}"
        if rule.mode is Mode.ENFORCE and not _does_something(rule):
            said = Sentence(
                "{code} is enforced but deducts no points. Give it points, or monitor it.",
                {"code": code.value},
            )
            yield Remark(Lint.CODE_WITHOUT_EFFECT, Level.WARNING, where, said)
        if code in silent:
            said = Sentence(
                "{code} alone never changes the verdict: the score stays at {score} or above.",
                {"code": code.value, "score": f"{lowest_alone(code, policy):.4g}"},
            )
            yield Remark(Lint.CODE_NEVER_DECIDES, Level.WARNING, where, said)
        yield from _limits(code, rule, policy, where)


def _limits(code: Code, rule: CodeRule, policy: Policy, where: str) -> Iterator[Remark]:
    revise = policy.thresholds.of(code.dimension).revise_below
    if rule.at_most is not None and rule.at_most >= revise:
        said = Sentence(
            "{code} caps the score at {held}, which still passes {limit}. Use a lower cap.",
            {"code": code.value, "held": rule.at_most, "limit": revise},
        )
        yield Remark(Lint.CEILING_WITHOUT_EFFECT, Level.WARNING, where, said)
    if rule.cap is not None and rule.count == "once" and rule.cap >= rule.points:
        said = Sentence(
            "{code} is counted once, so its cap of {cap} has no effect. Remove the cap, or count "
            "each occurrence.",
            {"code": code.value, "cap": rule.cap},
        )
        yield Remark(Lint.CAP_WITHOUT_EFFECT, Level.WARNING, where, said)


def _soft_zero(policy: Policy) -> Iterator[Remark]:
    """Reading 3: in compliance a 0 means a hard violation, so soft codes must not add up to it."""
    rules = codes_of(Dimension.COMPLIANCE, policy)
    most = most_soft(Dimension.COMPLIANCE, rules)
    if most >= 100:
        said = Sentence(
            "Soft compliance violations can deduct {most} of 100, and a score of 0 rejects like "
            "a hard violation. Cap them.",
            {"most": most},
        )
        yield Remark(Lint.SOFT_REACHES_ZERO, Level.WARNING, "codes", said)


def _bands(policy: Policy) -> Iterator[Remark]:
    for dimension in (Dimension.COMPLIANCE, Dimension.FACT):
        limits = policy.thresholds.of(dimension)
        made = {own_verdict(score / 100, limits) for score in reachable(dimension, policy)}
        for verdict in Verdict:
            if verdict not in made:
                said = Sentence(
                    "No combination of findings makes {dimension} alone result in {verdict}.",
                    {"dimension": dimension.value, "verdict": verdict.value},
                )
                yield Remark(
                    Lint.BAND_UNREACHABLE, Level.WARNING, f"thresholds.{dimension.value}", said
                )


def _words(policy: Policy) -> Iterator[Remark]:
    words = policy.words
    lists = {"forbidden": words.forbidden, "absolute": words.absolute, "allow": words.allow}
    for name, each in lists.items():
        for word, count in Counter(each).items():
            if count > 1:
                said = Sentence("“{word}” appears {count} times.", {"word": word, "count": count})
                yield Remark(Lint.WORD_TWICE, Level.WARNING, f"words.{name}", said)
    for word in dict.fromkeys(words.forbidden):
        if word in words.absolute:
            said = Sentence("“{word}” is both forbidden and absolute. Keep one.", {"word": word})
            yield Remark(Lint.WORD_IN_TWO_LISTS, Level.WARNING, "words.absolute", said)
    yield from _allowed(policy)
    yield from _nested(words.absolute, policy)


def _allowed(policy: Policy) -> Iterator[Remark]:
    listed, allow = (*policy.words.forbidden, *policy.words.absolute), policy.words.allow
    read = fold if policy.fold else unfolded
    allowed = WordFinder(listed, allow, folded=policy.fold)
    plain = WordFinder(listed, folded=policy.fold)
    for word in dict.fromkeys(listed):
        if word not in {hit.word for hit in allowed.find(read(word))}:
            said = Sentence(
                "“{word}” is both listed and allowed, so it is never found. Remove it from one "
                "list.",
                {"word": word},
            )
            yield Remark(Lint.WORD_NEVER_FOUND, Level.ERROR, "words.allow", said)
    for phrase in dict.fromkeys(allow):
        if not plain.find(read(phrase)):
            said = Sentence(
                "The allowed phrase “{word}” contains no listed word.", {"word": phrase}
            )
            yield Remark(Lint.ALLOWS_NOTHING, Level.WARNING, "words.allow", said)


def _nested(words: tuple[str, ...], policy: Policy) -> Iterator[Remark]:
    """A word that holds another is counted as two."""
    read = fold if policy.fold else unfolded
    finder = WordFinder(words, folded=policy.fold)
    for word in dict.fromkeys(words):
        for inner in {hit.word for hit in finder.find(read(word))} - {word}:
            said = Sentence(
                "“{word}” contains “{inner}”, so both are counted. Keep the shorter.",
                {"word": word, "inner": inner},
            )
            yield Remark(Lint.WORD_WITHIN_WORD, Level.WARNING, "words.absolute", said)


def _holidays(policy: Policy) -> Iterator[Remark]:
    table = policy.holidays
    if table.first_year > table.last_year:
        said = Sentence("The table ends before it begins. Correct first_year or last_year.")
        yield Remark(Lint.YEARS_OUT_OF_ORDER, Level.ERROR, "holidays", said)
    for at, holiday in enumerate(table.table):
        where = f"holidays.table.{at}"
        for name in holiday.names:
            found = holiday_named(name, policy)
            # By place: an equal policy read before has equal holidays, but not the same objects.
            if found is None or table.table.index(found) != at:
                said = Sentence("Two holidays are named {name}.", {"name": name})
                yield Remark(Lint.NAME_TWICE, Level.ERROR, where, said)
        years = range(table.first_year, table.last_year + 1)
        try:
            missing = [year for year in years if window(holiday, year, table) is None]
        except InputError as error:
            yield Remark(Lint.HOLIDAY_WITHOUT_DATE, Level.ERROR, where, Sentence.from_error(error))
            continue
        if missing:
            said = Sentence(
                "{name} has no date in {count} years of the table, starting with {first}. "
                "Correct its rule or the years.",
                {"name": holiday.names[0], "count": len(missing), "first": missing[0]},
            )
            yield Remark(Lint.HOLIDAY_WITHOUT_DATE, Level.ERROR, where, said)


def _zones(policy: Policy) -> Iterator[Remark]:
    for name in dict.fromkeys((policy.time_zone, *policy.time_zones.values())):
        try:
            time_zone(name)
        except InputError as error:
            yield Remark(Lint.ZONE_UNKNOWN, Level.ERROR, "time_zones", Sentence.from_error(error))
