"""A policy in words: its rules, and the weight of each code."""

from collections.abc import Mapping, Sequence

from core.verification import (
    Code,
    CodeRule,
    Dimension,
    Holiday,
    Mode,
    PatternRule,
    Policy,
    VocabularyRule,
)
from core.verification.verdict import PRIORITY
from pages.components.html import draw, table
from pages.components.language import N_n, _, _n
from pages.copy_check.wording import DIMENSIONS, PARTS, code_name, join_parts

MOST_PATTERNS = 5
"""Patterns that are shown of a list: each may fill several lines, and the YAML has them all."""
EVENTS = N_n("{name}: a {kind} in the last {n} day", "{name}: a {kind} in the last {n} days")


def draw_policy(policy: Policy) -> None:
    """Thresholds and limits, then every code; long lists are cut and counted."""
    draw('<h6 class="desk-head">' + _("Requirement") + "</h6>")
    table([_("Subject"), _("Rule")], _rules(policy))
    draw('<h6 class="desk-head">' + _("Weight of each code") + "</h6>")
    table(
        [_("Code"), _("Dimension"), _("Weight")],
        [
            (f"{code_name(code)} · {code.value}", _(DIMENSIONS[code.dimension]), _weight(rule))
            for code, rule in _in_order(policy)
        ],
    )


def _in_order(policy: Policy) -> list[tuple[Code, CodeRule]]:
    order: Mapping[Dimension, int] = {dimension: at for at, dimension in enumerate(PRIORITY)}
    rules = [(code, policy.rule(code)) for code in Code]
    return sorted(rules, key=lambda pair: order[pair[0].dimension])


def _weight(rule: CodeRule) -> str:
    parts = []
    if rule.hard:
        parts.append(_("hard: the score becomes 0"))
    elif rule.points:
        points = (
            _n("{n} point each", "{n} points each", rule.points)
            if rule.count == "each"
            else _n("{n} point, once", "{n} points, once", rule.points)
        )
        parts.append(points)
    if rule.cap is not None:
        parts.append(_("at most {n} in total").format(n=rule.cap))
    if rule.at_most is not None:
        parts.append(_("caps the score at {n}").format(n=rule.at_most))
    weight = join_parts(parts) or _("no points")
    if rule.mode is Mode.MONITOR:
        return (
            _("monitored: shown, no points deducted")
            if not parts
            else _("monitored: shown, no points deducted (otherwise {weight})").format(
                weight=weight
            )
        )
    return weight


def _rules(policy: Policy) -> list[tuple[str, str]]:
    """Subject and rule, a row each."""
    weights = policy.quality.model_dump()
    parts = [f"{_(PARTS[name])} {weight}%" for name, weight in weights.items()]
    return [
        *_threshold_rules(policy),
        (_("Quality components"), join_parts(parts)),
        *_channel_rules(policy),
        *_content_rules(policy),
    ]


def _threshold_rules(policy: Policy) -> list[tuple[str, str]]:
    rows = []
    for dimension in PRIORITY:
        limits = policy.thresholds.of(dimension)
        template = _("Rejected at 0, revised below {revise}.")
        if limits.reject_below:
            template = _("Rejected below {reject}, revised below {revise}.")
        text = template.format(reject=limits.reject_below, revise=limits.revise_below)
        rows.append((_(DIMENSIONS[dimension]), text))
    return rows


def _channel_rules(policy: Policy) -> list[tuple[str, str]]:
    rows = []
    for name, channel in policy.channels.items():
        limit = (
            _n("at most {n} length unit", "at most {n} length units", channel.max_length)
            if channel.max_length is not None
            else _("no limit")
        )
        links = _("links forbidden") if channel.urls == "forbidden" else _("links allowed")
        rows.append(
            (
                _("Channel {name}").format(name=name),
                _("{most}, {links}").format(most=limit, links=links),
            )
        )
    return rows


def _content_rules(policy: Policy) -> list[tuple[str, str]]:
    """Rules on length, marks, words, patterns, links, events and holidays."""
    words, vocabulary = policy.words, policy.vocabulary
    marks = _("at most {exclamations} exclamation marks, {percent}% punctuation, {emoji} emoji")
    return [
        (_("Locales"), join_parts(policy.locales)),
        (
            _("Length"),
            _("A character is 1, a word {word}; at least {shortest}.").format(
                word=policy.length.word, shortest=policy.length.shortest
            ),
        ),
        (
            _("Punctuation and emoji"),
            marks.format(
                exclamations=policy.marks.exclamations,
                percent=policy.marks.punctuation_percent,
                emoji=policy.marks.emoji,
            ),
        ),
        (_("Forbidden words"), _word_list(_words(words.forbidden, vocabulary.forbidden))),
        (_("Absolute words"), _word_list(_words(words.absolute, vocabulary.absolute))),
        (_("Allowed phrases"), _word_list(_allowed(policy))),
        (_("Forbidden patterns"), _word_list(_patterns(policy.patterns.forbidden), MOST_PATTERNS)),
        (_("Absolute patterns"), _word_list(_patterns(policy.patterns.absolute), MOST_PATTERNS)),
        (_("Allowed links"), _word_list(policy.urls.allow)),
        (_("Events"), _word_list([_event(policy, name) for name in policy.events])),
        (_("Holidays"), _holidays(policy.holidays.table)),
        (
            _("Holiday windows"),
            _("{before} days before to {after} days after, for {first} to {last}").format(
                before=policy.holidays.before,
                after=policy.holidays.after,
                first=policy.holidays.first_year,
                last=policy.holidays.last_year,
            ),
        ),
        (_("Time zone"), policy.time_zone),
        (_("Other spellings detected"), _("yes") if policy.fold else _("no")),
        (_("Undeclared claims checked"), _("yes") if policy.check_undeclared else _("no")),
    ]


def _event(policy: Policy, name: str) -> str:
    rule = policy.events[name]
    return _n(*EVENTS, rule.days, name=name, kind=rule.kind)


def _holidays(table_: Sequence[Holiday]) -> str:
    return _word_list([entry.names[0] for entry in table_])


def _word_list(words: Sequence[str], limit: int = 30) -> str:
    if len(words) <= limit:
        return join_parts(words) or _("none")
    remainder_note = _("and {n} more").format(n=len(words) - limit)
    return join_parts([*words[:limit], remainder_note])


def _words(plain_list: Sequence[str], rules: Sequence[VocabularyRule]) -> list[str]:
    """The words of the plain list, then those of the rules, each once."""
    return list(dict.fromkeys((*plain_list, *(word for rule in rules for word in rule.words))))


def _patterns(rules: Sequence[PatternRule]) -> list[str]:
    return [rule.pattern for rule in rules]


def _allowed(policy: Policy) -> list[str]:
    rules = (*policy.vocabulary.forbidden, *policy.vocabulary.absolute)
    return list(dict.fromkeys((*policy.words.allow, *(w for rule in rules for w in rule.allow))))
